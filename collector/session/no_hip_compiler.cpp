// SPDX-License-Identifier: Apache-2.0
// The target hip without a code generator: everything but compiling.
#include "collector/session/hip_compiler.h"

namespace pstudio {
namespace {

class NoHipCompiler final : public HipCompiler {
public:
  Result<std::string> identity(const std::string &architecture) const override {
    return refuse(architecture);
  }
  uint32_t counterBytesPerWave() const override { return 0; }
  Nanoseconds timerTick(const std::string &) const override { return Nanoseconds(1); }
  Result<HipCode> compile(KernelModule &, const RunSpec &,
                          const std::string &architecture) const override {
    return refuse(architecture);
  }

private:
  static tl::unexpected<Error> refuse(const std::string &architecture) {
    return fail(ErrorCode::Unsupported,
                "this build makes no code for " + architecture + " or any other AMD GPU");
  }
};

} // namespace

std::unique_ptr<HipCompiler> makeHipCompiler() {
  return std::make_unique<NoHipCompiler>();
}

} // namespace pstudio
