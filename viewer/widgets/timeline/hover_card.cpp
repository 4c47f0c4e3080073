// SPDX-License-Identifier: Apache-2.0
// The card beside the pointer.
#include "viewer/widgets/timeline/hover_card.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "core/trace/call_path.h"
#include "viewer/geometry/number_format.h"
#include "viewer/geometry/time_style.h"
#include "viewer/geometry/timeline/recording_unit.h"

namespace pstudio {
namespace {

constexpr float kPadding = 10;
constexpr float kTitleHeight = 20;
constexpr float kLineHeight = 18;
constexpr float kColumnGap = 24;
constexpr float kWidestValue = 520;
constexpr double kPointerGap = 14;

std::string placeOf(const Trace &trace, TrackId track, TrackKind kind) {
  const TrackId place = ancestorOfKind(trace, track, kind);
  if (!place.isValid())
    return kUnknownText;
  const Track &t = trace.track(place);
  return t.number >= 0 ? formatCount(t.number) : trackLabel(trace, place);
}

/// Where a track lies: its unit, CTA and SM, as far as known.
void addPlace(const Trace &trace, TrackId track, std::vector<CardLine> &lines) {
  if (RecordingUnitText unit = recordingUnitOf(trace, track); !unit.label.empty())
    lines.push_back({std::move(unit.label), std::move(unit.value)});
  struct Place {
    TrackKind kind;
    const char *label;
  };
  for (const Place &place : {Place{TrackKind::Cta, "CTA"}, Place{TrackKind::Sm, "SM"}})
    if (ancestorOfKind(trace, track, place.kind).isValid())
      lines.push_back({place.label, placeOf(trace, track, place.kind)});
}

std::string oddities(uint8_t flags) {
  std::string text;
  auto add = [&](uint8_t bit, const char *words) {
    if ((flags & bit) != 0)
      text += (text.empty() ? "" : ", ") + std::string(words);
  };
  add(kSliceLengthUnknown, "length unknown");
  if ((flags & kSliceLengthUnknown) == 0) {
    add(kSliceNoStart, "start not recorded");
    add(kSliceNoEnd, "end not recorded");
  }
  add(kSliceCrossing, "crosses a neighbour");
  add(kSliceAsync, "asynchronous");
  add(kSliceDivergent, "subset of lanes");
  return text;
}

} // namespace

std::vector<CardLine> cardLines(const Trace &trace, SliceId id) {
  const Slice slice = trace.slice(id);
  std::vector<CardLine> lines = {{"start", formatExact(slice.time.begin)},
                                 {"duration", formatSliceDuration(slice)},
                                 {"cycles", formatSliceCycles(trace, slice)}};
  if (timeStyle() == TimeStyle::Cycles && slice.hasCycles)
    std::swap(lines[1], lines[2]);
  addPlace(trace, slice.track, lines);
  if (!ancestorOfKind(trace, slice.track, TrackKind::Warp).isValid())
    lines.push_back({"track", trackLabel(trace, slice.track)});
  if (const std::vector<Call> calls = callPathOf(trace, slice.args); !calls.empty()) {
    // Innermost last, as in the tree of the timeline.
    std::string functions;
    for (const Call &call : calls)
      functions += (functions.empty() ? "" : " > ") + std::string(call.function);
    lines.push_back({"in", std::move(functions)});
  }
  if (std::string odd = oddities(slice.flags); !odd.empty())
    lines.push_back({"note", std::move(odd)});
  return lines;
}

std::vector<CardLine> instantCardLines(const Trace &trace, InstantId id) {
  const Instant &instant = trace.instants()[id.value];
  std::vector<CardLine> lines = {{"time", formatExact(instant.time)}};
  addPlace(trace, instant.track, lines);
  if (!ancestorOfKind(trace, instant.track, TrackKind::Warp).isValid())
    lines.push_back({"track", trackLabel(trace, instant.track)});
  lines.push_back({"kind", "instant, without a duration"});
  return lines;
}

std::vector<CardLine> counterCardLines(const Trace &trace, TrackId counter, uint32_t sample,
                                       const CounterScale &scale) {
  const Track &track = trace.track(counter);
  const Sample &shown = trace.samples()[sample];
  const bool isLast = sample + 1 == track.firstSample + track.sampleCount;
  const Picoseconds until = isLast ? counterEnd(trace, counter) : trace.samples()[sample + 1].time;
  std::vector<CardLine> lines = {{"value", formatNumber(shown.value, trace.string(track.unit))},
                                 {"since", formatExact(shown.time)},
                                 {"for", formatExact(until - shown.time)}};
  if (const std::string range = scaleText(trace, counter, scale); !range.empty())
    lines.push_back({isRecordedValue(trace, counter) ? "range, all values" : "range", range});
  addPlace(trace, counter, lines);
  return lines;
}

HoverCard::HoverCard(QWidget *parent) : QWidget(parent) {
  setObjectName(QStringLiteral("hoverCard"));
  setAccessibleName(tr("Event under the pointer"));
  setAttribute(Qt::WA_TransparentForMouseEvents);
  hide();
}

void HoverCard::setThemeKind(ThemeKind kind) {
  m_theme = kind;
  update();
}

float HoverCard::contentWidth() const {
  float width = m_texts.width(FontRole::BodyBold, m_title) + 16;
  for (const CardLine &line : m_lines)
    width = std::max(width, m_texts.width(FontRole::Small, line.label) + kColumnGap +
                                m_texts.width(FontRole::MonoSmall, line.value));
  return std::ceil(width);
}

void HoverCard::showSlice(const Trace &trace, const ScopeColors &colors, SliceId slice,
                          QPointF pointer, uint32_t merged) {
  const StringId name = trace.slice(slice).name;
  std::vector<CardLine> lines = cardLines(trace, slice);
  if (merged > 1)
    lines.push_back({"here", formatCount(merged) + " merged, zoom in to see them"});
  show(trace.string(name), colors.fill(name), std::move(lines), pointer);
}

void HoverCard::showInstant(const Trace &trace, InstantId instant, QPointF pointer) {
  show(trace.string(trace.instants()[instant.value].name), ColorToken::Instant,
       instantCardLines(trace, instant), pointer);
}

void HoverCard::showCounter(const Trace &trace, TrackId counter, uint32_t sample,
                            const CounterScale &scale, QPointF pointer) {
  show(trackLabel(trace, counter), ColorToken::CounterLine,
       counterCardLines(trace, counter, sample, scale), pointer);
}

void HoverCard::show(std::string_view title, ColorToken color, std::vector<CardLine> lines,
                     QPointF pointer) {
  m_title = elided(m_texts, FontRole::BodyBold, title, 320);
  m_color = color;
  m_lines = std::move(lines);
  for (CardLine &line : m_lines)
    line.value = elided(m_texts, FontRole::MonoSmall, line.value, kWidestValue);
  const float height =
      2 * kPadding + kTitleHeight + 4 + kLineHeight * static_cast<float>(m_lines.size());
  resize(static_cast<int>(contentWidth() + 2 * kPadding), static_cast<int>(height));
  moveBeside(pointer);
  update();
  QWidget::show();
  raise();
}

void HoverCard::moveBeside(QPointF pointer) {
  const QWidget *parent = parentWidget();
  double x = pointer.x() + kPointerGap;
  double y = pointer.y() + kPointerGap;
  if (x + width() > parent->width() - 4)
    x = pointer.x() - kPointerGap - width();
  if (y + height() > parent->height() - 4)
    y = pointer.y() - kPointerGap - height();
  move(static_cast<int>(std::max(4.0, x)), static_cast<int>(std::max(4.0, y)));
}

void HoverCard::paintEvent(QPaintEvent *) {
  const auto width = static_cast<float>(this->width());
  m_list.clear({0, 0, width, static_cast<float>(height())});
  m_list.addRect(
      DrawLayer::Ground,
      {.rect = m_list.clip(), .fill = ColorToken::Raised, .outline = ColorToken::Border});
  m_list.addRect(
      DrawLayer::Data,
      {.rect = {kPadding, kPadding + 5, 10, 10}, .fill = m_color, .corner = Corner::Soft});
  m_list.addText(DrawLayer::Label,
                 {.box = {kPadding + 16, kPadding, width - 2 * kPadding - 16, kTitleHeight},
                  .font = FontRole::BodyBold},
                 m_title);
  float y = kPadding + kTitleHeight + 4;
  for (const CardLine &line : m_lines) {
    const PixelRect box{kPadding, y, width - 2 * kPadding, kLineHeight};
    m_list.addText(DrawLayer::Label,
                   {.box = box, .font = FontRole::Small, .color = ColorToken::TextMuted},
                   line.label);
    m_list.addText(DrawLayer::Label,
                   {.box = box, .font = FontRole::MonoSmall, .align = TextAlign::Right},
                   line.value);
    y += kLineHeight;
  }
  QPainter painter(this);
  paintDrawList(painter, m_list, Theme::of(m_theme), m_texts);
}

} // namespace pstudio
