// SPDX-License-Identifier: Apache-2.0
// Parts of a lifted kernel outside of its body.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/ptx/body.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace pstudio::foreign {

/// The chip of LLVM 19 for code of a PTX target: the target itself up to sm_90a, which stands for
/// all newer ones.
std::string liftedChip(std::string_view architecture);

/// Static shared memory of the module and of `body`, with room for alignment [bytes].
uint64_t staticSharedBytes(const ptx::Module &module, const ptx::Body &body);

/// Adds the kernel to `lifted`, with its launch bounds, and sets up the module for `chip`.
llvm::Function &createKernel(llvm::Module &lifted, const ptx::Function &entry,
                             const std::string &chip);

} // namespace pstudio::foreign
