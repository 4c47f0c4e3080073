// SPDX-License-Identifier: Apache-2.0
// A generated kernel as files and specification, its run, and the comparison with the interpreter.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/access/launch_accesses.h"
#include "core/run/run_spec.h"
#include "tests/collector/generated/interpreter.h"
#include "tests/collector/generated/kernel_text.h"
#include "tests/collector/session/watched_target.h"

namespace pstudio::test {

/// A mode that records every access of a kernel of makeKernel().
inline constexpr const char *kAllAccesses = "memory:annotations=drop:slots=32768";

struct GeneratedCase {
  Kernel kernel;
  TextForm form = TextForm::LlPhi;
  RunSpec spec; ///< target cpu, mode none
  Interpretation expected;
};

/// Writes the kernel's text to `folder`, an existing one, as `stem`.ll or .mlir, and interprets it.
/// Every output starts with random bytes. Fails if the file cannot be written.
Result<GeneratedCase> makeCase(Kernel kernel, TextForm form, const std::filesystem::path &folder,
                               const std::string &stem);

/// Writes the specification, the values that are expected (.npy) and the tree (.txt) beside it.
Result<void> exportCase(const GeneratedCase &made, const std::string &stem);

struct CaseRun {
  Buffers buffers;                                        ///< after the launch
  std::shared_ptr<const memory::LaunchAccesses> accesses; ///< null: none was recorded
};

/// Runs the case in a mode. `target`: "cpu" or "cuda". Fails with what the run fails with.
Result<CaseRun> runCase(const GeneratedCase &made, const std::string &mode,
                        const std::string &target = "cpu");

/// The first difference of the arguments, for a message; empty if all bytes are equal.
std::string memoryDifference(const GeneratedCase &made, const Buffers &buffers);

/// The required agreement of the accesses of a warp.
enum class AccessOrder : uint8_t {
  Steps, ///< the same accesses with the same lanes in the same order
  Lanes, ///< each lane the same addresses in the same order: hardware may split an access
};
/// The first difference of recorded accesses, or of counts in place of them; empty if there is
/// none.
std::string accessDifference(const GeneratedCase &made, const memory::LaunchAccesses &accesses,
                             AccessOrder order);

/// Runs in each mode, which `none` precedes, and compares. The first failure, or empty.
std::string checkCase(const GeneratedCase &made, const std::vector<std::string> &modes,
                      const std::string &target = "cpu", AccessOrder order = AccessOrder::Steps);

} // namespace pstudio::test
