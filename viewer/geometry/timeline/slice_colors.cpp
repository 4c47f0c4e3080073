// SPDX-License-Identifier: Apache-2.0
// Rules that turn a slice into a colour.
#include "viewer/geometry/timeline/slice_colors.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/trace/arg_names.h"
#include "core/trace/slice_flags.h"
#include "viewer/geometry/number_format.h"
#include "viewer/geometry/timeline/grouping.h"

namespace pstudio {
namespace {

constexpr uint8_t kNoSmHue = UINT8_MAX;

SliceShade shadeOfState(SliceState state) {
  static constexpr std::array<SliceShade, 4> kShades = {
      {{ColorToken::AsyncWork, ColorToken::OnAsyncWork},
       {ColorToken::AsyncIssue, ColorToken::OnAsyncIssue},
       {ColorToken::AsyncExposed, ColorToken::OnAsyncExposed},
       {ColorToken::AsyncHidden, ColorToken::OnAsyncHidden}}};
  return kShades[static_cast<size_t>(state)];
}

std::string multipleText(double value) {
  std::string text = std::to_string(value);
  while (text.back() == '0')
    text.pop_back();
  if (text.back() == '.')
    text.pop_back();
  return text;
}

} // namespace

std::string colorByName(ColorBy by) {
  static constexpr std::array<const char *, kColorByCount> kNames = {"scope", "duration", "SM",
                                                                     "state"};
  return kNames[static_cast<size_t>(by)];
}

SliceColors::SliceColors(const Trace &trace, ColorBy by) : m_trace(&trace), m_by(by) {
  if (by == ColorBy::Duration)
    findMedians();
  if (by == ColorBy::Sm)
    findSms();
  if (by == ColorBy::State)
    findStates();
}

void SliceColors::findStates() {
  for (const NameUse &use : m_trace->nameUses()) {
    m_states.resize(use.name.value + 1, SliceState::Work); // names are ascending
    m_states[use.name.value] = stateOfName(m_trace->string(use.name));
  }
}

SliceState SliceColors::stateOf(SliceId slice) const {
  if (const std::optional<SliceState> recorded = recordedState(*m_trace, slice))
    return *recorded;
  const StringId name = m_trace->sliceNames()[slice.value];
  return name.value < m_states.size() ? m_states[name.value] : SliceState::Work;
}

void SliceColors::findMedians() {
  for (const NameUse &use : m_trace->nameUses()) {
    m_medians.resize(use.name.value + 1, 0); // names are ascending
    m_medians[use.name.value] = use.median.value_or(Picoseconds(0)).value;
    m_hasOpen |= use.wholeCount < use.count;
  }
}

void SliceColors::findSms() {
  const auto tracks = m_trace->tracks();
  std::map<std::pair<int64_t, std::string>, size_t> sms; // to their place by number
  for (uint32_t i = 0; i < tracks.size(); ++i)
    if (tracks[i].kind == TrackKind::Sm)
      sms.try_emplace({tracks[i].number, trackLabel(*m_trace, TrackId(i))}, 0);
  for (auto &[sm, place] : sms) {
    place = m_smCount++;
    if (m_smNames.size() < kScopeHueCount)
      m_smNames.push_back(sm.second);
  }
  m_smHues.assign(tracks.size(), kNoSmHue);
  for (uint32_t i = 0; i < tracks.size(); ++i) {
    if (tracks[i].kind == TrackKind::Sm) {
      const size_t place = sms.at({tracks[i].number, trackLabel(*m_trace, TrackId(i))});
      m_smHues[i] = static_cast<uint8_t>(place % kScopeHueCount);
    } else if (tracks[i].parent.isValid()) {
      m_smHues[i] = m_smHues[tracks[i].parent.value];
    }
  }
}

std::optional<unsigned> SliceColors::levelOf(SliceId slice) const {
  if (!isWholeSlice(m_trace->sliceFlags()[slice.value]))
    return std::nullopt;
  const StringId name = m_trace->sliceNames()[slice.value];
  const int64_t median = name.value < m_medians.size() ? m_medians[name.value] : 0;
  const auto duration = static_cast<double>(m_trace->sliceDurations()[slice.value]);
  const double multiple = median > 0     ? duration / static_cast<double>(median)
                          : duration > 0 ? 1e9
                                         : 1;
  const auto end = std::upper_bound(kLevelEnds.begin(), kLevelEnds.end(), multiple);
  return static_cast<unsigned>(end - kLevelEnds.begin());
}

SliceShade SliceColors::shade(SliceId slice, TrackId track) const {
  switch (m_by) {
  case ColorBy::Duration:
    if (const std::optional<unsigned> level = levelOf(slice))
      return {levelFill(*level), levelInk(*level)};
    return {};
  case ColorBy::Sm:
    if (const uint8_t hue = m_smHues[track.value]; hue != kNoSmHue)
      return {scopeFill(hue), scopeInk(hue)};
    return {};
  case ColorBy::State:
    return shadeOfState(stateOf(slice));
  case ColorBy::Scope:
    break;
  }
  return {};
}

std::vector<ColorMeaning> SliceColors::legend() const {
  std::vector<ColorMeaning> lines;
  if (m_by == ColorBy::Duration) {
    lines.push_back({ColorToken::None, "Times the median of the same scope"});
    for (unsigned i = 0; i < kLevelCount; ++i) {
      const std::string from = i == 0 ? "" : multipleText(kLevelEnds[i - 1]);
      const std::string to = i + 1 == kLevelCount ? "" : multipleText(kLevelEnds[i]);
      lines.push_back({levelFill(i), from.empty() ? "below " + to
                                     : to.empty() ? from + " or more"
                                                  : from + " to " + to});
    }
    if (m_hasOpen)
      lines.push_back({ColorToken::Density, "begin or end not recorded"});
  }
  if (m_by == ColorBy::Sm) {
    if (m_smCount > kScopeHueCount)
      lines.push_back({ColorToken::None, formatCount(static_cast<int64_t>(m_smCount)) +
                                             " SMs; the colours repeat every " +
                                             std::to_string(kScopeHueCount) + " SMs"});
    for (unsigned i = 0; i < m_smNames.size(); ++i)
      lines.push_back({scopeFill(i), m_smNames[i] + (m_smCount > kScopeHueCount ? ", ..." : "")});
    lines.push_back({ColorToken::Density, "not on an SM"});
  }
  if (m_by == ColorBy::State) {
    lines.push_back({ColorToken::None, "By recorded category, else by words of the name"});
    lines.push_back({shadeOfState(SliceState::Work).fill, "work"});
    lines.push_back({shadeOfState(SliceState::Issue).fill, "issue"});
    lines.push_back(
        {shadeOfState(SliceState::Waiting).fill, "waiting (wait, barrier, sync, acquire)"});
    lines.push_back({shadeOfState(SliceState::InFlight).fill, "in flight"});
  }
  return lines;
}

} // namespace pstudio
