// SPDX-License-Identifier: Apache-2.0
#include "collector/session/compile/compile_cache.h"

#include "collector/cache/cache_key.h"
#include "collector/collector.h"
#include "core/base/deflate.h"
#include "core/base/inflate.h"

namespace pstudio {
namespace {

/// Fast: a report is read back as often as it is written, and repeats itself a lot at any level.
constexpr int kLevel = 1;
/// As of the reports that are read from files.
constexpr size_t kMaxReportBytes = size_t{512} << 20;

std::string passesKey(const std::string &key) {
  return CacheKeyBuilder().add("passes of", key).key();
}

std::span<const std::byte> bytesOf(std::string_view text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

} // namespace

std::string compileKey(const RunSpec &spec, const KernelModule &module,
                       const InstrumentOptions &options, std::string_view codeIdentity) {
  // The structured binding does not compile if a new option is missing here.
  const auto &[mode, block, lanesPerWarp, sharedBytesFree, stagingBytes, counterBytesPerUnit,
               hasClockEpochs, automaticSharedSlots, mostAutomaticSlots, largestBufferBytes, facts,
               chip, callbacks] = options;
  CacheKeyBuilder key;
  key.add("ir", module.text()).add("kernel", spec.function).add("target", spec.target);
  key.add("form", static_cast<uint64_t>(module.argumentForm()));
  key.add("code", codeIdentity).add("mode", mode.toString());
  key.add("lanes", lanesPerWarp).add("shared", sharedBytesFree);
  key.add("x", block[0]).add("y", block[1]).add("z", block[2]);
  key.add("staging", stagingBytes);
  key.add("epochs", uint64_t{hasClockEpochs});
  key.add("counters", counterBytesPerUnit).add("slots", automaticSharedSlots);
  key.add("most slots", mostAutomaticSlots).add("largest", largestBufferBytes);
  key.add("facts", toString(facts)).add("chip", chip);
  if (callbacks)
    key.add("callbacks", callbacks->bitcode);
  return key.key();
}

std::optional<KernelEntry> CompileCache::find(const std::string &key) {
  m_state = "miss";
  const KernelCache::Found found = m_cache.find(key);
  if (found.lookup == CacheLookup::Damaged)
    reject(key, {ErrorCode::InvalidFormat, "the file is damaged", {}, {}});
  if (found.lookup != CacheLookup::Hit)
    return std::nullopt;
  Result<KernelEntry> entry = kernelEntryFrom(found.bytes);
  if (!entry) {
    reject(key, entry.error());
    return std::nullopt;
  }
  m_state = "hit";
  return std::move(*entry);
}

void CompileCache::reject(const std::string &key, const Error &why) {
  m_state = "rebuilt";
  m_progress.log("the cached code is unusable and is compiled again: " + why.message);
  m_cache.forget(key);
}

void CompileCache::keep(const std::string &key, const KernelEntry &entry) {
  if (!isEnabled())
    return;
  if (const std::optional<std::string> why = m_cache.keep(key, toBytes(entry)))
    m_progress.log("the compiled kernel is not cached: " + *why);
}

std::optional<PassReportText> CompileCache::findPasses(const std::string &key) {
  const KernelCache::Found found = m_cache.find(passesKey(key));
  const size_t end = found.bytes.find('\n');
  if (found.lookup != CacheLookup::Hit || end == std::string::npos)
    return std::nullopt;
  Result<Inflated> json = inflate(bytesOf(std::string_view(found.bytes).substr(end + 1)),
                                  {.mostBytes = kMaxReportBytes});
  if (!json || json->isCutOff)
    return std::nullopt;
  return PassReportText{found.bytes.substr(0, end), std::move(json->bytes)};
}

void CompileCache::keepPasses(const std::string &key, const PassReportText &passes) {
  Result<Deflater> deflater = Deflater::make(kLevel);
  if (!isEnabled() || !deflater)
    return;
  std::string bytes = passes.id + "\n";
  deflater->append(bytesOf(passes.json), bytes);
  deflater->finish(bytes);
  std::optional<std::string> why = "the cache is too small";
  if (bytes.size() <= m_mostPassBytes)
    why = m_cache.keep(passesKey(key), bytes);
  if (why)
    m_progress.log("the pass report is not cached: " + *why);
}

} // namespace pstudio
