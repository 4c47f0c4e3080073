// SPDX-License-Identifier: Apache-2.0
// The packet with the notes and views of a .pftrace.
#include "core/formats/pftrace/review_packet.h"

#include <protozero/exception.hpp>

#include "core/base/inflate.h"
#include "core/formats/pftrace/extension_fields.h"
#include "core/formats/pftrace/message_fields.h"
#include "core/formats/pftrace/packet_stream.h"
#include "core/review/review_fields.h"

namespace pstudio {
namespace {

namespace fields = extension::review;
using protozero::data_view;
constexpr size_t kMaxReviewBytes = size_t{64} << 20;

data_view viewOf(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char *>(bytes.data()), bytes.size()};
}

/// The field `number` of a message that has bytes; empty if there is none or the message is
/// damaged.
data_view bytesIn(data_view message, uint32_t number) {
  data_view found;
  try {
    forEachField(message, [&](const FieldReader &field) {
      if (field.isBytes(number) && found.data() == nullptr)
        found = field.bytes();
    });
  } catch (const protozero::exception &) {
    return {};
  }
  return found;
}

data_view firstExtension(std::span<const std::byte> bytes) {
  PacketStream stream(bytes);
  std::span<const std::byte> packet;
  return stream.next(packet) ? bytesIn(viewOf(packet), extension::kPacketExtension) : data_view();
}

/// False if a field does not hold what it should, or the message is damaged.
template <class Part> bool readPart(data_view message, Part &part) {
  try {
    return readFields(message, part) && isUsable(part);
  } catch (const protozero::exception &) {
    return false;
  }
}

void readReviewField(const FieldReader &field, review::ReadReview &read) {
  review::Review &into = read.review;
  review::Note note;
  review::View view;
  if (field.isBytes(fields::kNotes)) {
    const bool isRead = into.notes.size() < review::kMaxNotes && readPart(field.bytes(), note);
    read.skipped += isRead ? 0 : 1;
    if (isRead)
      addNote(into, std::move(note));
  } else if (field.isBytes(fields::kViews)) {
    const bool isRead = into.views.size() < review::kMaxViews && readPart(field.bytes(), view);
    read.skipped += isRead ? 0 : 1;
    if (isRead)
      into.views.push_back(std::move(view));
  } else if (field.isBytes(fields::kLast)) {
    if (readPart(field.bytes(), view))
      into.last = std::move(view);
    else
      ++read.skipped;
  }
}

template <class Part>
void addPart(protozero::pbf_writer &message, perfetto::Field field, const Part &part) {
  protozero::pbf_writer writer(message, field);
  writeFields(writer, part);
}

} // namespace

std::string reviewPacket(const review::Review &review) {
  if (review.isEmpty())
    return {};
  std::string extensionText, packet, framed;
  {
    protozero::pbf_writer packetExtension(extensionText);
    protozero::pbf_writer message(packetExtension, extension::packet::kReview);
    for (const review::Note &note : review.notes)
      addPart(message, fields::kNotes, note);
    for (const review::View &view : review.views)
      addPart(message, fields::kViews, view);
    if (review.last)
      addPart(message, fields::kLast, *review.last);
  }
  protozero::pbf_writer(packet).add_message(extension::kPacketExtension, extensionText);
  protozero::pbf_writer(framed).add_message(perfetto::trace::kPacket, packet);
  return framed;
}

review::ReadReview readReviewPacket(std::span<const std::byte> bytes) {
  review::ReadReview read;
  const data_view message = bytesIn(firstExtension(bytes), extension::packet::kReview);
  if (message.data() == nullptr)
    return read;
  try {
    forEachField(message, [&read](const FieldReader &field) { readReviewField(field, read); });
  } catch (const protozero::exception &) {
    ++read.skipped; // and what follows in the message
  }
  return read;
}

bool isOwnPftrace(std::span<const std::byte> bytes) {
  PacketStream stream(bytes);
  std::span<const std::byte> packet;
  if (!stream.next(packet))
    return false;
  const data_view extension = bytesIn(viewOf(packet), extension::kPacketExtension);
  if (bytesIn(extension, extension::packet::kReview).data() != nullptr ||
      bytesIn(extension, extension::packet::kFile).data() != nullptr)
    return true;
  const data_view compressed = bytesIn(viewOf(packet), perfetto::packet::kCompressedPackets);
  if (compressed.data() == nullptr)
    return false;
  const auto inflated = inflate(std::as_bytes(std::span(compressed.data(), compressed.size())),
                                {.mostBytes = kMaxReviewBytes});
  return inflated && bytesIn(firstExtension(std::as_bytes(std::span(inflated->bytes))),
                             extension::packet::kFile)
                             .data() != nullptr;
}

} // namespace pstudio
