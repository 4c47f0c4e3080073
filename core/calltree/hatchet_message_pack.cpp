// SPDX-License-Identifier: Apache-2.0
#include "core/calltree/hatchet_message_pack.h"

#include <bit>
#include <string>
#include <vector>

#include "core/calltree/hatchet_handler.h"

namespace pstudio::calltree {
namespace {

/// An open map or array.
struct OpenContainer {
  uint64_t left = 0; ///< keys and values, or elements, that have not begun
  bool isMap = false;
};

/// Walks the values of MessagePack without recursion and reports each to a handler.
class MessagePackWalk {
public:
  MessagePackWalk(std::string_view bytes, HatchetHandler &handler)
      : m_bytes(bytes), m_handler(handler) {}

  /// False where the bytes end early or are damaged, or where the handler ends the reading.
  bool run() {
    if (!value())
      return false;
    while (!m_open.empty())
      if (!step())
        return false;
    return true;
  }
  size_t position() const { return m_at; }

private:
  bool step();
  bool value();
  bool scalar(uint8_t type);
  bool sized(uint8_t type);
  bool key();
  bool open(bool isMap, uint64_t count);
  bool text(uint64_t size, std::string &out);
  bool skip(uint64_t size);
  bool unused(uint64_t size) { return skip(size) && m_handler.null(); }
  template <class T> bool number(T &out);
  template <class T> bool integer();
  template <class T> bool container(bool isMap);
  template <class T> bool longText();
  template <class T> bool longBinary(size_t more);

  std::string_view m_bytes;
  HatchetHandler &m_handler;
  size_t m_at = 0;
  std::vector<OpenContainer> m_open;
  std::string m_text;
};

/// The next big-endian number.
template <class T> bool MessagePackWalk::number(T &out) {
  if (m_bytes.size() - m_at < sizeof(T))
    return false;
  uint64_t bits = 0;
  for (size_t i = 0; i < sizeof(T); ++i)
    bits = bits << 8 | static_cast<uint8_t>(m_bytes[m_at++]);
  if constexpr (std::is_same_v<T, double>)
    out = std::bit_cast<double>(bits);
  else if constexpr (std::is_same_v<T, float>)
    out = std::bit_cast<float>(static_cast<uint32_t>(bits));
  else
    out = static_cast<T>(bits);
  return true;
}

template <class T> bool MessagePackWalk::integer() {
  T value{};
  if (!number(value))
    return false;
  if constexpr (std::is_floating_point_v<T>)
    return m_handler.number_float(static_cast<double>(value), {});
  else if constexpr (std::is_signed_v<T>)
    return m_handler.number_integer(value);
  else
    return m_handler.number_unsigned(value);
}

template <class T> bool MessagePackWalk::container(bool isMap) {
  T count{};
  return number(count) && open(isMap, count);
}

template <class T> bool MessagePackWalk::longText() {
  T size{};
  return number(size) && text(size, m_text) && m_handler.string(m_text);
}

/// Binary data, or an extension with `more` bytes of type.
template <class T> bool MessagePackWalk::longBinary(size_t more) {
  T size{};
  return number(size) && unused(uint64_t{size} + more);
}

bool MessagePackWalk::skip(uint64_t size) {
  if (size > m_bytes.size() - m_at)
    return false;
  m_at += size;
  return true;
}

bool MessagePackWalk::text(uint64_t size, std::string &out) {
  const size_t begin = m_at;
  if (!skip(size))
    return false;
  out.assign(m_bytes.substr(begin, size));
  return true;
}

bool MessagePackWalk::open(bool isMap, uint64_t count) {
  if (!(isMap ? m_handler.start_object(count) : m_handler.start_array(count)))
    return false;
  m_open.push_back({count, isMap});
  return true;
}

/// Ends the innermost container, or reads its next element.
bool MessagePackWalk::step() {
  OpenContainer &open = m_open.back();
  if (open.left == 0) {
    const bool isMap = open.isMap;
    m_open.pop_back();
    return isMap ? m_handler.end_object() : m_handler.end_array();
  }
  --open.left;
  return (!open.isMap || key()) && value();
}

/// A key that is no text is damage: Triton Proton writes none.
bool MessagePackWalk::key() {
  uint8_t type{};
  if (!number(type))
    return false;
  uint64_t size = 0;
  uint8_t size8{};
  uint16_t size16{};
  uint32_t size32{};
  if ((type & 0xe0) == 0xa0)
    size = type & 0x1f;
  else if (type == 0xd9 && number(size8))
    size = size8;
  else if (type == 0xda && number(size16))
    size = size16;
  else if (type == 0xdb && number(size32))
    size = size32;
  else
    return false;
  return text(size, m_text) && m_handler.key(m_text);
}

bool MessagePackWalk::value() {
  uint8_t type{};
  if (!number(type))
    return false;
  if (type < 0x80)
    return m_handler.number_unsigned(type);
  if (type < 0x90)
    return open(true, type & 0x0f);
  if (type < 0xa0)
    return open(false, type & 0x0f);
  if (type < 0xc0)
    return text(type & 0x1f, m_text) && m_handler.string(m_text);
  if (type >= 0xe0)
    return m_handler.number_integer(static_cast<int8_t>(type));
  return type < 0xc4 || (type >= 0xca && type < 0xd4) ? scalar(type) : sized(type);
}

bool MessagePackWalk::scalar(uint8_t type) {
  switch (type) {
  case 0xc0:
    return m_handler.null();
  case 0xc2:
  case 0xc3:
    return m_handler.boolean(type == 0xc3);
  case 0xca:
    return integer<float>();
  case 0xcb:
    return integer<double>();
  case 0xcc:
    return integer<uint8_t>();
  case 0xcd:
    return integer<uint16_t>();
  case 0xce:
    return integer<uint32_t>();
  case 0xcf:
    return integer<uint64_t>();
  case 0xd0:
    return integer<int8_t>();
  case 0xd1:
    return integer<int16_t>();
  case 0xd2:
    return integer<int32_t>();
  case 0xd3:
    return integer<int64_t>();
  default: // 0xc1, which is never used
    return false;
  }
}

bool MessagePackWalk::sized(uint8_t type) {
  constexpr size_t kExtensionType = 1;
  switch (type) {
  case 0xc4:
    return longBinary<uint8_t>(0);
  case 0xc5:
    return longBinary<uint16_t>(0);
  case 0xc6:
    return longBinary<uint32_t>(0);
  case 0xc7:
    return longBinary<uint8_t>(kExtensionType);
  case 0xc8:
    return longBinary<uint16_t>(kExtensionType);
  case 0xc9:
    return longBinary<uint32_t>(kExtensionType);
  case 0xd9:
    return longText<uint8_t>();
  case 0xda:
    return longText<uint16_t>();
  case 0xdb:
    return longText<uint32_t>();
  case 0xdc:
    return container<uint16_t>(false);
  case 0xdd:
    return container<uint32_t>(false);
  case 0xde:
    return container<uint16_t>(true);
  case 0xdf:
    return container<uint32_t>(true);
  default: // 0xd4 to 0xd8: extensions of 1 to 16 bytes
    return unused(kExtensionType + (uint64_t{1} << (type - 0xd4)));
  }
}

} // namespace

bool looksLikeHatchetMessagePack(std::string_view bytes) {
  return bytes.starts_with("\x92\x83\xa5"
                           "frame");
}

Result<HatchetFile> readHatchetMessagePack(std::string_view bytes, std::string_view document) {
  HatchetHandler handler;
  MessagePackWalk walk(bytes, handler);
  if (!walk.run() && handler.problem().empty())
    return fail(ErrorCode::InvalidFormat, "the MessagePack ends early or is damaged",
                std::string(document) + ": byte " + std::to_string(walk.position()));
  return treeOf(std::move(handler), document);
}

} // namespace pstudio::calltree
