// SPDX-License-Identifier: Apache-2.0
// State of the fake driver: contexts, modules and host memory.
#pragma once

#include <list>
#include <map>
#include <string>
#include <vector>

#include "collector/vendor/cuda_types.h"
#include "tests/collector/fake_cuda/fake_cuda.h"
#include "tests/collector/fake_gpu/fake_queues.h"

namespace pstudio::test {


struct FakeFunction {
  FakeKernel kernel;
};

struct FakeModule {
  std::list<FakeFunction> functions;
};

/// The state of one loaded library.
struct FakeModel final : FakeQueues {
  FakeCuda script;
  std::list<FakeContext> contexts;
  std::list<FakeModule> modules;
  std::map<std::string, CuDevicePointer> globals; ///< addresses in `memory`
  std::map<void *, size_t> registered;                  ///< host memory
  std::vector<FakeContext *> stack;                     ///< of the only thread that tests use

  FakeGpu &shared() override { return script; }
  FakeContext *current() override { return stack.empty() ? nullptr : stack.back(); }
  uint64_t memoryBytes() override { return script.devices.at(0).memoryBytes; }
  bool isLockstep() override { return bool(script.canEnd); }
  void faulted() override;
};

FakeModel &model();

} // namespace pstudio::test

#define FAKE_BEGIN(...) FAKE_GPU_BEGIN(model(), __VA_ARGS__)
