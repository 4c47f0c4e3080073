// SPDX-License-Identifier: Apache-2.0
// Marker calls, which context_threading.cpp expands, and queries about functions and calls.
#pragma once

#include <string>
#include <string_view>

#include "collector/runtime/cpu/intrinsics.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace pstudio::cpu {

/// Markers that the stages of this folder leave for context_threading.cpp, beside those of
/// intrinsics.h.
namespace markers {
inline constexpr std::string_view kPrefix = "pstudio.cpu.";
/// void f(i64 cycles): adds to the thread's clock.
inline constexpr std::string_view kAdvance = "pstudio.cpu.advance";
/// void f(i32 site): the thread is at that site of the ProgramMap.
inline constexpr std::string_view kPosition = "pstudio.cpu.position";
/// void f(i32 site): leaves the kernel if the stop flag is set.
inline constexpr std::string_view kPoll = "pstudio.cpu.poll";
/// void f(i32 loop): control enters that loop of the ProgramMap from outside.
inline constexpr std::string_view kStartIterations = "pstudio.cpu.iterations.start";
/// void f(i32 loop, i1 polls): control is at the header of that loop. A thread whose loop polls
/// memory yields from time to time (runtime/cpu/model.h).
inline constexpr std::string_view kNextIteration = "pstudio.cpu.iterations.next";
/// void f(): around a call of a function of the kernel that is not inlined.
inline constexpr std::string_view kEnterCall = "pstudio.cpu.call.enter";
inline constexpr std::string_view kLeaveCall = "pstudio.cpu.call.leave";
/// i64 f(i32 argument): bytes of the object that starts at a pointer argument; pure.
inline constexpr std::string_view kExtent = "pstudio.cpu.extent";
/// i64 f(): bytes of dynamic shared memory; pure.
inline constexpr std::string_view kDynamicExtent = "pstudio.cpu.dynamic.extent";
/// ptr f(): the CTA's shared memory; pure.
inline constexpr std::string_view kSharedBase = "pstudio.cpu.shared.base";
/// void f(ptr address, i32 access, i64 bytes, i64 base): reports an access outside of its object,
/// which starts at `base`; does not return.
inline constexpr std::string_view kAccessFault = "pstudio.cpu.access.fault";
/// void f(ptr address, i32 access, i64 bytes, i64 base, ptr variables): an access that is not
/// inside the object that starts at `base`; returns if `base` is 0 and the access is inside any
/// object.
inline constexpr std::string_view kCheckAccess = "pstudio.cpu.check.access";
/// void f(ptr pointer, ptr variables, ptr bounds): stores start and size, each an i64, of the
/// object that `pointer` points into; 0 and 0 if it is not exactly one.
inline constexpr std::string_view kFindObject = "pstudio.cpu.find.object";
/// void f(ptr base, i64 bytes, i32 local): starts the lifetime of a local array.
inline constexpr std::string_view kLocalArray = "pstudio.cpu.local.array";
/// void f(ptr array): a use that SROA does not see through (outside_accesses.h).
inline constexpr std::string_view kEscape = "pstudio.cpu.escape";
/// void f(ptr address, i32 access): reports that the thread accesses the address next.
inline constexpr std::string_view kTraceAccess = "pstudio.cpu.trace.access";
/// void f(i32 site): reports a division by zero; does not return.
inline constexpr std::string_view kDivisionFault = "pstudio.cpu.division.fault";
/// i64 f(): the lowest address that the thread's stack pointer may have; pure.
inline constexpr std::string_view kStackLimit = "pstudio.cpu.stack.limit";
/// void f(i32 site): reports that the stack has no room; does not return.
inline constexpr std::string_view kStackFault = "pstudio.cpu.stack.fault";
} // namespace markers

/// Address space of workgroup memory in incoming IR.
inline constexpr unsigned kSharedSpace = 3;

inline llvm::StringRef ref(std::string_view text) {
  return {text.data(), text.size()};
}

/// The marker, declared in the module if it is not yet.
llvm::FunctionCallee marker(llvm::Module &module, std::string_view name, llvm::Type *result,
                            llvm::ArrayRef<llvm::Type *> parameters);

/// Sets the attributes of intrinsics.h on the intrinsics that a front end declared.
void setIntrinsicAttributes(llvm::Module &module);

bool isMarker(const llvm::Function &function);
/// True for a function of the runtime, or of a library, that generated code may call.
bool isRuntimeSymbol(llvm::StringRef name);
/// The intrinsic or marker that an instruction calls, or empty.
std::string_view calledMarker(const llvm::Instruction &instruction);
/// True if the function has a body that belongs to the kernel: costs, checks and sites apply to it.
bool isKernelCode(const llvm::Function &function);
/// True for a call that only instruments: of a function with the attribute, or of an
/// instrumentation intrinsic.
bool isInstrumentationCall(const llvm::Instruction &instruction);

/// "file:line:column" of an instruction, or empty.
std::string locationOf(const llvm::Instruction &instruction);

} // namespace pstudio::cpu
