// SPDX-License-Identifier: Apache-2.0
// Makes a call tree of the values of a Hatchet file, in their order, whatever its encoding.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/calltree/hatchet_reader.h"

namespace pstudio::calltree {

/// Role of an open object or array of the text.
enum class Part : uint8_t {
  Document,   ///< the outermost array
  Element,    ///< an object of it, a root or the devices: its first key decides
  Node,       ///< a node
  Children,   ///< its array of nodes
  Frame,      ///< its object of name and type
  Metrics,    ///< its object of metrics
  Devices,    ///< device types by name
  DeviceType, ///< devices by id
  Device,     ///< properties by name
  Skipped,    ///< anything that this reader does not use
};

/// An open object or array, with its part of the path in errors.
struct Open {
  Part part = Part::Skipped;
  std::string key;         ///< of objects: the key that was read last
  uint64_t index = 0;      ///< of arrays: elements that have begun
  bool isNamed = false;    ///< of nodes: the frame has a name
  bool hasMetrics = false; ///< of nodes
  NodeId node = kNoNode;   ///< of nodes, frames and metrics
};

/// Makes the tree while a parser of JSON or MessagePack reads, in the form of nlohmann's SAX
/// interface. Each function returns false to end the reading. [not thread-safe]
class HatchetHandler {
public:
  bool null() { return value(std::nullopt); }
  bool boolean(bool) { return value(std::nullopt); }
  bool number_integer(int64_t number) { return value(MetricValue(number)); }
  bool number_unsigned(uint64_t number) {
    return value(number <= INT64_MAX ? MetricValue(static_cast<int64_t>(number))
                                     : MetricValue(static_cast<double>(number)));
  }
  bool number_float(double number, const std::string &) { return value(MetricValue(number)); }
  bool string(std::string &text);
  bool binary(std::vector<uint8_t> &) { return value(std::nullopt); }
  bool key(std::string &name);
  bool start_object(size_t);
  bool end_object();
  bool start_array(size_t);
  bool end_array();
  template <class Exception>
  bool parse_error(size_t position, const std::string &, const Exception &error) {
    return failAt(position, error.what());
  }

  bool hasRoot() const { return m_builder.nodeCount() > 0; }
  HatchetFile finish() && { return {std::move(m_builder).finish(), m_skipped}; }
  /// Empty if there is none.
  const std::string &problem() const { return m_problem; }
  /// Of a syntax error; problems of the content have a path.
  std::optional<size_t> position() const { return m_position; }
  /// Of the value that is read: "[0].children[2].frame.name".
  std::string path() const;

private:
  bool push(Part part, NodeId node = kNoNode);
  bool pushNode();
  bool value(std::optional<MetricValue> value);
  bool property(DeviceProperty value);
  void begin();
  bool failAt(size_t position, std::string_view message);
  bool fail(std::string problem) {
    m_problem = std::move(problem);
    return false;
  }

  std::vector<Open> m_open;
  CallTreeBuilder m_builder;
  std::vector<Metric> m_metrics; ///< of the open metrics object
  uint64_t m_skipped = 0;
  std::string m_problem;
  std::optional<size_t> m_position; ///< of a syntax error; the others have a path
};

/// The tree, or the problem with its path. `document` names the file in errors.
Result<HatchetFile> treeOf(HatchetHandler handler, std::string_view document);

} // namespace pstudio::calltree
