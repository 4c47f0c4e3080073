// SPDX-License-Identifier: Apache-2.0
// Structs with a list of fields (core/base/fields.h) as protobuf messages, by the fields' numbers.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include <protozero/pbf_writer.hpp>

#include "core/base/fields.h"
#include "core/formats/import/message_reader.h"

namespace pstudio {

template <class T> void writeFields(protozero::pbf_writer &message, const T &value);

inline void writeField(protozero::pbf_writer &message, const Field<const std::string> &field) {
  message.add_string(field.number, field.value);
}
template <std::integral T>
void writeField(protozero::pbf_writer &message, const Field<const std::vector<T>> &field) {
  message.add_packed_int64(field.number, field.value.begin(), field.value.end());
}
template <size_t N>
void writeField(protozero::pbf_writer &message, const Field<const std::array<uint8_t, N>> &field) {
  message.add_bytes(field.number, reinterpret_cast<const char *>(field.value.data()), N);
}
/// Those that differ from the default.
template <HasFields T, size_t N>
void writeField(protozero::pbf_writer &message, const Field<const std::array<T, N>> &field) {
  for (const T &element : field.value) {
    if (element == T())
      continue;
    protozero::pbf_writer part(message, field.number);
    writeFields(part, element);
  }
}
/// Booleans, enumerators and integers without a sign.
template <class T>
requires(std::is_enum_v<T> ||
         std::unsigned_integral<T>) void writeField(protozero::pbf_writer &message,
                                                    const Field<const T> &field) {
  message.add_uint64(field.number, static_cast<uint64_t>(field.value));
}

/// Quantities, with a sign.
template <member::Wrapped T>
void writeField(protozero::pbf_writer &message, const Field<const T> &field) {
  message.add_sint64(field.number, field.value.value);
}
inline void writeField(protozero::pbf_writer &message,
                       const Field<const std::vector<std::string>> &field) {
  for (const std::string &element : field.value)
    message.add_string(field.number, element);
}
template <HasFields T>
void writeField(protozero::pbf_writer &message, const Field<const std::vector<T>> &field) {
  for (const T &element : field.value) {
    protozero::pbf_writer part(message, field.number);
    writeFields(part, element);
  }
}
template <HasFields T>
void writeField(protozero::pbf_writer &message, const Field<const T> &field) {
  protozero::pbf_writer part(message, field.number);
  writeFields(part, field.value);
}

/// Adds the fields that have a number, with their defaults too. O(size).
template <class T> void writeFields(protozero::pbf_writer &message, const T &value) {
  visitFields(fieldsOf(value), [&](const auto &field) {
    if (field.number != 0)
      writeField(message, field);
  });
}

template <class T> bool readFields(protozero::data_view message, T &value);

inline bool readField(const FieldReader &from, const Field<std::string> &field) {
  if (from.isBytes())
    field.value = from.text();
  return true;
}
template <std::integral T>
bool readField(const FieldReader &from, const Field<std::vector<T>> &field) {
  from.appendVarints(field.number, field.value);
  return true;
}
template <size_t N>
bool readField(const FieldReader &from, const Field<std::array<uint8_t, N>> &field) {
  if (from.isBytes())
    std::copy_n(from.bytes().data(), std::min(N, from.bytes().size()), field.value.begin());
  return true;
}
/// Into the first element that nothing was read into; false if there is none.
template <HasFields T, size_t N>
bool readField(const FieldReader &from, const Field<std::array<T, N>> &field) {
  const auto free = std::ranges::find(field.value, T());
  return !from.isBytes() || (free != field.value.end() && readFields(from.bytes(), *free));
}
template <class T>
requires(std::is_enum_v<T> || std::unsigned_integral<T>) bool readField(const FieldReader &from,
                                                                        const Field<T> &field) {
  if (!from.isVarint())
    return true;
  if constexpr (std::same_as<T, bool>) {
    field.value = from.uint64() != 0;
  } else {
    const bool fits = std::is_enum_v<T> ? from.uint64() < field.rule.names.size()
                                        : from.uint64() <= static_cast<uint64_t>(T(-1));
    if (!fits)
      return false;
    field.value = static_cast<T>(from.uint64());
  }
  return true;
}

template <member::Wrapped T> bool readField(const FieldReader &from, const Field<T> &field) {
  if (from.isVarint())
    field.value.value = static_cast<decltype(field.value.value)>(from.sint64());
  return true;
}
inline bool readField(const FieldReader &from, const Field<std::vector<std::string>> &field) {
  if (from.isBytes())
    field.value.emplace_back(from.text());
  return true;
}
template <HasFields T> bool readField(const FieldReader &from, const Field<std::vector<T>> &field) {
  return !from.isBytes() || readFields(from.bytes(), field.value.emplace_back());
}
template <HasFields T> bool readField(const FieldReader &from, const Field<T> &field) {
  return !from.isBytes() || readFields(from.bytes(), field.value);
}

/// Reads one field of a message into the member with its number, if there is one and the wire type
/// is that of the member. False if the member cannot hold the value.
template <class T> bool readFieldOf(const FieldReader &from, T &value) {
  bool fits = true;
  visitFields(fieldsOf(value), [&](const auto &field) {
    if (field.number != 0 && field.number == from.number())
      fits = readField(from, field);
  });
  return fits;
}

/// Reads a message into `value`, which holds the defaults. False if a member cannot hold its value.
/// Throws protozero::exception. O(bytes).
template <class T> bool readFields(protozero::data_view message, T &value) {
  bool fits = true;
  forEachField(message, [&](const FieldReader &from) { fits = readFieldOf(from, value) && fits; });
  return fits;
}

} // namespace pstudio
