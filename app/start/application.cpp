// SPDX-License-Identifier: Apache-2.0
// From a parsed command line to an exit code.
#include "app/start/application.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QFontDatabase>
#include <QSettings>

#include <clocale>
#include <cstdio>

#include <unistd.h>

#include "app/documents/result_folder.h"
#include "app/report/trace_report.h"
#include "app/settings/resource_locator.h"
#include "app/settings/settings.h"
#include "app/settings/text.h"
#include "app/start/start_environment.h"
#include "app/window/main_window.h"
#include "core/base/utf8.h"
#include "core/formats/trace_file/review_file.h"
#include "core/formats/trace_file/trace_file.h"
#include "core/trace/cost_correction.h"
#include "core/trace/notes.h"
#include "viewer/export/heat_picture.h"
#include "viewer/export/overlap_picture.h"
#include "viewer/export/picture.h"
#include "viewer/geometry/timeline/note_marks.h"
#include "viewer/geometry/timeline/saved_view.h"
#include "viewer/geometry/timeline/trace_opening.h"

namespace pstudio {
namespace {

void nameApplication() {
  QCoreApplication::setApplicationName(QStringLiteral("proton-studio"));
  QCoreApplication::setApplicationVersion(QStringLiteral(PSTUDIO_VERSION));
  QCoreApplication::setOrganizationName(QStringLiteral("proton-studio"));
  QGuiApplication::setApplicationDisplayName(QStringLiteral("Proton Studio"));
  QGuiApplication::setDesktopFileName(QStringLiteral("proton-studio"));
}

/// Qt takes over the locale of the environment, where a number may have a comma instead of a point.
/// The numbers of this program are the same everywhere: in pictures, files and command lines.
class Application final : private StartEnvironment, public QApplication {
public:
  Application(int &argc, char **argv)
      : StartEnvironment(runningProgramFolder()), QApplication(argc, argv) {
    QFontDatabase::families(); // off-screen, Qt reads the list of fonts at its first use
    restore();
    std::setlocale(LC_NUMERIC, "C");
  }
};

int print(const PrintCommand &command) {
  std::FILE *const stream = command.exitCode == kDone ? stdout : stderr;
  const bool isWritten = std::fputs(command.text.c_str(), stream) >= 0 && std::fflush(stream) == 0;
  return isWritten || command.exitCode != kDone ? command.exitCode : kFailed;
}

int fail(const Error &error) {
  std::fprintf(stderr, "proton-studio: %s\n", printableLines(error.toString()).c_str());
  return kFailed;
}

bool isWithoutDisplay() {
  return qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM") && qEnvironmentVariableIsEmpty("DISPLAY") &&
         qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY");
}

/// Without a login session, as in containers and over ssh, Qt prints a warning. A private folder,
/// of the kind that Qt would make itself, prevents it.
void nameRuntimeFolder() {
  if (!qEnvironmentVariableIsEmpty("XDG_RUNTIME_DIR"))
    return;
  const QString folder = QDir::temp().filePath(QStringLiteral("runtime-%1").arg(::getuid()));
  QDir().mkpath(folder);
  QFile::setPermissions(folder, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
  qputenv("XDG_RUNTIME_DIR", folder.toLocal8Bit());
}

/// Saves for the window, which waits for the last save: a FIFO without a reader is an error, so
/// that the window does not wait for one.
Result<void> saveTrace(const Trace &trace, const review::Review &review,
                       const std::filesystem::path &file) {
  return writeReviewedTrace(trace, review, file, FifoReader::Required);
}

/// The beginning of a large file, which is shown while the file is read. Reading this part takes a
/// fraction of a second.
Result<Trace> readBeginning(const std::filesystem::path &file) {
  return readTraceBeginning(file, uint64_t{16} << 20);
}

int showWindow(const Command &command) {
  QSettings store;
  Settings settings(store);
  const ResourceLocator resources(runningProgramFolder());
  std::optional<WorkerCommand> worker;
  if (const auto program = resources.worker())
    worker = WorkerCommand{*program};
  MainWindow window({settings,
                     resources,
                     {readTraceFile, readBeginning},
                     saveTrace,
                     worker,
                     ResultFolder::defaultRoot(),
                     {}});
  window.show();
  if (const auto *open = std::get_if<OpenCommand>(&command))
    QMetaObject::invokeMethod( // a specification opens a dialog, which waits for its answer
        &window, [&window, files = open->files] { window.openFiles(files); }, Qt::QueuedConnection);
  else if (const auto *run = std::get_if<RunCommand>(&command))
    window.runs().runFile(run->spec);
  return QApplication::exec();
}

/// A damaged file gives a picture of its readable part. The warning repeats the badges of the
/// picture for scripts.
void warnOfDamage(const Trace &trace, const QString &file) {
  if (const Note *damage = firstNoteOf(trace, NoteRole::FileDamage))
    std::fprintf(stderr, "proton-studio: %s is incomplete: %s\n",
                 printableText(toUtf8(file)).c_str(), printableText(damage->message).c_str());
}

int takeOverlapShot(const ShotCommand &command, const OverlapData &overlap) {
  OverlapPictureOptions options;
  options.size = command.size;
  options.scale = command.scale;
  options.theme = command.theme;
  options.isTimelineCorrected = command.isCorrected;
  const auto saved = saveOverlapPicture(overlap, options, toPath(command.output).string());
  return saved ? kDone : fail(saved.error());
}

/// The launch that the text names, by number or name; the first one with accesses for none.
Result<uint32_t> heatLaunch(const Trace &trace, const std::string &text) {
  const std::vector<uint32_t> launches = launchesWithAccesses(trace);
  if (launches.empty())
    return pstudio::fail(ErrorCode::InvalidInput, "the trace has no memory accesses", "view",
                         "record them with proton-collect run SPEC --mode memory");
  if (text.empty())
    return launches.front();
  std::string known;
  for (const uint32_t launch : launches) {
    if (text == launchName(trace, launch) || text == std::to_string(launch + 1))
      return launch;
    known += (known.empty() ? "" : ", ") + std::to_string(launch + 1) + " (" +
             launchName(trace, launch) + ")";
  }
  return pstudio::fail(ErrorCode::InvalidInput,
                       "no launch with memory accesses has the name or number " + text, "launch",
                       "available: " + known);
}

Result<uint32_t> heatBuffer(const HeatData &data, const std::string &name) {
  const auto buffers = data.accesses().buffers.buffers();
  std::string known;
  for (uint32_t i = 0; i < buffers.size(); ++i) {
    if (buffers[i].name == name)
      return i;
    known += (known.empty() ? "" : ", ") + buffers[i].name;
  }
  return pstudio::fail(ErrorCode::InvalidInput, "the launch has no buffer " + name, "buffer",
                       known.empty() ? "the launch has no named buffers" : "available: " + known);
}

Result<void> saveHeatShot(const ShotCommand &command, const Trace &trace) {
  PSTUDIO_TRY_ASSIGN(const uint32_t launch, heatLaunch(trace, command.heat.launch));
  HeatData data = heatDataOf(trace, launch);
  while (!data.isComplete())
    data = data.withNext();
  HeatPictureOptions options;
  options.size = command.size;
  options.scale = command.scale;
  options.theme = command.theme;
  options.views = command.heat.views;
  options.scaleKind = command.heat.scaleKind;
  options.choice = openingHeatChoice(data, launch);
  options.choice.time = command.isFirstCta ? firstCtaRange(trace) : command.range;
  options.choice.matrixMeasure = command.heat.matrixMeasure.value_or(options.choice.matrixMeasure);
  if (!command.heat.buffer.empty()) {
    PSTUDIO_TRY_ASSIGN(options.choice.buffer, heatBuffer(data, command.heat.buffer));
  }
  return saveHeatPicture(trace, data, options, toPath(command.output).string());
}

/// The picture of a kept view, with the times on which it was kept.
Result<void> saveKeptView(const ShotCommand &command, Trace trace) {
  PSTUDIO_TRY_ASSIGN(const review::ReadReview read, readReviewOf(toPath(command.file)));
  PSTUDIO_TRY_ASSIGN(const review::View view,
                     review::viewNamed(read.review, toUtf8(command.keptView)));
  const bool isSubtracted = view.isCorrected && hasRecordingCost(trace);
  auto recorded = std::make_shared<const Trace>(std::move(trace));
  const auto shared =
      isSubtracted ? std::make_shared<const Trace>(correctRecordingCost(*recorded)) : recorded;
  PictureOptions options;
  options.size = command.size;
  options.scale = command.scale;
  options.theme = command.theme;
  options.title = view.name;
  options.overlap = std::make_shared<const OverlapData>(recorded);
  ShownTimeline shown = shownTimelineOf(shared, view, command.size.height());
  shown.notes = noteMarksOf(read.review, hasCorrectedTimes(*shared));
  options.shown = std::make_shared<const ShownTimeline>(std::move(shown));
  return savePicture(shared, options, toPath(command.output).string());
}

} // namespace

int takeShot(const ShotCommand &command) {
  setTimeStyle(command.times);
  if (!command.keptView.isEmpty() && (command.isOverlap || command.isHeat))
    return fail({ErrorCode::InvalidInput, "a kept view is one of the timeline", "view",
                 "remove --view or --kept-view"});
  if (command.isOverlap && (command.range || command.isFirstCta))
    return fail({ErrorCode::InvalidInput, "the overlap view shows iterations, not a time range",
                 "range", "remove --range"});
  Result<Trace> read = readTraceFile(toPath(command.file));
  if (!read)
    return fail(read.error());
  warnOfDamage(*read, command.file);
  if (!command.keptView.isEmpty()) {
    const auto saved = saveKeptView(command, *std::move(read));
    return saved ? kDone : fail(saved.error());
  }
  if (command.isCorrected && !hasRecordingCost(*read))
    return fail({ErrorCode::InvalidInput, "the trace contains no recording cost to subtract",
                 toUtf8(command.file), "remove --corrected"});
  const auto recorded = std::make_shared<const Trace>(std::move(*read));
  const auto shared = command.isCorrected
                          ? std::make_shared<const Trace>(correctRecordingCost(*recorded))
                          : recorded;
  if (command.isHeat) {
    const auto saved = saveHeatShot(command, *shared);
    return saved ? kDone : fail(saved.error());
  }
  // Overlap compares warps; corrected times would shift warps relative to each other.
  const auto overlap = std::make_shared<const OverlapData>(recorded);
  if (command.isOverlap)
    return takeOverlapShot(command, *overlap);
  PictureOptions options;
  options.overlap = overlap;
  options.size = command.size;
  options.scale = command.scale;
  options.theme = command.theme;
  options.range = command.isFirstCta ? firstCtaRange(*shared) : command.range;
  // As in the window: a launch between long copies of the host would be a sliver.
  const TraceOpening opening = openingOf(*shared);
  if (!options.range && !command.isWholeTrace && opening.range != shared->timeRange()) {
    options.range = opening.range;
    options.badge = openingBadge(opening);
  }
  options.grouping = command.grouping.value_or(opening.grouping);
  // Notes that cannot be read are no reason for no picture; the window reports them.
  if (const auto review = readReviewOf(toPath(command.file)))
    options.notes = noteMarksOf(review->review, hasCorrectedTimes(*shared));
  if (const auto saved = savePicture(shared, options, toPath(command.output).string()); !saved)
    return fail(saved.error());
  return kDone;
}

int writeReport(const ReportCommand &command) {
  setTimeStyle(command.times);
  const auto write = [&]() -> Result<void> {
    PSTUDIO_TRY_ASSIGN(Trace trace, readTraceFile(toPath(command.file)));
    warnOfDamage(trace, command.file);
    TraceReport report{std::make_shared<const Trace>(std::move(trace)), {}, {}};
    PSTUDIO_TRY_ASSIGN(report.review, readReviewOf(toPath(command.file)));
    for (const QString &view : command.views)
      report.views.push_back(toUtf8(view));
    PSTUDIO_TRY_ASSIGN(const std::string html, traceReportHtml(report));
    return writeOutput(toPath(command.output), html);
  };
  const Result<void> written = write();
  return written ? kDone : fail(written.error());
}

int runApplication(int argc, char **argv) {
  const Command command = parseCommandLine(argc, argv);
  if (const auto *text = std::get_if<PrintCommand>(&command))
    return print(*text);
  nameApplication();
  nameRuntimeFolder();
  if (const auto *shot = std::get_if<ShotCommand>(&command)) {
    // Pictures need no display; drawing one must not fail for the lack of it.
    if (isWithoutDisplay())
      qputenv("QT_QPA_PLATFORM", "offscreen");
    Application application(argc, argv); // charts are graphics items, which need widgets
    return takeShot(*shot);
  }
  if (const auto *report = std::get_if<ReportCommand>(&command)) {
    if (isWithoutDisplay())
      qputenv("QT_QPA_PLATFORM", "offscreen");
    Application application(argc, argv);
    return writeReport(*report);
  }
  if (isWithoutDisplay())
    return fail({ErrorCode::Unsupported, "no display is available for the window", "",
                 "set DISPLAY or WAYLAND_DISPLAY; without a display, use proton-studio shot to "
                 "draw a trace and proton-collect run to record one"});
  Application application(argc, argv);
  return showWindow(command);
}

} // namespace pstudio
