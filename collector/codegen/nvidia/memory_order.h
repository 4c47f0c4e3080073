// SPDX-License-Identifier: Apache-2.0
// Lowers ordered atomic operations and fences to PTX.
#pragma once

namespace llvm {
class Module;
} // namespace llvm

namespace pstudio::nvidia {

/// LLVM 19's back end cannot select fences and ordered atomic accesses, or drops their order. This
/// replaces every fence by PTX's own, and an ordered atomic operation by a relaxed one between the
/// fences of its order. Scopes "block", "device" and "singlethread" are recognised by name; any
/// other scope, and none, is the whole system.
void lowerMemoryOrder(llvm::Module &module);

} // namespace pstudio::nvidia
