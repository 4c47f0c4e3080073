// SPDX-License-Identifier: Apache-2.0
// Reads protobuf messages field by field, checking the wire type of each: a field of an unexpected
// type is skipped.
#pragma once

#include <bit>
#include <cstdint>
#include <string_view>
#include <vector>

#include <protozero/data_view.hpp>
#include <protozero/pbf_reader.hpp>

namespace pstudio {

/// One field, its value already decoded. Views point into the message.
class FieldReader {
public:
  /// Decodes the field that `reader` stands on. Throws protozero::exception if the message is
  /// damaged.
  explicit FieldReader(protozero::pbf_reader &reader)
      : m_number(reader.tag()), m_type(reader.wire_type()) {
    switch (m_type) {
    case protozero::pbf_wire_type::varint:
      m_value = reader.get_uint64();
      break;
    case protozero::pbf_wire_type::fixed64:
      m_value = reader.get_fixed64();
      break;
    case protozero::pbf_wire_type::fixed32:
      m_value = reader.get_fixed32();
      break;
    default:
      m_bytes = reader.get_view();
      break;
    }
  }

  /// A field of bytes.
  FieldReader(uint32_t number, protozero::data_view bytes)
      : m_number(number), m_type(protozero::pbf_wire_type::length_delimited), m_bytes(bytes) {}

  uint32_t number() const { return m_number; }
  bool isVarint() const { return m_type == protozero::pbf_wire_type::varint; }
  bool isFixed64() const { return m_type == protozero::pbf_wire_type::fixed64; }
  bool isBytes() const { return m_type == protozero::pbf_wire_type::length_delimited; }
  bool isVarint(uint32_t number) const { return m_number == number && isVarint(); }
  bool isFixed64(uint32_t number) const { return m_number == number && isFixed64(); }
  bool isBytes(uint32_t number) const { return m_number == number && isBytes(); }

  uint64_t uint64() const { return m_value; }
  int64_t int64() const { return static_cast<int64_t>(m_value); }
  int64_t sint64() const { return protozero::decode_zigzag64(m_value); }
  double float64() const { return std::bit_cast<double>(m_value); }
  protozero::data_view bytes() const { return m_bytes; }
  std::string_view text() const { return {m_bytes.data(), m_bytes.size()}; }

  /// Appends the value or, of a packed field, the values. False if this is another field.
  template <class T> bool appendVarints(uint32_t number, std::vector<T> &values) const {
    if (m_number != number || isFixed64())
      return false;
    if (isVarint()) {
      values.push_back(static_cast<T>(m_value));
      return true;
    }
    const char *data = m_bytes.data();
    const char *const end = data + m_bytes.size();
    while (isBytes() && data != end)
      values.push_back(static_cast<T>(protozero::decode_varint(&data, end)));
    return true;
  }

  /// As appendVarints, for fields of eight bytes.
  template <class T> bool appendFixed64(uint32_t number, std::vector<T> &values) const {
    if (m_number != number || isVarint())
      return false;
    if (isFixed64())
      values.push_back(std::bit_cast<T>(m_value));
    for (size_t at = 0; isBytes() && at + sizeof(T) <= m_bytes.size(); at += sizeof(T)) {
      T value;
      __builtin_memcpy(&value, m_bytes.data() + at, sizeof(T));
      values.push_back(value);
    }
    return true;
  }

private:
  uint32_t m_number;
  protozero::pbf_wire_type m_type;
  uint64_t m_value = 0;
  protozero::data_view m_bytes;
};

/// Calls `visit` with each field in turn. Throws protozero::exception where the message is damaged.
template <class Visit> void forEachField(protozero::data_view message, Visit &&visit) {
  protozero::pbf_reader reader(message);
  while (reader.next())
    visit(FieldReader(reader));
}

} // namespace pstudio
