// SPDX-License-Identifier: Apache-2.0
#include "collector/attach/host/twin_cache.h"

#include "collector/cache/cache_key.h"
#include "collector/cache/kernel_cache.h"
#include "core/base/json_text.h"

namespace pstudio::attach {
namespace {

using CacheJson = nlohmann::json;

/// Of what an entry holds.
constexpr uint64_t kEntryVersion = 2;

/// A line of JSON, then the cubin.
std::string toBytes(const TwinCode &code) {
  return jsonText(CacheJson{{"table", record::toJson({code.mode.toString(), {code.entry}})},
                            {"back_end", code.backEnd},
                            {"not_covered", code.notCovered}}) +
         "\n" + code.cubin;
}

std::optional<TwinCode> fromBytes(std::string_view bytes, const InstrumentationMode &mode) {
  const size_t end = bytes.find('\n');
  const CacheJson json =
      CacheJson::parse(bytes.substr(0, end), nullptr, /*allow_exceptions=*/false);
  if (end == std::string_view::npos || !json.is_object())
    return std::nullopt;
  const auto table = json.find("table"), backEnd = json.find("back_end"),
             notCovered = json.find("not_covered");
  if (table == json.end() || !table->is_string() || backEnd == json.end() ||
      !backEnd->is_string() || notCovered == json.end() || !notCovered->is_array())
    return std::nullopt;
  Result<record::InstrumentTable> read =
      record::instrumentTableFrom(table->get_ref<const std::string &>(), "cached table");
  if (!read || read->kernels.size() != 1 || read->kernels.front().blockBytes == 0)
    return std::nullopt;
  TwinCode code;
  code.entry = std::move(read->kernels.front());
  code.mode = mode;
  code.backEnd = *backEnd;
  for (const CacheJson &part : *notCovered)
    if (part.is_string())
      code.notCovered.push_back(part);
  code.cubin = bytes.substr(end + 1);
  return code;
}

} // namespace

std::string twinKey(const TwinParts &parts) {
  return CacheKeyBuilder()
      .add("twin", kEntryVersion)
      .add("ir", parts.llvmIr)
      .add("metadata", parts.metadata)
      .add("mode", parts.mode)
      .add("kernel", parts.kernel)
      .add("back end", parts.backEnd)
      .key();
}

std::optional<TwinCode> findTwin(const std::string &key, const InstrumentationMode &mode) {
  const KernelCache cache(cacheSettingsOfEnvironment());
  if (!cache.isEnabled())
    return std::nullopt;
  const KernelCache::Found found = cache.find(key);
  if (found.lookup != CacheLookup::Hit)
    return std::nullopt;
  std::optional<TwinCode> code = fromBytes(found.bytes, mode);
  if (!code)
    cache.forget(key);
  return code;
}

void keepTwin(const std::string &key, const TwinCode &code) {
  const KernelCache cache(cacheSettingsOfEnvironment());
  if (cache.isEnabled())
    cache.keep(key, toBytes(code));
}

} // namespace pstudio::attach
