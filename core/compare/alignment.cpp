// SPDX-License-Identifier: Apache-2.0
// The moment of a trace that is put above a moment of another one.
#include "core/compare/alignment.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "core/base/number_text.h"

namespace pstudio::compare {
namespace {

constexpr size_t kMaxNamesListed = 8;

tl::unexpected<Error> wrongAlignment(std::string_view text) {
  return fail(ErrorCode::InvalidInput, "'" + std::string(text) + "' is no alignment", {},
              "use launch, scope=NAME, iteration=N or iteration=N:NAME");
}

bool isNamed(const ScopeSamples &scope, const std::string &name) {
  return !scope.path.empty() && (scope.path.back() == name || pathText(scope) == name);
}

/// The matched scope of that name, or the one with the most instances; of equal ones the first.
const ScopeMatch *matchNamed(const TraceSamples &baseline, const ScopeMatching &matching,
                             const std::string &name) {
  const ScopeMatch *best = nullptr;
  for (const ScopeMatch &match : matching.matches) {
    if (match.kind == MatchKind::None)
      continue;
    const ScopeSamples &scope = baseline.scopes[match.baseline];
    if (!scope.first.isValid() || (!name.empty() && !isNamed(scope, name)))
      continue;
    if (!name.empty() && scope.kind == ScopeKind::Scope)
      return &match;
    if (best == nullptr || (name.empty() && scope.kind == ScopeKind::Scope &&
                            scope.values.size() > baseline.scopes[best->baseline].values.size()))
      best = &match;
  }
  return best;
}

std::string matchedNames(const TraceSamples &baseline, const ScopeMatching &matching) {
  std::string names;
  size_t count = 0;
  for (const ScopeMatch &match : matching.matches)
    if (match.kind != MatchKind::None && baseline.scopes[match.baseline].first.isValid() &&
        count++ < kMaxNamesListed)
      names += (names.empty() ? "" : ", ") + pathText(baseline.scopes[match.baseline]);
  if (count > kMaxNamesListed)
    names += " and " + countText(count - kMaxNamesListed) + " more";
  return count == 0 ? "the traces have no scope in common" : "scopes of both traces: " + names;
}

/// Begin of the instance of that number on the row of the first one.
std::optional<Picoseconds> instanceBegin(const Trace &trace, const ScopeSamples &scope,
                                         uint32_t instance) {
  const Row &row = trace.row(trace.rowOf(scope.first));
  const StringId name = trace.sliceNames()[scope.first.value];
  uint32_t number = 0;
  for (uint32_t i = scope.first.value; i < row.firstSlice.value + row.sliceCount; ++i)
    if (trace.sliceNames()[i] == name && number++ == instance)
      return Picoseconds(trace.sliceBegins()[i]);
  return std::nullopt;
}

} // namespace

Result<Alignment> parseAlignment(std::string_view text) {
  constexpr std::string_view kScope = "scope=", kIteration = "iteration=";
  Alignment alignment;
  if (text == "launch")
    return alignment;
  alignment.kind = Alignment::Kind::Instance;
  if (text.starts_with(kScope) && text.size() > kScope.size()) {
    alignment.scope = text.substr(kScope.size());
    return alignment;
  }
  if (!text.starts_with(kIteration))
    return wrongAlignment(text);
  const char *end = text.data() + text.size();
  const auto [rest, error] =
      std::from_chars(text.data() + kIteration.size(), end, alignment.instance);
  if (error != std::errc() || (rest != end && (*rest != ':' || rest + 1 == end)))
    return wrongAlignment(text);
  if (rest != end)
    alignment.scope.assign(rest + 1, end);
  return alignment;
}

Result<AlignedTimes> alignTraces(const Trace &baseline, const TraceSamples &baselineSamples,
                                 const Trace &candidate, const TraceSamples &candidateSamples,
                                 const ScopeMatching &matching, const Alignment &alignment) {
  if (alignment.kind == Alignment::Kind::Launch)
    return AlignedTimes{baselineSamples.facts.launchBegin, candidateSamples.facts.launchBegin,
                        baselineSamples.facts.kernels.empty() ? "the begin of the trace"
                                                              : "the launch"};
  const ScopeMatch *match = matchNamed(baselineSamples, matching, alignment.scope);
  if (match == nullptr)
    return fail(ErrorCode::InvalidInput,
                alignment.scope.empty() ? std::string("no scope to align the traces at")
                                        : "no scope '" + alignment.scope + "' in both traces",
                {}, matchedNames(baselineSamples, matching));
  const ScopeSamples &scope = baselineSamples.scopes[match->baseline];
  const auto first = instanceBegin(baseline, scope, alignment.instance);
  const auto second =
      instanceBegin(candidate, candidateSamples.scopes[match->candidate], alignment.instance);
  const std::string text = "iteration " + countText(alignment.instance) + " of " + pathText(scope);
  if (!first || !second)
    return fail(ErrorCode::InvalidInput, text + " is missing", {},
                std::string("the ") + (first ? "candidate" : "baseline") +
                    " has fewer instances on the row of the first one");
  return AlignedTimes{*first, *second,
                      alignment.instance == 0 ? "the first instance of " + pathText(scope) : text};
}

} // namespace pstudio::compare
