// SPDX-License-Identifier: Apache-2.0
// Heat maps of fifty million accesses: how long a frame takes while the window moves, and how long
// until all detail is there.
#include <QApplication>
#include <QImage>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "tests/bench/bench_clock.h"
#include "tests/bench/gemm_accesses.h"
#include "viewer/geometry/heat/heat_map_address.h"
#include "viewer/geometry/heat/heat_map_banks.h"
#include "viewer/geometry/heat/heat_map_matrix.h"
#include "viewer/widgets/heat/heat_map_view.h"

using namespace pstudio;

namespace {

constexpr int kFrames = 60;
constexpr QSize kWindow(1280, 720);

double millisecondsOf(const std::function<void()> &work) {
  return bench::secondsOf(work) * 1000;
}

/// Median and the spread from the fastest to the slowest.
void print(const std::string &what, std::vector<double> values) {
  std::sort(values.begin(), values.end());
  std::printf("%-52s %9.2f ms (%.2f to %.2f, %zu times)\n", what.c_str(), values[values.size() / 2],
              values.front(), values.back(), values.size());
  std::fflush(stdout);
}

/// `size` of each side, around `middle`; shares of all.
HeatArea partOf(const HeatArea &all, double middle, double size) {
  const auto of = [&](HeatRange range) {
    const double begin = std::clamp(middle - size / 2, 0.0, 1 - size) * range.length();
    return HeatRange{range.begin + begin, range.begin + begin + size * range.length()};
  };
  return {of(all.x), of(all.y)};
}

class Bench {
public:
  Bench() : m_image(kWindow, QImage::Format_ARGB32_Premultiplied) {
    m_view.resize(kWindow);
    m_view.show();
    QObject::connect(&m_view, &HeatMapView::exactShown, &m_view, [this] { m_isExact = true; });
  }

  void measure(const std::string &name, const std::shared_ptr<const HeatMapSource> &source) {
    m_isExact = false;
    print(name + ": first frame", {millisecondsOf([&] {
            m_view.setSource(source);
            paint();
          })});
    waitForExact(name);
    const HeatArea all = m_view.visibleArea();
    zoom(name, all);
    for (const double share : {0.5, 0.01})
      pan(name, all, share);
  }

private:
  void paint() { m_view.render(&m_image); }

  /// With the frame that shows it.
  void waitForExact(const std::string &name) {
    print(name + ": all detail", {millisecondsOf([&] {
            while (!m_isExact)
              QApplication::processEvents(QEventLoop::AllEvents, 5);
            paint();
          })});
  }

  double frameMs(const HeatArea &area) {
    const double time = millisecondsOf([&] {
      m_view.setVisibleArea(area);
      paint();
    });
    QApplication::processEvents(); // what is being counted for the last frame goes on, as in a
                                   // window
    return time;
  }

  /// From everything to a ten-thousandth of each side.
  void zoom(const std::string &name, const HeatArea &all) {
    std::vector<double> frames;
    for (int frame = 0; frame < kFrames; ++frame)
      frames.push_back(frameMs(partOf(all, 0.3, std::pow(1e-4, double(frame) / kFrames))));
    print(name + ": a frame of zooming in", frames);
  }

  void pan(const std::string &name, const HeatArea &all, double size) {
    const std::string part = "1/" + std::to_string(std::lround(1 / size));
    std::vector<double> frames;
    for (int frame = 0; frame < kFrames; ++frame)
      frames.push_back(frameMs(partOf(all, 0.3 + 0.1 * size * frame / kFrames, size)));
    print(name + ": a frame of panning over " + part, frames);
    m_isExact = false;
    m_view.setVisibleArea(partOf(all, 0.5, size));
    waitForExact(name + ", " + part);
  }

  HeatMapView m_view;
  QImage m_image;
  bool m_isExact = false;
};

} // namespace

int main(int argc, char **argv) {
  qputenv("QT_QPA_PLATFORM", "offscreen");
  const QApplication application(argc, argv);
  const uint64_t count = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 50'000'000;
  auto launch = std::make_shared<memory::LaunchAccesses>();
  launch->table = bench::gemmAccesses(count);
  const std::vector<int64_t> shape{bench::kSize, bench::kSize};
  launch->buffers = *memory::BufferMap::make(
      {{.name = "A", .base = bench::kA, .elementBytes = 4, .shape = shape},
       {.name = "B", .base = bench::kB, .elementBytes = 4, .shape = shape},
       {.name = "C", .base = bench::kC, .elementBytes = 4, .shape = shape}});
  const std::shared_ptr<const memory::LaunchAccesses> accesses = launch;
  std::printf("%llu accesses, window of %d x %d\n",
              static_cast<unsigned long long>(accesses->table.size()), kWindow.width(),
              kWindow.height());
  const auto byTime = std::make_shared<const memory::AddressMap>(
      memory::AddressMap::build(accesses->table, accesses->buffers, accesses->model, {}));
  Bench bench;
  bench.measure("address by time", makeAddressHeatMap(accesses, byTime));
  std::shared_ptr<const BankPicture> banks;
  print("banks: counting", {millisecondsOf([&] { banks = countBanks(*accesses); })});
  bench.measure("banks by time", makeBankHeatMap(accesses, banks, BankMeasure::Degree));
  const auto touches = std::make_shared<const memory::SectorTouches>(
      memory::SectorTouches::count(accesses->table, accesses->model, {}));
  bench.measure("matrix A", makeMatrixHeatMap(accesses, touches, byTime,
                                              MatrixLayout::whole(accesses->buffers, 0),
                                              MatrixMeasure::Touches));
  return 0;
}
