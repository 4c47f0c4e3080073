// SPDX-License-Identifier: Apache-2.0
#include "core/calltree/hatchet_writer.h"

#include <array>
#include <charconv>
#include <cmath>

#include <nlohmann/json.hpp>

#include "core/base/json_text.h"

namespace pstudio::calltree {
namespace {

std::string quoted(std::string_view text) {
  return jsonText(nlohmann::json(text));
}

/// The shortest text that reads as the same number, and as one with a fraction.
std::string realText(double value) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  std::string result(text.data(), end);
  if (result.find_first_of(".e") == result.npos)
    result += ".0";
  return result;
}

class HatchetWriter {
public:
  explicit HatchetWriter(const CallTree &tree) : m_tree(tree), m_quoted(tree.textCount()) {}

  std::string write() {
    m_text = "[\n";
    std::vector<NodeId> open;
    for (NodeId id = 0; id < m_tree.nodes().size(); ++id) {
      while (!open.empty() && m_tree.node(open.back()).end <= id)
        end(open);
      begin(id);
      open.push_back(id);
    }
    while (!open.empty())
      end(open);
    writeDevices();
    return std::move(m_text);
  }

private:
  void begin(NodeId id) {
    const Node &node = m_tree.node(id);
    if (node.parent != kNoNode && node.parent + 1 != id)
      m_text += ",\n";
    m_text += "{\"frame\": {\"name\": " + text(node.name);
    if (!m_tree.text(node.type).empty())
      m_text += ", \"type\": " + text(node.type);
    m_text += "}, \"metrics\": {";
    writeMetrics(id);
    m_text += node.end > id + 1 ? "}, \"children\": [\n" : "}, \"children\": [";
  }

  void end(std::vector<NodeId> &open) {
    m_text += m_tree.node(open.back()).parent == kNoNode ? "]},\n" : "]}";
    open.pop_back();
  }

  void writeMetrics(NodeId id) {
    const char *separator = "";
    for (const Metric &metric : m_tree.metrics(id)) {
      const auto *real = std::get_if<double>(&metric.value);
      if (real && !std::isfinite(*real))
        continue;
      m_text += separator + text(metric.name) + ": ";
      separator = ", ";
      if (real)
        m_text += realText(*real);
      else if (const auto *whole = std::get_if<int64_t>(&metric.value))
        m_text += std::to_string(*whole);
      else
        m_text += text(std::get<TextId>(metric.value));
    }
  }

  void writeDevices() {
    nlohmann::json devices = nlohmann::json::object();
    for (const auto &[type, byId] : m_tree.devices()) {
      nlohmann::json &ofType = devices[type] = nlohmann::json::object();
      for (const auto &[id, properties] : byId) {
        nlohmann::json &device = ofType[id] = nlohmann::json::object();
        for (const auto &[name, property] : properties)
          std::visit([&, &key = name](const auto &value) { device[key] = value; }, property);
      }
    }
    m_text += devices.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n]\n";
  }

  /// Quoted once for each text: names repeat.
  const std::string &text(TextId id) {
    std::string &place = m_quoted[id.value];
    if (place.empty())
      place = quoted(m_tree.text(id));
    return place;
  }

  const CallTree &m_tree;
  std::vector<std::string> m_quoted;
  std::string m_text;
};

} // namespace

std::string hatchetText(const CallTree &tree) {
  return HatchetWriter(tree).write();
}

} // namespace pstudio::calltree
