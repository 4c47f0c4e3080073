// SPDX-License-Identifier: Apache-2.0
// Measures the time to read and to show a call tree. Usage: call_tree_bench [nodes].
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>

#include "core/calltree/hatchet_reader.h"
#include "core/calltree/hatchet_writer.h"
#include "tests/support/gpu_trace.h"
#include "viewer/geometry/calltree/flame_draw_list.h"
#include "viewer/geometry/calltree/tree_filter.h"

using namespace pstudio;
using namespace pstudio::calltree;

namespace {

/// Prints the median time of five runs of `work`.
void measure(const char *what, const std::function<void()> &work) {
  std::vector<double> times;
  for (int i = 0; i < 5; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - begin;
    times.push_back(time.count());
  }
  std::ranges::sort(times);
  std::printf("%-40s %9.2f ms\n", what, times[2]);
}

/// A tree in which all names differ, as in a program with many call sites: frames below the root,
/// each with nine kernels.
CallTree differentNodes(uint32_t nodes) {
  CallTreeBuilder builder;
  const TextId time = builder.intern("time (ns)"), count = builder.intern("count");
  const auto add = [&](const std::string &name, int64_t ns) {
    const NodeId node = builder.open(name);
    builder.setMetrics(node, std::vector<Metric>{{time, ns}, {count, int64_t{ns > 0}}});
  };
  add("ROOT", 0);
  for (uint32_t i = 1; builder.nodeCount() < nodes; ++i) {
    add("frame/file.py:" + std::to_string(i) + "@call", 0);
    for (uint32_t child = 0; child < 9; ++child) {
      add("kernel_" + std::to_string(9 * i + child), 1 + (i * 2654435761u + child) % 100'000);
      builder.close();
    }
    builder.close();
  }
  builder.close();
  return std::move(builder).finish();
}

} // namespace

int main(int argc, char **argv) {
  const auto wanted =
      static_cast<uint32_t>(argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 1'000'000);
  const CallTree tree = differentNodes(wanted);
  const std::string text = hatchetText(tree);
  std::printf("%zu different nodes, %.1f MB of JSON\n", tree.nodes().size(),
              static_cast<double>(text.size()) / 1e6);
  measure("read the file", [&] { std::ignore = readHatchet(text, "bench"); });
  std::shared_ptr<const TreeData> data;
  measure("columns and colours", [&] { data = makeTreeData(tree); });
  std::unique_ptr<FlameLayout> layout;
  measure("layout", [&] { layout = std::make_unique<FlameLayout>(*data, data->columns[0]); });
  DrawList list;
  FlameScene scene;
  scene.data = data.get();
  scene.layout = layout.get();
  scene.column = data->columns.data();
  scene.width = 1600;
  scene.height = 600;
  measure("a frame", [&] { drawFlame(scene, FixedTextMeasure(), list); });
  measure("find a name", [&] { std::ignore = matchTree(data->tree, "kernel_123"); });

  test::GpuTraceOptions options;
  options.sms = 132;
  options.steps = 40;
  options.ctasPerSm = 1 + wanted / 132 / 450;
  const auto trace = test::makeGpuTrace(options);
  std::printf("a trace of %zu slices\n", trace->sliceCount());
  measure("tree of its scopes", [&] { std::ignore = makeTreeData(*trace, TracePart::Kernels); });
}
