// SPDX-License-Identifier: Apache-2.0
#include "core/formats/pftrace/gpu_importer.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "core/formats/import/message_reader.h"
#include "core/formats/pftrace/gpu_fields.h"

namespace pstudio {

namespace gpu_packet = perfetto::gpu_packet;

namespace {

constexpr size_t kMostSpecifications = 1000;
/// Ids of render stages in flows, apart from those of track events.
constexpr uint64_t kRenderStageFlow = uint64_t{1} << 63;

/// Names of GpuCounterDescriptor.MeasureUnit, by value; empty: no unit.
constexpr std::string_view kUnitNames[] = {
    "",      "bit", "kbit", "Mbit",       "Gbit",      "Tbit",        "Pbit",
    "bytes", "KB",  "MB",   "GB",         "TB",        "PB",          "Hz",
    "kHz",   "MHz", "GHz",  "THz",        "PHz",       "ns",          "us",
    "ms",    "s",   "min",  "h",          "vertices",  "pixels",      "triangles",
    "mW",    "W",   "kW",   "J",          "V",         "A",           "C",
    "F",     "K",   "%",    "primitives", "fragments", "instructions"};

std::string unitText(const std::vector<uint64_t> &numerators,
                     const std::vector<uint64_t> &denominators) {
  const auto joined = [](const std::vector<uint64_t> &units) {
    std::string text;
    constexpr size_t kMostUnits = 4;
    for (size_t i = 0; i < std::min(units.size(), kMostUnits); ++i)
      if (units[i] < std::size(kUnitNames) && !kUnitNames[units[i]].empty())
        text += (text.empty() ? "" : "*") + std::string(kUnitNames[units[i]]);
    return text;
  };
  const std::string below = joined(denominators);
  return joined(numerators) + (below.empty() ? "" : "/" + below);
}

std::string dimensionsText(protozero::data_view data) {
  uint64_t sizes[] = {1, 1, 1};
  forEachField(data, [&](const FieldReader &field) {
    if (field.isVarint() && field.number() >= 1 && field.number() <= std::size(sizes))
      sizes[field.number() - 1] = field.uint64();
  });
  return std::to_string(sizes[0]) + "x" + std::to_string(sizes[1]) + "x" + std::to_string(sizes[2]);
}

} // namespace

/// The fields of a render stage that are no arguments.
struct GpuImporter::RenderStage {
  uint64_t id = 0;
  std::optional<uint64_t> durationNs;
  int64_t gpu = 0;
  uint64_t queueIid = 0, stageIid = 0, kernelIid = 0, nameIid = 0;
  uint64_t oldQueue = 0, oldStage = 0;
  std::string_view name;
  std::vector<uint64_t> waits;
};

bool GpuImporter::add(uint32_t field, protozero::data_view payload, const PacketHeader &packet,
                      SequenceState &state) {
  const bool isRead = field == gpu_packet::kGpuCounterEvent ||
                      field == gpu_packet::kGpuRenderStageEvent || field == gpu_packet::kGpuLog ||
                      field == gpu_packet::kVulkanApiEvent ||
                      field == gpu_packet::kGpuMemTotalEvent;
  if (!isRead)
    return false;
  const std::optional<int64_t> time = m_events.timeOfPacket(packet, state);
  if (!time) {
    ++m_counts.eventsWithoutTime;
    return true;
  }
  switch (field) {
  case gpu_packet::kGpuRenderStageEvent:
    addRenderStage(payload, *time, state);
    return true;
  case gpu_packet::kGpuCounterEvent:
    addCounters(payload, *time);
    return true;
  case gpu_packet::kGpuLog:
    addLog(payload, *time);
    return true;
  case gpu_packet::kGpuMemTotalEvent:
    addMemory(payload, *time);
    return true;
  default:
    return addVulkan(payload, *time);
  }
}

TrackSlot GpuImporter::namedSlot(TrackSlot parent, TrackKind kind, const std::string &name,
                                 const std::string &key) {
  return m_tracks.namedSlot(parent, kind, m_builder.intern(name), key);
}

TrackSlot GpuImporter::gpuSlot(int64_t gpu) {
  const std::string number = std::to_string(gpu);
  return namedSlot(UINT32_MAX, TrackKind::Group, "GPU " + number, "gpu/" + number);
}

// Render stages

void GpuImporter::addArg(const char *key, uint64_t value) {
  m_args.push_back(Arg::ofUint(m_builder.intern(key), value));
}

GpuImporter::RenderStage GpuImporter::readRenderStage(protozero::data_view payload,
                                                      const SequenceState &state) {
  namespace fields = perfetto::render_stage;
  RenderStage stage;
  forEachField(payload, [&](const FieldReader &field) {
    if (field.isVarint(fields::kEventId))
      stage.id = field.uint64();
    else if (field.isVarint(fields::kDuration))
      stage.durationNs = field.uint64();
    else if (field.isVarint(fields::kGpuId))
      stage.gpu = static_cast<int32_t>(field.int64());
    else if (field.isVarint(fields::kQueueIid))
      stage.queueIid = field.uint64();
    else if (field.isVarint(fields::kStageIid))
      stage.stageIid = field.uint64();
    else if (field.isVarint(fields::kKernelIid))
      stage.kernelIid = field.uint64();
    else if (field.isVarint(fields::kNameIid))
      stage.nameIid = field.uint64();
    else if (field.isVarint(fields::kOldQueueId))
      stage.oldQueue = field.uint64();
    else if (field.isVarint(fields::kOldStageId))
      stage.oldStage = field.uint64();
    else if (field.isBytes(fields::kName))
      stage.name = field.text();
    else if (field.isVarint(fields::kContext))
      addArg("context", field.uint64());
    else if (field.isVarint(fields::kRenderTarget))
      addArg("render_target", field.uint64());
    else if (field.isVarint(fields::kRenderPass))
      addArg("render_pass", field.uint64());
    else if (field.isVarint(fields::kCommandBuffer))
      addArg("command_buffer", field.uint64());
    else if (field.isVarint(fields::kSubmissionId))
      addArg("submission_id", field.uint64());
    else if (field.isBytes(fields::kLaunch))
      readLaunch(field.bytes(), state);
    else if (field.isBytes(fields::kExtraData))
      readExtraData(field.bytes());
    else if (field.isBytes(fields::kSpecifications))
      readSpecifications(field.bytes());
    else
      field.appendVarints(fields::kWaitIds, stage.waits);
  });
  return stage;
}

/// The old way to name queues and stages: by their place in two lists.
void GpuImporter::readSpecifications(protozero::data_view data) {
  namespace fields = perfetto::render_stage;
  forEachField(data, [this](const FieldReader &field) {
    const bool isQueue = field.isBytes(fields::kSpecifiedQueues);
    if (!isQueue && !field.isBytes(fields::kSpecifiedStages))
      return;
    std::vector<StringId> &names = isQueue ? m_oldQueues : m_oldStages;
    StringId name = m_builder.intern("");
    forEachField(field.bytes(), [&](const FieldReader &part) {
      if (part.isBytes(fields::kDescriptionName))
        name = m_builder.intern(part.text());
    });
    if (names.size() < kMostSpecifications)
      names.push_back(name);
  });
}

void GpuImporter::readLaunch(protozero::data_view data, const SequenceState &state) {
  namespace fields = perfetto::render_stage;
  forEachField(data, [&](const FieldReader &field) {
    if (field.isBytes(fields::kLaunchGrid))
      m_args.push_back(
          Arg::ofString(m_builder.intern("grid"), m_builder.intern(dimensionsText(field.bytes()))));
    else if (field.isBytes(fields::kLaunchWorkgroup))
      m_args.push_back(Arg::ofString(m_builder.intern("workgroup"),
                                     m_builder.intern(dimensionsText(field.bytes()))));
    else if (field.isBytes(fields::kLaunchArgs))
      readComputeArg(field.bytes(), state);
  });
}

void GpuImporter::readExtraData(protozero::data_view data) {
  StringId key, value = m_builder.intern("");
  forEachField(data, [&](const FieldReader &field) {
    if (field.isBytes(perfetto::render_stage::kExtraName))
      key = m_builder.intern(field.text());
    else if (field.isBytes(perfetto::render_stage::kExtraValue))
      value = m_builder.intern(field.text());
  });
  if (key.isValid())
    m_args.push_back(Arg::ofString(key, value));
}

void GpuImporter::readComputeArg(protozero::data_view data, const SequenceState &state) {
  namespace fields = perfetto::compute_arg;
  StringId key;
  std::optional<Arg> arg;
  forEachField(data, [&](const FieldReader &field) {
    if (field.isVarint(fields::kNameIid))
      key = state.computeArgNames.find(field.uint64());
    else if (field.isBytes(fields::kName))
      key = m_builder.intern(field.text());
    else if (field.isVarint(fields::kInt))
      arg = Arg::ofInt({}, field.int64());
    else if (field.isVarint(fields::kUint))
      arg = Arg::ofUint({}, field.uint64());
    else if (field.isFixed64(fields::kDouble))
      arg = Arg::ofDouble({}, field.float64());
    else if (field.isBytes(fields::kText))
      arg = Arg::ofString({}, m_builder.intern(field.text()));
  });
  if (!arg || !key.isValid())
    return;
  arg->key = key;
  m_args.push_back(*arg);
}

TrackSlot GpuImporter::queueOf(const RenderStage &stage, const SequenceState &state) {
  StringId name = stage.queueIid != 0 ? state.gpuSpecifications.find(stage.queueIid) : StringId();
  if (stage.queueIid == 0 && stage.oldQueue < m_oldQueues.size())
    name = m_oldQueues[stage.oldQueue];
  const uint64_t number = stage.queueIid != 0 ? stage.queueIid : stage.oldQueue;
  const std::string text =
      name.isValid() ? std::string(m_builder.text(name)) : "queue " + std::to_string(number);
  return namedSlot(gpuSlot(stage.gpu), TrackKind::Group, text,
                   "gpu/" + std::to_string(stage.gpu) + "/queue/" + text);
}

StringId GpuImporter::nameOf(const RenderStage &stage, const SequenceState &state) {
  StringId name;
  if (!stage.name.empty())
    name = m_builder.intern(stage.name);
  else if (stage.nameIid != 0)
    name = state.eventNames.find(stage.nameIid);
  if (!name.isValid() && stage.kernelIid != 0)
    name = state.computeKernels.find(stage.kernelIid);
  if (!name.isValid() && stage.stageIid != 0)
    name = state.gpuSpecifications.find(stage.stageIid);
  if (!name.isValid() && stage.stageIid == 0 && stage.oldStage < m_oldStages.size())
    name = m_oldStages[stage.oldStage];
  if (name.isValid())
    return name;
  const uint64_t number = stage.stageIid != 0 ? stage.stageIid : stage.oldStage;
  return m_builder.intern("render stage " + std::to_string(number));
}

void GpuImporter::addRenderStage(protozero::data_view payload, int64_t time,
                                 const SequenceState &state) {
  namespace fields = perfetto::render_stage;
  m_args.clear();
  const RenderStage stage = readRenderStage(payload, state);
  bool isEvent = false; // a packet of specifications only has no event
  forEachField(payload, [&](const FieldReader &field) {
    isEvent |= field.number() != fields::kSpecifications;
  });
  if (!isEvent)
    return;
  if (stage.queueIid != 0 && !state.gpuSpecifications.find(stage.queueIid).isValid()) {
    ++m_counts.packetsWithoutState; // as Perfetto's own importer
    return;
  }
  TrackAction action;
  action.kind = stage.durationNs ? TrackAction::Kind::Complete : TrackAction::Kind::Instant;
  action.timestamp = time;
  if (stage.durationNs && __builtin_mul_overflow(static_cast<int64_t>(*stage.durationNs),
                                                 int64_t{1000}, &action.durationPs))
    action.durationPs = INT64_MAX;
  action.stack = queueOf(stage, state);
  action.name = nameOf(stage, state);
  action.category = m_builder.intern("gpu");
  action.args = m_argSets.add(m_args);
  std::vector<FlowMark> marks;
  for (const uint64_t wait : stage.waits)
    marks.push_back({wait | kRenderStageFlow, FlowMark::Role::Target});
  if (stage.id != 0)
    marks.push_back({stage.id | kRenderStageFlow, FlowMark::Role::Source});
  m_foreign.add(action, marks);
}

// Counters

void GpuImporter::addSample(TrackSlot slot, int64_t time, double value) {
  TrackAction action;
  action.kind = TrackAction::Kind::Sample;
  action.timestamp = time;
  action.stack = slot;
  action.sample = value;
  m_foreign.add(action, {});
}

void GpuImporter::addCounters(protozero::data_view payload, int64_t time) {
  namespace fields = perfetto::gpu_counter;
  int64_t gpu = 0;
  forEachField(payload, [&](const FieldReader &field) {
    if (field.isVarint(fields::kGpuId))
      gpu = static_cast<int32_t>(field.int64());
  });
  forEachField(payload, [&](const FieldReader &field) {
    if (field.isBytes(fields::kDescriptor))
      readCounterSpecs(field.bytes(), gpu);
    else if (field.isBytes(fields::kCounters))
      addCounterValue(field.bytes(), gpu, time);
  });
}

void GpuImporter::readCounterSpecs(protozero::data_view descriptor, int64_t gpu) {
  namespace fields = perfetto::gpu_counter;
  forEachField(descriptor, [&](const FieldReader &spec) {
    if (!spec.isBytes(fields::kSpecs))
      return;
    uint64_t id = 0, direction = 0;
    std::string name;
    std::vector<uint64_t> numerators, denominators;
    forEachField(spec.bytes(), [&](const FieldReader &field) {
      if (field.isVarint(fields::kSpecId))
        id = field.uint64();
      else if (field.isBytes(fields::kSpecName))
        name = field.text();
      else if (field.isVarint(fields::kSpecDirection))
        direction = field.uint64();
      else if (!field.appendVarints(fields::kSpecNumerators, numerators))
        field.appendVarints(fields::kSpecDenominators, denominators);
    });
    Counter &counter = m_counters[{gpu, id}];
    counter.isForward = direction == fields::kForwards;
    counter.slot = namedSlot(gpuSlot(gpu), TrackKind::Counter, name,
                             "gpu/" + std::to_string(gpu) + "/counter/" + std::to_string(id));
    m_tracks.at(counter.slot).name = m_builder.intern(name);
    if (const std::string unit = unitText(numerators, denominators); !unit.empty())
      m_tracks.at(counter.slot).unit = m_builder.intern(unit);
  });
}

/// A value that looks backwards holds from the time of the value before it, as in Perfetto.
void GpuImporter::addCounterValue(protozero::data_view data, int64_t gpu, int64_t time) {
  namespace fields = perfetto::gpu_counter;
  uint64_t id = 0;
  double value = 0;
  forEachField(data, [&](const FieldReader &field) {
    if (field.isVarint(fields::kId))
      id = field.uint64();
    else if (field.isVarint(fields::kIntValue))
      value = static_cast<double>(field.int64());
    else if (field.isFixed64(fields::kDoubleValue))
      value = field.float64();
  });
  Counter &counter = m_counters[{gpu, id}];
  if (counter.slot == UINT32_MAX)
    counter.slot = namedSlot(gpuSlot(gpu), TrackKind::Counter, "counter " + std::to_string(id),
                             "gpu/" + std::to_string(gpu) + "/counter/" + std::to_string(id));
  if (counter.isForward)
    addSample(counter.slot, time, value);
  else if (counter.lastTime)
    addSample(counter.slot, *counter.lastTime, value);
  counter.lastTime = time;
}

void GpuImporter::finish() {
  for (const auto &[key, counter] : m_counters)
    if (counter.lastTime && !counter.isForward)
      addSample(counter.slot, *counter.lastTime, 0);
}

// Others

void GpuImporter::addLog(protozero::data_view payload, int64_t time) {
  namespace fields = perfetto::gpu_log;
  TrackAction action;
  action.kind = TrackAction::Kind::Instant;
  action.timestamp = time;
  m_args.clear();
  forEachField(payload, [&](const FieldReader &field) {
    if (field.isVarint(fields::kSeverity))
      addArg("severity", field.uint64());
    else if (field.isBytes(fields::kTag))
      action.category = m_builder.intern(field.text());
    else if (field.isBytes(fields::kMessage))
      action.name = m_builder.intern(field.text());
  });
  action.args = m_argSets.add(m_args);
  action.stack = namedSlot(UINT32_MAX, TrackKind::Group, "GPU log", "gpu/log");
  m_foreign.add(action, {});
}

void GpuImporter::addMemory(protozero::data_view payload, int64_t time) {
  namespace fields = perfetto::gpu_mem;
  int64_t gpu = 0, pid = 0;
  uint64_t size = 0;
  forEachField(payload, [&](const FieldReader &field) {
    if (field.isVarint(fields::kGpuId))
      gpu = static_cast<int32_t>(field.int64());
    else if (field.isVarint(fields::kPid))
      pid = static_cast<int32_t>(field.int64());
    else if (field.isVarint(fields::kSize))
      size = field.uint64();
  });
  const std::string process = pid == 0 ? std::string() : " of process " + std::to_string(pid);
  const TrackSlot slot = namedSlot(gpuSlot(gpu), TrackKind::Counter, "memory" + process,
                                   "gpu/" + std::to_string(gpu) + "/memory/" + std::to_string(pid));
  m_tracks.at(slot).unit = m_builder.intern("bytes");
  addSample(slot, time, static_cast<double>(size));
}

/// False if the event is no submission.
bool GpuImporter::addVulkan(protozero::data_view payload, int64_t time) {
  namespace fields = perfetto::vulkan_api;
  protozero::data_view submit;
  forEachField(payload, [&](const FieldReader &field) {
    if (field.isBytes(fields::kQueueSubmit))
      submit = field.bytes();
  });
  if (submit.size() == 0)
    return false;
  TrackAction action;
  action.kind = TrackAction::Kind::Complete;
  action.timestamp = time;
  action.name = m_builder.intern("vkQueueSubmit");
  m_args.clear();
  forEachField(submit, [&](const FieldReader &field) {
    if (field.isVarint(fields::kDurationNs)) {
      if (__builtin_mul_overflow(field.int64(), int64_t{1000}, &action.durationPs))
        action.durationPs = 0;
    } else if (field.isVarint(fields::kPid)) {
      addArg("pid", field.uint64());
    } else if (field.isVarint(fields::kTid)) {
      addArg("tid", field.uint64());
    } else if (field.isVarint(fields::kQueue)) {
      addArg("queue", field.uint64());
    } else if (field.isVarint(fields::kSubmissionId)) {
      addArg("submission_id", field.uint64());
    }
  });
  action.args = m_argSets.add(m_args);
  action.stack = namedSlot(UINT32_MAX, TrackKind::Group, "Vulkan events", "gpu/vulkan");
  m_foreign.add(action, {});
  return true;
}

} // namespace pstudio
