// SPDX-License-Identifier: Apache-2.0
#include "core/calltree/hatchet_handler.h"

#include <tuple>
#include <utility>

namespace pstudio::calltree {

bool HatchetHandler::failAt(size_t position, std::string_view message) {
  const size_t begin = message.find("; last read");
  m_problem = "this is no JSON" + (begin == message.npos ? std::string(", or incomplete")
                                                         : std::string(message.substr(begin)));
  m_position = position;
  return false;
}

std::string HatchetHandler::path() const {
  std::string path;
  for (const Open &open : m_open) {
    if (open.part == Part::Document || open.part == Part::Children)
      path += "[" + std::to_string(open.index == 0 ? 0 : open.index - 1) + "]";
    else if (!open.key.empty())
      path += "." + open.key;
  }
  return path;
}

/// Counts the value that begins, for the path.
void HatchetHandler::begin() {
  if (!m_open.empty())
    ++m_open.back().index;
}

bool HatchetHandler::push(Part part, NodeId node) {
  if (m_open.size() > 2 * kMostDepth + 8)
    return fail("nested too deeply: more than " + std::to_string(kMostDepth) + " levels");
  m_open.push_back({part, {}, 0, false, false, node});
  return true;
}

bool HatchetHandler::pushNode() {
  if (m_builder.depth() >= kMostDepth)
    return fail("nested too deeply: more than " + std::to_string(kMostDepth) + " levels");
  if (m_builder.nodeCount() + 1 >= kNoNode)
    return fail("too many nodes");
  return push(Part::Node, m_builder.open());
}

bool HatchetHandler::key(std::string &name) {
  Open &open = m_open.back();
  open.key = name;
  if (open.part != Part::Element)
    return true;
  const bool isNode = name == "frame" || name == "metrics" || name == "children";
  open.part = isNode ? Part::Node : Part::Devices;
  if (isNode)
    open.node = m_builder.open();
  return true;
}

bool HatchetHandler::start_object(size_t) {
  begin();
  if (m_open.empty())
    return fail("a Hatchet file is an array: expected [");
  const Open &open = m_open.back();
  switch (open.part) {
  case Part::Document:
    return push(Part::Element);
  case Part::Children:
    return pushNode();
  case Part::Node:
    if (open.key == "children")
      return fail("expected an array of nodes");
    if (open.key == "metrics" && open.hasMetrics)
      return fail("the field 'metrics' is given twice");
    return push(open.key == "frame"     ? Part::Frame
                : open.key == "metrics" ? Part::Metrics
                                        : Part::Skipped,
                open.node);
  case Part::Devices:
    m_builder.devices()[open.key];
    return push(Part::DeviceType);
  case Part::DeviceType:
    m_builder.devices()[m_open[m_open.size() - 2].key][open.key];
    return push(Part::Device);
  case Part::Metrics:
    ++m_skipped;
    return push(Part::Skipped);
  default:
    return push(Part::Skipped);
  }
}

bool HatchetHandler::end_object() {
  const auto [part, node, isNamed] =
      std::tuple(m_open.back().part, m_open.back().node, m_open.back().isNamed);
  if (part == Part::Node && !isNamed) {
    m_open.back().key = "frame.name";
    return fail("missing: each node has a name");
  }
  m_open.pop_back();
  if (part == Part::Node) {
    m_builder.close();
  } else if (part == Part::Metrics) {
    m_builder.setMetrics(node, m_metrics);
    m_metrics.clear();
    m_open.back().hasMetrics = true;
  } else if (part == Part::Frame) {
    m_open.back().isNamed |= isNamed;
  }
  return true;
}

bool HatchetHandler::start_array(size_t) {
  begin();
  if (m_open.empty())
    return push(Part::Document);
  const Open &open = m_open.back();
  if (open.part == Part::Document || open.part == Part::Children)
    return fail("expected an object");
  if (open.part == Part::Node && open.key == "children")
    return push(Part::Children);
  if (open.part == Part::Node && (open.key == "frame" || open.key == "metrics"))
    return fail("expected an object");
  m_skipped += open.part == Part::Metrics;
  return push(Part::Skipped);
}

bool HatchetHandler::end_array() {
  m_open.pop_back();
  return true;
}

bool HatchetHandler::string(std::string &text) {
  if (m_open.empty())
    return value(std::nullopt);
  Open &open = m_open.back();
  if (open.part == Part::Frame && open.key == "name") {
    m_builder.setName(open.node, text);
    open.isNamed = true;
    return true;
  }
  if (open.part == Part::Frame && open.key == "type") {
    m_builder.setType(open.node, text);
    return true;
  }
  if (open.part == Part::Device)
    return property(std::move(text));
  // Interned only where it stays.
  return value(open.part == Part::Metrics ? std::optional(MetricValue(m_builder.intern(text)))
                                          : std::nullopt);
}

bool HatchetHandler::property(DeviceProperty value) {
  const size_t depth = m_open.size();
  m_builder.devices()[m_open[depth - 3].key][m_open[depth - 2].key][m_open.back().key] =
      std::move(value);
  return true;
}

bool HatchetHandler::value(std::optional<MetricValue> value) {
  begin();
  if (m_open.empty())
    return fail("a Hatchet file is an array: expected [");
  Open &open = m_open.back();
  switch (open.part) {
  case Part::Document:
  case Part::Children:
    return fail("expected an object");
  case Part::Node:
    if (open.key == "frame" || open.key == "metrics" || open.key == "children")
      return fail("expected an object or an array");
    return true;
  case Part::Frame:
    if (open.key == "name" || open.key == "type")
      return fail("expected a text");
    return true;
  case Part::Metrics:
    if (value)
      m_metrics.push_back({m_builder.intern(open.key), *value});
    else
      ++m_skipped;
    return true;
  case Part::Devices:
  case Part::DeviceType:
    return fail("expected an object");
  case Part::Device:
    if (value && std::holds_alternative<double>(*value))
      return property(std::get<double>(*value));
    return !value || property(std::get<int64_t>(*value));
  default:
    return true;
  }
}

Result<HatchetFile> treeOf(HatchetHandler handler, std::string_view document) {
  std::string where(document);
  if (const std::string path = handler.path(); !path.empty() && !handler.problem().empty())
    where += ": " + path;
  if (!handler.problem().empty())
    return pstudio::fail(ErrorCode::InvalidFormat, handler.problem(), std::move(where));
  if (!handler.hasRoot())
    return pstudio::fail(ErrorCode::InvalidFormat, "the file has no call tree", std::move(where),
                         "open a Hatchet file (JSON or MessagePack) as Triton Proton writes it");
  return std::move(handler).finish();
}

} // namespace pstudio::calltree
