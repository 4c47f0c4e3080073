// SPDX-License-Identifier: Apache-2.0
// Look-ups that are made once per selection or filter, not per frame.
#include "viewer/geometry/timeline/timeline_scene.h"

#include <algorithm>

namespace pstudio {
namespace {

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool contains(std::string_view text, std::string_view part) {
  return std::search(text.begin(), text.end(), part.begin(), part.end(),
                     [](char a, char b) { return lower(a) == lower(b); }) != text.end();
}

} // namespace

std::vector<bool> namesContaining(const Trace &trace, std::string_view text) {
  std::vector<bool> matches;
  if (text.empty())
    return matches;
  std::vector<bool> tested;
  const auto test = [&](StringId name) {
    if (!name.isValid())
      return;
    if (name.value >= tested.size()) {
      tested.resize(name.value + 1);
      matches.resize(name.value + 1);
    }
    if (tested[name.value])
      return;
    tested[name.value] = true;
    matches[name.value] = contains(trace.string(name), text);
  };
  for (const StringId name : trace.sliceNames())
    test(name);
  for (const Instant &instant : trace.instants())
    test(instant.name);
  // Never empty: a filter that matches nothing is not the same as no filter.
  if (matches.empty())
    matches.push_back(false);
  return matches;
}

std::vector<Flow> flowsAt(const Trace &trace, const EventRef &event) {
  std::vector<Flow> found;
  for (const Flow &flow : trace.flows())
    if (flow.from == event || flow.to == event)
      found.push_back(flow);
  return found;
}

} // namespace pstudio
