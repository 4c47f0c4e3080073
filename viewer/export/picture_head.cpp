// SPDX-License-Identifier: Apache-2.0
// What stands above the content of every picture: title, facts, badges.
#include "viewer/export/picture_head.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "viewer/export/picture_parts.h"
#include "viewer/geometry/text_wrap.h"

namespace pstudio {
namespace {

constexpr std::string_view kDot = "\u00B7";

std::string_view trimmed(std::string_view text) {
  const size_t begin = text.find_first_not_of(' ');
  return begin == std::string_view::npos
             ? std::string_view()
             : text.substr(begin, text.find_last_not_of(' ') + 1 - begin);
}

/// Broken at the dots where that is enough, so that no fact has its number in another line.
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

float drawPictureHead(const PictureHead &head, float width, const TextMeasure &measure,
                      DrawList &out) {
  const float inner = width - 2 * kPictureMargin;
  float y = kPictureMargin - 4;
  const auto add = [&](const std::string &text, float height, FontRole font, ColorToken color) {
    out.addText(DrawLayer::Label,
                {.box = {kPictureMargin, y, inner, height}, .font = font, .color = color}, text);
    y += height;
  };
  for (const std::string &line : wrapped(measure, FontRole::Title, head.title, inner))
    add(elided(measure, FontRole::Title, line, inner), kPictureTitle, FontRole::Title,
        ColorToken::Text);
  for (const PictureFacts &facts : head.facts)
    for (const std::string &line : factLines(measure, facts, inner))
      add(line, kPictureLine, facts.font, ColorToken::TextMuted);
  y += 2;
  y += drawBadgeLines(warningsFirst(head.badges), kPictureMargin, width - kPictureMargin, y,
                      kPictureBadges, measure, out);
  return y + 10;
}

Result<void> validateHeight(QSize size, float leastHeight, const std::string &view) {
  const int least = static_cast<int>(std::ceil(leastHeight));
  if (size.height() >= least)
    return {};
  const auto text = [&size](int height) {
    return std::to_string(size.width()) + " x " + std::to_string(height);
  };
  return fail(ErrorCode::InvalidInput,
              "a picture of " + text(size.height()) + " cannot hold the " + view, "size",
              "use " + text(least) + " or a larger size");
}

} // namespace pstudio
