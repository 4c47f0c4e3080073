// SPDX-License-Identifier: Apache-2.0
// The pictures of a report, each for light and dark.
#include "app/report/report_pictures.h"

#include <QBuffer>

#include <algorithm>

#include "core/base/html_text.h"
#include "core/trace/cost_correction.h"
#include "viewer/export/heat_picture.h"
#include "viewer/export/overlap_picture.h"
#include "viewer/export/picture.h"
#include "viewer/geometry/timeline/note_marks.h"
#include "viewer/geometry/timeline/saved_view.h"
#include "viewer/geometry/timeline/trace_opening.h"

namespace pstudio {
namespace {

// A page of 1,280 pixels without its margins, on which pictures have their own size.
constexpr QSize kPictureSize{1232, 640};
constexpr QSize kOverlapSize{1232, 1000};
constexpr QSize kHeatSize{1232, 1000};
constexpr int kBelowContent = 16; // [pixels]

/// The height down to the last line that differs from the background.
int contentHeight(const QImage &image) {
  const QRgb ground = image.pixel(0, 0);
  for (int y = image.height() - 1; y > 0; --y)
    for (int x = 0; x < image.width(); ++x)
      if (image.pixel(x, y) != ground)
        return std::min(y + kBelowContent, image.height());
  return image.height();
}

std::string dataOf(const QImage &image) {
  QBuffer buffer;
  buffer.open(QIODevice::WriteOnly);
  image.save(&buffer, "PNG");
  return "data:image/png;base64," + buffer.data().toBase64().toStdString();
}

} // namespace

Result<std::string> ReportPictures::inBothThemes(const std::string &description, const Draw &draw) {
  PSTUDIO_TRY_ASSIGN(QImage dark, draw(ThemeKind::Dark));
  PSTUDIO_TRY_ASSIGN(QImage light, draw(ThemeKind::Light));
  const int height = std::max(contentHeight(dark), contentHeight(light));
  dark = dark.copy(0, 0, dark.width(), height);
  light = light.copy(0, 0, light.width(), height);
  return "<picture><source media=\"(prefers-color-scheme:dark)\" srcset=\"" + dataOf(dark) +
         "\"><img src=\"" + dataOf(light) + "\" width=\"" + std::to_string(light.width()) +
         "\" height=\"" + std::to_string(light.height()) + "\" alt=\"" + htmlEscaped(description) +
         "\"></picture>\n";
}

std::vector<NoteMark> ReportPictures::marks(bool isCorrected) const {
  return noteMarksOf(m_review, isCorrected);
}

Result<std::string> ReportPictures::timeline() const {
  return inBothThemes("Timeline of the trace", [this](ThemeKind theme) {
    PictureOptions options;
    options.size = kPictureSize;
    options.hasHead = false;
    options.theme = theme;
    options.overlap = m_overlap;
    options.notes = marks(hasCorrectedTimes(*m_trace));
    const TraceOpening opening = openingOf(*m_trace);
    options.grouping = opening.grouping;
    if (opening.range != m_trace->timeRange())
      options.range = opening.range;
    return renderPicture(m_trace, options);
  });
}

Result<std::string> ReportPictures::view(const review::View &view) const {
  const bool isSubtracted = view.isCorrected && hasRecordingCost(*m_trace);
  const auto trace =
      isSubtracted ? std::make_shared<const Trace>(correctRecordingCost(*m_trace)) : m_trace;
  ShownTimeline shown = shownTimelineOf(trace, view, kPictureSize.height());
  shown.notes = marks(hasCorrectedTimes(*trace));
  PictureOptions options;
  options.size = kPictureSize;
  options.hasHead = false;
  options.overlap = m_overlap;
  options.shown = std::make_shared<const ShownTimeline>(std::move(shown));
  return inBothThemes("View " + view.name, [&](ThemeKind theme) {
    options.theme = theme;
    return renderPicture(trace, options);
  });
}

Result<std::string> ReportPictures::overlap(const OverlapData &data) const {
  return inBothThemes("Overlap of asynchronous operations", [&data](ThemeKind theme) {
    OverlapPictureOptions options;
    options.size = kOverlapSize;
    options.hasHead = false;
    options.theme = theme;
    return renderOverlapPicture(data, options);
  });
}

Result<std::string> ReportPictures::heat(const Trace &trace, const HeatData &data,
                                         uint32_t launch) const {
  return inBothThemes("Memory accesses", [&](ThemeKind theme) {
    HeatPictureOptions options;
    options.size = kHeatSize;
    options.hasHead = false;
    options.theme = theme;
    options.choice = openingHeatChoice(data, launch);
    return renderHeatPicture(trace, data, options);
  });
}

} // namespace pstudio
