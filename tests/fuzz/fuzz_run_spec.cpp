// SPDX-License-Identifier: Apache-2.0
// Fuzz target: any text as a run specification; what is accepted is written and read again.
#include "core/base/check.h"
#include "core/remote/run_bundle.h"
#include "core/run/run_spec.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/scratch_folder.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  using namespace pstudio;
  static const fuzz::ScratchFolder folder;
  static const bool isPrepared = // the files that the corpus names
      !folder.write("kernel.mlir", "").empty() && !folder.write("data.npy", "").empty() &&
      !folder.write("count.c", "").empty();
  PSTUDIO_CHECK(isPrepared);
  const std::string_view text(reinterpret_cast<const char *>(data), size);
  static_cast<void>(filesOfSpec(text));
  const Result<RunSpec> spec = parseRunSpec(text, folder.path());
  if (!spec) {
    PSTUDIO_CHECK(!spec.error().message.empty() && !spec.error().where.empty());
    return 0;
  }
  const std::string written = runSpecToJson(*spec, folder.path());
  const Result<RunSpec> again = parseRunSpec(written, folder.path());
  PSTUDIO_CHECK(again.has_value());
  PSTUDIO_CHECK(runSpecToJson(*again, folder.path()) == written);
  return 0;
}
