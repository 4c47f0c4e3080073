// SPDX-License-Identifier: Apache-2.0
// Fuzz target: any text as each option that has a form of its own: a mode, ids, activity, counters,
// a command, a target, what a dead connection said.
#include "core/base/check.h"
#include "core/base/glob.h"
#include "core/base/id_ranges.h"
#include "core/remote/command_words.h"
#include "core/remote/link_failure.h"
#include "core/run/activity_settings.h"
#include "core/run/instrumentation_mode.h"
#include "core/run/run_spec.h"
#include "tests/fuzz/fuzz_target.h"

namespace {

using namespace pstudio;

void readMode(std::string_view text) {
  const Result<InstrumentationMode> mode = InstrumentationMode::parse(text);
  if (!mode)
    return;
  const Result<InstrumentationMode> again = InstrumentationMode::parse(mode->toString());
  PSTUDIO_CHECK(again && *again == *mode);
  static_cast<void>(mode->selects(text));
}

void readIds(std::string_view text) {
  const Result<IdRanges> ids = IdRanges::parse(text);
  if (!ids)
    return;
  const Result<IdRanges> again = IdRanges::parse(ids->toString());
  PSTUDIO_CHECK(again && *again == *ids);
  if (const uint64_t count = ids->countBelow(UINT32_MAX); count > 0)
    PSTUDIO_CHECK(ids->contains(ids->at(count - 1)));
}

void readActivity(std::string_view text) {
  if (const Result<ActivityKinds> kinds = ActivityKinds::parse(text)) {
    const Result<ActivityKinds> again = ActivityKinds::parse(kinds->toString());
    PSTUDIO_CHECK(again && *again == *kinds);
  }
  if (const Result<std::vector<std::string>> counters = parseCounters(text)) {
    const Result<std::vector<std::string>> again = parseCounters(countersText(*counters));
    PSTUDIO_CHECK(again && *again == *counters);
  }
}

void readCommand(std::string_view text) {
  LinkEnd end;
  if (const Result<std::vector<std::string>> words = splitCommand(text)) {
    PSTUDIO_CHECK(!words->empty());
    end.command = *words;
  }
  end.errorOutput = end.banner = text;
  end.status.exitCode = 255;
  PSTUDIO_CHECK(!describeLinkEnd(end).message.empty());
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const std::string_view text(reinterpret_cast<const char *>(data), size);
  readMode(text);
  readIds(text);
  readActivity(text);
  readCommand(text);
  RunSettings settings;
  static_cast<void>(setTarget(settings, text));
  if (size < 200) // quadratic at worst
    PSTUDIO_CHECK(matchesGlob(text, "*"));
  return 0;
}
