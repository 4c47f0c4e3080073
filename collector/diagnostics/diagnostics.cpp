// SPDX-License-Identifier: Apache-2.0
// Keeps the first error that MLIR reports, and all warnings.
#include "collector/diagnostics/diagnostics.h"

#include <algorithm>
#include <string_view>

#include "mlir/IR/Dialect.h"
#include "mlir/IR/Location.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/TypeSwitch.h"

namespace pstudio {

std::string locationText(mlir::Location location) {
  return llvm::TypeSwitch<mlir::LocationAttr, std::string>(location)
      .Case([](mlir::FileLineColLoc l) {
        if (l.getLine() == 0) // the file as a whole
          return l.getFilename().str();
        return l.getFilename().str() + ":" + std::to_string(l.getLine()) + ":" +
               std::to_string(l.getColumn());
      })
      .Case([](mlir::NameLoc l) { return locationText(l.getChildLoc()); })
      .Case([](mlir::CallSiteLoc l) { return locationText(l.getCallee()); })
      .Case([](mlir::FusedLoc l) {
        for (mlir::Location part : l.getLocations())
          if (std::string text = locationText(part); !text.empty())
            return text;
        return std::string();
      })
      .Default([](mlir::LocationAttr) { return std::string(); });
}

namespace {

/// MLIR's list is of a registry, which is empty where dialects are loaded at once.
constexpr std::string_view kRegisteredDialects = "Registered dialects:";

std::string dialectsOf(mlir::MLIRContext &context) {
  std::vector<std::string> names;
  for (const mlir::Dialect *dialect : context.getLoadedDialects())
    names.push_back(dialect->getNamespace().str());
  std::ranges::sort(names);
  std::string text;
  for (const std::string &name : names)
    text += (text.empty() ? "" : ", ") + name;
  return text;
}

} // namespace

Error errorOf(mlir::Diagnostic &diagnostic, ErrorCode code) {
  Error error{code, diagnostic.str(), locationText(diagnostic.getLocation()), {}};
  bool isOfDialect = false;
  if (const size_t advice =
          error.message.find(". If this is intended, please use -allow-unregistered");
      advice != std::string::npos) { // of mlir-opt
    error.message.resize(advice);
    isOfDialect = true;
  }
  for (mlir::Diagnostic &note : diagnostic.getNotes()) {
    const std::string text = note.str();
    isOfDialect |= text.starts_with(kRegisteredDialects);
    // "see current operation" prints whole functions; the location says it shorter.
    if (text.starts_with("see current operation") || text.starts_with(kRegisteredDialects))
      continue;
    const std::string where = locationText(note.getLocation());
    error.message += "; note: " + text + (where.empty() ? "" : " at " + where);
  }
  if (isOfDialect)
    error.hint =
        "a kernel may use the dialects " + dialectsOf(*diagnostic.getLocation().getContext());
  return error;
}

DiagnosticCollector::DiagnosticCollector(mlir::MLIRContext *context)
    : m_handler(context, [this](mlir::Diagnostic &diagnostic) {
        add(diagnostic);
        return mlir::success();
      }) {}

void DiagnosticCollector::add(mlir::Diagnostic &diagnostic) {
  if (diagnostic.getSeverity() == mlir::DiagnosticSeverity::Warning) {
    const std::string where = locationText(diagnostic.getLocation());
    std::string text = (where.empty() ? "" : where + ": ") + diagnostic.str();
    if (std::ranges::find(m_warnings, text) == m_warnings.end())
      m_warnings.push_back(std::move(text));
    return;
  }
  if (diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error && m_errorCount++ == 0)
    m_first = errorOf(diagnostic, ErrorCode::CompileFailed);
}

Error DiagnosticCollector::error(ErrorCode code, std::string_view fallback) const {
  if (m_errorCount == 0)
    return {code, std::string(fallback), {}, {}};
  Error first = m_first;
  first.code = code;
  if (m_errorCount > 1)
    first.message += " (and " + std::to_string(m_errorCount - 1) + " more)";
  return first;
}

} // namespace pstudio
