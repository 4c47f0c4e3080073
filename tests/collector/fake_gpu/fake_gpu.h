// SPDX-License-Identifier: Apache-2.0
// A driver without a GPU, whoever made it: what tests set before and read after.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace pstudio::test {

/// What a launch does when its turn comes.
enum class FakeOutcome { Completes, NeverEnds, Faults };

/// Device memory by address.
using FakeMemory = std::map<uint64_t, std::vector<std::byte>>;

/// One per loaded library; a test starts with a new one.
struct FakeGpu {
  /// Function name -> what its next call answers, once, without doing anything else.
  std::map<std::string, int> failNext;
  FakeOutcome nextLaunch = FakeOutcome::Completes;
  int fault = 700;
  uint64_t nanosecondsPerLaunch = 1000;

  std::vector<std::string> calls; ///< every call but queries, in order
  size_t queries = 0;
  size_t unpinnedCopies = 0; ///< copies whose host side is not page-locked
  /// What a real driver would punish: waiting for a kernel that never ends, foreign handles, bytes
  /// out of bounds, calls without a context.
  std::vector<std::string> offences;
  std::map<std::string, int> live; ///< kind -> objects that exist
};

/// "cuMemFree_v2 would wait for ever; ..." or empty.
inline std::string offencesOf(const FakeGpu &fake) {
  std::string text;
  for (const std::string &offence : fake.offences)
    text += (text.empty() ? "" : "; ") + offence;
  return text;
}

/// "context 1, memory 2" of what exists, or empty.
inline std::string liveObjectsOf(const FakeGpu &fake) {
  std::string text;
  for (const auto &[kind, count] : fake.live)
    if (count != 0)
      text += (text.empty() ? "" : ", ") + kind + " " + std::to_string(count);
  return text;
}

} // namespace pstudio::test
