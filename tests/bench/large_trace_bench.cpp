// SPDX-License-Identifier: Apache-2.0
// A trace of ten million slices: how long it takes to open, what it holds in memory, and how fast
// it pans and zooms.
#include <QApplication>
#include <QElapsedTimer>
#include <QImage>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include "core/formats/pftrace/pftrace_reader.h"
#include "core/formats/pftrace/pftrace_writer.h"
#include "core/search/trace_search.h"
#include "tests/support/gpu_trace.h"
#include "viewer/widgets/timeline/timeline_view.h"

using namespace pstudio;

namespace {

constexpr int kRepeats = 5;
constexpr int kFrames = 60;
constexpr int kWidth = 1600;
constexpr int kHeight = 960;

double millisecondsOf(const std::function<void()> &work) {
  QElapsedTimer timer;
  timer.start();
  work();
  return static_cast<double>(timer.nsecsElapsed()) / 1e6;
}

/// Median and the spread from the fastest to the slowest.
void print(const char *what, std::vector<double> values, const char *unit) {
  std::sort(values.begin(), values.end());
  std::printf("%-44s %10.2f %-10s (%.2f to %.2f, %zu times)\n", what, values[values.size() / 2],
              unit, values.front(), values.back(), values.size());
  std::fflush(stdout);
}

/// 132 SMs, 4 CTAs on each, 9 warps: 528 x (1 + 3k + 8 (2 + 2k)) slices with k turns of the loop.
test::GpuTraceOptions sizeFor(uint64_t slices) {
  test::GpuTraceOptions options;
  options.sms = 132;
  options.ctasPerSm = 4;
  options.consumers = 8;
  options.arrowsToAll = false; // one arrow for each copy
  options.steps = static_cast<uint32_t>((slices / 528 - 17) / 19 + 1);
  return options;
}

std::vector<std::byte> readFile(const std::filesystem::path &path) {
  std::ifstream file(path, std::ios::binary);
  std::vector<std::byte> bytes(std::filesystem::file_size(path));
  file.read(reinterpret_cast<char *>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  return bytes;
}

std::shared_ptr<const Trace> measureOpening(const std::filesystem::path &path) {
  std::vector<double> seconds;
  std::shared_ptr<const Trace> trace;
  for (int i = 0; i < kRepeats; ++i) {
    trace.reset();
    seconds.push_back(millisecondsOf([&] {
                        auto read = readPftrace(readFile(path), "bench");
                        if (!read) {
                          std::fprintf(stderr, "%s\n", read.error().toString().c_str());
                          std::exit(1);
                        }
                        trace = std::make_shared<const Trace>(std::move(*read));
                      }) /
                      1000);
  }
  print("open from .pftrace", seconds, "s");
  return trace;
}

/// Frames while `step` moves the view; the widget paints into an image of its size.
void measureFrames(const char *what, TimelineView &view, const std::function<void(int)> &step) {
  QImage image(view.size(), QImage::Format_RGB32);
  std::vector<double> frames;
  for (int i = 0; i < kFrames; ++i)
    frames.push_back(millisecondsOf([&] {
      step(i);
      view.render(&image);
    }));
  print(what, frames, "ms/frame");
  std::sort(frames.begin(), frames.end());
  std::printf("%-44s %10.0f frames/s\n", "", 1000 / frames[frames.size() / 2]);
}

/// The search itself, which the window runs on a thread, and the frames that collect its hits.
void measureSearch(const std::shared_ptr<const Trace> &trace) {
  const auto name = [&trace](TrackId track) { return trackLabel(*trace, track); };
  TimelineView view;
  view.resize(kWidth, kHeight);
  view.setTrace(trace);
  view.foldAll();
  QImage image(view.size(), QImage::Format_RGB32);
  for (const SearchQuery &query : {SearchQuery{"wait", false}, SearchQuery{".", true}}) {
    const TextMatcher matcher = TextMatcher::make(query).value();
    std::shared_ptr<const SearchResult> result;
    std::vector<double> times;
    for (int i = 0; i < kRepeats; ++i)
      times.push_back(millisecondsOf([&] {
        result = std::make_shared<const SearchResult>(*searchTrace(*trace, matcher, name));
      }));
    print(("search for " + query.text).c_str(), times, "ms");
    std::printf("%-44s %10zu hits\n", "", result->hits.size());
    view.setSearch(result);
    std::vector<double> frames;
    for (size_t i = 0; i < result->hits.size() / 50'000 + 2; ++i)
      frames.push_back(millisecondsOf([&] { view.render(&image); }));
    print("frames while hits are collected", frames, "ms/frame");
  }
}

void measureView(const std::shared_ptr<const Trace> &trace) {
  TimelineView view;
  view.resize(kWidth, kHeight);
  QImage image(view.size(), QImage::Format_RGB32);
  print("show: colours, tree, layout", {millisecondsOf([&] { view.setTrace(trace); })}, "ms");
  print("first frame", {millisecondsOf([&] { view.render(&image); })}, "ms");
  double filled = 0;
  for (int i = 0; i < 20; ++i) // the strips fill in over the next frames
    filled = std::max(filled, millisecondsOf([&] { view.render(&image); }));
  print("slowest frame while strips fill in", {filled}, "ms");

  const TimeRange whole = trace->timeRange();
  auto pan = [&](int64_t parts) {
    const int64_t span = whole.length().value / parts;
    view.setVisibleRange({whole.begin, whole.begin + Picoseconds(span)});
    return [&view, span](int) {
      const Viewport &now = view.visibleRangeModel()->viewport();
      view.setVisibleRange({now.visible().begin + Picoseconds(span / 200),
                            now.visible().begin + Picoseconds(span / 200 + span)});
    };
  };
  measureFrames("whole trace, zooming slightly", view, [&](int i) {
    const int64_t margin = whole.length().value / 1000 * i / 60;
    view.setVisibleRange({whole.begin + Picoseconds(margin), whole.end - Picoseconds(margin)});
  });
  measureFrames("pan over one half", view, pan(2));
  measureFrames("pan over one hundredth", view, pan(100));
  measureFrames("pan over one ten-thousandth", view, pan(10'000));
  view.foldAll();
  view.zoomToFit();
  for (int i = 0; i < 20; ++i)
    view.render(&image);
  measureFrames("all folded, pan over one half", view, pan(2));
  measureFrames("all folded, pan over one ten-thousandth", view, pan(10'000));
  view.setGrouping(GroupingKind::SmCtaWarp);
  view.foldAll();
  for (int i = 0; i < 20; ++i)
    view.render(&image);
  measureFrames("132 folded SMs, pan over one hundredth", view, pan(100));
  view.unfoldAll();
  measureFrames("all open, pan over one half", view, pan(2));
}

} // namespace

int main(int argc, char **argv) {
  qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication application(argc, argv);
  const uint64_t slices = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 10'000'000;
  const std::filesystem::path path =
      std::filesystem::temp_directory_path() / "pstudio-large-trace-bench.pftrace";
  {
    const auto trace = test::makeGpuTrace(sizeFor(slices));
    std::printf("%zu slices, %zu arrows, %zu tracks, window %d x %d\n", trace->sliceCount(),
                trace->flows().size(), trace->tracks().size(), kWidth, kHeight);
    const double seconds = millisecondsOf([&] {
                             if (auto written = writePftrace(*trace, path); !written) {
                               std::fprintf(stderr, "%s\n", written.error().toString().c_str());
                               std::exit(1);
                             }
                           }) /
                           1000;
    print("write .pftrace", {seconds}, "s");
    print("file",
          {static_cast<double>(std::filesystem::file_size(path)) /
           static_cast<double>(trace->sliceCount())},
          "B/slice");
  }
  const std::shared_ptr<const Trace> trace = measureOpening(path);
  std::filesystem::remove(path);
  print("memory",
        {static_cast<double>(trace->memoryUse().value) / static_cast<double>(trace->sliceCount())},
        "B/slice");
  measureView(trace);
  measureSearch(trace);
  return 0;
}
