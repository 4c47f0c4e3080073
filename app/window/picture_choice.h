// SPDX-License-Identifier: Apache-2.0
// Export of a panel or of the timeline as a picture: options, dialog and file.
#pragma once

#include <QString>

#include <memory>
#include <optional>

#include "viewer/export/heat_picture.h"
#include "viewer/export/overlap_picture.h"
#include "viewer/export/picture.h"

namespace pstudio {

class HeatPanel;
class OverlapPanel;
class Settings;
class TimelineView;

/// Size, scale, theme and title of `options`; the rest as the panel shows it. [thread: gui]
OverlapPictureOptions overlapPictureOptions(OverlapPanel &panel, const PictureOptions &options);
/// The same. \param isWhole  whole maps and the whole launch, not the areas that are zoomed.
HeatPictureOptions heatPictureOptions(HeatPanel &panel, const PictureOptions &options,
                                      bool isWhole);

/// The views that can be drawn. The references are used during the call only.
struct PictureSource {
  TimelineView &timeline; ///< with a trace
  OverlapPanel &overlap;
  HeatPanel &heat;
  std::shared_ptr<const OverlapData> operations; ///< of the times that are shown
  QString title;                                 ///< of the trace
  ThemeKind theme;
};

struct ExportedPicture {
  QString file;
  Result<void> result;
};

/// Shows the dialog for content and file, and writes the picture; nothing if the user cancels.
/// [thread: gui]
std::optional<ExportedPicture> askAndExportPicture(const PictureSource &source, Settings &settings,
                                                   QWidget *parent);

} // namespace pstudio
