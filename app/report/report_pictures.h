// SPDX-License-Identifier: Apache-2.0
// The pictures of a report, each for light and dark, in the text of the document.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include <QImage>

#include "core/base/result.h"
#include "core/review/review.h"
#include "core/trace/trace.h"
#include "viewer/geometry/timeline/timeline_scene.h"
#include "viewer/paint/theme.h"

namespace pstudio {

class HeatData;
class OverlapData;

/// Makes elements "picture" with data of PNG. [thread: gui, with a QApplication]
class ReportPictures {
public:
  /// \param trace  as recorded. \param review  must outlive this.
  ReportPictures(std::shared_ptr<const Trace> trace, std::shared_ptr<const OverlapData> overlap,
                 const review::Review &review)
      : m_trace(std::move(trace)), m_overlap(std::move(overlap)), m_review(review) {}

  /// As the window opens the trace.
  Result<std::string> timeline() const;
  /// With the times on which the view was kept, and the notes on them.
  Result<std::string> view(const review::View &view) const;
  Result<std::string> overlap(const OverlapData &data) const;
  Result<std::string> heat(const Trace &trace, const HeatData &data, uint32_t launch) const;

private:
  using Draw = std::function<Result<QImage>(ThemeKind)>;
  static Result<std::string> inBothThemes(const std::string &description, const Draw &draw);
  std::vector<NoteMark> marks(bool isCorrected) const;

  std::shared_ptr<const Trace> m_trace;
  std::shared_ptr<const OverlapData> m_overlap;
  const review::Review &m_review;
};

} // namespace pstudio
