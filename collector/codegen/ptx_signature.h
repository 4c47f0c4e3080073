// SPDX-License-Identifier: Apache-2.0
// The signature of an entry of a PTX module, from its text.
#pragma once

#include <vector>

#include "collector/codegen/kernel_module.h"

namespace pstudio {

namespace foreign {
class LiftedModule;
} // namespace foreign

/// Requirements on launches: parameters, shared memory, and what the head of the entry states.
KernelRequirements requirementsOf(const foreign::LiftedModule &module);

/// The parameters. PTX does not distinguish pointers from numbers of 64 bits, nor types of one
/// size: those have KernelParameter::isBits. An array of 128 bytes is a tensor map. Unsupported,
/// with the place, for another array of more than 8 bytes.
Result<std::vector<KernelParameter>> parametersOf(const foreign::LiftedModule &module);

} // namespace pstudio
