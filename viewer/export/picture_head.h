// SPDX-License-Identifier: Apache-2.0
// What stands above the content of every picture: title, facts, badges.
#pragma once

#include <string>
#include <vector>

#include <QSize>

#include "core/base/result.h"
#include "viewer/geometry/draw_list.h"
#include "viewer/geometry/text_measure.h"
#include "viewer/geometry/timeline/quality_badges.h"

namespace pstudio {

/// A line of facts, whose parts are separated by dots (appendPart()).
struct PictureFacts {
  std::string text;
  FontRole font = FontRole::Body;
};

/// Nothing of it is left out or cut, however narrow the picture is.
struct PictureHead {
  std::string title;
  std::vector<PictureFacts> facts;
  std::vector<QualityBadge> badges; ///< in any order: warnings are drawn first
};

/// Adds the head of a picture of this width to the list, in as many lines as it needs.
/// \return where the content begins, in pixels from the top edge.
float drawPictureHead(const PictureHead &head, float width, const TextMeasure &measure,
                      DrawList &out);

/// ErrorCode::InvalidInput, with a size that can, if a picture of `size` is too low to hold `view`,
/// which needs `leastHeight` logical pixels at this width.
Result<void> validateHeight(QSize size, float leastHeight, const std::string &view);

} // namespace pstudio
