// SPDX-License-Identifier: Apache-2.0
#include "core/run/tensor_map_json.h"

#include <algorithm>
#include <limits>

#include <nlohmann/json.hpp>

#include "core/run/run_spec_fields.h"

namespace pstudio {
namespace {

/// Enumerator whose name the field holds.
template <class Enum>
Result<Enum> parseWord(const JsonField &field, std::string_view what,
                       std::span<const std::string_view> names) {
  PSTUDIO_TRY_ASSIGN(const std::string text, field.text());
  const auto found = std::ranges::find(names, text);
  if (found == names.end())
    return field.error("unknown " + std::string(what) + " '" + text + "'", nameHint(text, names));
  return static_cast<Enum>(found - names.begin());
}

Result<std::vector<int64_t>> parseNumbers(const JsonField &field) {
  PSTUDIO_TRY_ASSIGN(const std::vector<JsonField> elements,
                     field.elements(1, RunSpecLimits::kMaxRank));
  std::vector<int64_t> numbers;
  for (const JsonField &element : elements) {
    PSTUDIO_TRY_ASSIGN(numbers.emplace_back(),
                       element.integer(1, std::numeric_limits<int64_t>::max()));
  }
  return numbers;
}

Result<void> parseOptionalNumbers(const JsonField &map, std::string_view name,
                                  std::vector<int64_t> &numbers) {
  if (const auto field = map.find(name)) {
    PSTUDIO_TRY_ASSIGN(numbers, parseNumbers(*field));
  }
  return {};
}

Result<void> parseModes(const JsonField &field, TensorMapArgument &map) {
  if (const auto swizzle = field.find("swizzle")) {
    PSTUDIO_TRY_ASSIGN(map.swizzle,
                       parseWord<TensorSwizzle>(*swizzle, "swizzle", tensorSwizzleNames()));
  }
  if (const auto interleave = field.find("interleave")) {
    PSTUDIO_TRY_ASSIGN(map.interleave, parseWord<TensorInterleave>(*interleave, "interleave",
                                                                   tensorInterleaveNames()));
  }
  if (const auto promotion = field.find("l2_promotion")) {
    PSTUDIO_TRY_ASSIGN(map.l2Promotion, parseWord<TensorL2Promotion>(*promotion, "promotion",
                                                                     tensorL2PromotionNames()));
  }
  if (const auto fill = field.find("fill")) {
    PSTUDIO_TRY_ASSIGN(map.fill, parseWord<TensorFill>(*fill, "fill", tensorFillNames()));
  }
  return {};
}

template <class Enum> std::string_view nameOf(Enum value, std::span<const std::string_view> names) {
  return names[static_cast<size_t>(value)];
}

} // namespace

Result<TensorMapArgument> parseTensorMap(const JsonField &field) {
  PSTUDIO_TRY(field.requireObject(runSpecObject("tensor_map").fields));
  TensorMapArgument map;
  PSTUDIO_TRY_ASSIGN(const JsonField buffer, field.member("buffer"));
  PSTUDIO_TRY_ASSIGN(map.buffer, buffer.text());
  PSTUDIO_TRY_ASSIGN(const JsonField box, field.member("box"));
  PSTUDIO_TRY_ASSIGN(map.box, parseNumbers(box));
  PSTUDIO_TRY(parseOptionalNumbers(field, "shape", map.shape));
  PSTUDIO_TRY(parseOptionalNumbers(field, "strides", map.strides));
  PSTUDIO_TRY(parseOptionalNumbers(field, "element_strides", map.elementStrides));
  PSTUDIO_TRY(parseModes(field, map));
  return map;
}

nlohmann::ordered_json tensorMapToJson(const TensorMapArgument &map) {
  nlohmann::ordered_json json{{"buffer", map.buffer}, {"box", map.box}};
  if (!map.shape.empty())
    json["shape"] = map.shape;
  if (!map.strides.empty())
    json["strides"] = map.strides;
  if (!map.elementStrides.empty())
    json["element_strides"] = map.elementStrides;
  if (map.swizzle != TensorSwizzle::None)
    json["swizzle"] = nameOf(map.swizzle, tensorSwizzleNames());
  if (map.interleave != TensorInterleave::None)
    json["interleave"] = nameOf(map.interleave, tensorInterleaveNames());
  if (map.l2Promotion != TensorL2Promotion::None)
    json["l2_promotion"] = nameOf(map.l2Promotion, tensorL2PromotionNames());
  if (map.fill)
    json["fill"] = nameOf(*map.fill, tensorFillNames());
  return json;
}

} // namespace pstudio
