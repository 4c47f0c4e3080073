// SPDX-License-Identifier: Apache-2.0
// One pass over the text with a stack of regions.
#include "collector/diagnostics/nested_definition.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <utility>
#include <vector>

namespace pstudio {
namespace {

/// A name in the text of the operation that is being scanned.
struct Mention {
  std::string_view name;
  size_t offset = 0;
  size_t group = 0;     ///< number of the innermost brackets around it, 0: none
  bool isBound = false; ///< the operation gives this name to an argument of its region
};

struct Region {
  std::set<std::string_view> names; ///< that are defined from here on in this region
  std::vector<Mention> uses;        ///< by its operation, of values without a previous definition
};

/// State of the text around a region, which continues after it: its operation may have another
/// region ("else").
struct Outside {
  std::vector<Mention> mentions;
  std::vector<size_t> groups;
};

class Scanner {
public:
  explicit Scanner(std::string_view text) : m_text(text) {}

  std::optional<NestedDefinition> run() {
    while (m_at < m_text.size() && !m_found && !m_isLost) {
      const char c = m_text[m_at];
      if (c == '\n')
        endLine();
      else if (std::isspace(static_cast<unsigned char>(c)))
        ++m_at;
      else if (m_text.substr(m_at).starts_with("//"))
        m_at = std::min(m_text.find('\n', m_at), m_text.size());
      else
        readToken(c);
    }
    return m_found;
  }

private:
  void endLine() {
    m_isLineBegin = true;
    m_isBlockHead = false;
    ++m_at;
  }

  void readToken(char c) {
    const bool isFirst = std::exchange(m_isLineBegin, false) && m_groups.empty();
    if (c == '%') {
      readValue(isFirst);
    } else if (c == '"') {
      skipString();
    } else if (c == '{') {
      enterRegion();
    } else if (c == '}') {
      leaveRegion();
    } else if (c == '(' || c == '[') {
      m_groups.push_back(++m_groupCount);
      ++m_at;
    } else if (c == ')' || c == ']') {
      closeGroup();
    } else if (isFirst && isWordCharacter(c)) {
      const std::string_view word = takeWord();
      if (word.find('.') != std::string_view::npos) // an operation; other words continue one
        m_mentions.clear();
    } else if (c == '^') {
      m_mentions.clear();
      m_isBlockHead = true;
      ++m_at;
    } else {
      isWordCharacter(c) ? static_cast<void>(takeWord()) : static_cast<void>(++m_at);
    }
  }

  static bool isWordCharacter(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.' || c == '$' ||
           c == '-';
  }

  std::string_view takeWord() {
    const size_t begin = m_at;
    while (m_at < m_text.size() && isWordCharacter(m_text[m_at]))
      ++m_at;
    return m_text.substr(begin, m_at - begin);
  }

  void skipString() {
    for (++m_at; m_at < m_text.size() && m_text[m_at] != '"'; ++m_at)
      m_at += m_text[m_at] == '\\';
    ++m_at;
  }

  /// The first non-blank character at or after `at`; 0 at the end.
  char after(size_t at) const {
    at = m_text.find_first_not_of(" \t\r\n", at);
    return at == std::string_view::npos ? '\0' : m_text[at];
  }

  std::string_view takeName() {
    const size_t begin = m_at++;
    takeWord();
    return m_text.substr(begin, m_at - begin);
  }

  /// "%a, %b:2 =" at the begin of a line, or a name somewhere.
  void readValue(bool isFirst) {
    const size_t begin = m_at;
    if (isFirst && readResults())
      return;
    m_at = begin;
    Mention mention{takeName(), begin, m_groups.empty() ? 0 : m_groups.back(), false};
    const char next = after(m_at);
    mention.isBound = next == '=' || (next == ':' && !m_groups.empty());
    if (mention.isBound && m_isBlockHead)
      known().insert(mention.name);
    m_mentions.push_back(mention);
  }

  bool readResults() {
    std::vector<std::pair<std::string_view, size_t>> results;
    for (;;) {
      const size_t offset = m_at;
      results.emplace_back(takeName(), offset);
      if (m_at < m_text.size() && m_text[m_at] == ':' && std::isdigit(after(m_at + 1))) {
        ++m_at;
        takeWord();
      }
      m_at = std::min(m_text.find_first_not_of(" \t", m_at), m_text.size());
      if (m_at == m_text.size() || m_text[m_at] != ',')
        break;
      m_at = std::min(m_text.find_first_not_of(" \t\r\n", m_at + 1), m_text.size());
      if (m_at == m_text.size() || m_text[m_at] != '%')
        return false;
    }
    if (m_at == m_text.size() || m_text[m_at] != '=')
      return false;
    m_mentions.clear();
    for (const auto &[name, offset] : results)
      define(name, offset);
    return true;
  }

  void define(std::string_view name, size_t offset) {
    for (const Region &region : m_regions)
      for (const Mention &use : region.uses)
        if (use.name == name)
          m_found = NestedDefinition{name, use.offset, offset};
    known().insert(name);
  }

  std::set<std::string_view> &known() { return m_regions.empty() ? m_top : m_regions.back().names; }

  bool isKnown(std::string_view name) const {
    for (const Region &region : m_regions)
      if (region.names.contains(name))
        return true;
    return m_top.contains(name);
  }

  /// In "(%i, %j) = " and "(%i, %j) in " the names are the region's arguments.
  void closeGroup() {
    if (m_groups.empty()) {
      m_isLost = true;
      return;
    }
    const size_t next = m_text.find_first_not_of(" \t\r\n", ++m_at);
    const std::string_view rest = m_text.substr(std::min(next, m_text.size()));
    if (rest.starts_with("=") || rest.starts_with("in "))
      for (Mention &mention : m_mentions)
        mention.isBound |= mention.group == m_groups.back();
    m_groups.pop_back();
  }

  void enterRegion() {
    Region region;
    for (const Mention &mention : m_mentions)
      if (mention.isBound)
        region.names.insert(mention.name);
      else if (!isKnown(mention.name))
        region.uses.push_back(mention);
    m_regions.push_back(std::move(region));
    m_outside.push_back({std::move(m_mentions), std::move(m_groups)});
    m_mentions.clear();
    m_groups.clear();
    m_isLineBegin = true;
    ++m_at;
  }

  void leaveRegion() {
    if (m_regions.empty() || !m_groups.empty()) {
      m_isLost = true;
      return;
    }
    m_regions.pop_back();
    m_mentions = std::move(m_outside.back().mentions);
    m_groups = std::move(m_outside.back().groups);
    m_outside.pop_back();
    ++m_at;
  }

  std::string_view m_text;
  size_t m_at = 0;
  bool m_isLineBegin = true;
  bool m_isBlockHead = false; ///< of "^bb0(%x: f32):"
  bool m_isLost = false;      ///< brackets do not match: the parser reports that
  std::set<std::string_view> m_top;
  std::vector<Region> m_regions;
  std::vector<Outside> m_outside; ///< of each region
  std::vector<Mention> m_mentions;
  std::vector<size_t> m_groups; ///< brackets that are open
  size_t m_groupCount = 0;
  std::optional<NestedDefinition> m_found;
};

} // namespace

std::optional<NestedDefinition> findNestedDefinition(std::string_view text) {
  return Scanner(text).run();
}

} // namespace pstudio
