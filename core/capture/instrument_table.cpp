// SPDX-License-Identifier: Apache-2.0
// Writes the table as INSTRUMENT_TABLE.md describes it.
#include "core/capture/instrument_table.h"

#include "core/base/json_fields_writer.h"
#include "core/base/json_text.h"
#include "core/record/record_layout.h"

namespace pstudio::record {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kTableVersion = 3;

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
  json["recorded"] = kernel.unitCount != 0;
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
  return json;
}

} // namespace

std::string toJson(const InstrumentTable &table) {
  Json json;
  json["format"] = "proton-studio-instrument-table";
  json["version"] = kTableVersion;
  json["record_layout"] = kLayoutVersion;
  json["mode"] = table.mode;
  Json kernels = Json::array();
  for (const InstrumentedKernelEntry &kernel : table.kernels)
    kernels.push_back(kernelJson(kernel));
  json["kernels"] = std::move(kernels);
  return jsonText(std::move(json), 2) + "\n";
}

} // namespace pstudio::record
