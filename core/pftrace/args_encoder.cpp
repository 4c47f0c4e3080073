// SPDX-License-Identifier: Apache-2.0
#include "core/pftrace/args_encoder.h"

#include "core/pftrace/extension_fields.h"

namespace pstudio {

namespace fields = perfetto::debug_annotation;

ArgsEncoder::ArgsEncoder(const Trace &trace, PacketWriter &packets)
    : m_trace(trace), m_packets(packets),
      m_names(perfetto::interned_data::kDebugAnnotationNames, extension::kFirstFreeIid),
      m_strings(perfetto::interned_data::kDebugAnnotationStringValues, 1),
      m_numbers(trace.argSetCount(), 0) {
  m_names.announce(extension::kCycleBeginIid, "cycle_begin", packets.internedData());
  m_names.announce(extension::kCycleEndIid, "cycle_end", packets.internedData());
  m_names.announce(extension::kFlagsIid, "flags", packets.internedData());
}

uint32_t ArgsEncoder::numberOf(ArgSetId args, bool &isNew) {
  uint32_t &number = m_numbers[args.value];
  isNew = number == 0;
  if (isNew)
    number = m_nextNumber++;
  return number;
}

void ArgsEncoder::addValue(const Arg &arg, bool interned, protozero::pbf_writer &annotation) {
  switch (arg.type) {
  case ArgType::Int:
    return annotation.add_int64(fields::kIntValue, arg.intValue);
  case ArgType::Uint:
    return annotation.add_uint64(fields::kUintValue, arg.uintValue);
  case ArgType::Double:
    return annotation.add_double(fields::kDoubleValue, arg.doubleValue);
  case ArgType::Bool:
    return annotation.add_bool(fields::kBoolValue, arg.uintValue != 0);
  case ArgType::Pointer:
    return annotation.add_uint64(fields::kPointerValue, arg.uintValue);
  case ArgType::String:
    break;
  }
  const std::string_view text = m_trace.string(arg.stringValue);
  if (interned && arg.stringValue.isValid())
    annotation.add_uint64(fields::kStringValueIid,
                          m_strings.iidOf(arg.stringValue, text, m_packets.internedData()));
  else
    annotation.add_string(fields::kStringValue, text.data(), text.size());
}

void ArgsEncoder::addToEvent(ArgSetId args) {
  if (!args.isValid())
    return;
  bool isNew = false;
  protozero::pbf_writer(m_packets.extension())
      .add_uint32(extension::packet::kArgSet, numberOf(args, isNew));
  protozero::pbf_writer event(m_packets.event());
  for (const Arg &arg : m_trace.args(args)) {
    const uint64_t name = m_names.iidOf(arg.key, m_trace.string(arg.key), m_packets.internedData());
    protozero::pbf_writer annotation(event, perfetto::track_event::kDebugAnnotations);
    annotation.add_uint64(fields::kNameIid, name);
    addValue(arg, true, annotation);
  }
}

void ArgsEncoder::addInline(ArgSetId args, perfetto::Field field, std::string &message) {
  if (!args.isValid())
    return;
  bool isNew = false;
  protozero::pbf_writer parent(message);
  protozero::pbf_writer set(parent, field);
  set.add_uint32(extension::arg_set::kNumber, numberOf(args, isNew));
  if (!isNew)
    return;
  for (const Arg &arg : m_trace.args(args)) {
    const std::string_view key = m_trace.string(arg.key);
    protozero::pbf_writer annotation(set, extension::arg_set::kAnnotations);
    annotation.add_string(fields::kName, key.data(), key.size());
    addValue(arg, false, annotation);
  }
}

void ArgsEncoder::addCycles(int64_t begin, int64_t end) {
  protozero::pbf_writer event(m_packets.event());
  const auto add = [&](uint64_t name, int64_t value) {
    protozero::pbf_writer annotation(event, perfetto::track_event::kDebugAnnotations);
    annotation.add_uint64(fields::kNameIid, name);
    annotation.add_int64(fields::kIntValue, value);
  };
  add(extension::kCycleBeginIid, begin);
  add(extension::kCycleEndIid, end);
}

void ArgsEncoder::addFlags(uint8_t flags) {
  static constexpr std::pair<uint8_t, const char *> kNames[] = {{kSliceNoEnd, "no end"},
                                                                {kSliceNoStart, "no start"},
                                                                {kSliceCrossing, "crossing"},
                                                                {kSliceAsync, "async"},
                                                                {kSliceDivergent, "divergent"}};
  std::string text;
  for (const auto &[bit, name] : kNames)
    if (flags & bit)
      text += (text.empty() ? "" : ", ") + std::string(name);
  protozero::pbf_writer event(m_packets.event());
  protozero::pbf_writer annotation(event, perfetto::track_event::kDebugAnnotations);
  annotation.add_uint64(fields::kNameIid, extension::kFlagsIid);
  annotation.add_string(fields::kStringValue, text);
}

} // namespace pstudio
