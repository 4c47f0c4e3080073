// SPDX-License-Identifier: Apache-2.0
// Head, headings, charts and findings of pictures, through the same draw lists as the window.
#include "viewer/export/picture_canvas.h"

#include <QPainter>
#include <algorithm>
#include <string_view>

#include "viewer/export/picture_parts.h"
#include "viewer/geometry/text_wrap.h"

namespace pstudio {
namespace {

constexpr float kMoreFindings = 24; // "3 more are in the panel"
constexpr float kFindingGap = 8;    // below a card

constexpr std::string_view kDot = "\u00B7";

std::string_view trimmed(std::string_view text) {
  const size_t begin = text.find_first_not_of(' ');
  return begin == std::string_view::npos
             ? std::string_view()
             : text.substr(begin, text.find_last_not_of(' ') + 1 - begin);
}

/// The facts in lines, broken at the dots if that is enough, so that no fact is split.
std::vector<std::string> factLines(const TextMeasure &measure, const PictureFacts &facts,
                                   float width) {
  if (measure.width(facts.font, facts.text) <= width)
    return {facts.text};
  std::vector<std::string> lines;
  std::string line;
  const auto close = [&] {
    for (std::string &part : wrapped(measure, facts.font, line, width))
      lines.push_back(std::move(part));
  };
  for (std::string_view rest = facts.text; !rest.empty();) {
    const size_t dot = rest.find(kDot);
    const std::string part(trimmed(rest.substr(0, dot)));
    rest = dot == std::string_view::npos ? std::string_view() : rest.substr(dot + kDot.size());
    std::string longer = line;
    appendPart(longer, part);
    if (!line.empty() && measure.width(facts.font, longer) > width) {
      close();
      longer = part;
    }
    line = std::move(longer);
  }
  close();
  return lines;
}

} // namespace

PictureCanvas::PictureCanvas(QSize size, ThemeKind theme, TextShaping shaping)
    : m_theme(Theme::of(theme)), m_width(static_cast<float>(size.width())),
      m_height(static_cast<float>(size.height())), m_texts(shaping) {}

void PictureCanvas::start(QPainter &painter) {
  m_painter = &painter;
  // Fills beyond the edges: some viewers of SVG blend edge pixels with the page below.
  painter.fillRect(
      QRectF(-1, -1, static_cast<double>(m_width) + 2, static_cast<double>(m_height) + 2),
      m_theme.color(ColorToken::Canvas));
}

void PictureCanvas::flush(float x, float y) {
  paintDrawList(*m_painter, m_list, m_theme, m_texts,
                {static_cast<double>(x), static_cast<double>(y)});
}

void PictureCanvas::addText(const std::string &text, PixelRect box, FontRole font, ColorToken color,
                            TextAlign align) {
  m_list.addText(DrawLayer::Label, {.box = box, .font = font, .align = align, .color = color},
                 elided(m_texts, font, text, box.width));
}

float PictureCanvas::drawHead(const PictureHead &head) {
  clear(m_width);
  const float inner = m_width - 2 * kPictureMargin;
  float y = kPictureMargin - 4;
  const auto add = [&](const std::string &text, float height, FontRole font, ColorToken color) {
    m_list.addText(DrawLayer::Label,
                   {.box = {kPictureMargin, y, inner, height}, .font = font, .color = color}, text);
    y += height;
  };
  if (head.title.empty())
    return y;
  for (const std::string &line : wrapped(m_texts, FontRole::Title, head.title, inner))
    add(elided(m_texts, FontRole::Title, line, inner), kPictureTitle, FontRole::Title,
        ColorToken::Text);
  for (const PictureFacts &facts : head.facts)
    for (const std::string &line : factLines(m_texts, facts, inner))
      add(line, kPictureLine, facts.font, ColorToken::TextMuted);
  y += 2;
  y += drawBadgeLines(warningsFirst(head.badges), kPictureMargin, m_width - kPictureMargin, y,
                      kPictureBadges, m_texts, m_list);
  return y + 10;
}

void PictureCanvas::paintHeading(const std::string &text, const PixelRect &area,
                                 std::span<const ChartKey> keys) {
  constexpr float kSwatch = 9, kLine = kPictureHeading - 4;
  m_list.clear({0, 0, area.width, kPictureHeading});
  addText(text, {0, 0, area.width, kLine}, FontRole::BodyBold, ColorToken::Text);
  float x = m_texts.width(FontRole::BodyBold, text) + 14;
  for (const ChartKey &key : keys) {
    const float width = m_texts.width(FontRole::Small, key.words) + 1;
    if (x + kSwatch + 5 + width > area.width)
      break;
    m_list.addRect(DrawLayer::Label,
                   {.rect = {x, (kLine - kSwatch) / 2, kSwatch, kSwatch}, .fill = key.color});
    x += kSwatch + 5;
    addText(key.words, {x, 0, width, kLine}, FontRole::Small, ColorToken::TextMuted);
    x += width + 12;
  }
  flush(area.x, area.y);
}

void PictureCanvas::paintChartBlock(const std::string &heading, ChartPtr chart,
                                    const PixelRect &area, std::span<const ChartKey> keys) {
  paintHeading(heading, area, keys);
  paintChart(*chart, *m_painter,
             QRectF(static_cast<double>(area.x), static_cast<double>(area.y + kPictureHeading),
                    static_cast<double>(area.width),
                    static_cast<double>(area.height - kPictureHeading)));
}

float PictureCanvas::drawCards(const PictureFindings &findings, float width, float mostHeight) {
  FindingLook look;
  look.hasSwitches = false;
  look.mostHeight = mostHeight;
  std::vector<FindingPart> parts;
  clear(width);
  return drawFindings(findings.cards, findings.off, look, width, findings.nameOf, m_texts, m_list,
                      parts);
}

float PictureCanvas::leastFindings(const PictureFindings &findings, float width) {
  for (const analysis::Finding &card : findings.cards)
    if (!findings.off.contains(card.code))
      return kPictureHeading + drawCards({{card}, findings.off, findings.nameOf}, width) +
             kMoreFindings;
  return 0;
}

void PictureCanvas::paintFindings(const PictureFindings &findings, const PixelRect &area) {
  const float room = area.height - kPictureHeading;
  const float height = drawCards(findings, area.width, room);
  if (height <= 0)
    return;
  // The gap below the last card may be cut off; the line that counts the other findings may not.
  if (height > room + kFindingGap)
    drawCards(findings, area.width, room - kMoreFindings);
  flush(area.x, area.y + kPictureHeading);
  paintHeading("Findings", area);
}

} // namespace pstudio
