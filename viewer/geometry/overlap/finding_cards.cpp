// SPDX-License-Identifier: Apache-2.0
// Findings as cards below each other.
#include "viewer/geometry/overlap/finding_cards.h"

#include <algorithm>
#include <cmath>

#include "viewer/geometry/number_format.h"
#include "viewer/geometry/text_wrap.h"

namespace pstudio {
namespace {

using analysis::Finding;

constexpr float kInset = 12, kStripe = 3, kGap = 8, kTopInset = 8;
constexpr float kTitleLine = 17, kDetailLine = 15, kLinkLine = 18, kOffLine = 24;
constexpr float kSwitchWidth = 52, kMoreWidth = 56;
constexpr size_t kMaxDetailLines = 8;

ColorToken colorOf(Finding::Severity severity) {
  switch (severity) {
  case Finding::Severity::Good:
    return ColorToken::Good;
  case Finding::Severity::Notice:
    return ColorToken::Caution;
  case Finding::Severity::Warning:
    return ColorToken::Warning;
  case Finding::Severity::Info:
    break;
  }
  return ColorToken::Accent;
}

/// Sign beside the stripe: the severity is not shown by colour alone.
const char *signOf(Finding::Severity severity) {
  switch (severity) {
  case Finding::Severity::Good:
    return "\u2713";
  case Finding::Severity::Notice:
    return "\u25B3";
  case Finding::Severity::Warning:
    return "!";
  case Finding::Severity::Info:
    break;
  }
  return "i";
}

class CardPainter {
public:
  CardPainter(const FindingLook &look, float width, const EvidenceName &nameOf,
              const TextMeasure &measure, DrawList &out, std::vector<FindingPart> &parts)
      : m_look(look), m_width(width), m_nameOf(nameOf), m_measure(measure), m_out(out),
        m_parts(parts) {}

  /// \return the bottom of the card. Draws nothing if it is below FindingLook::mostHeight.
  float draw(const Finding &finding, size_t index, float top) {
    const float left = kStripe + kInset + 16;
    const auto title =
        wrapped(m_measure, FontRole::BodyBold, finding.title, m_width - left - kInset);
    auto detail = wrapped(m_measure, FontRole::Small, finding.detail, m_width - left - kInset);
    detail.resize(std::min(detail.size(), kMaxDetailLines));
    const bool hasLinks = !finding.slices.empty() || m_look.hasSwitches;
    const float height = std::ceil(2 * kTopInset + kTitleLine * static_cast<float>(title.size()) +
                                   kDetailLine * static_cast<float>(detail.size()) +
                                   (detail.empty() ? 0.0f : 3.0f) + (hasLinks ? kLinkLine + 2 : 0));
    if (top + height > m_look.mostHeight)
      return top + height;
    const PixelRect box{0, top, m_width, height};
    m_parts.push_back({FindingPart::Kind::Card, index, {}, box});
    drawGround(finding, index, box);
    float y = top + kTopInset;
    addText(signOf(finding.severity), {kStripe + kInset - 2, y, 14, kTitleLine}, FontRole::BodyBold,
            colorOf(finding.severity));
    for (const std::string &line : title) {
      addText(line, {left, y, m_width - left, kTitleLine}, FontRole::BodyBold, ColorToken::Text);
      y += kTitleLine;
    }
    y += detail.empty() ? 0 : 3;
    for (const std::string &line : detail) {
      addText(line, {left, y, m_width - left, kDetailLine}, FontRole::Small, ColorToken::TextMuted);
      y += kDetailLine;
    }
    if (hasLinks)
      drawLinks(finding, index, left, y + 2);
    if (m_look.hasSwitches)
      drawSwitch(index, "hide", y + 2);
    return top + height;
  }

  float drawOff(const Finding &finding, size_t index, float top) {
    const float room = m_width - 2 * kInset - kSwitchWidth;
    addText(elided(m_measure, FontRole::Small, finding.title, room), {kInset, top, room, kOffLine},
            FontRole::Small, ColorToken::TextMuted);
    drawSwitch(index, "show", top + 3);
    return top + kOffLine;
  }

private:
  void addText(const std::string &text, PixelRect box, FontRole font, ColorToken color,
               TextAlign align = TextAlign::Left) {
    m_out.addText(DrawLayer::Label, {.box = box, .font = font, .align = align, .color = color},
                  text);
  }

  void drawGround(const Finding &finding, size_t index, const PixelRect &box) {
    const bool isCurrent = index == m_look.current;
    m_out.addRect(DrawLayer::Data,
                  {.rect = box,
                   .fill = ColorToken::Panel,
                   .outline = isCurrent ? ColorToken::Accent : ColorToken::Border});
    m_out.addRect(DrawLayer::Data,
                  {.rect = {box.x, box.y, kStripe, box.height}, .fill = colorOf(finding.severity)});
  }

  void drawLinks(const Finding &finding, size_t index, float x, float y) {
    const size_t most = std::min(finding.slices.size(), m_look.most);
    for (size_t i = 0; i < most; ++i) {
      const std::string name = m_nameOf(finding.slices[i]);
      const float width = std::ceil(m_measure.width(FontRole::Small, name)) + 1;
      const float reserve = i + 1 < finding.slices.size() ? kMoreWidth : 0.0f;
      if (x + width > m_width - kInset - reserve - (m_look.hasSwitches ? kSwitchWidth : 0)) {
        addText(countText(finding.slices.size() - i) + (i == 0 ? "" : " more"),
                {x, y, kMoreWidth, kLinkLine}, FontRole::Small, ColorToken::TextMuted);
        return;
      }
      const PixelRect box{x, y, width, kLinkLine};
      addText(name, box, FontRole::Small, ColorToken::TextLink);
      m_parts.push_back({FindingPart::Kind::Evidence, index, finding.slices[i], box});
      x += width + 14;
    }
  }

  void drawSwitch(size_t index, const char *word, float y) {
    const PixelRect box{m_width - kSwitchWidth - 4, y, kSwitchWidth, 18};
    addText(word, {box.x, box.y, box.width - 8, box.height}, FontRole::Small, ColorToken::TextLink,
            TextAlign::Right);
    m_parts.push_back({FindingPart::Kind::Switch, index, {}, box});
  }

  const FindingLook &m_look;
  float m_width;
  const EvidenceName &m_nameOf;
  const TextMeasure &m_measure;
  DrawList &m_out;
  std::vector<FindingPart> &m_parts;
};

} // namespace

float drawFindings(std::span<const Finding> findings, const std::set<std::string> &off,
                   const FindingLook &look, float width, const EvidenceName &nameOf,
                   const TextMeasure &measure, DrawList &out, std::vector<FindingPart> &parts) {
  parts.clear();
  CardPainter painter(look, width, nameOf, measure, out, parts);
  float y = 0;
  size_t leftOut = 0;
  for (size_t i = 0; i < findings.size(); ++i) {
    if (off.contains(findings[i].code))
      continue;
    const float bottom = painter.draw(findings[i], i, y);
    if (bottom > look.mostHeight) {
      ++leftOut;
      continue;
    }
    y = bottom + kGap;
  }
  for (size_t i = 0; i < findings.size() && look.hasSwitches; ++i)
    if (off.contains(findings[i].code))
      y = painter.drawOff(findings[i], i, y);
  if (leftOut > 0) {
    out.addText(
        DrawLayer::Label,
        {.box = {0, y, width, kOffLine}, .font = FontRole::Small, .color = ColorToken::TextMuted},
        countText(leftOut) + (leftOut == 1 ? " more is in the panel" : " more are in the panel"));
    y += kOffLine;
  }
  return y;
}

} // namespace pstudio
