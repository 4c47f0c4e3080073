// SPDX-License-Identifier: Apache-2.0
// The fields of a message that may end early, as those of a file that was copied in part.
#pragma once

#include <cstddef>

#include <protozero/exception.hpp>
#include <protozero/varint.hpp>

#include "core/formats/import/message_reader.h"

namespace pstudio::xplane {

/// Extent of a message that was read.
enum class MessageEnd : uint8_t {
  Whole,
  Cut,    ///< it ends within its last field
  Damaged ///< its bytes are no fields from some point on
};

/// Calls visit(field, isCut) with each field in turn. A field of bytes that goes on beyond the end
/// comes last, with the bytes that are there and isCut.
template <class Visit> MessageEnd forEachFieldToCut(protozero::data_view message, Visit &&visit) {
  protozero::pbf_reader reader(message);
  const char *const end = message.data() + message.size();
  for (;;) {
    const char *at = end - reader.length();
    try {
      if (!reader.next())
        return MessageEnd::Whole;
      const FieldReader field(reader);
      visit(field, false);
      continue;
    } catch (const protozero::exception &) {
      // It ends here; the rest finds out whether within a field of bytes.
    }
    try {
      const uint64_t tag = protozero::decode_varint(&at, end);
      constexpr uint64_t kBytesType = 2;
      const uint64_t size = (tag & 7) == kBytesType ? protozero::decode_varint(&at, end) : 0;
      const auto left = static_cast<size_t>(end - at);
      if (size <= left || tag >> 3 == 0 || tag >> 32 != 0)
        return MessageEnd::Damaged;
      visit(FieldReader(static_cast<uint32_t>(tag >> 3), protozero::data_view(at, left)), true);
      return MessageEnd::Cut;
    } catch (const protozero::end_of_buffer_exception &) {
      return MessageEnd::Cut;
    } catch (const protozero::exception &) {
      return MessageEnd::Damaged;
    }
  }
}

} // namespace pstudio::xplane
