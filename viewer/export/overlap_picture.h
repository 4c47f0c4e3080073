// SPDX-License-Identifier: Apache-2.0
// The overlap of a trace as a picture for a review: readable without the application.
#pragma once

#include <optional>
#include <set>
#include <string>

#include <QImage>
#include <QSize>

#include "core/base/output_file.h"
#include "core/base/result.h"
#include "viewer/geometry/overlap_data.h"
#include "viewer/geometry/overlap/overlap_rows.h"
#include "viewer/paint/theme.h"

namespace pstudio {

/// Options of a picture of the overlap.
struct OverlapPictureOptions {
  QSize size{1600, 960}; ///< logical pixels, 320 x 240 to 16,384 x 16,384
  double scale = 1;      ///< device pixels per logical pixel, (0, 8]
  ThemeKind theme = ThemeKind::Light;
  std::optional<OverlapChoice> choice; ///< openingChoice() if not given
  bool isTimelineCorrected = false;    ///< corrected times were requested: adds a badge
  std::set<std::string> findingsOff;   ///< codes of findings that are left out
  std::string title;                   ///< the trace's own title if empty
  bool hasHead = true; ///< false: no title, trace and badges, for a document that contains them
};

/// Draws title, trace, target and date, badges, key figures, iterations (the middle left out where
/// they do not fit), charts and findings. ErrorCode::InvalidInput for a size or scale that cannot
/// be drawn, with a size that can if it is too low, and where there are no asynchronous operations.
/// [thread: gui, with a QApplication]
Result<QImage> renderOverlapPicture(const OverlapData &data, const OverlapPictureOptions &options);

/// Writes the picture in the format that the path ends with (savePainted()): .png, .svg or .pdf.
/// `reader` is for a FIFO.
Result<void> saveOverlapPicture(const OverlapData &data, const OverlapPictureOptions &options,
                                const std::string &path, FifoReader reader = FifoReader::Awaited);

} // namespace pstudio
