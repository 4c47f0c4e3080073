// SPDX-License-Identifier: Apache-2.0
// Printers number values in order, so one additional value renames all later ones. These functions
// distinguish such lines from changed lines.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace pstudio {

/// The line with the numbers of values, blocks and metadata taken out: "%12 = add %7, %arg3" and
/// "%14 = add %9, %arg4" give the same. A digit that is part of a name ("%c16", "@f2") stays.
std::string withoutValueNumbers(std::string_view line);

/// Compares two texts line by line and maps each name on the left to a name on the right.
class ValueNames {
public:
  /// Reads two lines that are equal without numbers, and stores the names that they define. \return
  /// whether each name in them maps to the other one. A name without a mapping gets one.
  bool follow(std::string_view left, std::string_view right);

  /// Reads a line that differs. The head of a function clears the mapping.
  void skip(std::string_view line);

private:
  void define(std::string_view left, std::string_view right);
  bool use(std::string_view left, std::string_view right);
  void startFunction();

  std::map<std::string, std::string, std::less<>> m_rightOf, m_leftOf;
};

} // namespace pstudio
