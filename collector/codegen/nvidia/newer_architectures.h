// SPDX-License-Identifier: Apache-2.0
// Architectures that are newer than LLVM's table of chips. LLVM compiles for the newest chip whose
// instructions they have, too, and the head of the PTX text names them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "collector/codegen/nvidia/architecture.h"

namespace pstudio::nvidia {

/// All of them, by capability.
std::vector<Architecture> newerArchitectures();

/// The chip that LLVM compiles for: "sm_90a" for sm_100a, the name of an architecture of LLVM's.
std::string_view chipOfLlvm(const Architecture &architecture);

/// The version of PTX for the architecture, which its first drivers have: "8.7" for sm_100a; empty
/// for an architecture of LLVM's, whose table has the version.
std::string_view ptxVersionOf(const Architecture &architecture);

/// `ptx`, which LLVM wrote for chipOfLlvm(), with the head that names `architecture`; unchanged for
/// an architecture of LLVM's. CompileFailed for a text without such a head. O(text).
Result<std::string> withHead(std::string ptx, const Architecture &architecture);

} // namespace pstudio::nvidia
