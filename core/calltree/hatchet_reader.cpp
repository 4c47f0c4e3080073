// SPDX-License-Identifier: Apache-2.0
#include "core/calltree/hatchet_reader.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <optional>
#include <tuple>

#include <nlohmann/json.hpp>

#include "core/base/file_bytes.h"
#include "core/base/text_position.h"

namespace pstudio::calltree {
namespace {

using nlohmann::json;

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

/// Makes the tree while the JSON library reads; returns false to end the reading.
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
  bool parse_error(size_t position, const std::string &, const json::exception &error) {
    const std::string_view message = error.what();
    const size_t begin = message.find("; last read");
    m_problem = "this is no JSON" + (begin == message.npos ? std::string(", or incomplete")
                                                           : std::string(message.substr(begin)));
    m_position = position;
    return false;
  }

  bool hasRoot() const { return m_builder.nodeCount() > 0; }
  HatchetFile finish() && { return {std::move(m_builder).finish(), m_skipped}; }
  const std::string &problem() const { return m_problem; }
  std::optional<size_t> position() const { return m_position; }
  std::string path() const;

private:
  bool push(Part part, NodeId node = kNoNode);
  bool pushNode();
  bool value(std::optional<MetricValue> value);
  bool property(DeviceProperty value);
  void begin();
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

} // namespace

Result<HatchetFile> readHatchet(std::string_view text, std::string_view document) {
  HatchetHandler handler;
  if (!json::sax_parse(text, &handler)) {
    std::string where(document);
    if (const std::optional<size_t> position = handler.position())
      where = placeText(document, textPosition(text, *position > 0 ? *position - 1 : 0));
    else if (const std::string path = handler.path(); !path.empty())
      where += ": " + path;
    return fail(ErrorCode::InvalidFormat, handler.problem(), std::move(where));
  }
  if (!handler.hasRoot())
    return fail(ErrorCode::InvalidFormat, "the file has no call tree", std::string(document),
                "open a Hatchet file (JSON) as Triton Proton writes it");
  return std::move(handler).finish();
}

bool isHatchetFile(const std::filesystem::path &path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) // a FIFO would wait for its writer
    return false;
  if (path.extension() == ".hatchet")
    return true;
  if (path.extension() != ".json")
    return false;
  std::array<char, 4096> head{};
  std::ifstream file(path, std::ios::binary);
  file.read(head.data(), head.size());
  std::string_view rest(head.data(), static_cast<size_t>(file.gcount()));
  const auto skip = [&rest](std::string_view expected) {
    rest.remove_prefix(std::min(rest.find_first_not_of(" \t\r\n"), rest.size()));
    const bool isFound = rest.starts_with(expected);
    rest.remove_prefix(isFound ? expected.size() : 0);
    return isFound;
  };
  return skip("[") && skip("{") &&
         (skip("\"frame\"") || skip("\"children\"") || skip("\"metrics\""));
}

Result<HatchetFile> readHatchetFile(const std::filesystem::path &path) {
  PSTUDIO_TRY_ASSIGN(const FileBytes file, FileBytes::read(path));
  const std::span<const std::byte> bytes = file.bytes();
  return readHatchet({reinterpret_cast<const char *>(bytes.data()), bytes.size()}, path.string());
}

} // namespace pstudio::calltree
