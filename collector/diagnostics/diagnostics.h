// SPDX-License-Identifier: Apache-2.0
// MLIR's diagnostics as Errors.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "mlir/IR/Diagnostics.h"

namespace pstudio {

/// "file:line:column" of a location, looking through names, fusions and call sites; empty if it has
/// none.
std::string locationText(mlir::Location location);

/// An error's message, with the notes attached to it, and its place.
Error errorOf(mlir::Diagnostic &diagnostic, ErrorCode code);

/// Collects the diagnostics of a context while it lives. The first error, with the notes attached
/// to it, becomes the Error; further errors are counted; warnings are kept. [thread: the context's]
class DiagnosticCollector {
public:
  explicit DiagnosticCollector(mlir::MLIRContext *context);

  /// The collected error. If none was collected: `fallback`, since something did fail.
  Error error(ErrorCode code, std::string_view fallback) const;

  /// "file:line:column: message" of each warning, each text once, in order of arrival.
  const std::vector<std::string> &warnings() const { return m_warnings; }

private:
  void add(mlir::Diagnostic &diagnostic);

  Error m_first; ///< if there was one
  unsigned m_errorCount = 0;
  std::vector<std::string> m_warnings;
  mlir::ScopedDiagnosticHandler m_handler;
};

} // namespace pstudio
