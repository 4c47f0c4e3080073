// SPDX-License-Identifier: Apache-2.0
// LLVM IR as it was given, kept beside the dialects that the passes work on, to give it back.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "collector/foreign/compiler.h"
#include "collector/foreign/text/kernel_marks.h"
#include "collector/foreign/text/ll_reader.h"
#include "collector/foreign/text/marker_calls.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace pstudio::foreign {

struct OriginalCall;

/// A module in LLVM IR between its import to MLIR and its way back. Between the two a kernel is a
/// gpu.func of LLVM dialect operations in a gpu.module named "foreign", so that every pass over
/// gpu.func knows it; the functions that it calls are llvm.func. What MLIR has no operation for is
/// a call of a function "pstudio.held.N". Inline assembly is llvm.inline_asm, an intrinsic without
/// an operation llvm.call_intrinsic, a marker call an operation of the proton dialect. Move-only;
/// one thread at a time.
class ForeignModule {
public:
  /// Reads and prepares the text; `name` stands for the file in messages. Errors as readLl(),
  /// findMarkers() and replaceUnknownIntrinsics().
  static Result<ForeignModule> read(std::string_view text, std::string_view name);
  ForeignModule(ForeignModule &&) noexcept;
  ForeignModule &operator=(ForeignModule &&) noexcept;
  ~ForeignModule();

  /// What was changed to read the text.
  const std::vector<LlChange> &changes() const { return m_source.changes; }
  /// The text as it was given.
  const std::string &text() const { return m_source.text; }
  /// The module as it was read; kernels() and the like ask it.
  llvm::Module &llvmModule() const { return *m_source.module; }
  /// As foreign::checkIntrinsicsAreKnown(): whether the installed LLVM can make code of it.
  Result<void> checkIntrinsicsAreKnown() const;
  /// What the file says of the launch of `kernel`; nothing if there is no such kernel.
  LaunchMarks launchMarks(std::string_view kernel) const;
  /// As ctaWaitOf(): why CTAs of `kernel` may wait for each other.
  std::string ctaWait(std::string_view kernel) const;

  /// The chip that a kernel names in "target-cpu"; nothing if none does.
  std::optional<std::string> targetCpu() const;

  /// The module as MLIR. CompileFailed, with the place of the instruction, for what MLIR cannot
  /// hold. Each operation remembers which instruction it came from.
  Result<mlir::OwningOpRef<mlir::ModuleOp>> importTo(mlir::MLIRContext &context) const;

  /// LLVM IR out of what passes made of the imported module, lowered to LLVM dialect (gpu.module
  /// `module`): each instruction that came from the text is that instruction again, flags,
  /// attributes, metadata and place included, and everything beside functions is as it was. Only
  /// functions that are still there are given back. Consumes this object.
  struct Exported {
    std::unique_ptr<llvm::LLVMContext> context;
    std::unique_ptr<llvm::Module> module; ///< lives in the context
    size_t restored = 0;                  ///< instructions that are as they were
    size_t added = 0;                     ///< instructions that passes added
  };
  Result<Exported> exportFrom(mlir::Operation *module,
                              Compiler compiler = Compiler::InstalledLlvm) &&;

private:
  ForeignModule(std::unique_ptr<llvm::LLVMContext> context, LlModule source, Markers markers,
                std::vector<OriginalCall> calls);

  std::unique_ptr<llvm::LLVMContext> m_context;
  LlModule m_source; ///< its module lives in m_context
  Markers m_markers;
  std::vector<OriginalCall> m_calls; ///< that something in m_source stands in for
  size_t m_annotationCount = 0; ///< of the text; those after them are equivalents of attributes
  std::vector<const llvm::Instruction *> m_instructions; ///< index to instruction
};

/// Attribute of an operation: index of the instruction that it came from (i64).
inline constexpr llvm::StringLiteral kSourceAttribute = "proton_gpu.source";
/// Functions that stand for what MLIR has no operation for; the index follows.
inline constexpr llvm::StringLiteral kHeldPrefix = "pstudio.held.";
/// Name of the gpu.module.
inline constexpr llvm::StringLiteral kModuleName = "foreign";

} // namespace pstudio::foreign
