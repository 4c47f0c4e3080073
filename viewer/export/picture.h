// SPDX-License-Identifier: Apache-2.0
// A timeline as a picture for a review: readable without the application.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <QImage>
#include <QSize>

#include "core/base/output_file.h"
#include "core/base/result.h"
#include "core/trace/trace.h"
#include "viewer/geometry/timeline/grouping.h"
#include "viewer/geometry/timeline/quality_badges.h"
#include "viewer/geometry/timeline/timeline_scene.h"
#include "viewer/paint/theme.h"

namespace pstudio {

class OverlapData;
struct ShownTimeline;

/// Options of a picture.
struct PictureOptions {
  QSize size{1600, 960}; ///< logical pixels, 320 x 240 to 16,384 x 16,384
  double scale = 1;      ///< device pixels per logical pixel, (0, 8]
  ThemeKind theme = ThemeKind::Light;
  std::optional<TimeRange> range; ///< on the axis that the ruler shows, cut to the trace. All of
                                  ///< the trace if not given; else an overview marks it, and only
                                  ///< tracks are shown that have something in it
  GroupingKind grouping = GroupingKind::AsRecorded;
  /// The state of a window: the picture has its time, lines, folds, scroll, colours and marks, and
  /// ignores `range` and `grouping`. Null: everything, opened as far as it fits.
  std::shared_ptr<const ShownTimeline> shown;
  std::vector<NoteMark> notes;       ///< marked in the picture; replaced by the notes of `shown`
  std::string title;                 ///< the trace's own title if empty
  bool hasHead = true; ///< false: no title, trace and badges, for a document that contains them
  std::optional<QualityBadge> badge; ///< beside the badges of the trace: openingBadge()
  /// Gives the waited parts of operations in flight; null: operations are plain bars.
  std::shared_ptr<const OverlapData> overlap;
};

/// The time of the CTA that began first, with a little space around, so that its scopes are
/// readable. The whole range where there are no CTAs. O(tracks + rows).
TimeRange firstCtaRange(const Trace &trace);

/// The size at which a picture of PictureOptions::shown has every line of the window, at the
/// window's scale; for a window that is too small or too large, the nearest valid size.
QSize shownPictureSize(const std::shared_ptr<const Trace> &trace, const PictureOptions &options);

/// Draws title, trace name, target and date, time range, quality badges, ruler with scale, tracks
/// and the legend of scopes, without controls of a window. As many lines are open as fit the
/// height; other groups are strips of their busy share. ErrorCode::InvalidInput for a size, scale
/// or range that cannot be drawn; the error contains the range of the trace, or a sufficient size.
/// [thread: any, with a QGuiApplication]
Result<QImage> renderPicture(const std::shared_ptr<const Trace> &trace,
                             const PictureOptions &options);

/// Writes the picture in the format that the path ends with (savePainted()): .png, .svg or .pdf.
/// `reader` is for a FIFO.
Result<void> savePicture(const std::shared_ptr<const Trace> &trace, const PictureOptions &options,
                         const std::string &path, FifoReader reader = FifoReader::Awaited);

} // namespace pstudio
