// SPDX-License-Identifier: Apache-2.0
// Which scope of the candidate stands for which scope of the baseline.
#include "core/compare/scope_matching.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>

namespace pstudio::compare {
namespace {

constexpr std::string_view kPathSeparator = " > ";

/// Key of a scope: scopes with equal keys are compared. Kind, kernel and path.
using MatchKey = std::tuple<ScopeKind, std::string, std::vector<std::string>>;

std::string joinedPath(std::span<const std::string> path) {
  std::string text;
  for (const std::string &name : path)
    text += (text.empty() ? std::string_view() : kPathSeparator), text += name;
  return text;
}

/// The part of a rename at the begin of `text`; takes it and what follows it.
std::optional<std::string> takeName(std::string_view &text) {
  std::string name;
  if (text.starts_with('"')) {
    const size_t end = text.find('"', 1);
    if (end == std::string_view::npos)
      return std::nullopt;
    name = text.substr(1, end - 1);
    text.remove_prefix(end + 1);
  } else {
    const size_t end = std::min(text.find('='), text.size());
    name = text.substr(0, end);
    text.remove_prefix(end);
  }
  return name.empty() ? std::nullopt : std::optional(std::move(name));
}

/// Matches rows of two traces.
class ScopeMatcher {
public:
  ScopeMatcher(const TraceSamples &baseline, const TraceSamples &candidate,
               std::span<const Rename> renames)
      : m_baseline(baseline), m_candidate(candidate), m_renames(renames),
        m_isUsed(renames.size(), false), m_partners(baseline.scopes.size(), kNoMatch) {}

  ScopeMatching match();

private:
  MatchKey keyOf(const ScopeSamples &scope) const;
  MatchKey renamedKeyOf(const ScopeSamples &scope, std::vector<size_t> &used) const;
  void matchRenamed();
  void matchExact();

  const TraceSamples &m_baseline;
  const TraceSamples &m_candidate;
  std::span<const Rename> m_renames;
  std::vector<bool> m_isUsed;          ///< by rename
  std::map<MatchKey, uint32_t> m_free; ///< scopes of the candidate without a partner
  std::vector<uint32_t> m_partners;    ///< by scope of the baseline
  std::vector<bool> m_isRenamed;       ///< the same
  bool m_hasOneKernel = false;
};

MatchKey ScopeMatcher::keyOf(const ScopeSamples &scope) const {
  // With one kernel on each side its name does not matter, but kernel and host are kept apart.
  const bool isHost = scope.kernel.empty();
  return {scope.kind, m_hasOneKernel && !isHost ? "kernel" : scope.kernel, scope.path};
}

/// The key that the partner must have. `used`: the renames that applied.
MatchKey ScopeMatcher::renamedKeyOf(const ScopeSamples &scope, std::vector<size_t> &used) const {
  MatchKey key = keyOf(scope);
  const std::string whole = pathText(scope);
  for (size_t i = 0; i < m_renames.size(); ++i) {
    const Rename &rename = m_renames[i];
    const auto replace = [&](std::string &name) {
      if (name != rename.baseline)
        return;
      name = rename.candidate;
      used.push_back(i);
    };
    replace(std::get<1>(key));
    if (rename.baseline.find(kPathSeparator) == std::string::npos) {
      std::ranges::for_each(std::get<2>(key), replace);
    } else if (whole == rename.baseline) {
      std::get<2>(key) = {rename.candidate};
      used.push_back(i);
    }
  }
  return key;
}

void ScopeMatcher::matchRenamed() {
  // A path that the user wrote is one text: the candidates by their texts.
  std::map<MatchKey, MatchKey> byText;
  for (const auto &[key, scope] : m_free)
    byText.try_emplace(MatchKey{std::get<0>(key), std::get<1>(key), {joinedPath(std::get<2>(key))}},
                       key);
  for (uint32_t i = 0; i < m_partners.size(); ++i) {
    std::vector<size_t> used;
    const MatchKey renamed = renamedKeyOf(m_baseline.scopes[i], used);
    if (used.empty())
      continue;
    const auto text = byText.find(
        {std::get<0>(renamed), std::get<1>(renamed), {joinedPath(std::get<2>(renamed))}});
    const auto found = text == byText.end() ? m_free.end() : m_free.find(text->second);
    if (found == m_free.end())
      continue;
    m_partners[i] = found->second;
    m_isRenamed[i] = true;
    m_free.erase(found);
    for (const size_t rename : used)
      m_isUsed[rename] = true;
  }
}

void ScopeMatcher::matchExact() {
  for (uint32_t i = 0; i < m_partners.size(); ++i) {
    if (m_partners[i] != kNoMatch)
      continue;
    if (const auto found = m_free.find(keyOf(m_baseline.scopes[i])); found != m_free.end()) {
      m_partners[i] = found->second;
      m_free.erase(found);
    }
  }
}

ScopeMatching ScopeMatcher::match() {
  ScopeMatching result;
  const auto &first = m_baseline.facts.kernels, &second = m_candidate.facts.kernels;
  m_hasOneKernel = first.size() == 1 && second.size() == 1;
  result.areOnlyKernelsMatched = m_hasOneKernel && first != second;
  m_isRenamed.assign(m_partners.size(), false);
  for (uint32_t i = 0; i < m_candidate.scopes.size(); ++i)
    m_free.try_emplace(keyOf(m_candidate.scopes[i]), i);
  matchRenamed();
  matchExact();
  for (uint32_t i = 0; i < m_partners.size(); ++i)
    result.matches.push_back({i, m_partners[i],
                              m_partners[i] == kNoMatch ? MatchKind::None
                              : m_isRenamed[i]          ? MatchKind::Renamed
                                                        : MatchKind::Exact});
  std::vector<bool> isTaken(m_candidate.scopes.size(), false);
  for (const uint32_t partner : m_partners)
    if (partner != kNoMatch)
      isTaken[partner] = true;
  for (uint32_t i = 0; i < isTaken.size(); ++i)
    if (!isTaken[i])
      result.matches.push_back({kNoMatch, i, MatchKind::None});
  for (size_t i = 0; i < m_renames.size(); ++i)
    if (!m_isUsed[i])
      result.unusedRenames.push_back(m_renames[i]);
  return result;
}

} // namespace

Result<Rename> parseRename(std::string_view text) {
  std::string_view rest = text;
  std::optional<std::string> first = takeName(rest), second;
  if (first && rest.starts_with('=')) {
    rest.remove_prefix(1);
    second = takeName(rest);
  }
  if (!second || !rest.empty())
    return fail(ErrorCode::InvalidInput, "'" + std::string(text) + "' is no renaming", {},
                "write BASELINE=CANDIDATE, and names that contain = between double quotes");
  return Rename{std::move(*first), std::move(*second)};
}

ScopeMatching matchScopes(const TraceSamples &baseline, const TraceSamples &candidate,
                          std::span<const Rename> renames) {
  return ScopeMatcher(baseline, candidate, renames).match();
}

std::string pathText(const ScopeSamples &scope) {
  return joinedPath(scope.path);
}

std::string scopeText(const ScopeSamples &scope, bool withKernel) {
  std::string text = scope.kind == ScopeKind::Launch    ? std::string("launch")
                     : scope.kind == ScopeKind::GpuTime ? std::string("GPU time")
                                                        : pathText(scope);
  if (scope.kind == ScopeKind::Flight)
    text += " (in flight)";
  if (scope.kind == ScopeKind::Waited)
    text += " (waited for)";
  return withKernel && !scope.kernel.empty() ? scope.kernel + ": " + text : text;
}

} // namespace pstudio::compare
