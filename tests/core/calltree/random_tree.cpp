// SPDX-License-Identifier: Apache-2.0
#include "tests/core/calltree/random_tree.h"

#include <random>

namespace pstudio::test {

using namespace calltree;

CallTree randomTree(uint64_t seed, uint32_t nodes) {
  static constexpr const char *kNames[] = {
      "softmax", "/a b/train.py:3@step", "f\"\\\n\x01", "\u00e4", "", "matmul<float, 3>"};
  std::mt19937_64 random(seed);
  CallTreeBuilder builder;
  const TextId time = builder.intern("time (ns)"), count = builder.intern("count"),
               real = builder.intern("flops8"), device = builder.intern(kDeviceIdMetric);
  const NodeId root = builder.open("ROOT");
  const Metric ofRoot[] = {{time, int64_t{0}}, {count, int64_t{0}}};
  builder.setMetrics(root, ofRoot);
  for (uint32_t i = 0; i < nodes; ++i) {
    while (builder.depth() > 1 && random() % 2 == 0)
      builder.close();
    const NodeId node =
        builder.open(kNames[random() % std::size(kNames)], random() % 4 ? "function" : "");
    std::vector<Metric> metrics = {{time, static_cast<int64_t>(random() % 1'000'000)}};
    if (random() % 2)
      metrics.push_back({count, static_cast<int64_t>(random() % 100)});
    if (random() % 2)
      metrics.push_back({real, static_cast<double>(random()) / 3e7});
    if (random() % 3 == 0)
      metrics.push_back({device, builder.intern(random() % 2 ? "0" : "1")});
    builder.setMetrics(node, metrics);
  }
  while (builder.depth() > 0)
    builder.close();
  builder.devices()["CUDA"]["0"] = {{"arch", std::string("90")}, {"num_sms", int64_t{132}}};
  return std::move(builder).finish();
}

} // namespace pstudio::test
