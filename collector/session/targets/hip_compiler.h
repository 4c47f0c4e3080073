// SPDX-License-Identifier: Apache-2.0
// Interface of the target hip to a code generator.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "collector/codegen/kernel_module.h"
#include "core/base/result.h"
#include "core/base/units.h"
#include "core/run/run_spec.h"

namespace pstudio {

/// A kernel as code for an AMD GPU. The metadata of the code object contains all parameters of a
/// launch (collector/runtime/hip/code_object.h).
struct HipCode {
  std::string entry;      ///< the kernel's name in the code object
  std::string codeObject; ///< ELF
};

/// Target GPU of the code.
struct HipChip {
  std::string architecture; ///< "gfx942"
  /// Step of the reference clock as the device reports it [ns]; 0: the default of the GPU family.
  uint32_t referencePeriodNs = 0;
};

/// Makes code for AMD GPUs. [one thread]
class HipCompiler {
public:
  virtual ~HipCompiler() = default;

  /// Identity of the code generator and the chip for the cache key. Unsupported for an architecture
  /// that the code generator does not support.
  virtual Result<std::string> identity(const HipChip &chip) const = 0;
  /// Part of a CTA's local data share that the compiler may use for the record counters of one wave
  /// [bytes].
  virtual uint32_t counterBytesPerWave() const = 0;
  /// Step of the reference clock that provides the times of records on `chip`.
  virtual Nanoseconds timerTick(const HipChip &chip) const = 0;
  /// True if records on `chip` count the steps of that clock, because it has no clock of its shaders.
  virtual bool countsTimerTicks(const HipChip &chip) const = 0;
  /// Compiles the specification's kernel in `module`, which may be instrumented and is consumed.
  virtual Result<HipCode> compile(KernelModule &module, const RunSpec &spec,
                                  const HipChip &chip) const = 0;
};

/// The code generator of this build (collector/codegen/amd).
std::unique_ptr<HipCompiler> makeHipCompiler();

} // namespace pstudio
