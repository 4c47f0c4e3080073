// SPDX-License-Identifier: Apache-2.0
#include "tests/core/formats/trace_properties.h"

#include <algorithm>
#include <map>
#include <vector>

#include <protozero/pbf_reader.hpp>
#include <protozero/pbf_writer.hpp>

#include "core/formats/pftrace/extension_fields.h"
#include "core/formats/pftrace/pftrace_reader.h"
#include "core/formats/pftrace/pftrace_writer.h"
#include "core/statistics/slice_parts.h"
#include "core/trace/slices_range.h"
#include "core/trace/track_names.h"

namespace pstudio::test {
namespace {

std::string nameOf(const Trace &trace, uint32_t slice) {
  return std::string(trace.string(trace.sliceNames()[slice]));
}

/// Text and a separator where there is text before.
void append(std::string &list, const std::string &text, const char *separator = ", ") {
  list += (list.empty() ? "" : separator) + text;
}

std::vector<uint32_t> slicesByBegin(const Trace &trace, SliceRange range) {
  std::vector<uint32_t> slices;
  for (uint32_t slice = range.begin; slice < range.end; ++slice)
    slices.push_back(slice);
  std::ranges::stable_sort(slices, {}, [&](uint32_t slice) { return trace.sliceBegins()[slice]; });
  return slices;
}

std::string depthsOf(const Trace &trace, SliceRange range) {
  std::string list;
  for (const uint32_t slice : slicesByBegin(trace, range)) {
    int depth = 0;
    for (SliceId at = trace.parentOf(SliceId(slice)); at.isValid(); at = trace.parentOf(at))
      ++depth;
    append(list, nameOf(trace, slice) + " " + std::to_string(depth));
  }
  return list;
}

std::string selfTimesOf(const Trace &trace) {
  std::string list;
  for (uint32_t id = 0; id < trace.tracks().size(); ++id) {
    const statistics::TrackParts parts(trace, TrackId(id), std::nullopt);
    for (const uint32_t slice : slicesByBegin(trace, slicesOf(trace, TrackId(id))))
      append(list, nameOf(trace, slice) + " " +
                       std::to_string(parts.self(slice).picoseconds / 1000) + " ns");
  }
  return list;
}

std::string arrowsOf(const Trace &trace) {
  std::vector<std::string> arrows;
  for (const Flow &flow : trace.flows())
    arrows.push_back(nameOf(trace, flow.from.index) + " > " + nameOf(trace, flow.to.index));
  std::ranges::sort(arrows);
  std::string list;
  for (const std::string &arrow : arrows)
    append(list, arrow);
  return list.empty() ? "none" : list;
}

void appendTracks(const Trace &trace, TrackId parent, std::string &list) {
  for (const TrackId track : trace.children(parent)) {
    if (trace.track(track).kind != TrackKind::Counter)
      append(list, trackLabel(trace, track));
    appendTracks(trace, track, list);
  }
}

std::string tracksOf(const Trace &trace) {
  std::string list;
  appendTracks(trace, TrackId(), list);
  return list;
}

std::string stacksOf(const Trace &trace) {
  std::map<std::string, int> counts;
  for (const Instant &instant : trace.instants()) {
    std::string stack;
    for (const Arg &arg : trace.args(instant.args))
      if (trace.string(arg.key).starts_with("stack["))
        append(stack, std::string(trace.string(arg.stringValue)), " < ");
    ++counts[stack];
  }
  std::string list;
  for (const auto &[stack, count] : counts)
    append(list, std::to_string(count) + " x " + stack);
  return list;
}

std::string notesOf(const Trace &trace) {
  std::string list;
  for (const Note &note : trace.notes())
    append(list, std::to_string(note.count) + " x " + note.code);
  return list.empty() ? "none" : list;
}

std::string savedTracksOf(const Trace &trace) {
  const Result<std::string> bytes = writePftraceToString(trace, {.isCompressed = false});
  const std::string foreign = withoutExtension(*bytes);
  const Result<Trace> again = readPftrace(std::as_bytes(std::span(foreign)), "");
  std::string list;
  for (uint32_t id = 0; again && id < again->tracks().size(); ++id)
    if (const SliceRange slices = slicesOf(*again, TrackId(id)); slices.size() > 0)
      append(list, trackLabel(*again, TrackId(id)) + ": " + depthsOf(*again, slices), "; ");
  return list;
}

} // namespace

std::string withoutExtension(std::string_view pftrace) {
  std::string result;
  protozero::pbf_writer out(result);
  for (protozero::pbf_reader trace(pftrace.data(), pftrace.size()); trace.next();) {
    std::string kept;
    const protozero::data_view packet = trace.get_view();
    for (protozero::pbf_reader fields(packet); fields.next();) {
      const char *const before = fields.data().data();
      const uint32_t number = fields.tag();
      const auto type = fields.wire_type();
      fields.skip();
      const std::string_view value(before, static_cast<size_t>(fields.data().data() - before));
      if (number == extension::kPacketExtension)
        continue;
      protozero::add_varint_to_buffer(&kept, (number << 3u) | static_cast<uint32_t>(type));
      kept += value;
    }
    out.add_message(perfetto::trace::kPacket, kept);
  }
  return result;
}

std::string propertyOf(const Result<Trace> &trace, std::string_view name) {
  if (name == "error")
    return trace ? "none" : trace.error().message + " (" + trace.error().hint + ")";
  if (!trace)
    return "error: " + trace.error().message;
  if (name == "events")
    return std::to_string(trace->sliceCount() + trace->instants().size());
  if (name == "depths")
    return depthsOf(*trace, {0, static_cast<uint32_t>(trace->sliceCount())});
  if (name == "self")
    return selfTimesOf(*trace);
  if (name == "arrows")
    return arrowsOf(*trace);
  if (name == "tracks")
    return tracksOf(*trace);
  if (name == "stacks")
    return stacksOf(*trace);
  if (name == "notes")
    return notesOf(*trace);
  if (name == "date")
    return trace->info().date;
  return name == "saved" ? savedTracksOf(*trace) : "?";
}

} // namespace pstudio::test
