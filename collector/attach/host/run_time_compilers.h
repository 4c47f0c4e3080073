// SPDX-License-Identifier: Apache-2.0
// Libraries that compile kernels in the program with NVRTC and keep the machine code in a cache.
#pragma once

#include <string>

#include "collector/attach/host/observations.h"
#include "core/process/environment.h"

namespace pstudio::attach {

/// Sets the variables with which such libraries compile anew, unless the user has set them: machine
/// code of their caches has no PTX. The caches are neither read nor written.
void bypassCompilerCaches(Environment &environment);

/// Note of the report about a program that compiled kernels with NVRTC; empty for another.
std::string noteOfCompilers(const Observations &observations);

} // namespace pstudio::attach
