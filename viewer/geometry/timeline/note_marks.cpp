// SPDX-License-Identifier: Apache-2.0
// Marks of notes.
#include "viewer/geometry/timeline/note_marks.h"

#include <algorithm>
#include <cmath>

namespace pstudio {
namespace {

// At the lower edge of the ruler, below its texts.
constexpr float kFlagWidth = 9, kFlagHeight = 4;
constexpr float kPoleHeight = 5;
constexpr float kBar = 2;     // along a range
constexpr double kReach = 13; // above the edge, where a click hits a mark
constexpr float kTick = 6;    // in the minimap
constexpr double kHandle = 4; // to each side of the end of a range
constexpr uint8_t kNoteBandOpacity = 26, kSelectedNoteOpacity = 60;
constexpr float kCalloutHeight = 18, kCalloutGap = 4, kCalloutInset = 8, kMostCallout = 320;
constexpr float kOff = 8; // edges beyond the pane are drawn this far outside of it

float pixelOf(const Viewport &viewport, Picoseconds time) {
  const double x = std::floor(viewport.pixelOf(time));
  return static_cast<float>(std::clamp(x,
                                       -static_cast<double>(kOff) - static_cast<double>(kFlagWidth),
                                       viewport.widthPx() + static_cast<double>(kOff)));
}

struct MarkPixels {
  float begin, end;
  bool isSeen;
};

MarkPixels pixelsOf(const NoteMark &mark, const Viewport &viewport) {
  const float begin = pixelOf(viewport, mark.range.begin);
  const float end = std::max(begin, pixelOf(viewport, mark.range.end));
  return {begin, end, end >= -kFlagWidth && static_cast<double>(begin) <= viewport.widthPx()};
}

/// Calls `draw` for the marks that are in sight, the selected one last.
template <class Draw>
void forEachMark(const TimelineScene &scene, const Viewport &viewport, Draw draw) {
  for (const bool isSelected : {false, true})
    for (const NoteMark &mark : scene.notes)
      if (const MarkPixels x = pixelsOf(mark, viewport); x.isSeen && mark.isSelected == isSelected)
        draw(mark, x);
}

} // namespace

ColorToken noteColor(review::Color color) {
  switch (color) {
  case review::Color::Green:
    return ColorToken::Good;
  case review::Color::Blue:
    return ColorToken::Accent;
  case review::Color::Red:
    return ColorToken::Warning;
  case review::Color::Yellow:
    break;
  }
  return ColorToken::Caution;
}

std::vector<NoteMark> noteMarksOf(const review::Review &review, bool isCorrected) {
  std::vector<NoteMark> marks;
  for (const review::Note &note : review.notes)
    if (note.isCorrected == isCorrected)
      marks.push_back({note.range(), noteColor(note.color), false, note.text});
  return marks;
}

void drawNoteLines(const TimelineScene &scene, DrawList &out) {
  forEachMark(scene, scene.viewport, [&](const NoteMark &mark, const MarkPixels &x) {
    if (x.end > x.begin)
      out.addRect(DrawLayer::Overlay,
                  {.rect = {x.begin, 0, x.end - x.begin, scene.height},
                   .fill = mark.color,
                   .opacity = mark.isSelected ? kSelectedNoteOpacity : kNoteBandOpacity});
    for (const float edge : {x.begin, x.end})
      out.addLine(DrawLayer::Overlay,
                  {edge + 0.5f, 0, edge + 0.5f, scene.height, mark.color, !mark.isSelected});
  });
}

void drawNoteCallouts(const TimelineScene &scene, const TextMeasure &measure, DrawList &out) {
  const auto width = static_cast<float>(scene.viewport.widthPx());
  const float top = static_cast<float>(scene.fixedHeight) + kCalloutGap;
  std::vector<float> levelEnds; // right edge of the last box of each level
  for (const NoteMark &mark : scene.notes) {
    const MarkPixels x = pixelsOf(mark, scene.viewport);
    if (mark.text.empty() || !x.isSeen)
      continue;
    const std::string text = elided(measure, FontRole::Small, mark.text, kMostCallout);
    const float box = measure.width(FontRole::Small, text) + 2 * kCalloutInset;
    const float left = std::clamp(x.begin + kCalloutGap, 0.0f, std::max(0.0f, width - box));
    size_t level = 0;
    while (level < levelEnds.size() && levelEnds[level] + kCalloutGap > left)
      ++level;
    const float y = top + static_cast<float>(level) * (kCalloutHeight + kCalloutGap);
    if (y + kCalloutHeight > scene.height || text.empty())
      continue;
    if (level == levelEnds.size())
      levelEnds.push_back(0);
    levelEnds[level] = left + box;
    out.addRect(DrawLayer::Overlay, {.rect = {left, y, box, kCalloutHeight},
                                     .fill = ColorToken::Panel,
                                     .outline = mark.isSelected ? ColorToken::Text : mark.color,
                                     .corner = Corner::Soft});
    out.addRect(DrawLayer::Overlay, {.rect = {left, y, kBar, kCalloutHeight}, .fill = mark.color});
    out.addText(DrawLayer::Overlay,
                {.box = {left + kCalloutInset, y, box - kCalloutInset, kCalloutHeight},
                 .font = FontRole::Small,
                 .color = ColorToken::Text},
                text);
  }
}

void drawNoteFlags(const TimelineScene &scene, float height, DrawList &out) {
  const float bottom = height - 1;
  forEachMark(scene, scene.viewport, [&](const NoteMark &mark, const MarkPixels &x) {
    if (x.end > x.begin)
      out.addRect(DrawLayer::Overlay, {.rect = {x.begin, bottom - kBar, x.end - x.begin + 1, kBar},
                                       .fill = mark.color});
    const float top = bottom - kPoleHeight;
    if (x.end > x.begin && mark.isSelected) // the handle of the end
      out.addRect(DrawLayer::Overlay,
                  {.rect = {x.end - 1, top, 2, kPoleHeight}, .fill = mark.color});
    out.addRect(
        DrawLayer::Overlay,
        {.rect = {x.begin, top, mark.isSelected ? 2.0f : 1.0f, kPoleHeight}, .fill = mark.color});
    out.addRect(DrawLayer::Overlay,
                {.rect = {x.begin, top, kFlagWidth, kFlagHeight},
                 .fill = mark.color,
                 .outline = mark.isSelected ? ColorToken::Text : ColorToken::None});
  });
}

void drawNoteTicks(const TimelineScene &scene, const Viewport &overview, float height,
                   DrawList &out) {
  forEachMark(scene, overview, [&](const NoteMark &mark, const MarkPixels &x) {
    out.addRect(DrawLayer::Overlay,
                {.rect = {x.begin, height - 1 - kTick, std::max(2.0f, x.end - x.begin), kTick},
                 .fill = mark.color});
  });
}

std::optional<size_t> noteAt(const TimelineScene &scene, float height, double x, double y) {
  const double top = static_cast<double>(height - 1) - kReach;
  const double barTop = static_cast<double>(height - 1 - kBar);
  std::optional<size_t> found;
  if (y < top || y > static_cast<double>(height))
    return found;
  for (size_t i = 0; i < scene.notes.size(); ++i) {
    const MarkPixels pixels = pixelsOf(scene.notes[i], scene.viewport);
    const auto begin = static_cast<double>(pixels.begin), end = static_cast<double>(pixels.end);
    const bool isOnFlag = x >= begin - 1 && x <= begin + static_cast<double>(kFlagWidth);
    const bool isOnBar = y >= barTop && x >= begin && x <= end;
    const bool isBelowSelected = found && scene.notes[*found].isSelected;
    if (pixels.isSeen && (isOnFlag || isOnBar) && !isBelowSelected)
      found = i;
  }
  return found;
}

std::optional<NoteEdge> noteEdgeAt(const TimelineScene &scene, float height, double x, double y) {
  std::optional<NoteEdge> found;
  if (y < static_cast<double>(height - 1) - kReach || y > static_cast<double>(height))
    return found;
  for (size_t i = 0; i < scene.notes.size(); ++i) {
    const MarkPixels pixels = pixelsOf(scene.notes[i], scene.viewport);
    const auto begin = static_cast<double>(pixels.begin), end = static_cast<double>(pixels.end);
    const bool isPoint = scene.notes[i].range.begin == scene.notes[i].range.end;
    if (isPoint || !pixels.isSeen || (found && scene.notes[found->note].isSelected))
      continue;
    // Where the range is narrower than the flag, its right half is the end.
    if (std::fabs(x - end) <= kHandle && (x > begin || end > begin + kHandle))
      found = NoteEdge{i, true};
    else if (x >= begin - 1 && x <= begin + static_cast<double>(kFlagWidth))
      found = NoteEdge{i, false};
  }
  return found;
}

} // namespace pstudio
