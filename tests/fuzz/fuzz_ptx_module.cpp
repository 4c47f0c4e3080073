// SPDX-License-Identifier: Apache-2.0
// Fuzz target: any bytes as a PTX module.
#include "core/ptx/body.h"
#include "core/ptx/module.h"
#include "tests/fuzz/fuzz_target.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  using namespace pstudio;
  const std::string_view text(reinterpret_cast<const char *>(data), size);
  const Result<ptx::Module> module = ptx::readModule(text, "input");
  if (!module) {
    PSTUDIO_CHECK(module.error().where.starts_with("input:"));
    return 0;
  }
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
