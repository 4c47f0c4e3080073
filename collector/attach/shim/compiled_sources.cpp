// SPDX-License-Identifier: Apache-2.0
// Allocated with the first source, so that a process without any has nothing.
#include "collector/attach/shim/compiled_sources.h"

#include <algorithm>
#include <list>
#include <map>
#include <mutex>
#include <utility>

namespace pstudio::attach {

namespace {

struct SourceList {
  std::list<std::pair<std::string, CompiledSource>> byHash; ///< the oldest first
  uint64_t bytes = 0;
  std::map<const void *, std::vector<std::string>> options; ///< of programs that are not destroyed
};

constinit std::mutex s_sourcesMutex;
constinit SourceList *s_sources = nullptr;

SourceList &sourceList() {
  if (!s_sources)
    s_sources = new SourceList;
  return *s_sources;
}

auto findSource(SourceList &list, const std::string &hash) {
  return std::ranges::find(list.byHash, hash, &std::pair<std::string, CompiledSource>::first);
}

void eraseSource(SourceList &list, std::list<std::pair<std::string, CompiledSource>>::iterator at) {
  list.bytes -= at->second.ptx.size();
  list.byHash.erase(at);
}

} // namespace

void keepSource(const std::string &cubinHash, CompiledSource source) {
  const std::lock_guard lock(s_sourcesMutex);
  SourceList &list = sourceList();
  if (const auto known = findSource(list, cubinHash); known != list.byHash.end())
    eraseSource(list, known);
  list.bytes += source.ptx.size();
  list.byHash.emplace_back(cubinHash, std::move(source));
  while (list.bytes > kMaxSourceBytes)
    eraseSource(list, list.byHash.begin());
}

std::optional<CompiledSource> takeSource(const std::string &cubinHash) {
  const std::lock_guard lock(s_sourcesMutex);
  SourceList &list = sourceList();
  const auto found = findSource(list, cubinHash);
  if (found == list.byHash.end())
    return std::nullopt;
  CompiledSource source = found->second;
  eraseSource(list, found);
  return source;
}

void keepOptions(const void *program, std::vector<std::string> options) {
  const std::lock_guard lock(s_sourcesMutex);
  sourceList().options[program] = std::move(options);
}

std::vector<std::string> optionsOf(const void *program) {
  const std::lock_guard lock(s_sourcesMutex);
  const SourceList &list = sourceList();
  const auto found = list.options.find(program);
  return found == list.options.end() ? std::vector<std::string>() : found->second;
}

void forgetOptions(const void *program) {
  const std::lock_guard lock(s_sourcesMutex);
  sourceList().options.erase(program);
}

void lockSources() {
  s_sourcesMutex.lock();
}

void unlockSources() {
  s_sourcesMutex.unlock();
}

} // namespace pstudio::attach
