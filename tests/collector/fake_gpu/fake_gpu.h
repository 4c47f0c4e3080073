// SPDX-License-Identifier: Apache-2.0
// A driver without a GPU, for GPUs of any vendor: input and output of tests.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace pstudio::test {

/// Outcome of a launch.
enum class FakeOutcome { Completes, NeverEnds, Faults };

/// Device memory by address.
using FakeMemory = std::map<uint64_t, std::vector<std::byte>>;

/// There is one per loaded library; each test starts with a new one.
struct FakeGpu {
  /// Function name -> result of its next call only, which has no effect.
  std::map<std::string, int> failNext;
  FakeOutcome nextLaunch = FakeOutcome::Completes;
  int fault = 700;
  uint64_t nanosecondsPerLaunch = 1000;

  std::vector<std::string> calls; ///< all calls except queries, in order
  size_t queries = 0;
  size_t unpinnedCopies = 0; ///< copies whose host memory is not page-locked
  /// Errors of the caller that a real driver would not tolerate: waits for a kernel that never
  /// ends, unknown handles, ranges out of bounds, calls without a context.
  std::vector<std::string> offences;
  std::map<std::string, int> live; ///< kind -> number of live objects
};

/// "cuMemFree_v2 would wait for ever; ..." or empty.
inline std::string offencesOf(const FakeGpu &fake) {
  std::string text;
  for (const std::string &offence : fake.offences)
    text += (text.empty() ? "" : "; ") + offence;
  return text;
}

/// "context 1, memory 2" for the live objects, or empty.
inline std::string liveObjectsOf(const FakeGpu &fake) {
  std::string text;
  for (const auto &[kind, count] : fake.live)
    if (count != 0)
      text += (text.empty() ? "" : ", ") + kind + " " + std::to_string(count);
  return text;
}

} // namespace pstudio::test
