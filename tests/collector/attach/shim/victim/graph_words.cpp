// SPDX-License-Identifier: Apache-2.0
#include "tests/collector/attach/shim/victim/graph_words.h"

#include <cstdio>

#include <dlfcn.h>

#include "collector/vendor/cuda_types.h"
#include "tests/collector/attach/shim/victim/memory_work.h"

namespace pstudio::test {

namespace {

/// Calls a function of the driver that is found by its exported name.
template <class... Parameters> CuResult call(const char *name, Parameters... values) {
  static void *s_library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  void *found = dlsym(s_library, name);
  if (!found) {
    std::printf("missing %s\n", name);
    return CuResult::NotFound;
  }
  const CuResult result = reinterpret_cast<CuResult (*)(Parameters...)>(found)(values...);
  printError(name, result);
  return result;
}

/// The parameters of a launch that adds a number to the total, by the words FUNCTION ADDEND.
class AddingNode {
public:
  AddingNode(const GraphWords &shared, bool isBuffer)
      : m_arguments{reinterpret_cast<uint64_t>(&shared.total), 0} {
    given.function = shared.handles[shared.word()];
    m_arguments[1] = std::stoull(shared.word());
    given.grid[0] = 8;
    given.grid[1] = given.grid[2] = 1;
    given.block[0] = 128;
    given.block[1] = given.block[2] = 1;
    (isBuffer ? given.extra : given.parameters) = isBuffer ? m_extra : m_parameters;
  }
  AddingNode(const AddingNode &) = delete;
  AddingNode &operator=(const AddingNode &) = delete;

  CuKernelNodeParams given;

private:
  uint64_t m_arguments[2];
  size_t m_bytes = sizeof m_arguments;
  void *m_parameters[2] = {&m_arguments[0], &m_arguments[1]};
  void *m_extra[5] = {kCuLaunchParamBufferPointer, m_arguments, kCuLaunchParamBufferSize, &m_bytes,
                      kCuLaunchParamEnd};
};

void addNode(const GraphWords &shared, bool isBuffer, bool isAfterAnother) {
  void *graph = shared.handles[shared.word()];
  void **node = &shared.handles[shared.word()];
  void *before = isAfterAnother ? shared.handles[shared.word()] : nullptr;
  const AddingNode adding(shared, isBuffer);
  call<void **, void *, void *const *, size_t, const CuKernelNodeParams *>(
      "cuGraphAddKernelNode_v2", node, graph, before ? &before : nullptr, before ? 1 : 0,
      &adding.given);
}

void addMakingWords(std::map<std::string, std::function<void()>> &commands,
                    const GraphWords &shared) {
  commands["newgraph"] = [=] {
    call<void **, unsigned>("cuGraphCreate", &shared.handles[shared.word()], 0);
  };
  commands["endgraph"] = [=] {
    call<void *, void **>("cuStreamEndCapture", shared.stream, &shared.handles[shared.word()]);
  };
  commands["addnode"] = [=] { addNode(shared, false, false); };
  commands["addafter"] = [=] { addNode(shared, false, true); };
  commands["addbuffer"] = [=] { addNode(shared, true, false); };
  commands["edge"] = [=] {
    void *from = shared.handles[shared.word()];
    call<void *, void *>("fakeAddEdge", from, shared.handles[shared.word()]);
  };
  commands["addchild"] = [=] {
    void *graph = shared.handles[shared.word()];
    void **node = &shared.handles[shared.word()];
    call<void **, void *, void *const *, size_t, void *>("cuGraphAddChildGraphNode", node, graph,
                                                         nullptr, 0, shared.handles[shared.word()]);
  };
  commands["clone"] = [=] {
    void **clone = &shared.handles[shared.word()];
    call<void **, void *>("cuGraphClone", clone, shared.handles[shared.word()]);
  };
  commands["addconditional"] = [=] {
    call<void *>("fakeAddConditional", shared.handles[shared.word()]);
  };
  commands["instantiate"] = [=] {
    void **executable = &shared.handles[shared.word()];
    void *graph = shared.handles[shared.word()];
    call<void **, void *, uint64_t>("cuGraphInstantiateWithFlags", executable, graph,
                                    std::stoull(shared.word()));
  };
}

void addUsingWords(std::map<std::string, std::function<void()>> &commands,
                   const GraphWords &shared) {
  commands["replay"] = [=] {
    void *executable = shared.handles[shared.word()];
    for (int i = 0, count = std::stoi(shared.word()); i < count; ++i)
      call<void *, void *>("cuGraphLaunch", executable, shared.stream);
  };
  commands["setnode"] = [=] {
    void *executable = shared.handles[shared.word()], *node = shared.handles[shared.word()];
    const AddingNode adding(shared, false);
    call<void *, void *, const CuKernelNodeParams *>("cuGraphExecKernelNodeSetParams_v2",
                                                     executable, node, &adding.given);
  };
  commands["setany"] = [=] {
    void *executable = shared.handles[shared.word()], *node = shared.handles[shared.word()];
    const AddingNode adding(shared, false);
    CuGraphNodeParams parameters{kCuGraphNodeKernel, {}, adding.given};
    call<void *, void *, void *>("cuGraphExecNodeSetParams", executable, node, &parameters);
  };
  commands["update"] = [=] {
    CuGraphUpdateInfo info;
    void *executable = shared.handles[shared.word()];
    call<void *, void *, CuGraphUpdateInfo *>("cuGraphExecUpdate_v2", executable,
                                              shared.handles[shared.word()], &info);
  };
  commands["updatechild"] = [=] {
    void *executable = shared.handles[shared.word()], *node = shared.handles[shared.word()];
    call<void *, void *, void *>("cuGraphExecChildGraphNodeSetParams", executable, node,
                                 shared.handles[shared.word()]);
  };
  commands["enable"] = [=] {
    void *executable = shared.handles[shared.word()], *node = shared.handles[shared.word()];
    call<void *, void *, unsigned>("cuGraphNodeSetEnabled", executable, node,
                                   static_cast<unsigned>(std::stoi(shared.word())));
  };
  commands["destroygraph"] = [=] { call<void *>("cuGraphDestroy", shared.handles[shared.word()]); };
  commands["destroyexec"] = [=] {
    call<void *>("cuGraphExecDestroy", shared.handles[shared.word()]);
  };
  commands["graphs"] = [] {
    void *library = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD);
    void *count = dlsym(library, "fakeGraphCount");
    std::printf("graphs %d\n", reinterpret_cast<int (*)()>(count)());
  };
}

} // namespace

void addGraphWords(std::map<std::string, std::function<void()>> &commands, GraphWords shared) {
  addMakingWords(commands, shared);
  addUsingWords(commands, shared);
}

} // namespace pstudio::test
