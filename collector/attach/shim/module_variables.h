// SPDX-License-Identifier: Apache-2.0
// Variables of the original's module that a twin works on: their addresses, and copies of
// constants.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "collector/attach/protocol/messages.h"
#include "collector/attach/shim/original_kernel.h"

namespace pstudio::attach {

/// Addresses in one context, in the order of Twin::variables.
using VariableAddresses = std::vector<CuDevicePointer>;

/// A copy in device memory.
struct VariableCopy {
  CuDevicePointer to = 0, from = 0;
  uint64_t bytes = 0;
};

/// Addresses of the original's variables in the current context. nullopt, with the reason in
/// `problem`, if the driver does not find one, or one that is smaller. O(variables) calls of the
/// driver. [thread: any]
std::optional<VariableAddresses> variableAddresses(const DriverApi &driver,
                                                   const OriginalKernel &original,
                                                   const std::vector<TwinVariable> &variables,
                                                   std::string &problem);

/// Writes the addresses into the cells of a twin that was just loaded and appends its copies to
/// `copies`. Waits for `stream`, which does not wait for the program's. False, with the reason in
/// `problem`, if a call of the driver fails.
bool connectVariables(const DriverApi &driver, const std::vector<TwinVariable> &variables,
                      const VariableAddresses &addresses, CuModule twin, CuStream stream,
                      std::vector<VariableCopy> &copies, std::string &problem);

/// Makes the copies in the order of `stream`. False, with the reason in `problem`, if a call of the
/// driver fails.
bool copyVariables(const DriverApi &driver, const std::vector<VariableCopy> &copies,
                   CuStream stream, std::string &problem);

} // namespace pstudio::attach
