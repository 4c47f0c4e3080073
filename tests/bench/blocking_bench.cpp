// SPDX-License-Identifier: Apache-2.0
// Measures the longest time for which the window's thread is blocked, with large traces and with
// traces that no correct program writes.
#include <QAbstractButton>
#include <QAbstractEventDispatcher>
#include <QAction>
#include <QApplication>
#include <QMouseEvent>
#include <QTest>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <functional>

#include "app/window/window_actions.h"
#include "core/formats/pftrace/pftrace_writer.h"
#include "tests/app/support/bad_traces.h"
#include "tests/app/support/window_fixture.h"
#include "tests/bench/foreign_trace.h"
#include "tests/support/gpu_trace.h"
#include "viewer/widgets/compare/compare_panel.h"
#include "viewer/widgets/overlap/overlap_panel.h"
#include "viewer/widgets/timeline/timeline_view.h"
#include "viewer/widgets/timeline/track_controls.h"

using namespace pstudio;
using namespace pstudio::test;

namespace {

/// The longest time between two returns to the event loop, in wall time and in processor time.
class LoopWatch {
public:
  LoopWatch() {
    auto *loop = QAbstractEventDispatcher::instance();
    QObject::connect(loop, &QAbstractEventDispatcher::awake, loop, [this] { begin(); });
    QObject::connect(loop, &QAbstractEventDispatcher::aboutToBlock, loop, [this] { end(); });
  }

  void restart() {
    m_elapsed = m_processor = 0;
    begin();
  }
  void begin() {
    m_begin = std::chrono::steady_clock::now();
    m_processorBegin = processor();
  }
  void end() {
    const std::chrono::duration<double, std::milli> elapsed =
        std::chrono::steady_clock::now() - m_begin;
    m_elapsed = std::max(m_elapsed, elapsed.count());
    m_processor = std::max(m_processor, processor() - m_processorBegin);
    begin();
  }
  double elapsedMs() const { return m_elapsed; }
  double processorMs() const { return m_processor; }

private:
  static double processor() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
  }

  std::chrono::steady_clock::time_point m_begin;
  double m_processorBegin = 0;
  double m_elapsed = 0, m_processor = 0;
};

class Measurement {
public:
  Measurement(LoopWatch &watch, const char *trace) : m_watch(watch), m_trace(trace) {}

  /// Runs `work` and paints the window. Prints the longest time for which that blocked the thread.
  void step(const char *what, const std::function<void()> &work) {
    m_watch.restart();
    work();
    m_watch.end();
    for (int i = 0; i < 5; ++i) {
      QCoreApplication::processEvents();
      m_watch.end();
    }
    print(what);
  }

  /// Waits in the event loop while `isBusy`.
  void wait(const char *what, const std::function<bool()> &isBusy) {
    m_watch.restart();
    while (isBusy()) {
      m_watch.begin(); // excludes the time of isBusy()
      QCoreApplication::processEvents(QEventLoop::AllEvents, 5);
      m_watch.end();
    }
    print(what);
  }

private:
  void print(const char *what) {
    std::printf("%-28s %-28s %8.1f %8.1f\n", m_trace, what, m_watch.processorMs(),
                m_watch.elapsedMs());
    std::fflush(stdout);
  }

  LoopWatch &m_watch;
  const char *m_trace;
};

void measure(LoopWatch &watch, const char *what, const Trace &trace) {
  WindowFixture fixture;
  fixture.show({1920, 1080});
  const QString file = fixture.path(QStringLiteral("bad.pftrace"));
  if (!writePftrace(trace, file.toStdString())) {
    std::fprintf(stderr, "cannot write %s\n", qPrintable(file));
    return;
  }
  Measurement of(watch, what);
  fixture.window().openFiles({file});
  of.wait("open", [&] { return fixture.window().timeline() == nullptr; });
  TimelineView &view = *fixture.window().timeline();
  of.step("first frames", [&] { view.repaint(); });
  if (view.trace()->sliceCount() > 0)
    of.step("select the first slice", [&] { view.selection()->select(SliceId(0)); });
  of.step("point at it", [&] {
    const QPoint at(240, 110);
    QMouseEvent move(QEvent::MouseMove, at, view.mapToGlobal(at), Qt::NoButton, Qt::NoButton,
                     Qt::NoModifier);
    QCoreApplication::sendEvent(&view, &move);
    view.repaint();
  });
  of.step("open all tracks", [&] { view.unfoldAll(); });
  of.step("zoom in", [&] { QTest::keyClick(&view, Qt::Key_W); });
  of.step("scroll", [&] { QTest::keyClick(&view, Qt::Key_PageDown); });
  of.step("fold all tracks", [&] { view.foldAll(); });
  of.step("filter tracks", [&] { view.tracks()->setFilter(QStringLiteral("9")); });
  of.step("clear the filter", [&] { view.tracks()->setFilter(QString()); });
  of.step("colours by duration", [&] { view.tracks()->setColorBy(ColorBy::Duration); });
  of.step("group by warp", [&] { view.setGrouping(GroupingKind::WarpCta); });
  of.step("group by role", [&] { view.setGrouping(GroupingKind::Role); });
  of.step("group by scope", [&] { view.setGrouping(GroupingKind::Scope); });
  if (const OverlapModel &overlap = fixture.window().findChild<OverlapPanel *>()->model();
      overlap.hasOperations()) {
    of.step("open Overlap",
            [&] { QTest::keyClick(&fixture.window(), Qt::Key_L, Qt::ControlModifier); });
    of.wait("Overlap is filled", [&] { return !overlap.isReady(); });
    of.step("select an operation",
            [&] { view.selection()->select(overlap.data()->operation({0, 1}).flight); });
    of.step("its table", [&] {
      fixture.window().findChild<QAbstractButton *>(QStringLiteral("showOperations"))->click();
    });
  }
  of.step("close the trace", [&] { fixture.window().actions().close->trigger(); });
}

/// Compares two traces in a panel, then cancels a second comparison.
void measureComparison(LoopWatch &watch, const char *what,
                       const std::shared_ptr<const Trace> &trace,
                       const std::shared_ptr<const Trace> &other) {
  ComparePanel panel;
  panel.resize(1920, 400);
  panel.show();
  Measurement of(watch, what);
  of.step("compare: begin",
          [&] { panel.setTraces({0, "new", trace}, {{1, "old", other}}, nullptr); });
  of.wait("compare", [&] { return panel.isBusy(); });
  of.step("compare: first frames", [&] { panel.repaint(); });
  panel.setTraces({0, "new", other}, {{1, "old", trace}}, nullptr);
  of.step("compare: cancel",
          [&] { panel.findChild<QAbstractButton *>(QStringLiteral("compareCancel"))->click(); });
}

/// A trace of the warps of 132 SMs with about `slices` slices.
std::shared_ptr<const Trace> warpTrace(uint64_t slices) {
  test::GpuTraceOptions options;
  options.sms = 132;
  options.arrowsToAll = false;
  options.steps = 100;
  const uint64_t before = test::gpuTraceSliceCount(options);
  options.steps = 200;
  const auto perStep = static_cast<double>(test::gpuTraceSliceCount(options) - before) / 100;
  options.steps = static_cast<uint32_t>(static_cast<double>(slices) / perStep);
  return test::makeGpuTrace(options);
}

} // namespace

/// Arguments: millions of slices (5), "large" to omit the irregular traces.
int main(int argc, char **argv) {
  qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication application(argc, argv);
  LoopWatch watch;
  std::printf("%-28s %-28s %8s %8s\n", "longest blocking [ms]", "", "processor", "elapsed");
  if (argc < 3) {
    measure(watch, "tracks without events", emptyTracks());
    measure(watch, "a day beside picoseconds", dayBesidePicoseconds());
    measure(watch, "right-to-left names", rightToLeftNames());
    measure(watch, "names of 1 MB", longNames(1 << 20));
    measure(watch, "a million arrows of a slice", manyArrows(1'000'000));
    measure(watch, "100,000 tracks", manyTracks(100'000));
  }
  bench::ForeignTraceOptions options;
  options.slices = (argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 5) * 1'000'000;
  measure(watch, "slices of threads", *bench::makeForeignTrace(options));
  const auto warps = warpTrace(options.slices);
  measure(watch, "slices of warps", *warps);
  measureComparison(watch, "slices of warps", warps,
                    warpTrace(std::min<uint64_t>(options.slices, 10'000'000)));
  return 0;
}
