// SPDX-License-Identifier: Apache-2.0
// Recognises intrinsics, markers and instrumentation.
#include "collector/codegen/cpu/markers.h"

#include <algorithm>
#include <array>

#include "collector/runtime/cpu/runtime_calls.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"

namespace pstudio::cpu {
namespace {

constexpr std::array kInstrumentationIntrinsics = {
    intrinsics::kClock,         intrinsics::kGlobalTimer,  intrinsics::kRankOfWarp,
    intrinsics::kRankOfCta,     intrinsics::kBeginRecords, intrinsics::kWriteHeader,
    intrinsics::kRecordClock,   intrinsics::kStoreRecord,  intrinsics::kRecordAddress,
    intrinsics::kRecordWord,    intrinsics::kStoreAccess,  intrinsics::kCountAccess,
    intrinsics::kFlushRecords,  intrinsics::kEndRecords,   intrinsics::kEnterLoop,
    intrinsics::kNextIteration, intrinsics::kIsSampled,    intrinsics::kOpenGroup,
};

bool isPure(llvm::StringRef name) {
  const auto isOneOf = [&](const std::string_view(&names)[3]) {
    return std::any_of(std::begin(names), std::end(names),
                       [&](std::string_view n) { return name == ref(n); });
  };
  return isOneOf(intrinsics::kThreadId) || isOneOf(intrinsics::kBlockId) ||
         isOneOf(intrinsics::kBlockDim) || isOneOf(intrinsics::kGridDim) ||
         name == ref(intrinsics::kLaneId) || name == ref(intrinsics::kWarpId) ||
         name == ref(intrinsics::kSmId) || name == ref(intrinsics::kIsShared) ||
         name == ref(intrinsics::kIsGlobal) || name == ref(markers::kExtent) ||
         name == ref(markers::kDynamicExtent) || name == ref(markers::kSharedBase) ||
         name == ref(markers::kStackLimit);
}

void setAttributes(llvm::Function &function) {
  function.setDoesNotThrow();
  if (isPure(function.getName())) {
    function.setDoesNotAccessMemory();
    function.setWillReturn();
  } else {
    function.setConvergent();
  }
  if (function.getName() == ref(markers::kAccessFault) ||
      function.getName() == ref(intrinsics::kAssertFail) ||
      function.getName() == ref(markers::kDivisionFault) ||
      function.getName() == ref(markers::kStackFault)) {
    function.setDoesNotReturn();
    function.addFnAttr(llvm::Attribute::Cold);
  }
}

} // namespace

llvm::FunctionCallee marker(llvm::Module &module, std::string_view name, llvm::Type *result,
                            llvm::ArrayRef<llvm::Type *> parameters) {
  auto callee =
      module.getOrInsertFunction(ref(name), llvm::FunctionType::get(result, parameters, false));
  setAttributes(*llvm::cast<llvm::Function>(callee.getCallee()));
  return callee;
}

void setIntrinsicAttributes(llvm::Module &module) {
  for (llvm::Function &function : module)
    if (isMarker(function))
      setAttributes(function);
}

bool isMarker(const llvm::Function &function) {
  return function.isDeclaration() && (function.getName().starts_with(ref(markers::kPrefix)) ||
                                      function.getName() == ref(intrinsics::kAssertFail));
}

bool isRuntimeSymbol(llvm::StringRef name) {
  const auto symbols = calls::symbols();
  return std::any_of(symbols.begin(), symbols.end(),
                     [&](const calls::Symbol &s) { return name == ref(s.name); });
}

std::string_view calledMarker(const llvm::Instruction &instruction) {
  const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  const llvm::Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee && isMarker(*callee) ? std::string_view(callee->getName()) : std::string_view();
}

bool isKernelCode(const llvm::Function &function) {
  return !function.isDeclaration() &&
         !function.hasFnAttribute(ref(intrinsics::kInstrumentationAttribute));
}

bool isInstrumentationCall(const llvm::Instruction &instruction) {
  const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  const llvm::Function *callee = call ? call->getCalledFunction() : nullptr;
  if (!callee)
    return false;
  const std::string_view name = callee->getName();
  return callee->hasFnAttribute(ref(intrinsics::kInstrumentationAttribute)) ||
         std::find(kInstrumentationIntrinsics.begin(), kInstrumentationIntrinsics.end(), name) !=
             kInstrumentationIntrinsics.end();
}

std::string locationOf(const llvm::Instruction &instruction) {
  const llvm::DILocation *location = instruction.getDebugLoc();
  if (!location || location->getLine() == 0)
    return {};
  std::string file = location->getFilename().str();
  if (!file.empty() && file[0] != '/' && !location->getDirectory().empty())
    file = location->getDirectory().str() + "/" + file;
  return file + ":" + std::to_string(location->getLine()) + ":" +
         std::to_string(location->getColumn());
}

} // namespace pstudio::cpu
