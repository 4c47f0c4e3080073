// SPDX-License-Identifier: Apache-2.0
// The unit in which the program shows times.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace pstudio {

/// The unit of times in texts. With a known clock, texts contain cycles and time; the style decides
/// which of them is first.
enum class TimeStyle : uint8_t {
  Automatic,    ///< exact times in ns, rounded ones in the unit that suits their size
  Nanoseconds,  ///< always ns
  Microseconds, ///< always us
  Milliseconds, ///< always ms
  Cycles,       ///< cycles first with a known clock; other times as in Automatic
};
inline constexpr uint8_t kTimeStyles = 5;

/// "automatic", "ns", "us", "ms", "cycles": the name in settings.
std::string_view timeStyleName(TimeStyle style);
/// nullopt for another name.
std::optional<TimeStyle> timeStyleNamed(std::string_view name);

/// The style that number_format.h uses; Automatic unless setTimeStyle() was called. [any thread]
TimeStyle timeStyle();
/// Sets the style of the process, which is a facet of the global std::locale. Existing texts do not
/// change. [any thread]
void setTimeStyle(TimeStyle style);

/// Whether all times have the same unit, whatever their size.
bool hasFixedTimeUnit();

} // namespace pstudio
