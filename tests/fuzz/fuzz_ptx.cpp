// SPDX-License-Identifier: Apache-2.0
// Fuzz target: any bytes as inline PTX.
#include "core/ptx/instruction.h"
#include "tests/fuzz/fuzz_target.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  using namespace pstudio;
  const std::string_view text(reinterpret_cast<const char *>(data), size);
  const ptx::Program program = ptx::parse(text);
  PSTUDIO_CHECK(ptx::textOf(program) == text);
  for (const ptx::Statement &statement : program.statements) {
    const std::string canonical = ptx::format(statement);
    if (statement.kind != ptx::Statement::Kind::Instruction)
      continue;
    const ptx::Program again = ptx::parse(canonical);
    PSTUDIO_CHECK(again.statements.size() == 1);
    PSTUDIO_CHECK(ptx::format(again.statements.front()) == canonical);
    PSTUDIO_CHECK(ptx::classify(again.statements.front()).operation ==
                  ptx::classify(statement).operation);
  }
  PSTUDIO_CHECK(ptx::unknownOpcodes(program).size() <= program.statements.size());
  return 0;
}
