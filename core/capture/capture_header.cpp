// SPDX-License-Identifier: Apache-2.0
#include "core/capture/capture_header.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "core/access/access_names.h"
#include "core/base/json_field.h"
#include "core/base/json_text.h"
#include "core/capture/capture_fields.h"
#include "core/capture/capture_memory.h"
#include "core/queues/async_names.h"
#include "core/record/access_layout.h"
#include "core/record/clock_unwrap.h"
#include "core/record/record_layout.h"

namespace pstudio::record {
namespace {

using nlohmann::json;

constexpr std::string_view kDocument = "capture header";
constexpr int64_t kMostBufferBytes = int64_t{1} << 34;
constexpr size_t kMostLaunches = size_t{1} << 20;
constexpr size_t kMostReadings = size_t{1} << 20;
constexpr size_t kMostCalls = size_t{1} << 12;
constexpr size_t kMostFacts = size_t{1} << 16;
constexpr int64_t kLatestOrigin = INT64_MAX / 4; // [ns], so that differences of times stay numbers
constexpr double kShortestCycle = 1.0;           // [ps] 1 THz
constexpr double kLongestCycle = 100000.0;       // [ps] 10 MHz
constexpr int64_t kLongestTick = 1'000'000'000;  // [ns]
constexpr int64_t kMostLanes = 1024;
constexpr double kMostCost = 1e9; // [cycles]

constexpr std::array<std::string_view, 3> kTimeBases{"measured", "model", "assumed"};
constexpr std::array<std::string_view, kOperationKinds> kKinds{"scope",  "event",   "value",
                                                               "memory", "profile", "async"};

// --- Writing

json toJson(const CallSite &call);
json toJson(const Operation &operation);
json toJson(const LaunchFact &fact);
json toJson(const ClockReading &reading);
json toJson(const CaptureHeaderLaunch &launch);

template <class T> json listOf(const std::vector<T> &items) {
  json list = json::array();
  for (const T &item : items)
    list.push_back(toJson(item));
  return list;
}

json toJson(const RecordingCost &cost) {
  return {{"record", cost.record},
          {"record_low", cost.recordLow},
          {"record_high", cost.recordHigh},
          {"empty_wait", cost.emptyWait}};
}

json toJson(const CallSite &call) {
  json object{{"function", call.function}};
  if (!call.location.empty())
    object["location"] = call.location;
  return object;
}

json toJson(const analysis::AsyncSite &site) {
  json object{{"queue", analysis::nameOf(site.queue)}, {"step", analysis::nameOf(site.step)}};
  if (site.pending != 0)
    object["pending"] = site.pending;
  if (site.barrier != 0)
    object["barrier"] = site.barrier;
  if (site.count != 1)
    object["count"] = site.count;
  return object;
}

json toJson(const AccessFacts &access) {
  json object{{"kind", memory::nameOf(access.kind)},
              {"space", memory::nameOf(access.space)},
              {"bytes_per_lane", access.bytesPerLane}};
  if (access.stride)
    object["stride"] = *access.stride;
  if (access.groupLanes != 0)
    object["group_lanes"] = access.groupLanes;
  if (!access.laneXors.empty())
    object["lane_xors"] = access.laneXors;
  if (access.tensorMap)
    object["tensor_map"] = *access.tensorMap;
  if (access.counted)
    object["counted"] = {{"bins", access.counted->bins},
                         {"shift", access.counted->shift},
                         {"buffer", access.counted->buffer}};
  return object;
}

json toJson(const Operation &operation) {
  json object{{"kind", kKinds[static_cast<size_t>(operation.kind)]}, {"name", operation.name}};
  if (operation.parent.isValid())
    object["parent"] = operation.parent.value;
  if (!operation.location.empty())
    object["location"] = operation.location;
  if (!operation.path.empty())
    object["path"] = listOf(operation.path);
  if (operation.kind == OperationKind::Value) {
    object["type"] = nameOf(operation.type);
    if (!operation.unit.empty())
      object["unit"] = operation.unit;
  }
  if (operation.async)
    object["async"] = toJson(*operation.async);
  if (operation.access)
    object["access"] = toJson(*operation.access);
  return object;
}

json toJson(const Sampling &sampling) {
  json object{{"warps", sampling.warps.toString()},
              {"ctas", sampling.ctas.toString()},
              {"every", sampling.every}};
  if (sampling.iteratedAccesses)
    object["iterated_accesses"] = sampling.iteratedAccesses->toString();
  return object;
}

json toJson(const LaunchFact &fact) {
  json object{{"key", fact.key}};
  std::visit([&](const auto &value) { object["value"] = value; }, fact.value);
  return object;
}

json toJson(const StoredBuffer &buffer) {
  return {{"bytes", buffer.sizeBytes},
          {"stored_bytes", buffer.storedBytes},
          {"crc32", buffer.checksum}};
}

json toJson(const ClockReading &reading) {
  return json::array({reading.hardwareId, reading.pair.cycles.value, reading.pair.time.value});
}

json toJson(const CaptureHeaderLaunch &launch) {
  const LaunchCapture &capture = launch.capture;
  json object{{"kernel", capture.kernel},
              {"target", capture.target},
              {"time_base", kTimeBases[static_cast<size_t>(capture.timeBase)]},
              {"grid", capture.grid},
              {"block", capture.block},
              {"dynamic_shared_bytes", capture.dynamicSharedBytes},
              {"index", capture.index},
              {"lanes_per_warp", capture.lanesPerWarp},
              {"assumed_ps_per_cycle", capture.assumedPicosecondsPerCycle},
              {"timer_tick_ns", capture.timerTick.value},
              {"clock_readings", listOf(capture.clockReadings)},
              {"facts", listOf(capture.facts)},
              {"operations", listOf(capture.operations.operations)},
              {"buffer", toJson(launch.buffer)}};
  if (capture.sampling != Sampling())
    object["sampling"] = toJson(capture.sampling);
  if (!capture.callSite.empty())
    object["call_site"] = capture.callSite;
  if (capture.memory != LaunchMemory())
    object["memory"] = launchMemoryToJson(capture.memory);
  if (capture.recordingCost)
    object["recording_cost"] = toJson(*capture.recordingCost);
  return object;
}

// --- Reading

Result<double> numberOf(const JsonField &object, std::string_view name, double low, double high) {
  PSTUDIO_TRY_ASSIGN(const JsonField field, object.member(name));
  PSTUDIO_TRY_ASSIGN(const double value, field.number());
  if (!(value >= low && value <= high))
    return field.error("out of range");
  return value;
}

Result<std::array<uint32_t, 3>> extentsOf(const JsonField &object, std::string_view name) {
  PSTUDIO_TRY_ASSIGN(const JsonField field, object.member(name));
  PSTUDIO_TRY_ASSIGN(const std::vector<JsonField> elements, field.elements(3, 3));
  std::array<uint32_t, 3> extents{};
  for (size_t i = 0; i < 3; ++i) {
    PSTUDIO_TRY_ASSIGN(const int64_t value, elements[i].integer(0, UINT32_MAX));
    extents[i] = static_cast<uint32_t>(value);
  }
  return extents;
}

Result<ClockReading> parseReading(const JsonField &field, Nanoseconds origin) {
  PSTUDIO_TRY_ASSIGN(const std::vector<JsonField> parts, field.elements(3, 3));
  PSTUDIO_TRY_ASSIGN(const int64_t hardwareId, parts[0].integer(0, UINT32_MAX));
  PSTUDIO_TRY_ASSIGN(const int64_t cycles, parts[1].integer(0, kMaxCycles - 1));
  PSTUDIO_TRY_ASSIGN(const int64_t time, parts[2].integer(origin.value - kMaxTimeOffset.value,
                                                          origin.value + kMaxTimeOffset.value));
  return ClockReading{static_cast<uint32_t>(hardwareId), {Cycles(cycles), Nanoseconds(time)}};
}

Result<LaunchFact> parseFact(const JsonField &field) {
  static constexpr std::string_view kNames[] = {"key", "value"};
  PSTUDIO_TRY(field.requireObject(kNames));
  LaunchFact fact;
  PSTUDIO_TRY_ASSIGN(fact.key, textOf(field, "key"));
  PSTUDIO_TRY_ASSIGN(const JsonField value, field.member("value"));
  if (value.isString()) {
    PSTUDIO_TRY_ASSIGN(fact.value, value.text());
  } else {
    PSTUDIO_TRY_ASSIGN(fact.value, value.integer(INT64_MIN, INT64_MAX));
  }
  return fact;
}

Result<CallSite> parseCall(const JsonField &field) {
  static constexpr std::string_view kNames[] = {"function", "location"};
  PSTUDIO_TRY(field.requireObject(kNames));
  CallSite call;
  PSTUDIO_TRY_ASSIGN(call.function, textOf(field, "function"));
  if (field.find("location")) {
    PSTUDIO_TRY_ASSIGN(call.location, textOf(field, "location"));
  }
  return call;
}

Result<analysis::AsyncSite> parseAsyncSite(const JsonField &field) {
  static constexpr std::string_view kNames[] = {"queue", "step", "pending", "barrier", "count"};
  PSTUDIO_TRY(field.requireObject(kNames));
  analysis::AsyncSite site;
  PSTUDIO_TRY_ASSIGN(const size_t queue, choiceOf(field, "queue", analysis::kAsyncQueueNames));
  site.queue = static_cast<analysis::AsyncQueue>(queue);
  PSTUDIO_TRY_ASSIGN(const size_t step, choiceOf(field, "step", analysis::kAsyncStepNames));
  site.step = static_cast<analysis::AsyncStep>(step);
  if (field.find("pending")) {
    PSTUDIO_TRY_ASSIGN(site.pending, integerOf<uint16_t>(field, "pending", 0, UINT16_MAX));
  }
  if (field.find("barrier")) {
    PSTUDIO_TRY_ASSIGN(site.barrier, integerOf<uint16_t>(field, "barrier", 0, UINT16_MAX));
  }
  if (field.find("count")) {
    PSTUDIO_TRY_ASSIGN(site.count, integerOf<uint16_t>(field, "count", 1, UINT16_MAX));
  }
  return site;
}

Result<memory::CountedBins> parseCounted(const JsonField &field) {
  static constexpr std::string_view kNames[] = {"bins", "shift", "buffer"};
  PSTUDIO_TRY(field.requireObject(kNames));
  memory::CountedBins counted;
  PSTUDIO_TRY_ASSIGN(counted.bins, integerOf<uint32_t>(field, "bins", 1, kMaxCountedBins));
  if (!std::has_single_bit(counted.bins))
    return field.error("needs a power of two of bins");
  PSTUDIO_TRY_ASSIGN(counted.shift, integerOf<uint32_t>(field, "shift", 0, kMaxCountedShift));
  PSTUDIO_TRY_ASSIGN(counted.buffer, textOf(field, "buffer"));
  return counted;
}

/// Bits of a lane's number.
constexpr size_t kLaneBits = std::bit_width(memory::kMaxLanes - 1);

Result<uint64_t> parseXor(const JsonField &field) {
  PSTUDIO_TRY_ASSIGN(const int64_t bits, field.integer(0, INT64_MAX));
  return static_cast<uint64_t>(bits);
}

Result<AccessFacts> parseAccess(const JsonField &field) {
  static constexpr std::string_view kNames[] = {"kind",       "space",       "bytes_per_lane",
                                                "stride",     "group_lanes", "lane_xors",
                                                "tensor_map", "counted"};
  PSTUDIO_TRY(field.requireObject(kNames));
  AccessFacts access;
  PSTUDIO_TRY_ASSIGN(const size_t kind, choiceOf(field, "kind", memory::kAccessKindNames));
  access.kind = static_cast<memory::AccessKind>(kind);
  PSTUDIO_TRY_ASSIGN(const size_t space, choiceOf(field, "space", memory::kAccessSpaceNames));
  access.space = static_cast<memory::AccessSpace>(space);
  PSTUDIO_TRY_ASSIGN(access.bytesPerLane,
                     integerOf<uint32_t>(field, "bytes_per_lane", 1, UINT32_MAX));
  if (field.find("stride")) {
    PSTUDIO_TRY_ASSIGN(access.stride, integerOf<int64_t>(field, "stride", INT64_MIN, INT64_MAX));
  }
  if (const auto group = field.find("group_lanes")) {
    PSTUDIO_TRY_ASSIGN(access.groupLanes,
                       integerOf<uint32_t>(field, "group_lanes", 2, memory::kMaxLanes / 2));
    if (!access.stride || !std::has_single_bit(access.groupLanes))
      return group->error("must be a power of two, beside a stride");
  }
  if (const auto xors = field.find("lane_xors")) {
    PSTUDIO_TRY(readList(field, "lane_xors", kLaneBits, access.laneXors, parseXor));
    if (access.groupLanes != 0 || (access.stride && !isAboveXors(*access.stride, access.laneXors)))
      return xors->error(
          "needs a stride that is a multiple of what its bits can hold, and no group");
  }
  if (const auto map = field.find("tensor_map")) {
    PSTUDIO_TRY_ASSIGN(access.tensorMap, integerOf<uint32_t>(field, "tensor_map", 0, UINT16_MAX));
    if (memory::isByLane(access.kind))
      return map->error("belongs to bulk accesses");
  }
  if (const auto counted = field.find("counted")) {
    PSTUDIO_TRY_ASSIGN(access.counted, parseCounted(*counted));
  }
  return access;
}

Result<Operation> parseOperation(const JsonField &field) {
  static constexpr std::string_view kNames[] = {"kind", "name", "parent", "location", "path",
                                                "type", "unit", "async",  "access"};
  PSTUDIO_TRY(field.requireObject(kNames));
  Operation operation;
  PSTUDIO_TRY_ASSIGN(const size_t kind, choiceOf(field, "kind", kKinds));
  operation.kind = static_cast<OperationKind>(kind);
  PSTUDIO_TRY_ASSIGN(operation.name, textOf(field, "name"));
  if (field.find("parent")) {
    PSTUDIO_TRY_ASSIGN(const auto parent,
                       integerOf<uint32_t>(field, "parent", 0, kMaxOperations - 1));
    operation.parent = OperationId(parent);
  }
  if (field.find("location")) {
    PSTUDIO_TRY_ASSIGN(operation.location, textOf(field, "location"));
  }
  if (field.find("path")) {
    PSTUDIO_TRY(readList(field, "path", kMostCalls, operation.path, parseCall));
  }
  if (field.find("type")) {
    PSTUDIO_TRY_ASSIGN(const size_t type, choiceOf(field, "type", kValueTypeNames));
    operation.type = static_cast<ValueType>(type);
  }
  if (field.find("unit")) {
    PSTUDIO_TRY_ASSIGN(operation.unit, textOf(field, "unit"));
  }
  if (const auto site = field.find("async")) {
    PSTUDIO_TRY_ASSIGN(operation.async, parseAsyncSite(*site));
  }
  if (operation.async.has_value() != (operation.kind == OperationKind::Async))
    return field.error("the kind async and the field \"async\" belong together");
  if (const auto access = field.find("access")) {
    PSTUDIO_TRY_ASSIGN(operation.access, parseAccess(*access));
  }
  if (operation.access && operation.kind != OperationKind::MemoryAccess)
    return field.error("the field \"access\" belongs to the kind memory");
  return operation;
}

Result<RecordingCost> parseCost(const JsonField &field) {
  static constexpr std::string_view kNames[] = {"record", "record_low", "record_high",
                                                "empty_wait"};
  PSTUDIO_TRY(field.requireObject(kNames));
  RecordingCost cost;
  PSTUDIO_TRY_ASSIGN(cost.record, numberOf(field, "record", -kMostCost, kMostCost));
  PSTUDIO_TRY_ASSIGN(cost.recordLow, numberOf(field, "record_low", -kMostCost, kMostCost));
  PSTUDIO_TRY_ASSIGN(cost.recordHigh, numberOf(field, "record_high", -kMostCost, kMostCost));
  PSTUDIO_TRY_ASSIGN(cost.emptyWait, numberOf(field, "empty_wait", -kMostCost, kMostCost));
  return cost;
}

Result<IdRanges> idsOf(const JsonField &object, std::string_view name) {
  PSTUDIO_TRY_ASSIGN(const JsonField field, object.member(name));
  PSTUDIO_TRY_ASSIGN(const std::string text, field.text());
  const Result<IdRanges> ids = IdRanges::parse(text);
  if (!ids)
    return field.error(ids.error().message);
  return *ids;
}

Result<Sampling> parseSampling(const JsonField &field) {
  static constexpr std::string_view kNames[] = {"warps", "ctas", "every", "iterated_accesses"};
  PSTUDIO_TRY(field.requireObject(kNames));
  Sampling sampling;
  PSTUDIO_TRY_ASSIGN(sampling.warps, idsOf(field, "warps"));
  PSTUDIO_TRY_ASSIGN(sampling.ctas, idsOf(field, "ctas"));
  PSTUDIO_TRY_ASSIGN(sampling.every, integerOf<uint32_t>(field, "every", 1, UINT32_MAX));
  if (field.find("iterated_accesses")) {
    PSTUDIO_TRY_ASSIGN(sampling.iteratedAccesses, idsOf(field, "iterated_accesses"));
  }
  return sampling;
}

Result<StoredBuffer> parseBuffer(const JsonField &field) {
  static constexpr std::string_view kNames[] = {"bytes", "stored_bytes", "crc32"};
  PSTUDIO_TRY(field.requireObject(kNames));
  StoredBuffer buffer;
  PSTUDIO_TRY_ASSIGN(buffer.sizeBytes, integerOf<uint64_t>(field, "bytes", 0, kMostBufferBytes));
  PSTUDIO_TRY_ASSIGN(buffer.storedBytes, integerOf<uint64_t>(field, "stored_bytes", 0, INT64_MAX));
  PSTUDIO_TRY_ASSIGN(buffer.checksum, integerOf<uint32_t>(field, "crc32", 0, UINT32_MAX));
  return buffer;
}

/// What the launch was.
Result<void> readShape(const JsonField &field, LaunchCapture &capture) {
  PSTUDIO_TRY_ASSIGN(capture.kernel, textOf(field, "kernel"));
  PSTUDIO_TRY_ASSIGN(capture.target, textOf(field, "target"));
  PSTUDIO_TRY_ASSIGN(capture.grid, extentsOf(field, "grid"));
  PSTUDIO_TRY_ASSIGN(capture.block, extentsOf(field, "block"));
  PSTUDIO_TRY_ASSIGN(capture.dynamicSharedBytes,
                     integerOf<uint64_t>(field, "dynamic_shared_bytes", 0, INT64_MAX));
  PSTUDIO_TRY_ASSIGN(capture.index, integerOf<uint32_t>(field, "index", 0, UINT32_MAX));
  if (field.find("lanes_per_warp")) {
    PSTUDIO_TRY_ASSIGN(capture.lanesPerWarp,
                       integerOf<uint32_t>(field, "lanes_per_warp", 1, kMostLanes));
  }
  if (const auto sampling = field.find("sampling")) {
    PSTUDIO_TRY_ASSIGN(capture.sampling, parseSampling(*sampling));
  }
  if (const auto site = field.find("call_site")) {
    PSTUDIO_TRY_ASSIGN(capture.callSite, site->text());
  }
  if (const auto memory = field.find("memory")) {
    PSTUDIO_TRY_ASSIGN(capture.memory, parseLaunchMemory(*memory));
  }
  PSTUDIO_TRY(readList(field, "facts", kMostFacts, capture.facts, parseFact));
  return readList(field, "operations", kMaxOperations, capture.operations.operations,
                  parseOperation);
}

/// What its times and costs rest on.
Result<void> readClocks(const JsonField &field, Nanoseconds origin, LaunchCapture &capture) {
  PSTUDIO_TRY_ASSIGN(const size_t base, choiceOf(field, "time_base", kTimeBases));
  capture.timeBase = static_cast<TimeBase>(base);
  PSTUDIO_TRY_ASSIGN(capture.assumedPicosecondsPerCycle,
                     numberOf(field, "assumed_ps_per_cycle", kShortestCycle, kLongestCycle));
  PSTUDIO_TRY_ASSIGN(const auto tick, integerOf<int64_t>(field, "timer_tick_ns", 0, kLongestTick));
  capture.timerTick = Nanoseconds(tick);
  PSTUDIO_TRY(readList(field, "clock_readings", kMostReadings, capture.clockReadings,
                       [&](const JsonField &item) { return parseReading(item, origin); }));
  if (const auto cost = field.find("recording_cost")) {
    PSTUDIO_TRY_ASSIGN(capture.recordingCost, parseCost(*cost));
  }
  return {};
}

Result<CaptureHeaderLaunch> parseLaunch(const JsonField &field, Nanoseconds origin) {
  static constexpr std::string_view kNames[] = {
      "kernel",     "target",        "time_base",      "grid",
      "block",      "index",         "recording_cost", "dynamic_shared_bytes",
      "facts",      "timer_tick_ns", "clock_readings", "assumed_ps_per_cycle",
      "operations", "buffer",        "lanes_per_warp", "sampling",
      "call_site",  "memory"};
  PSTUDIO_TRY(field.requireObject(kNames));
  CaptureHeaderLaunch launch;
  PSTUDIO_TRY(readShape(field, launch.capture));
  PSTUDIO_TRY(readClocks(field, origin, launch.capture));
  PSTUDIO_TRY_ASSIGN(const JsonField buffer, field.member("buffer"));
  PSTUDIO_TRY_ASSIGN(launch.buffer, parseBuffer(buffer));
  return launch;
}

} // namespace

std::string captureHeaderToJson(const CaptureHeader &header) {
  json object{{"title", header.info.title},
              {"producer", header.info.producer},
              {"date", header.info.date},
              {"origin_ns", header.info.origin.value},
              {"launches", listOf(header.launches)}};
  return jsonText(std::move(object));
}

Result<CaptureHeader> parseCaptureHeader(std::string_view text) {
  static constexpr std::string_view kNames[] = {"title", "producer", "date", "origin_ns",
                                                "launches"};
  PSTUDIO_TRY_ASSIGN(const json document, parseJson(text, kDocument));
  const JsonField root(document, std::string(kDocument));
  PSTUDIO_TRY(root.requireObject(kNames));
  CaptureHeader header;
  PSTUDIO_TRY_ASSIGN(header.info.title, textOf(root, "title"));
  PSTUDIO_TRY_ASSIGN(header.info.producer, textOf(root, "producer"));
  PSTUDIO_TRY_ASSIGN(header.info.date, textOf(root, "date"));
  PSTUDIO_TRY_ASSIGN(const auto origin,
                     integerOf<int64_t>(root, "origin_ns", -kLatestOrigin, kLatestOrigin));
  header.info.origin = Nanoseconds(origin);
  PSTUDIO_TRY(
      readList(root, "launches", kMostLaunches, header.launches,
               [&](const JsonField &item) { return parseLaunch(item, header.info.origin); }));
  return header;
}

} // namespace pstudio::record
