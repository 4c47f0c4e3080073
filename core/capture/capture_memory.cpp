// SPDX-License-Identifier: Apache-2.0
#include "core/capture/capture_memory.h"

#include <algorithm>
#include <limits>

#include "core/access/access_names.h"
#include "core/capture/capture_fields.h"

namespace pstudio::record {

using nlohmann::json;

namespace {

constexpr size_t kMostBuffers = size_t{1} << 16;
constexpr size_t kMostExtents = 64;
constexpr size_t kMostDimensions = 5; ///< of a tensor map

// --- Writing

json toJson(const memory::Buffer &buffer);
json toJson(const memory::TensorMap &map);

template <class T> json listOf(const std::vector<T> &items) {
  json list = json::array();
  for (const T &item : items)
    list.push_back(toJson(item));
  return list;
}

json toJson(const memory::Buffer &buffer) {
  return {{"name", buffer.name},   {"space", memory::nameOf(buffer.space)},
          {"base", buffer.base},   {"dtype", buffer.dtype},
          {"shape", buffer.shape}, {"element_bytes", buffer.elementBytes}};
}

json toJson(const memory::PhaseRule &rule) {
  return {{"bytes", rule.bytes},
          {"of_loads", rule.ofLoads},
          {"banks", rule.banks},
          {"masks", rule.masks}};
}

json toJson(const memory::MemoryModel &model) {
  const memory::BankRules &banks = model.banks;
  json rules = json::array();
  for (const memory::PhaseRule &rule : banks.rules)
    if (rule.bytes != 0)
      rules.push_back(toJson(rule));
  return {{"line_bytes", model.lineBytes},
          {"sector_bytes", model.sectorBytes},
          {"banks", banks.banks},
          {"bank_bytes", banks.bankBytes},
          {"phase_bytes", banks.phaseBytes},
          {"max_lane_bytes", banks.maxLaneBytes},
          {"atomics_serial", banks.atomicsOneByOne},
          {"phase_rules", std::move(rules)}};
}

json toJson(const memory::TensorMap &map) {
  return {{"argument", map.argument},
          {"base", map.base},
          {"element_bytes", map.elementBytes},
          {"extents", map.extents},
          {"stride_bytes", map.strideBytes},
          {"box", map.box},
          {"element_strides", map.elementStrides},
          {"interleaved", map.isInterleaved}};
}

} // namespace

json launchMemoryToJson(const LaunchMemory &memory) {
  json object{{"shared_base", memory.sharedBase},
              {"model", toJson(memory.model)},
              {"buffers", listOf(memory.buffers)}};
  if (!memory.tensorMaps.empty())
    object["tensor_maps"] = listOf(memory.tensorMaps);
  return object;
}

namespace {

// --- Reading

Result<memory::Buffer> parseMemoryBuffer(const JsonField &field) {
  static constexpr std::string_view kNames[] = {"name",  "space", "base",
                                                "dtype", "shape", "element_bytes"};
  PSTUDIO_TRY(field.requireObject(kNames));
  memory::Buffer buffer;
  PSTUDIO_TRY_ASSIGN(buffer.name, textOf(field, "name"));
  PSTUDIO_TRY_ASSIGN(const size_t space, choiceOf(field, "space", memory::kAccessSpaceNames));
  buffer.space = static_cast<memory::AccessSpace>(space);
  PSTUDIO_TRY_ASSIGN(buffer.base, integerOf<uint64_t>(field, "base", 0, INT64_MAX));
  PSTUDIO_TRY_ASSIGN(buffer.dtype, textOf(field, "dtype"));
  PSTUDIO_TRY_ASSIGN(buffer.elementBytes,
                     integerOf<uint32_t>(field, "element_bytes", 1, UINT32_MAX));
  PSTUDIO_TRY(readList(field, "shape", kMostExtents, buffer.shape,
                       [](const JsonField &item) { return item.integer(0, INT64_MAX); }));
  return buffer;
}

Result<memory::PhaseRule> parsePhaseRule(const JsonField &field) {
  static constexpr std::string_view kNames[] = {"bytes", "of_loads", "banks", "masks"};
  PSTUDIO_TRY(field.requireObject(kNames));
  memory::PhaseRule rule;
  PSTUDIO_TRY_ASSIGN(rule.bytes, integerOf<uint32_t>(field, "bytes", 1, UINT32_MAX));
  PSTUDIO_TRY_ASSIGN(const JsonField loads, field.member("of_loads"));
  PSTUDIO_TRY_ASSIGN(rule.ofLoads, loads.boolean());
  PSTUDIO_TRY_ASSIGN(rule.banks, integerOf<uint32_t>(field, "banks", 1, UINT32_MAX));
  std::vector<int64_t> masks;
  PSTUDIO_TRY(readList(field, "masks", rule.masks.size(), masks,
                       [](const JsonField &item) { return item.integer(0, UINT8_MAX); }));
  std::ranges::transform(masks, rule.masks.begin(),
                         [](int64_t mask) { return static_cast<uint8_t>(mask); });
  return rule;
}

Result<memory::MemoryModel> parseModel(const JsonField &field) {
  static constexpr std::string_view kNames[] = {"line_bytes",     "sector_bytes", "banks",
                                                "bank_bytes",     "phase_bytes",  "max_lane_bytes",
                                                "atomics_serial", "phase_rules"};
  PSTUDIO_TRY(field.requireObject(kNames));
  memory::MemoryModel model;
  const auto read = [&](std::string_view name, uint32_t &number) -> Result<void> {
    PSTUDIO_TRY_ASSIGN(number, integerOf<uint32_t>(field, name, 1, UINT32_MAX));
    return {};
  };
  PSTUDIO_TRY(read("line_bytes", model.lineBytes));
  PSTUDIO_TRY(read("sector_bytes", model.sectorBytes));
  PSTUDIO_TRY(read("banks", model.banks.banks));
  PSTUDIO_TRY(read("bank_bytes", model.banks.bankBytes));
  PSTUDIO_TRY(read("phase_bytes", model.banks.phaseBytes));
  PSTUDIO_TRY(read("max_lane_bytes", model.banks.maxLaneBytes));
  PSTUDIO_TRY_ASSIGN(const JsonField serial, field.member("atomics_serial"));
  PSTUDIO_TRY_ASSIGN(model.banks.atomicsOneByOne, serial.boolean());
  if (field.find("phase_rules")) {
    std::vector<memory::PhaseRule> rules;
    PSTUDIO_TRY(readList(field, "phase_rules", model.banks.rules.size(), rules, parsePhaseRule));
    std::ranges::copy(rules, model.banks.rules.begin());
  }
  if (!memory::isUsable(model))
    return field.error("no memory has these numbers");
  return model;
}

Result<memory::TensorMap> parseTensorMap(const JsonField &field) {
  static constexpr std::string_view kNames[] = {"argument",     "base",       "element_bytes",
                                                "extents",      "box",        "element_strides",
                                                "stride_bytes", "interleaved"};
  PSTUDIO_TRY(field.requireObject(kNames));
  memory::TensorMap map;
  const auto numbers = [&]<class T>(std::string_view name, std::vector<T> &list) {
    return readList(field, name, kMostDimensions, list, [](const JsonField &item) -> Result<T> {
      PSTUDIO_TRY_ASSIGN(const int64_t number,
                         item.integer(0, static_cast<int64_t>(std::min<uint64_t>(
                                             std::numeric_limits<T>::max(), INT64_MAX))));
      return static_cast<T>(number);
    });
  };
  PSTUDIO_TRY_ASSIGN(map.argument, integerOf<uint32_t>(field, "argument", 0, UINT16_MAX));
  PSTUDIO_TRY_ASSIGN(map.base, integerOf<uint64_t>(field, "base", 0, INT64_MAX));
  PSTUDIO_TRY_ASSIGN(map.elementBytes, integerOf<uint32_t>(field, "element_bytes", 1, 16));
  PSTUDIO_TRY(numbers("extents", map.extents));
  PSTUDIO_TRY(numbers("stride_bytes", map.strideBytes));
  PSTUDIO_TRY(numbers("box", map.box));
  PSTUDIO_TRY(numbers("element_strides", map.elementStrides));
  PSTUDIO_TRY_ASSIGN(const JsonField interleaved, field.member("interleaved"));
  PSTUDIO_TRY_ASSIGN(map.isInterleaved, interleaved.boolean());
  if (!memory::isUsable(map))
    return field.error("no tensor map has these numbers");
  return map;
}

} // namespace

Result<LaunchMemory> parseLaunchMemory(const JsonField &field) {
  static constexpr std::string_view kNames[] = {"shared_base", "model", "buffers", "tensor_maps"};
  PSTUDIO_TRY(field.requireObject(kNames));
  LaunchMemory memory;
  PSTUDIO_TRY_ASSIGN(memory.sharedBase, integerOf<uint64_t>(field, "shared_base", 0, INT64_MAX));
  PSTUDIO_TRY_ASSIGN(const JsonField model, field.member("model"));
  PSTUDIO_TRY_ASSIGN(memory.model, parseModel(model));
  PSTUDIO_TRY(readList(field, "buffers", kMostBuffers, memory.buffers, parseMemoryBuffer));
  if (field.find("tensor_maps")) {
    PSTUDIO_TRY(readList(field, "tensor_maps", kMostBuffers, memory.tensorMaps, parseTensorMap));
  }
  return memory;
}

} // namespace pstudio::record
