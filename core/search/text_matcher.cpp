// SPDX-License-Identifier: Apache-2.0
// Runs the automaton of a regular expression, or compares plain text.
#include "core/search/text_matcher.h"

#include <algorithm>
#include <iterator>
#include <span>

#include "core/search/regex_parser.h"

namespace pstudio {
namespace {

char asciiLower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool isWordByte(char c) {
  return (c >= '0' && c <= '9') || (asciiLower(c) >= 'a' && asciiLower(c) <= 'z') || c == '_';
}

/// The steps at which the automaton is before one byte of the text, each once.
class ActiveSteps {
public:
  explicit ActiveSteps(size_t count) : m_place(count, 0) { m_steps.reserve(count); }

  void clear() { m_steps.clear(); }
  const std::vector<uint32_t> &steps() const { return m_steps; }
  /// False if the step is there already.
  bool insert(uint32_t step) {
    if (m_place[step] < m_steps.size() && m_steps[m_place[step]] == step)
      return false;
    m_place[step] = static_cast<uint32_t>(m_steps.size());
    m_steps.push_back(step);
    return true;
  }

private:
  std::vector<uint32_t> m_steps;
  std::vector<uint32_t> m_place; // of each step in m_steps, if it is there
};

/// One run of an automaton over one text.
class AutomatonRun {
public:
  AutomatonRun(std::span<const TextMatcher::Step> steps, std::string_view text)
      : m_all(steps), m_text(text), m_now(steps.size()), m_next(steps.size()) {}

  bool run(std::span<const TextMatcher::ByteSet> sets) {
    for (size_t at = 0;; ++at) {
      if (enter(m_now, 0, at))
        return true;
      if (at == m_text.size())
        return false;
      m_next.clear();
      for (const uint32_t id : m_now.steps()) {
        const TextMatcher::Step &step = m_all[id];
        if (step.kind == TextMatcher::StepKind::Bytes &&
            sets[step.other][static_cast<unsigned char>(m_text[at])] &&
            enter(m_next, step.next, at + 1))
          return true;
      }
      std::swap(m_now, m_next);
    }
  }

private:
  bool holds(TextMatcher::StepKind kind, size_t at) const {
    const bool isWordBefore = at > 0 && isWordByte(m_text[at - 1]);
    const bool isWordAfter = at < m_text.size() && isWordByte(m_text[at]);
    switch (kind) {
    case TextMatcher::StepKind::LineStart:
      return at == 0;
    case TextMatcher::StepKind::LineEnd:
      return at == m_text.size();
    case TextMatcher::StepKind::WordEdge:
      return isWordBefore != isWordAfter;
    default:
      return isWordBefore == isWordAfter;
    }
  }

  /// Adds the step and all that follow without a byte. True if one of them accepts.
  bool enter(ActiveSteps &active, uint32_t first, size_t at) {
    m_waiting.assign(1, first);
    while (!m_waiting.empty()) {
      const uint32_t id = m_waiting.back();
      m_waiting.pop_back();
      if (!active.insert(id))
        continue;
      const TextMatcher::Step &step = m_all[id];
      if (step.kind == TextMatcher::StepKind::Accept)
        return true;
      if (step.kind == TextMatcher::StepKind::Bytes)
        continue;
      if (step.kind == TextMatcher::StepKind::Fork) {
        m_waiting.push_back(step.next);
        m_waiting.push_back(step.other);
      } else if (holds(step.kind, at)) {
        m_waiting.push_back(step.next);
      }
    }
    return false;
  }

  std::span<const TextMatcher::Step> m_all;
  std::string_view m_text;
  ActiveSteps m_now, m_next;
  std::vector<uint32_t> m_waiting;
};

} // namespace

Result<TextMatcher> TextMatcher::make(const SearchQuery &query) {
  TextMatcher matcher;
  matcher.m_isRegex = query.isRegex;
  if (query.isRegex) {
    PSTUDIO_TRY_ASSIGN(RegexSteps parsed, parseRegex(query.text));
    matcher.m_steps = std::move(parsed.steps);
    matcher.m_sets = std::move(parsed.sets);
  } else {
    std::ranges::transform(query.text, std::back_inserter(matcher.m_plain), asciiLower);
  }
  return matcher;
}

bool TextMatcher::matches(std::string_view text) const {
  if (m_isRegex)
    return AutomatonRun(m_steps, text).run(m_sets);
  const auto isSame = [](char a, char b) { return asciiLower(a) == b; };
  return std::search(text.begin(), text.end(), m_plain.begin(), m_plain.end(), isSame) !=
             text.end() ||
         m_plain.empty();
}

} // namespace pstudio
