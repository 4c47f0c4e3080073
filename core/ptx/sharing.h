// SPDX-License-Identifier: Apache-2.0
// Threads in which the results of inline PTX are equal. Special registers and their scopes are
// those of NVIDIA's PTX ISA reference, version 8.7, chapter 10.
#pragma once

#include <cstdint>
#include <string_view>

namespace pstudio::ptx {

/// The widest group of threads that get the same results if the operands of the assembly are equal
/// in the group. The threads of a group execute the assembly together.
enum class Sharing : uint8_t {
  Lane, ///< the results may differ between the lanes of a warp
  Warp, ///< equal in the lanes of a warp: %warpid, %smid, a load
  Cta,  ///< equal in the threads of a CTA: arithmetic, %ctaid, %ntid
};

/// The function that contains the assembly.
enum class FunctionKind : uint8_t { Entry, Device };

/// A sound approximation: the narrowest sharing of all statements; Lane for an unknown instruction,
/// for one that exchanges values between lanes or with memory that other threads write in between,
/// for a branch, and for a result that a predicate may leave without a value. In an Entry,
/// `ld.param` reads an argument of the kernel, which all threads share. Text without instructions
/// has Sharing::Cta. O(length of the text); thread-safe.
Sharing sharing(std::string_view assembly, FunctionKind function);

/// The sharing of a special register such as "%tid.x"; Lane for an unknown name. O(1).
Sharing specialRegisterSharing(std::string_view name);

} // namespace pstudio::ptx
