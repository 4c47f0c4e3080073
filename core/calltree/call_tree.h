// SPDX-License-Identifier: Apache-2.0
// A call tree: scopes, frames and kernels with the metrics that were measured in each.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

namespace pstudio::calltree {

/// Number of a node, its place in depth-first order (a parent before its children). kNoNode: none.
using NodeId = uint32_t;
inline constexpr NodeId kNoNode = UINT32_MAX;

/// Number of a text of one tree. Equal texts of a tree have equal numbers.
struct TextId {
  uint32_t value = 0;
  auto operator<=>(const TextId &) const = default;
};

/// The name of the node that Triton Proton puts around the computation of launch metadata. Its
/// content is no part of the program.
inline constexpr std::string_view kLaunchMetadataScope = "__proton_launch_metadata";

/// Names of the metrics that contain the device of a node; their values are texts.
inline constexpr std::string_view kDeviceIdMetric = "device_id";
inline constexpr std::string_view kDeviceTypeMetric = "device_type";

/// Value of a metric: whole numbers stay exact.
using MetricValue = std::variant<int64_t, double, TextId>;

/// One metric of one node, without its children's share ("exclusive").
struct Metric {
  TextId name; ///< with its unit, such as "time (ns)"
  MetricValue value;
  bool operator==(const Metric &) const = default;
};

/// One frame, scope or kernel.
struct Node {
  NodeId parent = kNoNode; ///< kNoNode: a root
  NodeId end = 0;          ///< one past the last node below this one
  uint32_t depth = 0;      ///< 0: a root
  uint32_t metricCount = 0;
  uint64_t firstMetric = 0;
  TextId name;
  TextId type; ///< of the frame, such as "function"; empty if the file has none
};

/// Properties of a device, such as "clock_rate" in kHz; texts are values of their own here.
using DeviceProperty = std::variant<int64_t, double, std::string>;
using DeviceProperties = std::map<std::string, DeviceProperty>;
/// By device type ("CUDA", "HIP"), then by device id ("0").
using DeviceTable = std::map<std::string, std::map<std::string, DeviceProperties>>;

/// Finds a text by its characters alone.
struct TextHash {
  using is_transparent = void;
  size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
};

/// Immutable once it is built. [thread: any] [memory: 40 bytes a node, 24 bytes a metric]
class CallTree {
public:
  /// In depth-first order.
  std::span<const Node> nodes() const { return m_nodes; }
  const Node &node(NodeId id) const { return m_nodes[id]; }
  /// Valid as long as the tree.
  std::string_view text(TextId id) const { return m_texts[id.value]; }
  std::string_view name(NodeId id) const { return text(m_nodes[id].name); }
  /// The number of a text, if the tree has it.
  std::optional<TextId> find(std::string_view text) const;
  uint32_t textCount() const { return static_cast<uint32_t>(m_texts.size()); }
  std::span<const Metric> metrics(NodeId id) const {
    return std::span(m_metrics).subspan(m_nodes[id].firstMetric, m_nodes[id].metricCount);
  }
  const DeviceTable &devices() const { return m_devices; }
  /// The text of the metric `name` of a node, or an empty one.
  std::string_view metricText(NodeId id, std::string_view name) const;

private:
  friend class CallTreeBuilder;
  std::vector<Node> m_nodes;
  std::vector<Metric> m_metrics;
  std::vector<std::string_view> m_texts; ///< keys of m_ids, whose places never change
  std::unordered_map<std::string, uint32_t, TextHash, std::equal_to<>> m_ids;
  DeviceTable m_devices;

public:
  CallTree() = default;
  CallTree(CallTree &&) noexcept = default;
  CallTree &operator=(CallTree &&) noexcept = default;
  CallTree(const CallTree &) = delete;
  CallTree &operator=(const CallTree &) = delete;
};

/// Makes a tree in depth-first order. O(1) for each call.
class CallTreeBuilder {
public:
  CallTreeBuilder() { intern({}); } // text 0: of nodes without name or type
  /// Begins a node below the open node, or a root. Its name may be given later.
  NodeId open();
  NodeId open(std::string_view name, std::string_view type = "function");
  /// Ends the node that was opened last. Call only while one is open.
  void close();
  void setName(NodeId node, std::string_view name);
  void setType(NodeId node, std::string_view type);
  /// The same with texts of intern().
  void setNameAndType(NodeId node, TextId name, TextId type);
  /// Sets all metrics of a node. Call at most once for each node.
  void setMetrics(NodeId node, std::span<const Metric> metrics);
  TextId intern(std::string_view text);
  DeviceTable &devices() { return m_tree.m_devices; }
  /// The node that close() ends, or kNoNode.
  NodeId current() const { return m_open.empty() ? kNoNode : m_open.back(); }
  size_t depth() const { return m_open.size(); }
  size_t nodeCount() const { return m_tree.m_nodes.size(); }
  /// Call once, last, with no node open.
  CallTree finish() &&;

private:
  CallTree m_tree;
  std::vector<NodeId> m_open;
};

} // namespace pstudio::calltree
