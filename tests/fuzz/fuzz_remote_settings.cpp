// SPDX-License-Identifier: Apache-2.0
// Fuzz target: any text as the file of remotes; what is accepted is saved and loaded again.
#include "core/base/check.h"
#include "core/remote/command_words.h"
#include "core/remote/remote_settings.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/scratch_folder.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  using namespace pstudio;
  static const fuzz::ScratchFolder folder;
  const std::string_view text(reinterpret_cast<const char *>(data), size);
  const Result<RemoteSettings> settings = loadRemotes(folder.write("remotes.json", text));
  if (!settings) {
    PSTUDIO_CHECK(!settings.error().message.empty() && !settings.error().where.empty());
    return 0;
  }
  for (const RemoteTarget &remote : settings->remotes)
    PSTUDIO_CHECK(validateRemote(remote) && splitCommand(remote.command));
  const std::filesystem::path copy = folder.path() / "copy.json";
  PSTUDIO_CHECK(saveRemotes(*settings, copy).has_value());
  const Result<RemoteSettings> again = loadRemotes(copy);
  PSTUDIO_CHECK(again && again->remotes == settings->remotes);
  return 0;
}
