// SPDX-License-Identifier: Apache-2.0
// What the target hip asks of a code generator.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "collector/codegen/kernel_module.h"
#include "core/base/result.h"
#include "core/base/units.h"
#include "core/run/run_spec.h"

namespace pstudio {

/// A kernel as code for an AMD GPU. The code object says itself what a launch has to know
/// (collector/runtime/hip/code_object.h).
struct HipCode {
  std::string entry;      ///< the kernel's name in the code object
  std::string codeObject; ///< ELF
};

/// What code is made for.
struct HipChip {
  std::string architecture; ///< "gfx942"
  /// Step of the reference clock as the device says it [ns]; 0: what the family has.
  uint32_t referencePeriodNs = 0;
};

/// Makes code for AMD GPUs. [one thread]
class HipCompiler {
public:
  virtual ~HipCompiler() = default;

  /// What of the code generator and the chip matters to the code, for the cache. Unsupported for an
  /// architecture that no code can be made for.
  virtual Result<std::string> identity(const HipChip &chip) const = 0;
  /// Of a CTA's local data share, what the compiler may take for counting the records of one wave
  /// [bytes].
  virtual uint32_t counterBytesPerWave() const = 0;
  /// Step of the reference clock that the records of `chip` are timed with.
  virtual Nanoseconds timerTick(const HipChip &chip) const = 0;
  /// The specification's kernel of `module`, which is instrumented or not, and consumed.
  virtual Result<HipCode> compile(KernelModule &module, const RunSpec &spec,
                                  const HipChip &chip) const = 0;
};

/// The code generator of this build (collector/codegen/amd).
std::unique_ptr<HipCompiler> makeHipCompiler();

} // namespace pstudio
