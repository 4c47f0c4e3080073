// SPDX-License-Identifier: Apache-2.0
// Atomic operations and fences with an order, as PTX has them.
#pragma once

namespace llvm {
class Module;
} // namespace llvm

namespace pstudio::nvidia {

/// LLVM 19's back end cannot select fences and ordered atomic accesses, or drops their order. Every
/// fence becomes PTX's own; an atomic operation becomes a relaxed one between the fences that its
/// order asks for. Scopes "block", "device" and "singlethread" are known by name; any other, and
/// none, is the whole system.
void lowerMemoryOrder(llvm::Module &module);

} // namespace pstudio::nvidia
