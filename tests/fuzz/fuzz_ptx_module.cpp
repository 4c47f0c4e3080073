// SPDX-License-Identifier: Apache-2.0
// Fuzz target: any bytes as a PTX module, and its entries with the variables of another one.
#include <algorithm>

#include "core/ptx/body.h"
#include "core/ptx/module.h"
#include "core/ptx/original_variables.h"
#include "tests/fuzz/fuzz_target.h"

namespace {

/// Checks the first entries: each takes the time of the whole module.
void rewriteEntries(const pstudio::ptx::Module &module) {
  using namespace pstudio;
  constexpr int kMostEntries = 3;
  int entries = 0;
  for (const ptx::Function &function : module.functions) {
    if (!function.isEntry || !function.isDefined || ++entries > kMostEntries)
      continue;
    const Result<ptx::SharedModule> made =
        ptx::withOriginalVariables(module, function.name, "input");
    if (!made)
      continue;
    PSTUDIO_CHECK(!made->variables.empty() || made->text == module.text);
    PSTUDIO_CHECK(std::ranges::count(made->text, '\n') == std::ranges::count(module.text, '\n'));
    const Result<ptx::Module> again = ptx::readModule(made->text, "made");
    PSTUDIO_CHECK(again && again->functions.size() == module.functions.size());
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  using namespace pstudio;
  const std::string_view text(reinterpret_cast<const char *>(data), size);
  const Result<ptx::Module> module = ptx::readModule(text, "input");
  if (!module) {
    PSTUDIO_CHECK(module.error().where.starts_with("input:"));
    return 0;
  }
  rewriteEntries(*module);
  for (const ptx::Function &function : module->functions) {
    PSTUDIO_CHECK(function.range.begin < function.range.end && function.range.end <= size);
    if (!function.isDefined)
      continue;
    PSTUDIO_CHECK(function.body.begin <= function.body.end && function.body.end <= size);
    const Result<ptx::Body> body = ptx::readBody(text, function, "input");
    if (!body) {
      PSTUDIO_CHECK(body.error().where.starts_with("input:"));
      continue;
    }
    size_t end = function.body.begin;
    for (const ptx::BodyStatement &statement : body->statements) {
      PSTUDIO_CHECK(statement.range.begin >= end && statement.range.end <= function.body.end);
      PSTUDIO_CHECK(statement.scope < body->scopes.size());
      end = statement.range.end;
      for (const ptx::TextRange operand : statement.operands)
        PSTUDIO_CHECK(operand.begin < operand.end && operand.end <= statement.range.end);
    }
  }
  return 0;
}
