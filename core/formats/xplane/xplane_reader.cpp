// SPDX-License-Identifier: Apache-2.0
#include "core/formats/xplane/xplane_reader.h"

#include <algorithm>
#include <string>

#include "core/base/number_text.h"
#include "core/base/utf8.h"
#include "core/formats/xplane/xplane_fields.h"
#include "core/formats/xplane/xplane_importer.h"

namespace pstudio {
namespace {

using namespace xplane;

constexpr size_t kMostReported = 16;              // errors and warnings of the profiler
constexpr int64_t kFarNs = 9'000'000'000'000'000; // 104 days, as far as a trace reaches

bool isPrintableAscii(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= ' ' && c < 127; });
}

protozero::data_view viewOf(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char *>(bytes.data()), bytes.size()};
}

/// Whether the message is a plane: its number is a varint and its name a text, where a packet of
/// Perfetto has messages. A plane may lack a number of 0.
bool isPlane(protozero::data_view message) {
  bool hasNumber = false, hasName = false, isNoMessage = false;
  int fields = 0;
  constexpr int kFieldsBeforeLines = 2;
  protozero::pbf_reader reader(message);
  try {
    for (; fields < kFieldsBeforeLines && reader.next(); ++fields) {
      const FieldReader field(reader);
      if (field.number() == plane::kId)
        hasNumber |= field.isVarint();
      else if (field.isBytes(plane::kName) && isPrintableAscii(field.text())) {
        const int wireType = field.text().front() & 7;
        hasName = true;
        isNoMessage |= wireType == 3 || wireType == 4 || wireType > 5;
      }
    }
  } catch (const protozero::exception &) {
    return false;
  }
  return hasName && (hasNumber || isNoMessage);
}

/// The time that becomes 0: the earliest of the lines near the one with most events, so that a line
/// at time 0 does not put the others out of range.
int64_t originOf(protozero::data_view file) {
  std::vector<LineHeader> lines;
  forEachFieldToCut(file, [&](const FieldReader &plane, bool) {
    if (plane.isBytes(space::kPlanes))
      forEachFieldToCut(plane.bytes(), [&](const FieldReader &line, bool) {
        if (line.isBytes(plane::kLines))
          lines.push_back(readLineHeader(line.bytes()));
      });
  });
  std::erase_if(lines, [](const LineHeader &line) { return line.eventBytes == 0; });
  if (lines.empty())
    return 0;
  const int64_t largest = std::ranges::max_element(lines, {}, &LineHeader::eventBytes)->timestampNs;
  int64_t origin = largest;
  for (const LineHeader &line : lines) {
    int64_t distance;
    if (!__builtin_sub_overflow(largest, line.timestampNs, &distance) && distance > 0 &&
        distance < kFarNs)
      origin = std::min(origin, line.timestampNs);
  }
  return origin;
}

void addNotes(const XplaneCounts &counts, TraceBuilder &builder) {
  builder.addNote(NoteCode::XplaneAggregated, counts.aggregated);
  builder.addNote(NoteCode::XplaneBinaryStats, counts.binaryStats);
  builder.addNote(NoteCode::XplaneDamaged, counts.damaged);
  builder.addNote(NoteCode::XplaneEmptyPlanes, counts.emptyPlanes);
  builder.addNote(NoteCode::XplaneLeftOutStats, counts.leftOutStats);
  builder.addNote(NoteCode::XplaneUnnamed, counts.unnamed);
  if (counts.isCut)
    builder.addNote(NoteCode::XplaneTruncated,
                    {countText(builder.sliceCount(), "event", "events")});
}

} // namespace

bool looksLikeXSpace(std::span<const std::byte> bytes) {
  if (bytes.empty() || bytes[0] != std::byte{0x0a})
    return false;
  // Planes are large: the first one alone is looked at, and never walked to its end.
  const char *at = reinterpret_cast<const char *>(bytes.data()) + 1;
  const char *const end = at + bytes.size() - 1;
  try {
    const uint64_t size = protozero::decode_varint(&at, end);
    const auto left = static_cast<uint64_t>(end - at);
    return isPlane({at, static_cast<size_t>(std::min(size, left))});
  } catch (const protozero::exception &) {
    return false;
  }
}

Result<Trace> readXplane(std::span<const std::byte> bytes, std::string_view title,
                         ReadProgress *progress) {
  TraceBuilder builder;
  builder.info().title = title;
  XplaneCounts counts;
  XplaneImporter importer(builder, counts);
  const protozero::data_view file = viewOf(bytes);
  const int64_t origin = originOf(file);
  builder.info().origin = Nanoseconds(origin);
  importer.setOrigin(Nanoseconds(origin));
  importer.setProgress(file, progress);
  if (progress != nullptr)
    progress->setTotal(bytes.size());
  const auto isCancelled = [&] { return progress != nullptr && progress->isCancelled(); };
  size_t planes = 0, reported = 0;
  const MessageEnd end = forEachFieldToCut(file, [&](const FieldReader &field, bool) {
    if (!field.isBytes() || isCancelled())
      return;
    if (field.number() == space::kPlanes) {
      ++planes;
      importer.addPlane(field.bytes());
    } else if (field.number() == space::kErrors || field.number() == space::kWarnings) {
      if (reported++ < kMostReported)
        builder.addNote(NoteCode::XplaneReported, {printableText(field.text())});
    }
    if (progress != nullptr)
      progress->setDone(
          static_cast<uint64_t>(field.bytes().data() + field.bytes().size() - file.data()));
  });
  if (isCancelled())
    return fail(ErrorCode::Cancelled, "reading was cancelled");
  if (planes == 0)
    return fail(ErrorCode::InvalidFormat, "the XSpace has no plane");
  counts.isCut = end != MessageEnd::Whole;
  importer.finish();
  addNotes(counts, builder);
  return std::move(builder).finish();
}

} // namespace pstudio
