// SPDX-License-Identifier: Apache-2.0
// Searches the declared functions of a module with their calls, and its inline assembly.
#include "collector/foreign/text/marker_calls.h"

#include <optional>

#include "collector/foreign/text/instruction_places.h"
#include "core/ptx/marker_comments.h"
#include "core/ptx/operand_parser.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

namespace pstudio::foreign {
namespace {

struct Known {
  llvm::StringLiteral name;
  MarkerKind kind;
  llvm::StringLiteral signature;
};

constexpr Known kMarkers[] = {
    {"proton_scope_start", MarkerKind::ScopeStart, "void proton_scope_start(const char *name)"},
    {"proton_scope_end", MarkerKind::ScopeEnd, "void proton_scope_end(const char *name)"},
    {"proton_allocate_event", MarkerKind::AllocateEvent,
     "int proton_allocate_event(const char *name)"},
    {"proton_event_start", MarkerKind::EventStart,
     "void proton_event_start(int event, long long key)"},
    {"proton_event_end", MarkerKind::EventEnd, "void proton_event_end(int event, long long key)"},
    {"proton_value_i32", MarkerKind::Value, "void proton_value_i32(const char *name, int value)"},
    {"proton_value_i64", MarkerKind::Value,
     "void proton_value_i64(const char *name, long long value)"},
    {"proton_value_f32", MarkerKind::Value, "void proton_value_f32(const char *name, float value)"},
    {"proton_value_f64", MarkerKind::Value,
     "void proton_value_f64(const char *name, double value)"},
};

/// `proton_scope_start` of `proton_scope_start` and of `_Z18proton_scope_startPKc`.
std::string plainName(llvm::StringRef name) {
  const std::string demangled = llvm::demangle(name.str());
  return demangled.substr(0, demangled.find('('));
}

const Known *knownMarker(const llvm::Function &function) {
  if (!function.isDeclaration() || !function.getName().contains("proton_"))
    return nullptr;
  const std::string name = plainName(function.getName());
  for (const Known &known : kMarkers)
    if (known.name == name)
      return &known;
  return nullptr;
}

bool takesName(MarkerKind kind) {
  return kind != MarkerKind::EventStart && kind != MarkerKind::EventEnd;
}

/// True if `type` is the value type of the marker, which the end of its name gives.
bool isValueType(const llvm::Type &type, llvm::StringRef marker) {
  return marker.ends_with("_i32")   ? type.isIntegerTy(32)
         : marker.ends_with("_i64") ? type.isIntegerTy(64)
         : marker.ends_with("_f32") ? type.isFloatTy()
                                    : type.isDoubleTy();
}

bool hasSignature(const llvm::Function &function, const Known &known) {
  const MarkerKind kind = known.kind;
  const llvm::FunctionType &type = *function.getFunctionType();
  const bool givesEvent = kind == MarkerKind::AllocateEvent;
  if (givesEvent ? !type.getReturnType()->isIntegerTy(32) : !type.getReturnType()->isVoidTy())
    return false;
  if (kind == MarkerKind::Value)
    return type.getNumParams() == 2 && type.getParamType(0)->isPointerTy() &&
           isValueType(*type.getParamType(1), known.name);
  if (takesName(kind))
    return type.getNumParams() == 1 && type.getParamType(0)->isPointerTy();
  return type.getNumParams() == 2 && type.getParamType(0)->isIntegerTy(32) &&
         (type.getParamType(1)->isIntegerTy(32) || type.getParamType(1)->isIntegerTy(64));
}

Result<Marker> markerOf(const llvm::CallBase &call, const Known &known, const LlModule &module) {
  const std::string function = known.name.str();
  if (!hasSignature(*call.getCalledFunction(), known) || !llvm::isa<llvm::CallInst>(call))
    return fail(ErrorCode::InvalidInput, function + " is declared with another signature",
                placeOf(call, module), "declare it as `" + known.signature.str() + "`");
  if (!takesName(known.kind))
    return Marker{known.kind, {}};
  llvm::StringRef text;
  if (!llvm::getConstantStringInfo(call.getArgOperand(0), text))
    return fail(ErrorCode::InvalidInput,
                "the name given to " + function + " is not a constant string",
                placeOf(call, module),
                "a name is fixed when the kernel is compiled: give a string literal, and a key or "
                "another scope for what differs at run time");
  if (text.empty())
    return fail(ErrorCode::InvalidInput, "the name given to " + function + " is empty",
                placeOf(call, module));
  return Marker{known.kind, text.str()};
}

/// A scope's boundary if the assembly is one marker comment and nothing else. Its result, which
/// some compilers require, has no value.
std::optional<Marker> commentMarkerOf(const llvm::Instruction &instruction) {
  const auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  const auto *assembly = call ? llvm::dyn_cast<llvm::InlineAsm>(call->getCalledOperand()) : nullptr;
  if (!assembly || !call->arg_empty())
    return std::nullopt;
  const std::string_view text = ptx::trimmed(assembly->getAsmString());
  if (!text.starts_with("//") || text.find('\n') != std::string_view::npos)
    return std::nullopt;
  const std::vector<ptx::MarkerComment> comments = ptx::markerCommentsIn(text);
  if (comments.size() != 1)
    return std::nullopt;
  std::string name(comments.front().name);
  for (size_t at = name.find("$$"); at != std::string::npos; at = name.find("$$", at + 1))
    name.erase(at, 1); // inline assembly doubles it
  return Marker{comments.front().isStart ? MarkerKind::ScopeStart : MarkerKind::ScopeEnd,
                std::move(name)};
}

/// Promotes stack variables to values if they only hold an event.
void promoteEvents(const Markers &markers) {
  llvm::SmallSetVector<llvm::AllocaInst *, 4> variables;
  for (const auto &[instruction, marker] : markers) {
    if (marker.kind != MarkerKind::AllocateEvent)
      continue;
    for (const llvm::User *user : instruction->users())
      if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(user))
        if (auto *variable = llvm::dyn_cast<llvm::AllocaInst>(
                const_cast<llvm::Value *>(store->getPointerOperand()));
            variable && llvm::isAllocaPromotable(variable))
          variables.insert(variable);
  }
  for (llvm::AllocaInst *variable : variables) {
    llvm::DominatorTree tree(*variable->getFunction());
    llvm::PromoteMemToReg({variable}, tree);
  }
}

} // namespace

bool isMarkerFunction(const llvm::Function &function) {
  return knownMarker(function) != nullptr;
}

Result<Markers> findMarkers(LlModule &module) {
  Markers markers;
  for (llvm::Function &function : *module.module) {
    const Known *known = knownMarker(function);
    if (!known)
      continue;
    for (llvm::User *user : function.users()) {
      auto *call = llvm::dyn_cast<llvm::CallBase>(user);
      if (!call || call->getCalledFunction() != &function)
        return fail(ErrorCode::InvalidInput, "the address of " + known->name.str() + " is taken",
                    module.name, "markers are found by direct calls only");
      PSTUDIO_TRY_ASSIGN(Marker marker, markerOf(*call, *known, module));
      markers[call] = std::move(marker);
    }
  }
  for (const llvm::Function &function : *module.module)
    for (const llvm::Instruction &instruction : llvm::instructions(function))
      if (std::optional<Marker> marker = commentMarkerOf(instruction))
        markers[&instruction] = *std::move(marker);
  promoteEvents(markers);
  return markers;
}

} // namespace pstudio::foreign
