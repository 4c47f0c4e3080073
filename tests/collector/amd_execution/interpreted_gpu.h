// SPDX-License-Identifier: Apache-2.0
// The fake HIP runtime with a GPU that executes code objects: kernels run in the interpreter.
#pragma once

#include <cstdint>
#include <string>

#include "tests/collector/fake_hip/fake_hip_library.h"
#include "tests/support/amd_interpreter/dispatch.h"

namespace pstudio::test {

/// Executes the launches of the fake runtime. Lives at least as long as they.
class InterpretedGpu {
public:
  /// Resets the fake runtime: it has one device of `chip` ("gfx1100", "gfx942"), whose code objects
  /// contain `kernel`.
  InterpretedGpu(const std::string &chip, const std::string &kernel,
                 amdgpu::RunLimits limits = amdgpu::RunLimits());
  InterpretedGpu(const InterpretedGpu &) = delete;
  InterpretedGpu &operator=(const InterpretedGpu &) = delete;
  ~InterpretedGpu();

  uint64_t executed() const { return m_executed; } ///< wave instructions of all launches
  /// Why a launch failed, with PC and instruction; empty if none did.
  const std::string &failure() const { return m_failure; }

private:
  void run(const FakeHipLaunch &launch, FakeMemory &memory);

  std::string m_chip;
  amdgpu::RunLimits m_limits;
  FakeHip *m_fake;
  uint64_t m_executed = 0;
  std::string m_failure;
};

} // namespace pstudio::test
