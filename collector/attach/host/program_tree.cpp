// SPDX-License-Identifier: Apache-2.0
#include "collector/attach/host/program_tree.h"

#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <unordered_map>

#include "collector/attach/host/metric_name.h"

namespace pstudio::attach {
namespace {

using calltree::CallTree;
using calltree::CallTreeBuilder;
using calltree::TextId;

constexpr const char *kCount = "count";
constexpr const char *kTime = "time (ns)";
constexpr const char *kCycles = "cycles";
constexpr const char *kNormalizedCycles = "normalized_cycles";
constexpr const char *kDeviceType = "CUDA";
constexpr std::string_view kUnknown = "<unknown>";
constexpr std::string_view kWithoutLaunch = "<without a launch>";
constexpr uint32_t kNoDevice = UINT32_MAX;

/// A sum that stays whole as long as its parts are.
class Amount {
public:
  void add(int64_t value) { m_whole += value; }
  void add(double value) {
    m_real += value;
    m_isWhole = false;
  }
  void set(const Amount &other) { *this = other; }
  calltree::MetricValue value() const {
    if (m_isWhole)
      return m_whole;
    return m_real + static_cast<double>(m_whole);
  }

private:
  int64_t m_whole = 0;
  double m_real = 0;
  bool m_isWhole = true;
};

struct TreeNode {
  uint32_t name = 0;
  uint32_t device = kNoDevice;
  std::vector<uint32_t> children;
  std::map<uint32_t, Amount> metrics; ///< by name
};

class TreeMaker {
public:
  TreeMaker(const ProgramEvents &events, const SeenProcess &process)
      : m_events(events), m_process(process) {
    m_nodes.push_back({intern("ROOT"), kNoDevice, {}, {}});
    m_ofPath.assign(std::max<size_t>(events.nodes.size(), 1), 0);
    m_hasPath.assign(m_ofPath.size(), false);
    m_hasPath[0] = true;
  }

  CallTree make(const std::vector<RecordedScopes> &recorded) {
    for (const ScopeChange &scope : m_events.scopes)
      if (scope.isEnter)
        nodeOfPath(scope.path);
    m_leafOfLaunch.assign(m_events.launches.size(), 0);
    const std::vector<uint32_t> untimed = m_events.launchesWithoutActivity();
    if (m_events.kernels.empty() || isWithoutLaunches(untimed))
      addTimes(untimed);
    else
      addActivity();
    addLaunches(untimed);
    addMetrics();
    for (const RecordedScopes &launch : recorded)
      addRecorded(launch);
    return emit();
  }

private:
  uint32_t intern(std::string_view name) {
    const auto [found, isNew] =
        m_names.try_emplace(std::string(name), static_cast<uint32_t>(m_names.size()));
    if (isNew)
      m_texts.push_back(found->first);
    return found->second;
  }

  /// A name of the program, by the number of its text.
  uint32_t nameOf(uint32_t text) {
    if (text >= m_nameOfText.size())
      m_nameOfText.resize(std::max<size_t>(m_events.texts.size(), text + size_t{1}), kNoName);
    uint32_t &name = m_nameOfText[text];
    if (name == kNoName) {
      const std::string_view known = m_events.text(text);
      name = intern(known.empty() ? kUnknown : known);
    }
    return name;
  }

  uint32_t child(uint32_t parent, uint32_t name, uint32_t device) {
    const auto [found, isNew] =
        m_children.try_emplace(Key{parent, name, device}, static_cast<uint32_t>(m_nodes.size()));
    if (isNew) {
      m_nodes.push_back({name, device, {}, {}});
      m_nodes[parent].children.push_back(found->second);
    }
    return found->second;
  }

  /// A scope and a kernel of one name are one node, as Triton Proton has them. Kernels of several
  /// devices are several.
  uint32_t kernelNode(uint32_t parent, uint32_t name, uint32_t device) {
    const uint32_t node = child(parent, name, kNoDevice);
    if (m_nodes[node].device == kNoDevice)
      m_nodes[node].device = device;
    return m_nodes[node].device == device ? node : child(parent, name, device);
  }

  uint32_t nodeOfPath(uint32_t path) {
    std::vector<uint32_t> missing;
    for (; !m_hasPath[path]; path = m_events.nodes[path].parent)
      missing.push_back(path);
    uint32_t node = m_ofPath[path];
    for (auto step = missing.rbegin(); step != missing.rend(); ++step) {
      node = child(node, nameOf(m_events.nodes[*step].text), kNoDevice);
      m_ofPath[*step] = node;
      m_hasPath[*step] = true;
    }
    return node;
  }

  uint32_t kernelNameId(uint32_t kernel) {
    const auto found = m_process.kernels.find(kernel);
    const bool isKnown = found != m_process.kernels.end() && !found->second.seen.name.empty();
    return intern(isKnown ? std::string_view(found->second.seen.name) : kUnknown);
  }

  /// Below the path of the launch, or where the program named the launch.
  uint32_t leafOf(size_t launch, uint32_t kernel, uint32_t device) {
    if (const uint32_t named = m_events.launches[launch].named; named != 0) {
      const PathNode &node = m_events.nodes[named];
      return kernelNode(nodeOfPath(node.parent), nameOf(node.text), device);
    }
    return kernelNode(nodeOfPath(m_events.launches[launch].path), kernel, device);
  }

  void addLaunches(const std::vector<uint32_t> &launches) {
    for (const uint32_t i : launches) {
      if (m_leafOfLaunch[i] == 0)
        m_leafOfLaunch[i] = leafOf(i, kernelNameId(m_events.launches[i].kernel), kNoDevice);
      m_nodes[m_leafOfLaunch[i]].metrics[intern(kCount)].add(int64_t{1});
      m_inclusive.insert(intern(kCount));
    }
  }

  /// No activity names its launch, although the program launched kernels.
  bool isWithoutLaunches(const std::vector<uint32_t> &untimed) const {
    return !untimed.empty() &&
           std::ranges::all_of(m_events.launchOfKernel, [](int64_t launch) { return launch < 0; });
  }

  void addKernel(uint32_t leaf, const KernelActivity &kernel) {
    m_nodes[leaf].metrics[intern(kCount)].add(int64_t{1});
    m_inclusive.insert(intern(kCount));
    addTime(leaf, kernel);
  }

  void addTime(uint32_t leaf, const KernelActivity &kernel) {
    m_nodes[leaf].metrics[intern(kTime)].add(static_cast<int64_t>(kernel.end - kernel.begin));
    m_inclusive.insert(intern(kTime));
    m_devices.insert(kernel.device);
  }

  void addActivity() {
    for (size_t i = 0; i < m_events.kernels.size(); ++i) {
      const KernelActivity &kernel = m_events.kernels[i];
      const int64_t launch = m_events.launchOfKernel[i];
      const bool isCaptured = i < m_events.pathOfKernel.size() && m_events.pathOfKernel[i] != 0;
      const uint32_t leaf =
          launch < 0 ? kernelNode(0, nameOf(kernel.text), kernel.device)
          : isCaptured
              ? kernelNode(nodeOfPath(m_events.pathOf(i)), nameOf(kernel.text), kernel.device)
              : leafOf(static_cast<size_t>(launch), nameOf(kernel.text), kernel.device);
      addKernel(leaf, kernel);
      if (launch >= 0)
        m_leafOfLaunch[static_cast<size_t>(launch)] = leaf;
    }
  }

  /// Activities that name no launch, beside launches that are counted by themselves. As many
  /// activities of a name as launches have their order; others have only times, below one node.
  void addTimes(const std::vector<uint32_t> &launches) {
    std::map<uint32_t, std::vector<uint32_t>> launchesOf, kernelsOf; // by name
    for (const uint32_t launch : launches)
      launchesOf[kernelNameId(m_events.launches[launch].kernel)].push_back(launch);
    for (uint32_t i = 0; i < m_events.kernels.size(); ++i)
      if (const KernelActivity &kernel = m_events.kernels[i]; kernel.graphPart == GraphPart::None)
        kernelsOf[nameOf(kernel.text)].push_back(i);
      else // no launch of a kernel counts it
        addKernel(kernelNode(0, nameOf(kernel.text), kernel.device), kernel);
    for (auto &[name, kernels] : kernelsOf) {
      std::ranges::stable_sort(kernels, {},
                               [this](uint32_t i) { return m_events.kernels[i].begin; });
      const auto found = launchesOf.find(name);
      const bool isMatch = found != launchesOf.end() && found->second.size() == kernels.size();
      for (size_t i = 0; i < kernels.size(); ++i) {
        const KernelActivity &kernel = m_events.kernels[kernels[i]];
        const uint32_t leaf =
            isMatch ? leafOf(found->second[i], name, kernel.device)
                    : kernelNode(child(0, intern(kWithoutLaunch), kNoDevice), name, kernel.device);
        addTime(leaf, kernel);
        if (isMatch)
          m_leafOfLaunch[found->second[i]] = leaf;
      }
    }
  }

  void addMetric(uint32_t node, const ProgramMetric &metric) {
    const MetricName name = metricNameOf(m_events.text(metric.text));
    if (name.text.empty())
      return;
    Amount amount;
    if ((metric.flags & kMetricInteger) != 0)
      amount.add(std::bit_cast<int64_t>(metric.value));
    else
      amount.add(std::bit_cast<double>(metric.value));
    const uint32_t id = intern(name.text);
    Amount &sum = m_nodes[node].metrics[id];
    if (name.isProperty)
      sum = amount;
    else
      std::visit([&sum](auto value) { addTo(sum, value); }, amount.value());
    if (!name.isProperty && !name.isExclusive && (metric.flags & kMetricExclusive) == 0)
      m_inclusive.insert(id);
  }
  static void addTo(Amount &sum, int64_t value) { sum.add(value); }
  static void addTo(Amount &sum, double value) { sum.add(value); }
  static void addTo(Amount &, TextId) {}

  void addMetrics() {
    for (const ProgramMetric &metric : m_events.pathMetrics)
      addMetric(nodeOfPath(metric.owner), metric);
    for (const ProgramMetric &metric : m_events.launchMetrics)
      if (const uint32_t leaf = m_leafOfLaunch[metric.owner]; leaf != 0)
        addMetric(leaf, metric);
  }

  /// The leaf of a recorded launch, also of one without activity.
  uint32_t leafOfRecorded(const RecordedScopes &recorded) {
    const int64_t found = m_events.recordedLaunch(recorded.kernel, recorded.launch);
    if (found >= 0) {
      const auto launch = static_cast<size_t>(found);
      return m_leafOfLaunch[launch] != 0
                 ? m_leafOfLaunch[launch]
                 : leafOf(launch, kernelNameId(recorded.kernel), recorded.device);
    }
    return kernelNode(0, kernelNameId(recorded.kernel), recorded.device);
  }

  void addRecorded(const RecordedScopes &recorded) {
    m_devices.insert(recorded.device);
    if (recorded.smClockKHz > 0)
      m_clocks[recorded.device] = recorded.smClockKHz;
    const uint32_t leaf = leafOfRecorded(recorded);
    std::vector<uint32_t> nodes;
    for (const KernelScope &scope : recorded.inside.scopes) {
      const uint32_t parent = scope.parent == KernelScope::kNoParent ? leaf : nodes[scope.parent];
      const uint32_t node = kernelNode(parent, intern(scope.name), recorded.device);
      nodes.push_back(node);
      m_nodes[node].metrics[intern(kCycles)].add(static_cast<int64_t>(scope.cycles));
      if (recorded.inside.warps > 0)
        m_nodes[node].metrics[intern(kNormalizedCycles)].add(
            static_cast<double>(scope.cycles) / static_cast<double>(recorded.inside.warps));
    }
  }

  /// "90", if all kernels of the process are for one architecture.
  std::string architecture() const {
    std::set<std::string> all;
    for (const auto &[number, kernel] : m_process.kernels)
      if (kernel.seen.architecture.starts_with("sm_"))
        all.insert(kernel.seen.architecture.substr(3));
    return all.size() == 1 ? *all.begin() : std::string();
  }

  void emitMetrics(CallTreeBuilder &builder, calltree::NodeId id, const TreeNode &node) const {
    std::vector<calltree::Metric> metrics;
    for (const auto &[name, amount] : node.metrics)
      metrics.push_back({builder.intern(m_texts[name]), amount.value()});
    if (node.device != kNoDevice) {
      metrics.push_back(
          {builder.intern(calltree::kDeviceIdMetric), builder.intern(std::to_string(node.device))});
      metrics.push_back({builder.intern(calltree::kDeviceTypeMetric), builder.intern(kDeviceType)});
    }
    if (!metrics.empty())
      builder.setMetrics(id, metrics);
  }

  CallTree emit() {
    for (const uint32_t name : m_inclusive)
      m_nodes[0].metrics[name]; // 0, unless the program gave the root an amount
    CallTreeBuilder builder;
    struct Step {
      uint32_t node;
      size_t next;
    };
    std::vector<Step> open;
    const auto enter = [&](uint32_t node) {
      emitMetrics(builder, builder.open(m_texts[m_nodes[node].name]), m_nodes[node]);
      open.push_back({node, 0});
    };
    enter(0);
    while (!open.empty()) {
      Step &step = open.back();
      const std::vector<uint32_t> &children = m_nodes[step.node].children;
      if (step.next < children.size()) {
        enter(children[step.next++]);
      } else {
        builder.close();
        open.pop_back();
      }
    }
    const std::string arch = architecture();
    for (const uint32_t device : m_devices) {
      calltree::DeviceProperties &known = builder.devices()[kDeviceType][std::to_string(device)];
      if (!arch.empty())
        known["arch"] = arch;
      if (const auto clock = m_clocks.find(device); clock != m_clocks.end())
        known["clock_rate"] = int64_t{clock->second};
    }
    return std::move(builder).finish();
  }

  struct Key {
    uint32_t parent, name, device;
    bool operator==(const Key &) const = default;
  };
  struct KeyHash {
    size_t operator()(const Key &key) const {
      const uint64_t pair = (uint64_t{key.parent} << 32) | key.name;
      return static_cast<size_t>((pair ^ (uint64_t{key.device} << 17)) * 0x9E3779B97F4A7C15u);
    }
  };
  static constexpr uint32_t kNoName = UINT32_MAX;

  const ProgramEvents &m_events;
  const SeenProcess &m_process;
  std::vector<TreeNode> m_nodes;
  std::unordered_map<Key, uint32_t, KeyHash> m_children;
  std::unordered_map<std::string, uint32_t> m_names;
  std::vector<std::string> m_texts; ///< of m_names
  std::vector<uint32_t> m_nameOfText;
  std::vector<uint32_t> m_ofPath; ///< valid where m_hasPath
  std::vector<bool> m_hasPath;
  std::vector<uint32_t> m_leafOfLaunch; ///< 0: has none
  std::set<uint32_t> m_inclusive;
  std::set<uint32_t> m_devices;
  std::map<uint32_t, int32_t> m_clocks;
};

} // namespace

CallTree programTree(const ProgramEvents &events, const SeenProcess &process,
                     const std::vector<RecordedScopes> &recorded) {
  return TreeMaker(events, process).make(recorded);
}

} // namespace pstudio::attach
