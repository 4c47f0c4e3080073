// SPDX-License-Identifier: Apache-2.0
#include "core/capture/capture_header.h"

#include <array>

#include "core/access/access_fields.h"
#include "core/base/json_fields.h"
#include "core/base/json_text.h"
#include "core/record/clock_unwrap.h"

namespace pstudio {

template <FieldsOwner<RecordingCost> T> constexpr auto fieldsOf(T &cost) {
  auto &[record, recordLow, recordHigh, emptyWait] = cost;
  constexpr FieldRule kCycles = within(-1'000'000'000, 1'000'000'000);
  return std::tuple(Field{"record", record, kCycles}, Field{"record_low", recordLow, kCycles},
                    Field{"record_high", recordHigh, kCycles},
                    Field{"empty_wait", emptyWait, kCycles});
}

} // namespace pstudio

namespace pstudio::record {

constexpr std::string_view kDocument = "capture header";
constexpr int64_t kMaxBufferBytes = int64_t{1} << 34;
constexpr FieldRule kMostLaunches = atMost(size_t{1} << 20);
constexpr FieldRule kMaxReadings = atMost(size_t{1} << 20);
constexpr FieldRule kMaxFacts = atMost(size_t{1} << 16);
constexpr FieldRule kMostBuffers = atMost(size_t{1} << 16);
constexpr int64_t kLatestOrigin = INT64_MAX / 4;     // [ns], so that differences do not overflow
constexpr FieldRule kClockRates = within(1, 100000); // [ps] 1 THz to 10 MHz
constexpr FieldRule kTimerTicks = within(0, 1'000'000'000); // [ns]
constexpr FieldRule kCyclePeriods = within(0, 100);         // [ns], as kClockRates
constexpr FieldRule kLanes = within(1, 1024);
constexpr std::array<std::string_view, 3> kTimeBases{"measured", "model", "assumed"};

template <FieldsOwner<Sampling> T> constexpr auto fieldsOf(T &sampling) {
  auto &[warps, ctas, every, iteratedAccesses] = sampling;
  return std::tuple(Field{"warps", warps}, Field{"ctas", ctas},
                    Field{"every", every, within(1, UINT32_MAX)},
                    Field{"iterated_accesses", iteratedAccesses});
}

template <FieldsOwner<LaunchFact> T> constexpr auto fieldsOf(T &fact) {
  auto &[key, value] = fact;
  return std::tuple(Field{"key", key}, Field{"value", value});
}

template <FieldsOwner<ClockReading> T> constexpr auto elementsOf(T &reading) {
  auto &[hardwareId, pair] = reading;
  auto &[cycles, time] = pair;
  return std::tuple(Field{"hardware_id", hardwareId},
                    Field{"cycles", cycles, within(0, kMaxCycles - 1)}, Field{"time", time});
}

template <FieldsOwner<LaunchMemory> T> constexpr auto fieldsOf(T &memory) {
  auto &[buffers, model, sharedBase, tensorMaps] = memory;
  return std::tuple(Field{"shared_base", sharedBase}, Field{"model", model},
                    Field{"buffers", buffers, kMostBuffers},
                    Field{"tensor_maps", tensorMaps, kMostBuffers}.omittedIf(tensorMaps.empty()));
}

template <FieldsOwner<StoredBuffer> T> constexpr auto fieldsOf(T &buffer) {
  auto &[sizeBytes, storedBytes, checksum] = buffer;
  return std::tuple(Field{"bytes", sizeBytes, within(0, kMaxBufferBytes)},
                    Field{"stored_bytes", storedBytes}, Field{"crc32", checksum});
}

/// The blocks are in the file after the header; drain logs are separate files.
template <FieldsOwner<CaptureHeaderLaunch> T> constexpr auto fieldsOf(T &launch) {
  auto &[capture, buffer] = launch;
  auto &[blocks, streamed, table, kernel, target, timeBase, grid, block, dynamicSharedBytes, index,
         lanesPerWarp, sampling, callSite, assumedPicosecondsPerCycle, clockReadings, timerTick,
         cyclePeriod, recordingCost, memory, facts] = capture;
  auto &[operations, groups] = table;
  return std::tuple(
      Field{"kernel", kernel}, Field{"target", target}, Field{"grid", grid}, Field{"block", block},
      Field{"dynamic_shared_bytes", dynamicSharedBytes}, Field{"index", index},
      Field{"lanes_per_warp", lanesPerWarp, kLanes}.optional(),
      Field{"sampling", sampling}.omittedIf(sampling == Sampling()),
      Field{"call_site", callSite}.omittedIf(callSite.empty()),
      Field{"memory", memory}.omittedIf(memory == LaunchMemory()), Field{"facts", facts, kMaxFacts},
      Field{"operations", operations, atMost(kMaxOperations)},
      Field{"groups", groups, atMost(kMaxGroups)}.omittedIf(groups.empty()),
      Field{"time_base", timeBase, oneOf(kTimeBases)},
      Field{"assumed_ps_per_cycle", assumedPicosecondsPerCycle, kClockRates},
      Field{"timer_tick_ns", timerTick, kTimerTicks},
      Field{"cycle_period_ns", cyclePeriod, kCyclePeriods}.omittedIf(cyclePeriod == Nanoseconds{0}),
      Field{"clock_readings", clockReadings, kMaxReadings}, Field{"recording_cost", recordingCost},
      Field{"buffer", buffer});
}

template <FieldsOwner<CaptureHeader> T> constexpr auto fieldsOf(T &header) {
  auto &[info, launches] = header;
  auto &[title, producer, date, origin] = info;
  return std::tuple(Field{"title", title}, Field{"producer", producer}, Field{"date", date},
                    Field{"origin_ns", origin, within(-kLatestOrigin, kLatestOrigin)},
                    Field{"launches", launches, kMostLaunches});
}

/// Reports a clock reading that is too far from the origin: differences must not overflow.
static std::optional<FieldProblem> problemOf(const CaptureHeader &header) {
  const Nanoseconds first = header.info.origin - kMaxTimeOffset;
  const Nanoseconds last = header.info.origin + kMaxTimeOffset;
  for (size_t launch = 0; launch < header.launches.size(); ++launch) {
    const std::vector<ClockReading> &readings = header.launches[launch].capture.clockReadings;
    for (size_t i = 0; i < readings.size(); ++i)
      if (const Nanoseconds time = readings[i].pair.time; time < first || time > last)
        return FieldProblem{"launches[" + std::to_string(launch) + "].clock_readings[" +
                                std::to_string(i) + "][2]",
                            std::to_string(time.value) + " is outside " +
                                std::to_string(first.value) + " to " + std::to_string(last.value)};
  }
  return std::nullopt;
}

std::string captureHeaderToJson(const CaptureHeader &header) {
  return jsonText(toJson<nlohmann::json>(header));
}

Result<CaptureHeader> parseCaptureHeader(std::string_view text) {
  PSTUDIO_TRY_ASSIGN(const nlohmann::json document, parseJson(text, kDocument));
  CaptureHeader header;
  PSTUDIO_TRY(fromJson(JsonField(document, std::string(kDocument)), header));
  return header;
}

} // namespace pstudio::record
