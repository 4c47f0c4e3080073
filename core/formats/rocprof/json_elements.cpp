// SPDX-License-Identifier: Apache-2.0
#include "core/formats/rocprof/json_elements.h"

#include <algorithm>
#include <iterator>

#include <nlohmann/json.hpp>

#include "core/base/text_position.h"

namespace pstudio::rocprof {
namespace {

using nlohmann::json;

constexpr size_t kMostFields = 4096; // of one element: the rest is left out
constexpr size_t kDeepestPath = 64;

/// Iterates over a text and reports its place; ends early after a cancellation.
class ReportingIterator {
public:
  using value_type = char;
  using difference_type = ptrdiff_t;
  using pointer = const char *;
  using reference = const char &;
  using iterator_category = std::input_iterator_tag;

  ReportingIterator(std::string_view text, size_t offset, ReadProgress *progress)
      : m_text(text), m_offset(offset), m_progress(progress) {}
  reference operator*() const { return m_text[m_offset]; }
  ReportingIterator &operator++() {
    if (++m_offset % kReportEvery == 0 && m_progress != nullptr) {
      m_progress->setDone(m_offset);
      if (m_progress->isCancelled())
        m_offset = m_text.size();
    }
    return *this;
  }
  bool operator==(const ReportingIterator &other) const { return m_offset == other.m_offset; }

private:
  static constexpr size_t kReportEvery = 65'536;
  std::string_view m_text;
  size_t m_offset;
  ReadProgress *m_progress;
};

class ElementHandler : public nlohmann::json_sax<json> {
public:
  explicit ElementHandler(const ElementVisitor &visitor) : m_visitor(visitor) {}

  bool null() override { return true; }
  bool boolean(bool value) override { return add(int64_t{value}); }
  bool number_integer(number_integer_t value) override { return add(int64_t{value}); }
  bool number_unsigned(number_unsigned_t value) override {
    return add(static_cast<int64_t>(value));
  }
  bool number_float(number_float_t value, const string_t &) override { return add(value); }
  bool string(string_t &value) override { return add(value); }
  bool binary(binary_t &) override { return false; }

  bool start_object(std::size_t) override {
    const bool begins = m_elementDepth == 0 && m_visitor.isElement(listPath());
    push(false);
    if (begins) {
      m_elementDepth = m_levels.size();
      m_list = listPath();
      m_element.clear();
    }
    return true;
  }
  bool end_object() override {
    if (m_elementDepth == m_levels.size()) {
      m_elementDepth = 0;
      m_visitor.visit(m_list, m_element);
    } else if (m_elementDepth == 0 && m_tooDeep == 0) {
      m_visitor.leave(path(0, m_levels.size() - 1, '/'));
    }
    return pop();
  }
  bool start_array(std::size_t) override { return push(true); }
  bool end_array() override { return pop(); }
  bool key(string_t &value) override {
    if (!m_levels.empty())
      m_levels.back().key = value;
    return true;
  }
  bool parse_error(std::size_t position, const std::string &,
                   const nlohmann::detail::exception &) override {
    m_damage = position;
    return false;
  }

  std::optional<size_t> m_damage; ///< offset

private:
  struct Level {
    bool isArray = false;
    std::string key;
  };

  /// Levels deeper than any of the format are counted only.
  bool push(bool isArray) {
    if (m_levels.size() >= kDeepestPath)
      ++m_tooDeep;
    else
      m_levels.push_back({isArray, {}});
    return true;
  }
  bool pop() {
    if (m_tooDeep > 0)
      --m_tooDeep;
    else
      m_levels.pop_back();
    return true;
  }

  /// The keys of levels [from, end).
  std::string path(size_t from, size_t end, char separator) const {
    std::string path;
    for (size_t i = from; i < end; ++i) {
      if (m_levels[i].isArray || m_levels[i].key.empty())
        continue;
      if (!path.empty())
        path += separator;
      path += m_levels[i].key;
    }
    return path;
  }
  std::string listPath() const { return path(0, m_levels.size(), '/'); }

  bool add(JsonElement::Value value) {
    if (m_elementDepth != 0 && m_tooDeep == 0)
      m_element.add(path(m_elementDepth - 1, m_levels.size(), '.'), std::move(value));
    return true;
  }

  const ElementVisitor &m_visitor;
  std::vector<Level> m_levels;
  size_t m_tooDeep = 0;
  size_t m_elementDepth = 0; ///< number of levels within an element; 0: outside
  std::string m_list;
  JsonElement m_element;
};

} // namespace

void JsonElement::add(const std::string &path, Value value) {
  if (m_count >= kMostFields)
    return;
  if (m_count == m_fields.size())
    m_fields.emplace_back();
  m_fields[m_count++] = {path, std::move(value)};
}

std::optional<int64_t> JsonElement::integer(std::string_view path) const {
  for (size_t i = 0; i < m_count; ++i)
    if (m_fields[i].path == path)
      if (const auto *value = std::get_if<int64_t>(&m_fields[i].value))
        return *value;
  return std::nullopt;
}

std::string_view JsonElement::text(std::string_view path) const {
  for (size_t i = 0; i < m_count; ++i)
    if (m_fields[i].path == path)
      if (const auto *value = std::get_if<std::string>(&m_fields[i].value))
        return *value;
  return {};
}

std::vector<std::string_view> JsonElement::texts(std::string_view path) const {
  std::vector<std::string_view> texts;
  for (size_t i = 0; i < m_count; ++i)
    if (m_fields[i].path == path)
      if (const auto *value = std::get_if<std::string>(&m_fields[i].value))
        texts.push_back(*value);
  return texts;
}

std::optional<std::string> visitElements(std::string_view text, const ElementVisitor &visitor,
                                         ReadProgress *progress) {
  if (progress != nullptr)
    progress->setTotal(text.size());
  ElementHandler handler(visitor);
  json::sax_parse(ReportingIterator(text, 0, progress),
                  ReportingIterator(text, text.size(), nullptr), &handler,
                  nlohmann::detail::input_format_t::json, false);
  if (!handler.m_damage)
    return std::nullopt;
  const TextPosition place = textPosition(text, *handler.m_damage);
  return "line " + std::to_string(place.line) + ", column " + std::to_string(place.column);
}

} // namespace pstudio::rocprof
