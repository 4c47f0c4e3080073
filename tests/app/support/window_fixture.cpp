// SPDX-License-Identifier: Apache-2.0
// A main window with its own settings and folders, for tests and for the tool that writes pictures.
#include "tests/app/support/window_fixture.h"

#include <algorithm>
#include <utility>

#include <QAbstractAnimation>
#include <QApplication>
#include <QDeadlineTimer>
#include <QFileInfo>
#include <QTest>

#include "app/settings/text.h"
#include "core/base/check.h"
#include "core/formats/pftrace/pftrace_writer.h"
#include "core/formats/trace_file/review_file.h"
#include "core/formats/trace_file/trace_file.h"
#include "core/remote/remote_settings.h"
#include "core/trace/trace_builder.h"
#include "tests/support/build_folder.h"
#include "tests/support/test_data.h"

namespace pstudio::test {
namespace {

constexpr int kQuietTurns = 3;

/// Counts the events of all widgets that announce or report another geometry.
class LayoutEvents : public QObject {
public:
  LayoutEvents() { qApp->installEventFilter(this); }
  int count = 0;

protected:
  bool eventFilter(QObject *, QEvent *event) override {
    switch (event->type()) {
    case QEvent::LayoutRequest:
    case QEvent::Move:
    case QEvent::Resize:
    case QEvent::Show:
    case QEvent::Hide:
      ++count;
      break;
    default:
      break;
    }
    return false;
  }
};

} // namespace

WindowFixture::WindowFixture(std::optional<WorkerCommand> worker)
    : m_store(m_folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat),
      m_settings(m_store), m_worker(std::move(worker)) {
  m_settings.setLastFolder(m_folder.path());
  if (!qEnvironmentVariableIsSet(kRemotesFileVariable)) // does not contact the user's own machines
    qputenv(kRemotesFileVariable, m_folder.filePath(QStringLiteral("remotes.json")).toLocal8Bit());
  openWindow();
}

void WindowFixture::openWindow() {
  m_window = std::make_unique<MainWindow>(WindowServices{
      m_settings,
      ResourceLocator(buildFolder() + "/bin"),
      {readTraceFile, {}},
      [](const Trace &trace, const review::Review &review, const std::filesystem::path &file) {
        return writeReviewedTrace(trace, review, file);
      },
      m_worker,
      m_folder.filePath(QStringLiteral("sessions")),
      [this](const QStringList &) {
        ++questions;
        return answer;
      },
      [this](const QString &run) {
        endedRuns << run;
        return endsRun;
      },
      [this] { return isDesktopDark; }});
}

bool WindowFixture::restart(const std::function<void()> &between) {
  if (!m_window->close())
    return false;
  m_window.reset(); // or the new window's style would be applied to all widgets of the old one
  if (between)
    between();
  openWindow();
  return true;
}

void WindowFixture::show(QSize size) {
  m_window->resize(size);
  m_window->show();
  QApplication::processEvents();
}

void WindowFixture::settle() {
  LayoutEvents events;
  const auto isMoving = [this] {
    return std::ranges::any_of(
        m_window->findChildren<const QAbstractAnimation *>(),
        [](const auto *animation) { return animation->state() == QAbstractAnimation::Running; });
  };
  // Events that a turn of the event loop posts are delivered in the next one, timers without a
  // delay too.
  int quietTurns = 0;
  for (QDeadlineTimer limit(kLoadMs); quietTurns < kQuietTurns && !limit.hasExpired();) {
    QApplication::processEvents();
    quietTurns = std::exchange(events.count, 0) == 0 && !isMoving() ? quietTurns + 1 : 0;
  }
  if (quietTurns < kQuietTurns)
    qFatal("the layout does not come to rest");
}

std::optional<WorkerCommand> realWorker() {
#ifdef PSTUDIO_TEST_WITH_COLLECTOR
  const QString program = collectProgram();
  if (QFileInfo(program).isExecutable())
    return WorkerCommand{program};
#endif
  return std::nullopt;
}

WorkerCommand fakeWorker(const QString &behaviour) {
  return {buildFolder() + "/tests/fake_worker", {behaviour}};
}

namespace {

void addWarp(TraceBuilder &builder, TrackId cta, ClockId clock, LaunchId launch, int64_t number) {
  Track track;
  track.kind = TrackKind::Warp;
  track.name = builder.intern("warp " + std::to_string(number));
  track.parent = cta;
  track.number = number;
  track.clock = clock;
  track.launch = launch;
  const TrackId warp = builder.addTrack(track);
  const Arg step = Arg::ofInt(builder.intern("k"), number);
  const ArgSetId args = builder.addArgs(std::span(&step, 1));
  const auto add = [&](const char *name, int64_t beginCycles, int64_t cycles, ArgSetId with) {
    SliceInput slice;
    slice.track = warp;
    slice.name = builder.intern(name);
    slice.begin = Picoseconds(beginCycles * 1000);
    slice.duration = Picoseconds(cycles * 1000);
    slice.beginCycles = beginCycles;
    slice.cycleDuration = cycles;
    slice.args = with;
    builder.addSlice(slice);
  };
  add("k loop", 0, 400, {});
  for (int64_t turn = 0; turn < 4; ++turn) {
    add("load", turn * 100, 30 + 5 * turn, {});
    add("mma", turn * 100 + 50, 45, args);
  }
}

} // namespace

SliceId firstSliceNamed(const Trace &trace, std::string_view name) {
  for (uint32_t i = 0; i < trace.sliceCount(); ++i)
    if (trace.string(trace.sliceNames()[i]) == name)
      return SliceId(i);
  qFatal("no slice has this name");
}

Trace smallTrace(const std::optional<RecordingCost> &cost) {
  TraceBuilder builder;
  builder.info().title = "small";
  builder.info().producer = "test";
  Launch launch;
  launch.kernel = builder.intern("small");
  launch.target = builder.intern("CPU model");
  launch.grid = {1, 1, 1};
  launch.block = {64, 1, 1};
  launch.timeBase = TimeBase::Model;
  launch.recordsWritten = 36;
  launch.recordingCost = cost;
  ClockLine line;
  line.base = TimeBase::Model;
  if (cost) {
    launch.timeBase = line.base = TimeBase::Measured;
    line.uncertaintyPs = 12'300;
  }
  const LaunchId launchId = builder.addLaunch(launch);
  const ClockId clock = builder.addClock(line);
  Track sm;
  sm.kind = TrackKind::Sm;
  sm.name = builder.intern("SM 0");
  sm.number = 0;
  sm.launch = launchId;
  Track cta;
  cta.kind = TrackKind::Cta;
  cta.name = builder.intern("CTA 0");
  cta.parent = builder.addTrack(sm);
  cta.number = 0;
  cta.launch = launchId;
  const TrackId ctaTrack = builder.addTrack(cta);
  for (int64_t warp = 0; warp < 2; ++warp)
    addWarp(builder, ctaTrack, clock, launchId, warp);
  return std::move(builder).finish();
}

void writeSmallTrace(const QString &file) {
  PSTUDIO_CHECK(writePftrace(smallTrace(), toPath(file)).has_value());
}

bool waitForOpenTraces(MainWindow &window, qsizetype count, int limitMs) {
  const auto isLive = [](const OpenTrace &trace) { return trace.isLive; };
  return QTest::qWaitFor(
      [&] {
        const auto &traces = window.openTraces().list().traces();
        return traces.size() == count && std::ranges::none_of(traces, isLive) &&
               !window.openTraces().loader().isBusy();
      },
      limitMs);
}

QString openSmall(WindowFixture &fixture, const QString &name) {
  const QString file = fixture.path(name);
  writeSmallTrace(file);
  fixture.window().openTraces().open({file});
  return file;
}

QString gemmSpec() {
  return QStringLiteral(PSTUDIO_SOURCE_DIR "/resources/kernels/gemm_tiled.json");
}

void writeBytes(const QString &path, const QByteArray &bytes) {
  QFile file(path);
  QVERIFY(file.open(QIODevice::WriteOnly));
  QCOMPARE(file.write(bytes), bytes.size());
}

} // namespace pstudio::test
