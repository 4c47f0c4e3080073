// SPDX-License-Identifier: Apache-2.0
// Parses MLIR so that a parser error cannot corrupt this process.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/SourceMgr.h"

namespace pstudio {

/// A text and the context that it is parsed into.
struct MlirInput {
  mlir::MLIRContext context;
  llvm::SourceMgr sources;

  /// A context without threads and without a text.
  MlirInput();
  /// As above, with the dialects of `registry`.
  explicit MlirInput(const mlir::DialectRegistry &registry);
  /// Sets the text to parse, which is copied; `name` is its file name in messages. Once only.
  void setText(std::string_view text, std::string_view name);
};

/// Parses and verifies the text of `input`. CompileFailed, with file:line:column, for invalid MLIR:
/// the first error of the parser, or all errors of the verifier.
///
/// After a parser error, `input` stays in memory, and a thread that never runs again stays in the
/// process, so that no part of the incomplete module is released (README.md, "Decisions"). The
/// caller must have no diagnostic handler on the context, and must not use it after an error.
/// [blocks; one call for each input]
Result<mlir::OwningOpRef<mlir::ModuleOp>> parseMlir(std::shared_ptr<MlirInput> input);

} // namespace pstudio
