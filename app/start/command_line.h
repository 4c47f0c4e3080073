// SPDX-License-Identifier: Apache-2.0
// The command line of proton-studio.
#pragma once

#include <QSize>
#include <QString>
#include <QStringList>

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/trace/trace.h"
#include "viewer/geometry/heat/heat_scale.h"
#include "viewer/geometry/heat/heat_views.h"
#include "viewer/geometry/time_style.h"
#include "viewer/geometry/timeline/grouping.h"
#include "viewer/paint/theme.h"

namespace pstudio {

/// `proton-studio [FILE...]`: the window, with these files opened.
struct OpenCommand {
  QStringList files;
};

/// `proton-studio run SPEC`: the window, with this run started.
struct RunCommand {
  QString spec;
};

/// Options of `--view heat`. Empty texts: the first launch with accesses, its opening buffer.
struct HeatShot {
  std::string launch; ///< its number from 1 on, or its name
  std::string buffer;
  std::vector<HeatView> views; ///< empty: all views that have data
  std::optional<MatrixMeasure> matrixMeasure;
  HeatScaleKind scaleKind = HeatScaleKind::Linear;
};

/// `proton-studio shot FILE -o PNG`: one picture, no window.
struct ShotCommand {
  QString file;
  QString output;
  QSize size{1600, 960}; ///< logical pixels
  double scale = 1.0;    ///< device pixels per logical pixel
  ThemeKind theme = ThemeKind::Dark;
  TimeStyle times = TimeStyle::Automatic;
  std::optional<GroupingKind> grouping; ///< nothing = openingGrouping()
  QString keptView;                     ///< name of a view kept with the trace; empty = none
  std::optional<TimeRange> range; ///< nothing = openingRange(), or the range of the flags below
  bool isOverlap = false;         ///< `--view overlap`: the overlap panel's views
  bool isHeat = false;            ///< `--view heat`: the heat panel's views
  HeatShot heat;                  ///< options of these views
  bool isCorrected = false;       ///< with the cost of recording subtracted
  bool isFirstCta = false;        ///< `--range first-cta`: the time of the CTA that began first
  bool isWholeTrace = false;      ///< `--range all`: from the first event to the last
};

/// `proton-studio report`: a trace as one HTML file.
struct ReportCommand {
  QString file;
  QString output;
  QStringList views; ///< names of kept views; empty: all
  TimeStyle times = TimeStyle::Automatic;
};

/// Prints the text and exits: to standard output if `exitCode` is 0, to standard error otherwise.
struct PrintCommand {
  std::string text;
  int exitCode = 0;
};

using Command = std::variant<OpenCommand, RunCommand, ShotCommand, ReportCommand, PrintCommand>;

/// Wrong usage is a PrintCommand with exit code 2. Touches no file.
Command parseCommandLine(int argc, const char *const *argv);

/// "1600x960".
std::optional<QSize> parseSize(const std::string &text);

} // namespace pstudio
