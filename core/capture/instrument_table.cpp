// SPDX-License-Identifier: Apache-2.0
// Writes and reads the table as INSTRUMENT_TABLE.md describes it.
#include "core/capture/instrument_table.h"

#include <algorithm>
#include <initializer_list>

#include "core/base/json_fields.h"
#include "core/base/json_fields_writer.h"
#include "core/base/json_text.h"
#include "core/record/record_layout.h"

namespace pstudio::record {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kTableVersion = 6;
constexpr std::string_view kFormat = "proton-studio-instrument-table";
constexpr size_t kMostKernels = 1 << 16;
constexpr int64_t kMaxUnits = 1 << 16;
constexpr int64_t kMaxSlots = int64_t{1} << 31;

Json operationJson(const Operation &operation, size_t id) {
  Json json{{"id", id}};
  addFields(json, operation);
  return json;
}

Json kernelJson(const InstrumentedKernelEntry &kernel) {
  Json json;
  json["name"] = kernel.name;
  json["block"] = kernel.block;
  json["parameters"] = kernel.parameters;
  if (!kernel.mayWait.empty())
    json["may_wait"] = kernel.mayWait;
  json["recorded"] = kernel.unitCount != 0;
  if (!kernel.notCovered.empty())
    json["not_covered"] = kernel.notCovered;
  if (kernel.unitCount == 0)
    return json;
  json["units"] = kernel.unitCount;
  json["slots_per_unit"] = kernel.slotsPerUnit;
  json["block_bytes"] = kernel.blockBytes;
  json["alignment"] = kBlockAlignment;
  json["memory"] = kernel.isShared ? "shared" : "global";
  Json operations = Json::array();
  for (size_t id = 0; id < kernel.operations.operations.size(); ++id)
    operations.push_back(operationJson(kernel.operations.operations[id], id));
  json["operations"] = std::move(operations);
  if (kernel.operations.isGrouped())
    json["groups"] = ::pstudio::toJson<Json>(kernel.operations.groups);
  return json;
}

/// The newest layout of records that one of the kernels uses.
uint16_t layoutOf(const InstrumentTable &table) {
  const bool isGrouped = std::ranges::any_of(
      table.kernels, [](const auto &kernel) { return kernel.operations.isGrouped(); });
  return isGrouped                 ? kGroupedLayoutVersion
         : table.lanesPerWarp > 32 ? kWideLayoutVersion
                                   : kLayoutVersion;
}

/// Checks a member that must have one of these values.
Result<void> requireNumber(const JsonField &json, std::string_view name,
                           std::initializer_list<int64_t> wanted) {
  PSTUDIO_TRY_ASSIGN(const JsonField field, json.member(name));
  PSTUDIO_TRY_ASSIGN(const int64_t number, field.integer(INT32_MIN, INT32_MAX));
  if (std::ranges::find(wanted, number) == wanted.end())
    return field.error("version " + std::to_string(number) + " instead of " +
                           std::to_string(*wanted.begin()),
                       "use files and programs of one version");
  return {};
}

template <class T>
Result<void> readNumber(const JsonField &json, std::string_view name, T &value, int64_t most) {
  PSTUDIO_TRY_ASSIGN(const JsonField field, json.member(name));
  return fromJson(field, value, within(0, most));
}

/// Reads the members that only a recorded kernel has.
Result<void> readRecords(const JsonField &json, InstrumentedKernelEntry &kernel) {
  PSTUDIO_TRY(readNumber(json, "units", kernel.unitCount, kMaxUnits));
  PSTUDIO_TRY(readNumber(json, "slots_per_unit", kernel.slotsPerUnit, kMaxSlots));
  PSTUDIO_TRY(readNumber(json, "block_bytes", kernel.blockBytes, INT64_MAX));
  PSTUDIO_TRY_ASSIGN(const JsonField memory, json.member("memory"));
  PSTUDIO_TRY_ASSIGN(const std::string place, memory.text());
  kernel.isShared = place == "shared";
  PSTUDIO_TRY_ASSIGN(const JsonField operations, json.member("operations"));
  PSTUDIO_TRY_ASSIGN(const std::vector<JsonField> each, operations.elements(0, kMaxOperations));
  for (const JsonField &operation : each)
    PSTUDIO_TRY(fromJson(operation, kernel.operations.operations.emplace_back()));
  if (const std::optional<JsonField> groups = json.find("groups"))
    PSTUDIO_TRY(fromJson(*groups, kernel.operations.groups, atMost(kMaxGroups)));
  return {};
}

Result<InstrumentedKernelEntry> kernelFrom(const JsonField &json) {
  InstrumentedKernelEntry kernel;
  PSTUDIO_TRY_ASSIGN(const JsonField name, json.member("name"));
  PSTUDIO_TRY_ASSIGN(kernel.name, name.text());
  PSTUDIO_TRY(readNumber(json, "parameters", kernel.parameters, UINT16_MAX));
  PSTUDIO_TRY_ASSIGN(const JsonField block, json.member("block"));
  PSTUDIO_TRY(fromJson(block, kernel.block, within(1, UINT16_MAX)));
  if (const std::optional<JsonField> reason = json.find("may_wait"))
    PSTUDIO_TRY(fromJson(*reason, kernel.mayWait));
  PSTUDIO_TRY_ASSIGN(const JsonField recorded, json.member("recorded"));
  PSTUDIO_TRY_ASSIGN(const bool isRecorded, recorded.boolean());
  if (const std::optional<JsonField> notCovered = json.find("not_covered"))
    PSTUDIO_TRY(fromJson(*notCovered, kernel.notCovered));
  if (isRecorded)
    PSTUDIO_TRY(readRecords(json, kernel));
  return kernel;
}

} // namespace

std::string toJson(const InstrumentTable &table) {
  Json json;
  json["format"] = kFormat;
  json["version"] = kTableVersion;
  json["record_layout"] = layoutOf(table);
  json["mode"] = table.mode;
  if (!table.architecture.empty()) {
    json["architecture"] = table.architecture;
    json["lanes_per_warp"] = table.lanesPerWarp;
  }
  Json kernels = Json::array();
  for (const InstrumentedKernelEntry &kernel : table.kernels)
    kernels.push_back(kernelJson(kernel));
  json["kernels"] = std::move(kernels);
  return jsonText(std::move(json), 2) + "\n";
}

Result<InstrumentTable> instrumentTableFrom(std::string_view text, std::string_view document) {
  PSTUDIO_TRY_ASSIGN(const nlohmann::json parsed, parseJson(text, document));
  const JsonField json = JsonField(parsed, std::string(document)).ignoringUnknown();
  if (!json.isObject())
    return json.error("no object");
  PSTUDIO_TRY_ASSIGN(const JsonField format, json.member("format"));
  PSTUDIO_TRY_ASSIGN(const std::string named, format.text());
  if (named != kFormat)
    return format.error("the format is '" + named + "' instead of '" + std::string(kFormat) + "'");
  PSTUDIO_TRY(requireNumber(json, "version", {kTableVersion}));
  PSTUDIO_TRY(requireNumber(
      json, "record_layout",
      {kLayoutVersion, kWideLayoutVersion, kShortGroupsLayoutVersion, kGroupedLayoutVersion}));
  InstrumentTable table;
  PSTUDIO_TRY_ASSIGN(const JsonField mode, json.member("mode"));
  PSTUDIO_TRY_ASSIGN(table.mode, mode.text());
  if (const std::optional<JsonField> architecture = json.find("architecture"))
    PSTUDIO_TRY(fromJson(*architecture, table.architecture));
  if (const std::optional<JsonField> lanes = json.find("lanes_per_warp"))
    PSTUDIO_TRY(fromJson(*lanes, table.lanesPerWarp, within(1, 64)));
  PSTUDIO_TRY_ASSIGN(const JsonField kernels, json.member("kernels"));
  PSTUDIO_TRY_ASSIGN(const std::vector<JsonField> each, kernels.elements(0, kMostKernels));
  for (const JsonField &kernel : each) {
    if (!kernel.isObject())
      return kernel.error("no object");
    PSTUDIO_TRY_ASSIGN(InstrumentedKernelEntry entry, kernelFrom(kernel));
    table.kernels.push_back(std::move(entry));
  }
  return table;
}

} // namespace pstudio::record
