// SPDX-License-Identifier: Apache-2.0
// Fuzz target: any bytes as a Hatchet tree in MessagePack; an accepted tree is written and read
// again.
#include "core/base/check.h"
#include "core/calltree/hatchet_message_pack.h"
#include "core/calltree/hatchet_writer.h"
#include "tests/fuzz/fuzz_target.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  using namespace pstudio;
  using namespace pstudio::calltree;
  const std::string_view bytes(reinterpret_cast<const char *>(data), size);
  const Result<HatchetFile> file = readHatchetMessagePack(bytes, "input");
  if (!file) {
    PSTUDIO_CHECK(!file.error().message.empty() && !file.error().where.empty());
    return 0;
  }
  const std::string written = hatchetText(file->tree);
  const Result<HatchetFile> again = readHatchet(written, "written");
  PSTUDIO_CHECK(again.has_value() && hatchetText(again->tree) == written);
  return 0;
}
