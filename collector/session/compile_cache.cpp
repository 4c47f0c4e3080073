// SPDX-License-Identifier: Apache-2.0
#include "collector/session/compile_cache.h"

#include "collector/cache/cache_key.h"
#include "collector/collector.h"

namespace pstudio {

std::string compileKey(const RunSpec &spec, const KernelModule &module,
                       const InstrumentOptions &options, std::string_view codeIdentity) {
  // By a structured binding, so that an option that is added and forgotten here does not compile.
  const auto &[mode, threadsPerCta, lanesPerWarp, sharedBytesFree, stagingBytes,
               counterBytesPerUnit, automaticSharedSlots, facts] = options;
  CacheKeyBuilder key;
  key.add("ir", module.text()).add("kernel", spec.function).add("target", spec.target);
  key.add("code", codeIdentity).add("mode", mode.toString());
  key.add("threads", threadsPerCta).add("lanes", lanesPerWarp).add("shared", sharedBytesFree);
  key.add("staging", stagingBytes);
  key.add("counters", counterBytesPerUnit).add("slots", automaticSharedSlots);
  key.add("facts", toString(facts));
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
  m_progress.log("the cached code is made anew: " + why.message);
  m_cache.forget(key);
}

void CompileCache::keep(const std::string &key, const KernelEntry &entry) {
  if (!isEnabled())
    return;
  if (const std::optional<std::string> why = m_cache.keep(key, toBytes(entry)))
    m_progress.log("the compiled kernel is not kept: " + *why);
}

} // namespace pstudio
