// SPDX-License-Identifier: Apache-2.0
// Common parts of all exported pictures: a valid size, text about the trace, a file.
#pragma once

#include <functional>
#include <string>

#include <QImage>
#include <QSize>

#include "core/base/output_file.h"
#include "core/base/result.h"
#include "core/trace/trace.h"
#include "viewer/geometry/draw_list.h"

class QPainter;

namespace pstudio {

/// Margin around the content, and heights of the lines of a head [logical pixels].
inline constexpr float kPictureMargin = 24;
inline constexpr float kPictureTitle = 28;
inline constexpr float kPictureLine = 18;
inline constexpr float kPictureBadges = 26;

/// ErrorCode::InvalidInput for a size or scale that cannot be drawn.
Result<void> validatePicture(QSize size, double scale);

/// ErrorCode::InvalidInput, with a sufficient size, if a picture of `size` is too low for `view`,
/// which requires `leastHeight` logical pixels at this width.
Result<void> validateHeight(QSize size, float leastHeight, const std::string &view);

/// The part of `whole` that `range` covers; both are times on the axis of the ruler.
/// ErrorCode::InvalidInput, with the valid times, if it is empty or outside of `whole`.
/// \param of  the subject of `whole`: "the trace"
Result<TimeRange> rangeWithin(TimeRange range, TimeRange whole, const std::string &of);

/// Paints all of a picture in logical pixels; the origin of the painter is the upper left corner.
using PaintPicture = std::function<void(QPainter &)>;

/// The picture as pixels, scaled. ErrorCode::InvalidInput if there is not enough memory.
Result<QImage> paintedImage(QSize size, double scale, const PaintPicture &paint);

/// Writes the picture to an OutputFile, in the format that the path ends with: .png (scaled; also
/// without an ending, as of "-" and /dev/stdout), .svg and .pdf (with real text; the scale does not
/// matter). ErrorCode::InvalidInput for other endings, ErrorCode::Io if the path cannot be written.
Result<void> savePainted(const std::string &path, QSize size, double scale,
                         const PaintPicture &paint, FifoReader reader = FifoReader::Awaited);

/// "gemm   \u00B7   NVIDIA H200   \u00B7   grid 4 x 4, block 128 x 1   \u00B7   2026-11-21 09:00
/// UTC": trace (if it is not the title already), target, launch and date.
std::string pictureSubtitle(const Trace &trace, const std::string &title);

/// "2026-11-21 09:00 UTC" of an ISO 8601 time, "date unknown" of an empty text; other texts as they
/// are.
std::string readableDate(const std::string &iso);

/// Appends `part` after a dot, if it is not empty.
void appendPart(std::string &line, const std::string &part);

} // namespace pstudio
