// SPDX-License-Identifier: Apache-2.0
// Fuzz target: any text as what compilers and their users write for us: AMD assembly, the report of
// ptxas, facts about arguments, the metadata of a code object.
#include "tests/collector/codegen/nvidia/resource_report.h"
#include "collector/chips/amd_instructions.h"
#include "collector/passes/argument_facts.h"
#include "collector/runtime/hip/code_object.h"
#include "core/base/check.h"
#include "tests/fuzz/fuzz_target.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  using namespace pstudio;
  const std::string_view text(reinterpret_cast<const char *>(data), size);
  if (const auto instructions = parseAmdAssembly(text))
    for (const AmdInstruction &instruction : *instructions)
      PSTUDIO_CHECK(instruction.mnemonic.data() >= text.data() &&
                    instruction.mnemonic.data() + instruction.mnemonic.size() <=
                        text.data() + size);
  static_cast<void>(nvidia::parseCompilerReport(text, "kernel"));
  if (const Result<ArgumentFacts> facts = parseArgumentFacts(text)) {
    const Result<ArgumentFacts> again = parseArgumentFacts(toString(*facts));
    PSTUDIO_CHECK(again && *again == *facts);
  }
  if (const Result<hip::KernelLayout> layout = hip::layoutOf(text, "row_sum"))
    for (const hip::KernelArgument &argument : layout->arguments)
      PSTUDIO_CHECK(uint64_t{argument.offset} + argument.bytes <= layout->argumentBytes);
  return 0;
}
