// SPDX-License-Identifier: Apache-2.0
#include "core/source/code_places.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>
#include <unordered_map>

#include "core/base/text_lines.h"

namespace pstudio {
namespace {

using Place = CodePlaces::Place;

constexpr int kDeepestLocation = 32; // aliases of aliases, scopes of scopes

/// Reads one text from the left.
class Cursor {
public:
  explicit Cursor(std::string_view text) : m_rest(text) {}

  std::string_view rest() const { return m_rest; }
  void skipBlanks() {
    m_rest.remove_prefix(std::min(m_rest.find_first_not_of(" \t"), m_rest.size()));
  }
  bool skip(std::string_view prefix) {
    skipBlanks();
    if (!m_rest.starts_with(prefix))
      return false;
    m_rest.remove_prefix(prefix.size());
    return true;
  }
  std::optional<uint32_t> number() {
    skipBlanks();
    uint32_t value = 0;
    const auto [end, error] = std::from_chars(m_rest.data(), m_rest.data() + m_rest.size(), value);
    if (error != std::errc{})
      return std::nullopt;
    m_rest.remove_prefix(static_cast<size_t>(end - m_rest.data()));
    return value;
  }
  /// A text in quotes; escapes of quotes and backslashes are resolved, others stay.
  std::optional<std::string> quoted() {
    if (!skip("\""))
      return std::nullopt;
    std::string text;
    for (size_t i = 0; i < m_rest.size(); ++i) {
      if (m_rest[i] == '"') {
        m_rest.remove_prefix(i + 1);
        return text;
      }
      if (m_rest[i] == '\\' && i + 1 < m_rest.size() &&
          (m_rest[i + 1] == '"' || m_rest[i + 1] == '\\'))
        ++i;
      text += m_rest[i];
    }
    return std::nullopt;
  }
  std::string_view word() {
    const size_t end = std::min(m_rest.find_first_of(" \t,)("), m_rest.size());
    const std::string_view word = m_rest.substr(0, end);
    m_rest.remove_prefix(end);
    return word;
  }

private:
  std::string_view m_rest;
};

/// Numbers of files.
class FileList {
public:
  explicit FileList(CodePlaces &places) : m_places(places) {}
  uint32_t numberOf(const std::string &file) {
    const auto [known, isNew] =
        m_numbers.try_emplace(file, static_cast<uint32_t>(m_places.files.size()));
    if (isNew)
      m_places.files.push_back(file);
    return known->second;
  }

private:
  CodePlaces &m_places;
  std::unordered_map<std::string, uint32_t> m_numbers;
};

std::string joined(const std::string &folder, const std::string &name) {
  const bool isWhole = folder.empty() || name.starts_with('/');
  return isWhole ? name : folder + (folder.ends_with('/') ? "" : "/") + name;
}

/// True if a function or section begins at the line, so that the source place before it does not
/// apply after it.
bool beginsAnother(std::string_view line) {
  static constexpr std::array<std::string_view, 5> kWords = {".visible", ".func", ".entry", ".weak",
                                                             ".section"};
  Cursor at(line);
  return std::ranges::any_of(kWords, [&](std::string_view word) { return at.skip(word); });
}

/// No label, directive, bracket or comment.
bool isInstruction(std::string_view line) {
  Cursor at(line);
  at.skipBlanks();
  const std::string_view rest = at.rest();
  return !rest.empty() &&
         std::string_view(".$}();/\n\r").find(rest.front()) == std::string_view::npos &&
         rest.substr(0, rest.find("//")).find_last_not_of(" \t\r") !=
             rest.substr(0, rest.find("//")).rfind(':');
}

/// `.file 1 "folder" "name"` and `.loc 1 17 22`.
void placesInAssembly(const std::vector<std::string_view> &lines, CodePlaces &places) {
  FileList files(places);
  std::map<uint32_t, uint32_t> numbers; // of `.file` to ours; it may stand after its uses
  for (const std::string_view line : lines) {
    Cursor at(line);
    if (!at.skip(".file"))
      continue;
    const auto number = at.number();
    const auto first = at.quoted();
    if (!number || !first)
      continue;
    const auto second = at.quoted();
    numbers[*number] = files.numberOf(second ? joined(*first, *second) : *first);
  }
  Place current;
  for (size_t i = 0; i < lines.size(); ++i) {
    Cursor at(lines[i]);
    if (at.skip(".loc") && (at.rest().starts_with(' ') || at.rest().starts_with('\t'))) {
      const auto file = at.number(), line = at.number();
      const auto known = file ? numbers.find(*file) : numbers.end();
      current = known != numbers.end() && line ? Place{known->second, *line} : Place{};
    } else if (beginsAnother(lines[i])) {
      current = {};
    }
    if (current.line != 0 && isInstruction(lines[i]))
      places.lines[i] = current;
  }
}

/// `loc("file":17:22)`, `loc(#loc5)`, `#loc5 = loc("name"(#loc4))`, `loc(callsite(#loc2 at
/// #loc7))`.
class MlirLocations {
public:
  MlirLocations(const std::vector<std::string_view> &lines, CodePlaces &places)
      : m_lines(lines), m_places(places), m_files(places) {}

  void run() {
    for (const std::string_view line : m_lines)
      if (const auto [name, location] = alias(line); !name.empty())
        m_aliases.emplace(name, location);
    for (size_t i = 0; i < m_lines.size(); ++i) {
      const size_t begin = m_lines[i].rfind(" loc(");
      if (begin != std::string_view::npos && alias(m_lines[i]).first.empty())
        m_places.lines[i] = placeOf(m_lines[i].substr(begin + 5), 0);
    }
  }

private:
  static std::pair<std::string_view, std::string_view> alias(std::string_view line) {
    if (!line.starts_with("#loc"))
      return {};
    const size_t end = line.find(" = loc(");
    return end == std::string_view::npos ? std::pair<std::string_view, std::string_view>()
                                         : std::pair(line.substr(0, end), line.substr(end + 7));
  }

  /// The first place in the text between the brackets of `loc(`.
  Place placeOf(std::string_view text, int depth) {
    if (depth > kDeepestLocation)
      return {};
    while (true) {
      const size_t next = text.find_first_of("\"#");
      if (next == std::string_view::npos)
        return {};
      Cursor at(text.substr(next));
      if (text[next] == '#') {
        const auto known = m_aliases.find(at.word());
        const Place place = known == m_aliases.end() ? Place{} : placeOf(known->second, depth + 1);
        if (place.line != 0)
          return place;
      } else if (const auto name = at.quoted()) {
        if (at.skip(":"))
          if (const auto line = at.number())
            return {m_files.numberOf(*name), *line};
      } else {
        return {};
      }
      text = at.rest();
    }
  }

  const std::vector<std::string_view> &m_lines;
  CodePlaces &m_places;
  FileList m_files;
  std::unordered_map<std::string_view, std::string_view> m_aliases;
};

/// `!dbg !12` with `!12 = !DILocation(line: 3, column: 5, scope: !7)`.
class LlvmLocations {
public:
  LlvmLocations(const std::vector<std::string_view> &lines, CodePlaces &places)
      : m_lines(lines), m_places(places), m_files(places) {}

  void run() {
    for (const std::string_view line : m_lines)
      if (line.starts_with('!'))
        if (const size_t end = line.find(" = "); end != std::string_view::npos)
          m_nodes.emplace(line.substr(0, end), line.substr(end + 3));
    for (size_t i = 0; i < m_lines.size(); ++i)
      if (const size_t at = m_lines[i].rfind("!dbg "); at != std::string_view::npos)
        m_places.lines[i] = placeOf(Cursor(m_lines[i].substr(at + 5)).word());
  }

private:
  /// `key: VALUE` in a node; empty if it has none.
  static std::string_view member(std::string_view node, std::string_view key) {
    for (size_t at = node.find(key); at != std::string_view::npos; at = node.find(key, at + 1)) {
      const bool isWhole = at > 0 && (node[at - 1] == '(' || node[at - 1] == ' ');
      if (isWhole && node.substr(at + key.size()).starts_with(": "))
        return node.substr(at + key.size() + 2);
    }
    return {};
  }
  std::string_view node(std::string_view name) const {
    const auto found = m_nodes.find(name);
    return found == m_nodes.end() ? std::string_view() : found->second;
  }

  Place placeOf(std::string_view name) {
    const auto [known, isNew] = m_known.try_emplace(name);
    if (!isNew)
      return known->second;
    const std::string_view location = node(name);
    const auto line = Cursor(member(location, "line")).number();
    const auto file = line && *line > 0 ? fileOf(location) : std::nullopt;
    if (file)
      known->second = {*file, *line};
    return known->second;
  }

  /// Of the innermost scope that names one; of a function its own.
  std::optional<uint32_t> fileOf(std::string_view of) {
    for (int depth = 0; depth < kDeepestLocation && !of.empty(); ++depth) {
      if (const std::string_view file = node(Cursor(member(of, "file")).word()); !file.empty()) {
        const auto name = Cursor(member(file, "filename")).quoted();
        const auto folder = Cursor(member(file, "directory")).quoted();
        return name ? std::optional(m_files.numberOf(joined(folder.value_or(""), *name)))
                    : std::nullopt;
      }
      of = node(Cursor(member(of, "scope")).word());
    }
    return std::nullopt;
  }

  const std::vector<std::string_view> &m_lines;
  CodePlaces &m_places;
  FileList m_files;
  std::unordered_map<std::string_view, std::string_view> m_nodes;
  std::unordered_map<std::string_view, Place> m_known;
};

} // namespace

CodePlaces placesInCode(std::string_view text, IrLanguage language) {
  const std::vector<std::string_view> lines = linesOf(text);
  CodePlaces places;
  places.lines.resize(lines.size());
  switch (language) {
  case IrLanguage::Ptx:
  case IrLanguage::Isa:
    placesInAssembly(lines, places);
    break;
  case IrLanguage::Mlir:
    MlirLocations(lines, places).run();
    break;
  case IrLanguage::Llvm:
    LlvmLocations(lines, places).run();
    break;
  }
  return places;
}

CodePlaces placesInText(const PassReport &report, IrTextId text, IrLanguage language) {
  CodePlaces places = report.placesOf(text);
  return places.lines.empty() ? placesInCode(*report.text(text), language) : places;
}

std::optional<IrLanguage> languageOfFile(std::string_view path) {
  struct Ending {
    std::string_view text;
    IrLanguage language;
  };
  static constexpr std::array<Ending, 8> kEndings = {{{".mlir", IrLanguage::Mlir},
                                                      {".ttir", IrLanguage::Mlir},
                                                      {".ttgir", IrLanguage::Mlir},
                                                      {".llir", IrLanguage::Llvm},
                                                      {".ll", IrLanguage::Llvm},
                                                      {".ptx", IrLanguage::Ptx},
                                                      {".amdgcn", IrLanguage::Isa},
                                                      {".s", IrLanguage::Isa}}};
  for (const Ending &ending : kEndings)
    if (path.ends_with(ending.text))
      return ending.language;
  return std::nullopt;
}

bool isSameFile(std::string_view a, std::string_view b) {
  if (a.size() < b.size())
    std::swap(a, b);
  return !b.empty() && a.ends_with(b) &&
         (a.size() == b.size() || b.starts_with('/') || a[a.size() - b.size() - 1] == '/');
}

} // namespace pstudio
