// SPDX-License-Identifier: Apache-2.0
#include "collector/codegen/nvidia/newer_architectures.h"

#include <algorithm>
#include <iterator>

namespace pstudio::nvidia {
namespace {

struct NewerRow {
  std::string_view name;
  uint32_t capability;
  bool isSpecific;
  std::string_view ptxVersion; ///< of the first toolkit that has the chip (sm_100: 12.8)
};

/// Code for exactly one chip has the instructions of Hopper's that this chip lacks, too (wgmma):
/// tables of requirements reject these before LLVM reads them.
constexpr NewerRow kNewerRows[] = {{"sm_100", 100, false, "8.7"}, {"sm_100a", 100, true, "8.7"},
                                   {"sm_103", 103, false, "8.8"}, {"sm_103a", 103, true, "8.8"},
                                   {"sm_110", 110, false, "9.0"}, {"sm_110a", 110, true, "9.0"},
                                   {"sm_120", 120, false, "8.7"}, {"sm_120a", 120, true, "8.7"},
                                   {"sm_121", 121, false, "8.8"}, {"sm_121a", 121, true, "8.8"}};

const NewerRow *rowOf(const Architecture &architecture) {
  const auto *const row =
      std::find_if(std::begin(kNewerRows), std::end(kNewerRows),
                   [&](const NewerRow &each) { return each.name == architecture.name; });
  return row == std::end(kNewerRows) ? nullptr : row;
}

/// Replaces the word after the first line that begins with `directive`; false if there is none.
bool replaceWord(std::string &ptx, std::string_view directive, std::string_view word) {
  const size_t line = ptx.find("\n" + std::string(directive) + " ");
  if (line == std::string::npos)
    return false;
  const size_t begin = line + directive.size() + 2;
  const size_t end = ptx.find_first_of(", \t\r\n", begin);
  if (end == std::string::npos)
    return false;
  ptx.replace(begin, end - begin, word);
  return true;
}

} // namespace

std::vector<Architecture> newerArchitectures() {
  std::vector<Architecture> all;
  for (const NewerRow &row : kNewerRows)
    all.push_back({std::string(row.name), row.capability, row.isSpecific});
  return all;
}

std::string_view chipOfLlvm(const Architecture &architecture) {
  if (!rowOf(architecture))
    return architecture.name;
  return architecture.isSpecific ? "sm_90a" : "sm_90";
}

std::string_view ptxVersionOf(const Architecture &architecture) {
  const NewerRow *row = rowOf(architecture);
  return row ? row->ptxVersion : std::string_view();
}

Result<std::string> withHead(std::string ptx, const Architecture &architecture) {
  const NewerRow *row = rowOf(architecture);
  if (!row ||
      (replaceWord(ptx, ".version", row->ptxVersion) && replaceWord(ptx, ".target", row->name)))
    return ptx;
  return fail(ErrorCode::CompileFailed,
              "LLVM's PTX has no .version and .target to replace by those of " + architecture.name);
}

} // namespace pstudio::nvidia
