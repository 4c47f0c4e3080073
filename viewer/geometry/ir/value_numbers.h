// SPDX-License-Identifier: Apache-2.0
// Printers number values in order, so one more value renames all that follow. This tells such
// lines from changed ones.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace pstudio {

/// The line with the numbers of values, blocks and metadata taken out: "%12 = add %7, %arg3" and
/// "%14 = add %9, %arg4" give the same. A digit in a name that is no number of the printer
/// ("%c16", "@f2") stays.
std::string withoutValueNumbers(std::string_view line);

/// Follows two texts line by line and learns which name on the left is which on the right.
class ValueNames {
public:
  /// Two lines that are equal without numbers. \return whether every value in them is the same one
  /// as far as is known; what the lines define becomes known.
  bool follow(std::string_view left, std::string_view right);

  /// A line that differs: values are named anew behind the head of a function.
  void skip(std::string_view line);

private:
  void define(std::string_view left, std::string_view right);
  bool use(std::string_view left, std::string_view right);
  void startFunction();

  std::map<std::string, std::string, std::less<>> m_rightOf, m_leftOf;
};

} // namespace pstudio
