// SPDX-License-Identifier: Apache-2.0
// The style as a facet of the locale.
#include "viewer/geometry/time_style.h"

#include <array>
#include <locale>

namespace pstudio {
namespace {

class TimeStyleFacet final : public std::locale::facet {
public:
  static std::locale::id id;
  explicit TimeStyleFacet(TimeStyle style) : m_style(style) {}
  TimeStyle style() const { return m_style; }

private:
  TimeStyle m_style;
};
std::locale::id TimeStyleFacet::id;

constexpr std::array<std::string_view, kTimeStyles> kStyleNames = {"automatic", "ns", "us", "ms",
                                                                   "cycles"};

} // namespace

std::string_view timeStyleName(TimeStyle style) {
  return kStyleNames[static_cast<size_t>(style)];
}

std::optional<TimeStyle> timeStyleNamed(std::string_view name) {
  for (size_t i = 0; i < kStyleNames.size(); ++i)
    if (kStyleNames[i] == name)
      return static_cast<TimeStyle>(i);
  return std::nullopt;
}

TimeStyle timeStyle() {
  const std::locale locale;
  return std::has_facet<TimeStyleFacet>(locale) ? std::use_facet<TimeStyleFacet>(locale).style()
                                                : TimeStyle::Automatic;
}

bool hasFixedTimeUnit() {
  const TimeStyle style = timeStyle();
  return style != TimeStyle::Automatic && style != TimeStyle::Cycles;
}

void setTimeStyle(TimeStyle style) {
  std::locale::global(std::locale(std::locale(), new TimeStyleFacet(style)));
}

} // namespace pstudio
