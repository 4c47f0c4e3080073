// SPDX-License-Identifier: Apache-2.0
#include "core/formats/pftrace/args_encoder.h"

#include "core/formats/pftrace/extension_fields.h"

namespace pstudio {

namespace fields = perfetto::debug_annotation;

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
    annotation.add_uint64(fields::kStringValueIid, m_interns.argStrings().iidOf(arg.stringValue));
  else
    annotation.add_string(fields::kStringValue, text.data(), text.size());
}

void ArgsEncoder::addToEvent(ArgSetId args) {
  if (!args.isValid())
    return;
  protozero::pbf_writer(m_packets.extension())
      .add_uint32(extension::packet::kArgSet, m_interns.argSetNumber(args));
  protozero::pbf_writer event(m_packets.event());
  for (const Arg &arg : m_trace.args(args)) {
    protozero::pbf_writer annotation(event, perfetto::track_event::kDebugAnnotations);
    annotation.add_uint64(fields::kNameIid, m_interns.argNames().iidOf(arg.key));
    addValue(arg, true, annotation);
  }
}

void ArgsEncoder::addInline(ArgSetId args, perfetto::Field field, std::string &message) {
  if (!args.isValid())
    return;
  protozero::pbf_writer parent(message);
  protozero::pbf_writer set(parent, field);
  set.add_uint32(extension::arg_set::kNumber, m_interns.argSetNumber(args));
  if (args.value >= m_isSpelled.size())
    m_isSpelled.resize(args.value + size_t{1}, false);
  if (m_isSpelled[args.value])
    return;
  m_isSpelled[args.value] = true;
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
                                                                {kSliceDivergent, "divergent"},
                                                                {kSliceLengthUnknown, "length unknown"}};
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
