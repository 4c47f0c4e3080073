// SPDX-License-Identifier: Apache-2.0
// Frame times of the timeline at 1920 x 1080, over walks from the whole trace to one cycle, and the
// memory that a trace takes.
#include <QApplication>
#include <QImage>
#include <QKeyEvent>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <functional>
#include <malloc.h>
#include <random>
#include <string>
#include <unistd.h>
#include <vector>

#include "core/formats/trace_file/trace_file.h"
#include "core/search/trace_search.h"
#include "tests/bench/bench_clock.h"
#include "tests/bench/foreign_trace.h"
#include "viewer/geometry/timeline/timeline_draw_list.h"
#include "viewer/widgets/timeline/timeline_view.h"
#include "viewer/widgets/timeline/track_controls.h"

using namespace pstudio;

namespace {

constexpr int kWidth = 1920;
constexpr int kHeight = 1080;
constexpr int64_t kCyclePs = 505; // at 1.98 GHz

double threadSeconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

double residentGiB() {
  long pages = 0, resident = 0;
  if (std::FILE *file = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(file, "%ld %ld", &pages, &resident) != 2)
      resident = 0;
    std::fclose(file);
  }
  return static_cast<double>(resident) * static_cast<double>(sysconf(_SC_PAGESIZE)) / (1 << 30);
}

double percentile(std::vector<double> values, double share) {
  const auto rank = static_cast<size_t>(std::ceil(share * static_cast<double>(values.size())));
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(std::max<size_t>(rank, 1) - 1);
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

/// Frames of one walk; processor time beside elapsed time, which other processes disturb.
class FrameTable {
public:
  void add(double elapsed, double processor, double geometry) {
    m_elapsed.push_back(elapsed * 1000);
    m_processor.push_back(processor * 1000);
    m_geometry.push_back(geometry * 1000);
  }
  void print(const char *what) const {
    std::printf("%-34s %5zu  %6.1f %6.1f %6.1f   %6.1f %6.1f   %6.1f\n", what, m_elapsed.size(),
                percentile(m_processor, 0.5), percentile(m_processor, 0.99),
                percentile(m_processor, 1), percentile(m_elapsed, 0.5), percentile(m_elapsed, 0.99),
                percentile(m_geometry, 0.99));
    std::fflush(stdout);
  }
  static void printHeading() {
    std::printf("%-34s %5s  %20s   %13s   %6s\n", "", "", "processor time [ms]", "elapsed [ms]",
                "tracks");
    std::printf("%-34s %5s  %6s %6s %6s   %6s %6s   %6s\n", "frames of 1920 x 1080", "count",
                "median", "p99", "most", "median", "p99", "p99");
  }

private:
  std::vector<double> m_elapsed, m_processor, m_geometry;
};

class Walk {
public:
  /// \param only  a part of the names of the walks that are measured
  Walk(const std::shared_ptr<const Trace> &trace, std::string only)
      : m_trace(trace), m_only(std::move(only)) {
    m_view.resize(kWidth, kHeight);
    m_image = QImage(kWidth, kHeight, QImage::Format_RGB32);
    const auto busy = BusyCurve::ofTrace(*trace); // the window makes it while it reads the file
    m_show = bench::secondsOf([&] { m_view.setTrace(trace, busy); });
    m_first = bench::secondsOf([&] { m_view.render(&m_image); });
  }

  TimelineView &view() { return m_view; }
  double showSeconds() const { return m_show; }
  double firstSeconds() const { return m_first; }

  void frame(FrameTable &table) {
    double elapsed = 0;
    const double before = threadSeconds();
    elapsed = bench::secondsOf([&] { m_view.render(&m_image); });
    const double processor = threadSeconds() - before;
    const double geometryBegin = threadSeconds();
    drawTracks(m_view.makeScene(), m_texts, m_list);
    table.add(elapsed, processor, threadSeconds() - geometryBegin);
  }

  /// From the whole trace to one cycle at several places, with short pans and scrolls on the way.
  void run(const char *what) {
    if (std::string(what).find(m_only) == std::string::npos)
      return;
    FrameTable table;
    std::mt19937_64 random(20261123);
    std::uniform_real_distribution<double> unit(0, 1);
    const TimeRange whole = m_trace->timeRange();
    for (int place = 0; place < 4; ++place) {
      const int64_t middle =
          whole.begin.value +
          static_cast<int64_t>(unit(random) * static_cast<double>(whole.length().value));
      auto span = static_cast<double>(whole.length().value);
      while (true) {
        int64_t at = middle - static_cast<int64_t>(span / 2);
        for (int pan = 0; pan < 3; ++pan) {
          m_view.setVisibleRange({Picoseconds(at), Picoseconds(at + static_cast<int64_t>(span))});
          frame(table);
          at += static_cast<int64_t>(span / 50);
        }
        if (span <= static_cast<double>(kCyclePs))
          break;
        span = std::max(static_cast<double>(kCyclePs), span / 1.4);
      }
      QKeyEvent down(QEvent::KeyPress, Qt::Key_PageDown, Qt::NoModifier);
      QApplication::sendEvent(&m_view, &down);
    }
    table.print(what);
  }

private:
  std::shared_ptr<const Trace> m_trace;
  std::string m_only;
  TimelineView m_view;
  QImage m_image;
  TextCache m_texts;
  DrawList m_list;
  double m_show = 0, m_first = 0;
};

void showSearch(Walk &walk, const std::shared_ptr<const Trace> &trace, const SearchQuery &query) {
  const TextMatcher matcher = TextMatcher::make(query).value();
  walk.view().setSearch(std::make_shared<const SearchResult>(
      *searchTrace(*trace, matcher, [&](TrackId track) { return trackLabel(*trace, track); })));
}

void measureWalks(const std::shared_ptr<const Trace> &trace, const std::string &only) {
  Walk walk(trace, only);
  std::printf("show the trace %.1f ms, first frame %.1f ms\n", walk.showSeconds() * 1000,
              walk.firstSeconds() * 1000);
  FrameTable::printHeading();
  {
    FrameTable filling;
    for (int i = 0; i < 60; ++i)
      walk.frame(filling);
    filling.print("first 60 frames, strips fill in");
  }
  walk.run("opened as far as fits");
  walk.view().unfoldAll();
  walk.run("everything open");
  for (const ColorBy by : {ColorBy::Duration, ColorBy::State}) {
    walk.view().tracks()->setColorBy(by);
    walk.run(("colours by " + colorByName(by)).c_str());
  }
  walk.view().tracks()->setColorBy(ColorBy::Scope);
  std::vector<TrackId> tracks;
  for (uint32_t i = 0; i < trace->tracks().size(); ++i)
    tracks.emplace_back(i);
  walk.view().area()->setArea(TraceArea{trace->timeRange(), std::move(tracks)});
  walk.run("everything is a selected area");
  walk.view().area()->clear();
  showSearch(walk, trace, {"_wait", false});
  walk.run("search that finds a fifth");
  showSearch(walk, trace, {"scope_29", false});
  walk.run("search that finds few");
  walk.view().setSearch(nullptr);
  walk.view().tracks()->setTrackHeight(TrackHeight::Compact);
  walk.run("compact tracks, everything open");
  walk.view().foldAll();
  walk.run("everything folded");
  walk.view().setGrouping(GroupingKind::WarpCta);
  walk.run("another grouping");
}

void printMemory(const Trace &trace, double residentBefore) {
  const auto slices = static_cast<double>(trace.sliceCount());
  const auto bytes = static_cast<double>(trace.memoryUse().value);
  const auto blocks = static_cast<double>(trace.rowBlocks().memoryBytes());
  malloc_trim(0);
  std::printf("%zu slices, %zu tracks, %zu arrows, %zu samples\n", trace.sliceCount(),
              trace.tracks().size(), trace.flows().size(), trace.samples().size());
  std::printf("bytes a slice: %.1f (trace %.1f, summaries %.1f), resident %.1f\n", bytes / slices,
              (bytes - blocks) / slices, blocks / slices,
              (residentGiB() - residentBefore) * (1 << 30) / slices);
  std::printf("peak of the process so far: %.2f GiB\n", bench::mostGiB());
}

} // namespace

/// Arguments: slices (1,000,000), processes (132), threads of each (32), "json" to read a file, a
/// part of the names of the walks.
int main(int argc, char **argv) {
  qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication application(argc, argv);
  bench::ForeignTraceOptions options;
  if (argc > 1)
    options.slices = std::strtoull(argv[1], nullptr, 10);
  if (argc > 3) {
    options.processes = static_cast<uint32_t>(std::strtoul(argv[2], nullptr, 10));
    options.threads = static_cast<uint32_t>(std::strtoul(argv[3], nullptr, 10));
  }
  const double before = residentGiB();
  std::shared_ptr<const Trace> trace;
  if (argc > 4 && std::string(argv[4]) == "json") {
    const std::filesystem::path path =
        std::filesystem::temp_directory_path() / "pstudio-frame-bench.json";
    bench::writeForeignJson(options, path.c_str());
    const double processor = bench::cpuSeconds();
    const double elapsed = bench::secondsOf([&] {
      auto read = readTraceFile(path);
      if (!read) {
        std::fprintf(stderr, "%s\n", read.error().toString().c_str());
        std::exit(1);
      }
      trace = std::make_shared<const Trace>(std::move(*read));
    });
    std::printf("read %.2f GB of JSON: %.1f s, %.1f s of processor time\n",
                static_cast<double>(std::filesystem::file_size(path)) / 1e9, elapsed,
                bench::cpuSeconds() - processor);
    std::filesystem::remove(path);
  } else {
    trace = bench::makeForeignTrace(options);
  }
  printMemory(*trace, before);
  measureWalks(trace, argc > 5 ? argv[5] : "");
  return 0;
}
