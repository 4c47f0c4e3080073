// SPDX-License-Identifier: Apache-2.0
// Fuzz target: any text as LLVM IR of a newer LLVM, before LLVM's own parser sees it.
#include "collector/foreign/text/ll_adapter.h"
#include "core/base/check.h"
#include "tests/fuzz/fuzz_target.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  using namespace pstudio;
  const std::string_view text(reinterpret_cast<const char *>(data), size);
  const foreign::AdaptedLl adapted = foreign::adaptLl(text, {{"DILocation", "atomGroup"}});
  for (const size_t offset : {size_t{0}, adapted.text.size() / 2, adapted.text.size()})
    PSTUDIO_CHECK(adapted.edits.originalOffset(offset) <= size);
  for (const auto &[function, offsets] : adapted.instructions)
    for (const size_t offset : offsets)
      PSTUDIO_CHECK(offset < size);
  for (const foreign::LlChange &change : adapted.changes)
    PSTUDIO_CHECK(change.count > 0 && change.first.line > 0);
  PSTUDIO_CHECK(!adapted.changes.empty() || adapted.text == text);
  return 0;
}
