// SPDX-License-Identifier: Apache-2.0
// The source lines that a trace names: of slices, instants, memory operations, PC samples, calls.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/source/source_place.h"
#include "core/trace/trace.h"

namespace pstudio {

/// The place of the first argument that reads as one and is called a source or a location.
/// O(arguments of the set).
std::optional<SourcePlace> sourcePlaceOf(const Trace &trace, ArgSetId args);

/// Every line that a location of a trace names, as a number. [thread: any once made]
class TracePlaces {
public:
  /// A line of a file; numbers of files are positions in files().
  struct Line {
    uint32_t file = 0;
    uint32_t line = 0; ///< from 1
    auto operator<=>(const Line &) const = default;
  };
  static constexpr uint32_t kNone = UINT32_MAX;

  /// O(arguments + sites + samples); each distinct text is parsed once.
  explicit TracePlaces(const Trace &trace);

  const std::vector<std::string> &files() const { return m_files; }
  const std::vector<Line> &lines() const { return m_lines; }
  /// Numbers of lines; kNone if there is no location. O(1).
  uint32_t ofArgs(ArgSetId args) const {
    return args.value < m_ofArgs.size() ? m_ofArgs[args.value] : kNone;
  }
  /// The same of a text such as "file:line:column". O(log texts).
  uint32_t ofLocation(std::string_view location) const;
  /// kNone if no location names the line. O(log lines).
  uint32_t numberOf(std::string_view file, uint32_t line) const;

private:
  uint32_t add(std::string_view location);

  std::vector<std::string> m_files;
  std::vector<Line> m_lines;
  std::vector<uint32_t> m_ofArgs;                             ///< by ArgSetId
  std::map<std::string, uint32_t, std::less<>> m_known;       ///< by location
  std::map<std::string, uint32_t, std::less<>> m_fileNumbers; ///< by path
  std::map<Line, uint32_t> m_lineNumbers;
};

} // namespace pstudio
