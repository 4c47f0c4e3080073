// SPDX-License-Identifier: Apache-2.0
// Libraries that compile kernels in the program and keep the machine code in a cache.
#pragma once

#include <string>
#include <vector>

#include "collector/attach/host/observations.h"
#include "core/process/environment.h"

namespace pstudio::attach {

/// Sets the variables with which such libraries compile anew, unless the user has set them: machine
/// code of their caches has no PTX. The caches are neither read nor written.
void bypassCompilerCaches(Environment &environment);

/// Notes of the report about a program that compiled kernels with NVRTC, and about each process
/// whose XLA_FLAGS were extended.
std::vector<std::string> notesOfCompilers(const Observations &observations);

} // namespace pstudio::attach
