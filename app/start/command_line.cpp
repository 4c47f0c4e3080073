// SPDX-License-Identifier: Apache-2.0
// The command line of proton-studio.
#include "app/start/command_line.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <map>
#include <sstream>
#include <vector>

#include "core/trace/time_range_text.h"

namespace pstudio {
namespace {

constexpr int kLargestSide = 32767; // of a picture, in logical pixels; the painter's own limit

const std::map<std::string, ThemeKind> &themeNames() {
  static const std::map<std::string, ThemeKind> names = {{"dark", ThemeKind::Dark},
                                                         {"light", ThemeKind::Light}};
  return names;
}

const std::map<std::string, GroupingKind> &groupingNames() {
  static const std::map<std::string, GroupingKind> names = {
      {"recorded", GroupingKind::AsRecorded}, {"sm-cta-warp", GroupingKind::SmCtaWarp},
      {"cta-warp", GroupingKind::CtaWarp},    {"warp-cta", GroupingKind::WarpCta},
      {"sm-warp", GroupingKind::SmWarp},      {"role", GroupingKind::Role},
      {"scope", GroupingKind::Scope},         {"kernel-cta", GroupingKind::KernelCta}};
  return names;
}

/// The words that `--range` takes instead of times.
constexpr const char *kFirstCta = "first-cta";
constexpr const char *kWholeTrace = "all";

constexpr const char *kTimelineView = "timeline";
constexpr const char *kOverlapView = "overlap";
constexpr const char *kHeatView = "heat";

const std::map<std::string, HeatView> &heatViewNames() {
  static const std::map<std::string, HeatView> names = [] {
    std::map<std::string, HeatView> all;
    for (uint8_t view = 0; view < kHeatViews; ++view)
      all[heatViewName(static_cast<HeatView>(view))] = static_cast<HeatView>(view);
    return all;
  }();
  return names;
}

/// The names of the panel, with a dash for each space: "distinct-warps".
const std::map<std::string, MatrixMeasure> &matrixMeasureNames() {
  static const std::map<std::string, MatrixMeasure> names = [] {
    std::map<std::string, MatrixMeasure> all;
    for (uint8_t measure = 0; measure < kMatrixMeasures; ++measure) {
      std::string name = matrixMeasureName(static_cast<MatrixMeasure>(measure));
      std::ranges::replace(name, ' ', '-');
      all[name] = static_cast<MatrixMeasure>(measure);
    }
    return all;
  }();
  return names;
}

const std::map<std::string, HeatScaleKind> &heatScaleNames() {
  static const std::map<std::string, HeatScaleKind> names = [] {
    std::map<std::string, HeatScaleKind> all;
    for (uint8_t kind = 0; kind < kHeatScaleKinds; ++kind)
      all[heatScaleName(static_cast<HeatScaleKind>(kind))] = static_cast<HeatScaleKind>(kind);
    return all;
  }();
  return names;
}

const std::map<std::string, TimeStyle> &timeStyleNames() {
  static const std::map<std::string, TimeStyle> names = [] {
    std::map<std::string, TimeStyle> all;
    for (uint8_t style = 0; style < kTimeStyles; ++style)
      all[std::string(timeStyleName(static_cast<TimeStyle>(style)))] =
          static_cast<TimeStyle>(style);
    return all;
  }();
  return names;
}

void addTimes(CLI::App &command, std::string &times) {
  command
      .add_option("--times", times,
                  "Unit of times; cycles: cycles first where the clock is known. The preferences "
                  "of the window do not apply")
      ->check(CLI::IsMember(&timeStyleNames()));
}

/// The texts of the options that CLI11 cannot read by itself.
struct Texts {
  std::vector<std::string> files;
  std::string spec;
  std::string shotFile;
  std::string output;
  std::string size;
  std::string range;
  std::string theme = "dark";
  std::string times = "automatic";
  std::string grouping;
  std::string view = kTimelineView;
  std::string keptView;
  std::vector<std::string> maps;
  std::string color;
  std::string mapScale = "linear";
};

QString fromLocal(const std::string &text) {
  return QString::fromLocal8Bit(text.c_str());
}

void addHeat(CLI::App &command, Texts &texts, HeatShot &heat) {
  command.add_option("--launch", heat.launch, "--view heat: number or name of the launch");
  command.add_option("--buffer", heat.buffer, "--view heat: name of the buffer");
  command.add_option("--map", texts.maps, "--view heat: comma-separated maps")
      ->delimiter(',')
      ->check(CLI::IsMember(&heatViewNames()));
  command.add_option("--color", texts.color, "--view heat: metric of the matrix")
      ->check(CLI::IsMember(&matrixMeasureNames()));
  command.add_option("--map-scale", texts.mapScale, "--view heat: mapping of values to colours")
      ->check(CLI::IsMember(&heatScaleNames()));
}

CLI::App *addShot(CLI::App &app, Texts &texts, ShotCommand &shot) {
  CLI::App *command =
      app.add_subcommand("shot", "Draw a view of FILE to a picture, without a window");
  command->add_option("FILE", texts.shotFile, "Trace: .pftrace or Chrome JSON")->required();
  command
      ->add_option("-o,--output", texts.output,
                   "File to write: .png, .svg or .pdf; - writes PNG to standard output")
      ->required();
  command->add_option("--size", texts.size, "Width and height in logical pixels, such as 1600x960")
      ->check([](const std::string &text) {
        return parseSize(text) ? std::string()
                               : "expected WIDTHxHEIGHT, such as 1600x960, not " + text;
      });
  command
      ->add_option("--view", texts.view,
                   "timeline; overlap: hidden and waited-for latency; or heat: memory accesses")
      ->check(CLI::IsMember({kTimelineView, kOverlapView, kHeatView}));
  addHeat(*command, texts, shot.heat);
  command->add_option("--scale", shot.scale, "Device pixels per logical pixel, 0.5 to 8")
      ->check(CLI::Range(0.5, 8.0));
  command->add_option("--theme", texts.theme, "Colours of the picture")
      ->check(CLI::IsMember(&themeNames()));
  addTimes(*command, texts.times);
  command
      ->add_option("--range", texts.range,
                   "Time range on the ruler, such as 1.2us..3us; first-cta: the CTA that started "
                   "first; or all. Default: the launches, the steps of PyTorch's profiler, or the "
                   "slices, if something else is far away")
      ->check([](const std::string &text) {
        return text == kFirstCta || text == kWholeTrace || parseTimeRange(text)
                   ? std::string()
                   : "expected BEGIN..END with ns, us, ms or s, first-cta or all, not " + text;
      });
  command->add_flag("--corrected", shot.isCorrected,
                    "Subtract the measured recording cost from the times");
  auto *grouping = command->add_option("--grouping", texts.grouping, "Track grouping")
                       ->check(CLI::IsMember(&groupingNames()));
  command
      ->add_option(
          "--kept-view", texts.keptView,
          "Name of a view that is kept with the trace: its time, tracks, folds and colours")
      ->excludes(grouping)
      ->excludes("--range")
      ->excludes("--corrected");
  return command;
}

struct ReportTexts {
  std::string file, output;
  std::vector<std::string> views;
  std::string times = "automatic";
};

CLI::App *addReport(CLI::App &app, ReportTexts &texts) {
  CLI::App *command = app.add_subcommand(
      "report", "Write a report with pictures, tables and notes as one HTML file");
  command->add_option("FILE", texts.file, "Trace: .pftrace or Chrome JSON")->required();
  command->add_option("-o,--output", texts.output, "File to write, .html; - is standard output")
      ->required();
  command->add_option("--view", texts.views, "Name of a kept view to draw; default: all of them")
      ->allow_extra_args(false);
  addTimes(*command, texts.times);
  return command;
}

ShotCommand completed(ShotCommand shot, const Texts &texts) {
  shot.file = fromLocal(texts.shotFile);
  shot.output = fromLocal(texts.output);
  if (!texts.size.empty())
    shot.size = *parseSize(texts.size);
  shot.theme = themeNames().at(texts.theme);
  shot.times = timeStyleNames().at(texts.times);
  if (!texts.grouping.empty())
    shot.grouping = groupingNames().at(texts.grouping);
  shot.keptView = fromLocal(texts.keptView);
  shot.isOverlap = texts.view == kOverlapView;
  shot.isHeat = texts.view == kHeatView;
  for (const std::string &map : texts.maps)
    shot.heat.views.push_back(heatViewNames().at(map));
  if (!texts.color.empty())
    shot.heat.matrixMeasure = matrixMeasureNames().at(texts.color);
  shot.heat.scaleKind = heatScaleNames().at(texts.mapScale);
  shot.isFirstCta = texts.range == kFirstCta;
  shot.isWholeTrace = texts.range == kWholeTrace;
  if (!texts.range.empty())
    shot.range = parseTimeRange(texts.range);
  return shot;
}

} // namespace

std::optional<QSize> parseSize(const std::string &text) {
  const QStringList sides = QString::fromStdString(text).split(QLatin1Char('x'));
  bool isWidth = false;
  bool isHeight = false;
  if (sides.size() != 2)
    return std::nullopt;
  const QSize size(sides[0].toInt(&isWidth), sides[1].toInt(&isHeight));
  const bool isUsable = size.width() >= 1 && size.height() >= 1 && size.width() <= kLargestSide &&
                        size.height() <= kLargestSide;
  return isWidth && isHeight && isUsable ? std::optional(size) : std::nullopt;
}

Command parseCommandLine(int argc, const char *const *argv) {
  CLI::App app("Proton Studio: per-warp timelines of GPU kernels", "proton-studio");
  app.set_version_flag("--version", std::string("proton-studio ") + PSTUDIO_VERSION);
  Texts texts;
  ShotCommand shot;
  app.add_option("FILE", texts.files,
                 "Traces (.pftrace or Chrome JSON), run specifications or programs to open");
  CLI::App *run = app.add_subcommand("run", "Open the window and run a specification");
  run->add_option("SPEC", texts.spec, "Run specification, JSON")->required();
  CLI::App *shotCommand = addShot(app, texts, shot);
  ReportTexts report;
  CLI::App *reportCommand = addReport(app, report);
  app.require_subcommand(0, 1);

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError &error) { // CLI11 reports --help and wrong usage this way
    std::ostringstream out;
    std::ostringstream complaint;
    const bool isHelp = app.exit(error, out, complaint) == 0;
    return PrintCommand{isHelp ? out.str() : complaint.str(), isHelp ? 0 : 2};
  }
  if (run->parsed())
    return RunCommand{fromLocal(texts.spec)};
  if (shotCommand->parsed())
    return completed(shot, texts);
  if (reportCommand->parsed()) {
    ReportCommand command{
        fromLocal(report.file), fromLocal(report.output), {}, timeStyleNames().at(report.times)};
    for (const std::string &view : report.views)
      command.views << fromLocal(view);
    return command;
  }
  OpenCommand open;
  for (const std::string &file : texts.files)
    open.files << fromLocal(file);
  return open;
}

} // namespace pstudio
