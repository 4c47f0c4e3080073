// SPDX-License-Identifier: Apache-2.0
// Encodes and decodes messages.h. Header only, needs no exceptions: the shim includes it.
#pragma once

#include <array>
#include <bit>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "collector/attach/protocol/device_message.h"
#include "collector/attach/protocol/messages.h"
#include "collector/attach/protocol/rule_messages.h"
#include "collector/attach/protocol/tree_messages.h"

namespace pstudio::attach {

static_assert(std::endian::native == std::endian::little, "packets are in the host's byte order");

/// The type that the first bytes of a message name.
template <class T> struct TypeOf;
#define PSTUDIO_ATTACH_TYPE(T)                                                                     \
  template <> struct TypeOf<T> { static constexpr MessageType value = MessageType::T; }
PSTUDIO_ATTACH_TYPE(Hello);
PSTUDIO_ATTACH_TYPE(KernelSeen);
PSTUDIO_ATTACH_TYPE(KernelSource);
PSTUDIO_ATTACH_TYPE(Interpreter);
PSTUDIO_ATTACH_TYPE(PythonFiles);
PSTUDIO_ATTACH_TYPE(ImageSeen);
PSTUDIO_ATTACH_TYPE(DeviceSeen);
PSTUDIO_ATTACH_TYPE(WantTwin);
PSTUDIO_ATTACH_TYPE(Notice);
PSTUDIO_ATTACH_TYPE(AddRule);
PSTUDIO_ATTACH_TYPE(DropRule);
PSTUDIO_ATTACH_TYPE(WantTree);
PSTUDIO_ATTACH_TYPE(Welcome);
PSTUDIO_ATTACH_TYPE(Choice);
PSTUDIO_ATTACH_TYPE(Twin);
PSTUDIO_ATTACH_TYPE(Rejection);
PSTUDIO_ATTACH_TYPE(RuleKernels);
PSTUDIO_ATTACH_TYPE(SessionTree);
#undef PSTUDIO_ATTACH_TYPE

/// Appends members to a packet.
class WireWriter {
public:
  explicit WireWriter(std::string &bytes) : m_bytes(bytes) {}

  void operator()(const auto &...values) { (write(values), ...); }

private:
  template <class T>
  requires std::is_arithmetic_v<T> || std::is_enum_v<T>
  void write(const T &value) {
    m_bytes.append(reinterpret_cast<const char *>(&value), sizeof value);
  }
  void write(const std::string &text) {
    write(static_cast<uint32_t>(text.size()));
    m_bytes.append(text);
  }
  template <class T, size_t N> void write(const std::array<T, N> &values) {
    for (const T &value : values)
      write(value);
  }
  template <class T> void write(const std::vector<T> &values) {
    write(static_cast<uint32_t>(values.size()));
    for (const T &value : values)
      write(value);
  }
  template <class T>
  requires requires(const T &value, WireWriter &writer) { T::fields(value, writer); }
  void write(const T &value) { T::fields(value, *this); }
  template <HasFields T> void write(const T &value) {
    visitFields(fieldsOf(value), [this](const auto &field) { (*this)(field.value); });
  }

  std::string &m_bytes;
};

/// Takes members from a packet. After a value that the packet does not contain, all are left as
/// they are and isComplete() is false.
class WireReader {
public:
  explicit WireReader(std::string_view bytes) : m_bytes(bytes) {}

  void operator()(auto &...values) { (read(values), ...); }
  /// True if everything was there and nothing is left.
  bool isComplete() const { return m_isGood && m_bytes.empty(); }

private:
  template <class T>
  requires std::is_arithmetic_v<T> || std::is_enum_v<T>
  void read(T &value) {
    if (!has(sizeof value))
      return;
    if constexpr (std::is_same_v<T, bool>)
      value = m_bytes.front() != 0; // any byte is valid, as a bool of memory is not
    else
      std::memcpy(&value, m_bytes.data(), sizeof value);
    m_bytes.remove_prefix(sizeof value);
  }
  void read(std::string &text) {
    uint32_t size = 0;
    read(size);
    if (!has(size))
      return;
    text.assign(m_bytes.substr(0, size));
    m_bytes.remove_prefix(size);
  }
  template <class T, size_t N> void read(std::array<T, N> &values) {
    for (T &value : values)
      read(value);
  }
  template <class T> void read(std::vector<T> &values) {
    uint32_t size = 0;
    read(size);
    if (!has(size)) // an element has at least one byte
      return;
    values.clear();
    for (uint32_t i = 0; i < size && m_isGood; ++i)
      read(values.emplace_back());
  }
  template <class T>
  requires requires(T &value, WireReader &reader) { T::fields(value, reader); }
  void read(T &value) { T::fields(value, *this); }
  template <HasFields T> void read(T &value) {
    visitFields(fieldsOf(value), [this](const auto &field) { (*this)(field.value); });
  }
  bool has(size_t bytes) {
    m_isGood = m_isGood && bytes <= m_bytes.size();
    return m_isGood;
  }

  std::string_view m_bytes;
  bool m_isGood = true;
};

/// The packet of a message.
template <class T> std::string encode(const T &message) {
  std::string bytes;
  WireWriter writer(bytes);
  writer(TypeOf<T>::value);
  T::fields(message, writer);
  return bytes;
}

/// The type of a packet; nullopt if it has none. An unknown number is possible.
inline std::optional<MessageType> typeOf(std::string_view packet) {
  MessageType type{};
  if (packet.size() < sizeof type)
    return std::nullopt;
  std::memcpy(&type, packet.data(), sizeof type);
  return type;
}

/// The message of a packet; nullopt if it is of another type, cut off or too long.
template <class T> std::optional<T> decode(std::string_view packet) {
  if (typeOf(packet) != TypeOf<T>::value)
    return std::nullopt;
  T message;
  WireReader reader(packet.substr(sizeof(MessageType)));
  T::fields(message, reader);
  return reader.isComplete() ? std::optional(std::move(message)) : std::nullopt;
}

} // namespace pstudio::attach
