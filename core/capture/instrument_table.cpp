// SPDX-License-Identifier: Apache-2.0
// Writes the table as INSTRUMENT_TABLE.md describes it.
#include "core/capture/instrument_table.h"

#include <array>

#include <nlohmann/json.hpp>

#include "core/access/access_names.h"
#include "core/base/json_text.h"
#include "core/queues/async_names.h"
#include "core/record/record_layout.h"

namespace pstudio::record {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::string_view, kOperationKinds> kKinds{"scope",  "event",   "value",
                                                               "memory", "profile", "async"};

Json toJson(const Operation &operation, size_t id) {
  Json json;
  json["id"] = id;
  json["kind"] = kKinds[static_cast<size_t>(operation.kind)];
  json["name"] = operation.name;
  if (operation.parent.isValid())
    json["parent"] = operation.parent.value;
  if (!operation.location.empty())
    json["location"] = operation.location;
  if (operation.kind == OperationKind::Value) {
    json["type"] = nameOf(operation.type);
    if (!operation.unit.empty())
      json["unit"] = operation.unit;
  }
  if (operation.async)
    json["async"] = {{"queue", analysis::nameOf(operation.async->queue)},
                     {"step", analysis::nameOf(operation.async->step)},
                     {"pending", operation.async->pending},
                     {"barrier", operation.async->barrier},
                     {"count", operation.async->count}};
  if (operation.access) {
    json["access"] = {{"kind", memory::nameOf(operation.access->kind)},
                      {"space", memory::nameOf(operation.access->space)},
                      {"bytesPerLane", operation.access->bytesPerLane}};
    if (operation.access->stride)
      json["access"]["stride"] = *operation.access->stride;
    if (operation.access->groupLanes != 0)
      json["access"]["groupLanes"] = operation.access->groupLanes;
    if (!operation.access->laneXors.empty())
      json["access"]["laneXors"] = operation.access->laneXors;
    if (operation.access->tensorMap)
      json["access"]["tensorMap"] = *operation.access->tensorMap;
  }
  return json;
}

Json toJson(const InstrumentedKernelEntry &kernel) {
  Json json;
  json["name"] = kernel.name;
  json["block"] = kernel.block;
  json["recorded"] = kernel.unitCount != 0;
  if (kernel.unitCount == 0)
    return json;
  json["units"] = kernel.unitCount;
  json["slotsPerUnit"] = kernel.slotsPerUnit;
  json["blockBytes"] = kernel.blockBytes;
  json["alignment"] = kBlockAlignment;
  json["memory"] = kernel.isShared ? "shared" : "global";
  Json operations = Json::array();
  for (size_t id = 0; id < kernel.operations.operations.size(); ++id)
    operations.push_back(toJson(kernel.operations.operations[id], id));
  json["operations"] = std::move(operations);
  return json;
}

} // namespace

std::string toJson(const InstrumentTable &table) {
  Json json;
  json["format"] = "proton-studio-instrument-table";
  json["version"] = 1;
  json["recordLayout"] = kLayoutVersion;
  json["mode"] = table.mode;
  Json kernels = Json::array();
  for (const InstrumentedKernelEntry &kernel : table.kernels)
    kernels.push_back(toJson(kernel));
  json["kernels"] = std::move(kernels);
  return jsonText(std::move(json), 2) + "\n";
}

} // namespace pstudio::record
