// SPDX-License-Identifier: Apache-2.0
// Original LLVM IR, kept beside the dialects that the passes transform, to restore it on export.
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

/// A module in LLVM IR between its import to MLIR and its export. Between the two a kernel is a
/// gpu.func of LLVM dialect operations in a gpu.module named "foreign", so that every pass over
/// gpu.func processes it; the functions that it calls are llvm.func. An instruction without an MLIR
/// operation is a call of a function "pstudio.held.N". Inline assembly is llvm.inline_asm, an
/// intrinsic without an operation llvm.call_intrinsic, a marker call an operation of the proton
/// dialect. Move-only; one thread at a time.
class ForeignModule {
public:
  /// Reads and prepares the text; `name` stands for the file in messages. Errors as readLl(),
  /// findMarkers() and replaceUnknownIntrinsics().
  static Result<ForeignModule> read(std::string_view text, std::string_view name);
  ForeignModule(ForeignModule &&) noexcept;
  ForeignModule &operator=(ForeignModule &&) noexcept;
  ~ForeignModule();

  /// The changes that reading the text required.
  const std::vector<LlChange> &changes() const { return m_source.changes; }
  /// The original text.
  const std::string &text() const { return m_source.text; }
  /// The module as it was read; used by kernels() and similar functions.
  llvm::Module &llvmModule() const { return *m_source.module; }
  /// As foreign::checkIntrinsicsAreKnown(): reports whether the installed LLVM can compile the
  /// module.
  Result<void> checkIntrinsicsAreKnown() const;
  /// Rules of the file for launches of `kernel`; empty if there is no such kernel.
  LaunchMarks launchMarks(std::string_view kernel) const;
  /// As ctaWaitOf(): why CTAs of `kernel` may wait for each other.
  std::string ctaWait(std::string_view kernel) const;

  /// The chip that a kernel names in "target-cpu"; nothing if none does.
  std::optional<std::string> targetCpu() const;

  /// The module as MLIR. CompileFailed, with the place of the instruction, for an instruction that
  /// MLIR cannot represent. Each operation has the index of its instruction (kSourceAttribute).
  Result<mlir::OwningOpRef<mlir::ModuleOp>> importTo(mlir::MLIRContext &context) const;

  /// Exports the imported module after the passes, lowered to LLVM dialect (gpu.module `module`),
  /// as LLVM IR. Each instruction that came from the text is restored with its flags, attributes,
  /// metadata and place; everything outside of functions is unchanged. Only functions that still
  /// exist are exported. Consumes this object.
  struct Exported {
    std::unique_ptr<llvm::LLVMContext> context;
    std::unique_ptr<llvm::Module> module;     ///< lives in the context
    size_t restored = 0;                      ///< instructions of the text that were restored
    size_t added = 0;                         ///< instructions that passes added
    std::vector<llvm::CallInst *> addedCalls; ///< those of them that call a function
  };
  Result<Exported> exportFrom(mlir::Operation *module,
                              Compiler compiler = Compiler::InstalledLlvm) &&;

private:
  ForeignModule(std::unique_ptr<llvm::LLVMContext> context, LlModule source, Markers markers,
                std::vector<OriginalCall> calls);

  std::unique_ptr<llvm::LLVMContext> m_context;
  LlModule m_source; ///< its module lives in m_context
  Markers m_markers;
  std::vector<OriginalCall> m_calls; ///< calls of the text that were replaced in m_source
  size_t m_annotationCount = 0;      ///< of the text; later ones are equivalents of attributes
  std::vector<const llvm::Instruction *> m_instructions; ///< index to instruction
};

/// Attribute of an operation: index of the instruction that it came from (i64).
inline constexpr llvm::StringLiteral kSourceAttribute = "proton_gpu.source";
/// Prefix of functions that represent instructions without an MLIR operation; a number follows, one
/// per signature, because MLIR searches a list of declarations.
inline constexpr llvm::StringLiteral kHeldPrefix = "pstudio.held.";
/// Name of the gpu.module.
inline constexpr llvm::StringLiteral kModuleName = "foreign";

} // namespace pstudio::foreign
