// SPDX-License-Identifier: Apache-2.0
// The memory accesses of a launch as a picture for a review: readable without the application.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <QImage>
#include <QSize>

#include "core/base/output_file.h"
#include "core/base/result.h"
#include "viewer/geometry/heat/heat_choice.h"
#include "viewer/geometry/heat/heat_scale.h"
#include "viewer/geometry/heat/heat_views.h"
#include "viewer/paint/theme.h"

namespace pstudio {

/// Options of a picture of the accesses.
struct HeatPictureOptions {
  QSize size{1600, 960}; ///< logical pixels, 320 x 240 to 16,384 x 16,384
  double scale = 1;      ///< device pixels per logical pixel, (0, 8]
  ThemeKind theme = ThemeKind::Light;
  HeatChoice choice;           ///< with a launch and, for its matrix, a buffer
  std::vector<HeatView> views; ///< maps; empty: addresses by time, the matrix, and banks if used
  /// The visible part of a map, which the map then states. Other maps show everything; maps over
  /// time show choice.time.
  std::map<HeatView, HeatArea> visible = {};
  HeatScaleKind scaleKind = HeatScaleKind::Linear;
  std::set<std::string> findingsOff; ///< codes of findings that are left out
  std::string title;                 ///< the trace's own title if empty
  bool hasHead = true; ///< false: no title, trace and badges, for a document that contains them
};

/// The opening choice of a launch: its opening buffer. `data` is counted.
HeatChoice openingHeatChoice(const HeatData &data, uint32_t launch);

/// Draws title, trace, target and date, badges, maps with legends, operations of the source,
/// findings and charts. `data` is counted, of the launch of the choice. ErrorCode::InvalidInput
/// for a size or scale that cannot be drawn (with a size that can if it is too low), for a time of
/// the choice that has no accesses, and where there are none at all. [thread: gui, with a
/// QApplication]
Result<QImage> renderHeatPicture(const Trace &trace, const HeatData &data,
                                 const HeatPictureOptions &options);

/// Writes the picture in the format that the path ends with (savePainted()): .png, .svg or .pdf.
/// `reader` is for a FIFO.
Result<void> saveHeatPicture(const Trace &trace, const HeatData &data,
                             const HeatPictureOptions &options, const std::string &path,
                             FifoReader reader = FifoReader::Awaited);

} // namespace pstudio
