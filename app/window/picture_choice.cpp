// SPDX-License-Identifier: Apache-2.0
// Exports a picture: its format is that of the dialog, its content that of the panel or timeline.
#include "app/window/picture_choice.h"

#include <QFileInfo>

#include "app/dialogs/export_dialog.h"
#include "app/settings/settings.h"
#include "app/settings/text.h"
#include "viewer/geometry/timeline/shown_timeline.h"
#include "viewer/widgets/heat/heat_panel.h"
#include "viewer/widgets/overlap/finding_list.h"
#include "viewer/widgets/overlap/overlap_panel.h"
#include "viewer/widgets/timeline/timeline_view.h"

namespace pstudio {
namespace {

/// isVisible() is also true for a dock that other docks cover.
bool isSeen(const QWidget &panel) {
  return !panel.visibleRegion().isEmpty();
}

Result<void> writePicture(const PictureSource &source, const ExportDialog &dialog,
                          const PictureOptions &options) {
  // A name alone is a file in the current folder, even "-"; this thread must not wait for a FIFO.
  const std::string file = toUtf8(QFileInfo(dialog.file()).absoluteFilePath());
  constexpr FifoReader kReader = FifoReader::Required;
  const auto trace = source.timeline.trace(); // with the times that are shown
  switch (dialog.view()) {
  case ExportDialog::View::Overlap:
    return saveOverlapPicture(*options.overlap, overlapPictureOptions(source.overlap, options),
                              file, kReader);
  case ExportDialog::View::Heat:
    return saveHeatPicture(*trace, *source.heat.model().data(),
                           heatPictureOptions(source.heat, options, dialog.showsWholeMaps()), file,
                           kReader);
  case ExportDialog::View::Timeline:
    break;
  }
  return savePicture(trace, options, file, kReader);
}

} // namespace

OverlapPictureOptions overlapPictureOptions(OverlapPanel &panel, const PictureOptions &options) {
  OverlapPictureOptions overlap;
  overlap.size = options.size;
  overlap.scale = options.scale;
  overlap.theme = options.theme;
  overlap.title = options.title;
  overlap.choice = panel.model().choice();
  overlap.isTimelineCorrected = panel.isTimelineCorrected();
  overlap.findingsOff = panel.findingList().off();
  return overlap;
}

HeatPictureOptions heatPictureOptions(HeatPanel &panel, const PictureOptions &options,
                                      bool isWhole) {
  HeatPictureOptions heat;
  heat.size = options.size;
  heat.scale = options.scale;
  heat.theme = options.theme;
  heat.title = options.title;
  heat.choice = panel.model().choice();
  heat.views = panel.shownViews();
  if (isWhole)
    heat.choice.time.reset();
  else
    heat.visible = panel.zoomedAreas();
  heat.scaleKind = panel.scaleKind();
  heat.findingsOff = panel.findingList().off();
  return heat;
}

std::optional<ExportedPicture> askAndExportPicture(const PictureSource &source, Settings &settings,
                                                   QWidget *parent) {
  ExportDialog dialog(settings, source.theme, source.timeline.visibleRange(), source.title, parent);
  PictureOptions asShown;
  asShown.shown = std::make_shared<const ShownTimeline>(source.timeline.shown());
  asShown.title = toUtf8(source.title);
  dialog.offerShown(shownPictureSize(source.timeline.trace(), asShown));
  if (source.overlap.model().hasOperations())
    dialog.offer(ExportDialog::View::Overlap, isSeen(source.overlap));
  // Incomplete counts cannot be drawn; the panel shows the progress.
  const HeatModel &heat = source.heat.model();
  if (heat.hasAccesses() && heat.data()->isComplete())
    dialog.offer(ExportDialog::View::Heat, isSeen(source.heat));
  if (!source.heat.zoomedAreas().empty())
    dialog.offerZoomedMaps();
  if (dialog.exec() != QDialog::Accepted)
    return std::nullopt;
  PictureOptions options = dialog.options();
  options.grouping = source.timeline.grouping();
  options.overlap = source.operations;
  if (dialog.isAsShown())
    options.shown = asShown.shown;
  ExportedPicture exported{dialog.file(), writePicture(source, dialog, options)};
  if (exported.result) // after a failure the folder may be unreachable
    settings.setPictureFolder(QFileInfo(dialog.file()).absolutePath());
  return exported;
}

} // namespace pstudio
