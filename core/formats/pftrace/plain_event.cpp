// SPDX-License-Identifier: Apache-2.0
// One pass over the bytes of a packet. Whatever is not as expected leaves the packet to the general
// reader, which then decides about it.
#include "core/formats/pftrace/plain_event.h"

#include <cstring>
#include <limits>

#include "core/formats/pftrace/extension_fields.h"

namespace pstudio {
namespace {

using perfetto::EventType;

constexpr uint64_t varintKey(perfetto::Field field) {
  return uint64_t{field} << 3;
}
constexpr uint64_t fixed64Key(perfetto::Field field) {
  return uint64_t{field} << 3 | 1;
}
constexpr uint64_t bytesKey(perfetto::Field field) {
  return uint64_t{field} << 3 | 2;
}

/// The bytes of one message. Every call is false at a value that is cut off or longer than usual.
class MessageBytes {
public:
  MessageBytes() = default;
  explicit MessageBytes(std::span<const std::byte> bytes)
      : m_next(bytes.data()), m_end(bytes.data() + bytes.size()) {}

  bool isAtEnd() const { return m_next == m_end; }

  bool readVarint(uint64_t &value) {
    if (m_next == m_end)
      return false;
    value = std::to_integer<uint64_t>(*m_next++);
    return value < 0x80 || readRest(value);
  }

  template <class Small> bool readSmall(Small &value) {
    uint64_t wide;
    if (!readVarint(wide) || wide > std::numeric_limits<Small>::max())
      return false;
    value = static_cast<Small>(wide);
    return true;
  }

  template <class Value> bool readFixed64(Value &value) {
    static_assert(sizeof(Value) == sizeof(uint64_t));
    if (m_end - m_next < static_cast<ptrdiff_t>(sizeof(value)))
      return false;
    std::memcpy(&value, m_next, sizeof(value));
    m_next += sizeof(value);
    return true;
  }

  bool readBytes(MessageBytes &message) {
    uint64_t size;
    if (!readVarint(size) || size > static_cast<uint64_t>(m_end - m_next))
      return false;
    message.m_next = m_next;
    message.m_end = m_next += size;
    return true;
  }

private:
  bool readRest(uint64_t &value) {
    constexpr unsigned kMostBits = 63; // one of ten bytes is left to the general reader
    value &= 0x7f;
    for (unsigned shift = 7; m_next != m_end && shift < kMostBits; shift += 7) {
      const auto byte = std::to_integer<uint64_t>(*m_next++);
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80)
        return true;
    }
    return false;
  }

  const std::byte *m_next = nullptr;
  const std::byte *m_end = nullptr;
};

/// An annotation that our writer adds to show exact data gives the cycles; false if it is not one
/// of the expected form.
bool readPlainAnnotation(MessageBytes annotation, PlainEvent &event) {
  namespace fields = perfetto::debug_annotation;
  event.hasAnnotations = true;
  uint64_t key, name, value;
  if (!annotation.readVarint(key) || key != varintKey(fields::kNameIid) ||
      !annotation.readVarint(name))
    return false;
  if (name >= extension::kFirstFreeIid || name == extension::kFlagsIid)
    return true; // an argument: those of a known set are not read again
  if (!annotation.readVarint(key) || key != varintKey(fields::kIntValue) ||
      !annotation.readVarint(value) || !annotation.isAtEnd())
    return false;
  const auto cycles = static_cast<int64_t>(value);
  if (name == extension::kCycleBeginIid && !event.hasCycles) {
    event.beginCycles = cycles;
    event.hasCycles = true;
    return true;
  }
  return name == extension::kCycleEndIid && event.hasCycles &&
         !__builtin_sub_overflow(cycles, event.beginCycles, &event.cycleDuration);
}

bool readPlainEvent(MessageBytes message, PlainEvent &event) {
  namespace fields = perfetto::track_event;
  uint32_t type = 0;
  for (uint64_t key, value; !message.isAtEnd();) {
    if (!message.readVarint(key))
      return false;
    MessageBytes annotation;
    bool isRead = false;
    switch (key) {
    case varintKey(fields::kType):
      isRead = message.readSmall(type);
      break;
    case varintKey(fields::kTrackUuid):
      isRead = event.hasTrack = message.readVarint(event.trackUuid);
      break;
    case varintKey(fields::kNameIid):
      isRead = message.readSmall(event.nameIid) && event.nameIid != 0;
      break;
    case varintKey(fields::kCategoryIids):
      isRead = !event.hasCategory && message.readSmall(event.categoryIid);
      event.hasCategory = true;
      break;
    case bytesKey(fields::kDebugAnnotations):
      isRead = message.readBytes(annotation) && readPlainAnnotation(annotation, event);
      break;
    case varintKey(fields::kCounterValue):
      isRead = message.readVarint(value);
      event.counterValue = static_cast<double>(static_cast<int64_t>(value));
      break;
    case fixed64Key(fields::kDoubleCounterValue):
      isRead = message.readFixed64(event.counterValue);
      break;
    case fixed64Key(fields::kFlowIds):
    case fixed64Key(fields::kTerminatingFlowIds):
      isRead = !event.hasFlow && message.readFixed64(event.flowId);
      event.hasFlow = true;
      event.isFlowEnd = key == fixed64Key(fields::kTerminatingFlowIds);
      break;
    default:
      break;
    }
    if (!isRead)
      return false;
  }
  event.type = static_cast<EventType>(type);
  return type >= static_cast<uint32_t>(EventType::SliceBegin) &&
         type <= static_cast<uint32_t>(EventType::Counter);
}

bool readPlainExtension(MessageBytes message, PlainEvent &event) {
  namespace fields = extension::packet;
  for (uint64_t key; !message.isAtEnd();) {
    if (!message.readVarint(key))
      return false;
    bool isRead = false;
    switch (key) {
    case varintKey(fields::kRemainderPs):
      isRead = message.readSmall(event.remainderPs) && event.remainderPs < 1000;
      break;
    case varintKey(fields::kSliceFlags):
      isRead = message.readSmall(event.sliceFlags);
      break;
    case varintKey(fields::kArgSet):
      isRead = message.readSmall(event.argSet);
      break;
    case varintKey(fields::kParentDistance):
      isRead = message.readSmall(event.parentDistance);
      break;
    default:
      break;
    }
    if (!isRead)
      return false;
  }
  return true;
}

bool readPlain(MessageBytes packet, PlainEvent &event) {
  namespace fields = perfetto::packet;
  MessageBytes message, extension;
  bool hasEvent = false, hasExtension = false;
  for (uint64_t key; !packet.isAtEnd();) {
    if (!packet.readVarint(key))
      return false;
    bool isRead = false;
    switch (key) {
    case varintKey(fields::kTimestamp):
      isRead = event.hasTimestamp = packet.readVarint(event.timestamp);
      break;
    case varintKey(fields::kTimestampClockId):
      isRead = event.hasClock = packet.readSmall(event.clock);
      break;
    case varintKey(fields::kSequenceId):
      isRead = packet.readSmall(event.sequence);
      break;
    case varintKey(fields::kSequenceFlags): // one that clears state changes more than this event
      isRead = event.sequenceFlags == 0 && packet.readSmall(event.sequenceFlags) &&
               (event.sequenceFlags & perfetto::kIncrementalStateClearedFlag) == 0;
      break;
    case bytesKey(fields::kTrackEvent):
      isRead = !hasEvent && packet.readBytes(message);
      hasEvent = true;
      break;
    case bytesKey(extension::kPacketExtension):
      isRead = !hasExtension && packet.readBytes(extension);
      hasExtension = true;
      break;
    default:
      break;
    }
    if (!isRead)
      return false;
  }
  return hasEvent && readPlainExtension(extension, event) && readPlainEvent(message, event);
}

} // namespace

bool decodePackets(PacketStream &stream, std::vector<PlainEvent> &events) {
  events.clear();
  for (std::span<const std::byte> packet; events.size() < kMostAtOnce && stream.next(packet);) {
    PlainEvent &event = events.emplace_back();
    if (!readPlain(MessageBytes(packet), event))
      event.type = EventType::Unspecified;
    event.packet = packet;
  }
  return !events.empty();
}

} // namespace pstudio
