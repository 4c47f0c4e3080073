// SPDX-License-Identifier: Apache-2.0
// A compiler without a GPU: its source is the text of an image of the fake driver.
#include <cstddef>
#include <cstring>
#include <string>

#include "collector/vendor/nvrtc_types.h"
#include "tests/collector/attach/shim/fake_driver/fake_image.h"

namespace pstudio {

struct NvrtcProgramTag {
  std::string source, cubin, ptx;
};

namespace {

constexpr auto kInvalidProgram = NvrtcResult{4};

/// -dlto: neither machine code nor PTX. A virtual architecture: PTX only.
void compile(NvrtcProgramTag &program, int count, const char *const *options) {
  program.ptx = test::fakePtx(program.source);
  program.cubin = test::fakeCubin(program.source);
  for (int i = 0; i < count; ++i) {
    const std::string option = options[i];
    if (option.find("compute_") != std::string::npos)
      program.cubin.clear();
    if (option == "-dlto")
      program.ptx.clear();
    program.cubin += program.cubin.empty() ? "" : option; // other options, other code
  }
}

} // namespace

extern "C" {
#define FAKE_NVRTC __attribute__((visibility("default")))

FAKE_NVRTC NvrtcResult nvrtcCreateProgram(NvrtcProgram *program, const char *source, const char *,
                                          int, const char *const *, const char *const *) {
  *program = new NvrtcProgramTag{source, {}, {}};
  return NvrtcResult::Success;
}

FAKE_NVRTC NvrtcResult nvrtcCompileProgram(NvrtcProgram program, int count,
                                           const char *const *options) {
  if (!program)
    return kInvalidProgram;
  compile(*program, count, options);
  return NvrtcResult::Success;
}

FAKE_NVRTC NvrtcResult nvrtcGetCUBINSize(NvrtcProgram program, size_t *bytes) {
  *bytes = program->cubin.size();
  return NvrtcResult::Success;
}

FAKE_NVRTC NvrtcResult nvrtcGetCUBIN(NvrtcProgram program, char *cubin) {
  std::memcpy(cubin, program->cubin.data(), program->cubin.size());
  return NvrtcResult::Success;
}

FAKE_NVRTC NvrtcResult nvrtcGetPTXSize(NvrtcProgram program, size_t *bytes) {
  *bytes = program->ptx.size() + 1;
  return NvrtcResult::Success;
}

FAKE_NVRTC NvrtcResult nvrtcGetPTX(NvrtcProgram program, char *ptx) {
  std::memcpy(ptx, program->ptx.c_str(), program->ptx.size() + 1);
  return NvrtcResult::Success;
}

FAKE_NVRTC NvrtcResult nvrtcDestroyProgram(NvrtcProgram *program) {
  delete *program;
  *program = nullptr;
  return NvrtcResult::Success;
}
}

} // namespace pstudio
