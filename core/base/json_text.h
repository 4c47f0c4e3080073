// SPDX-License-Identifier: Apache-2.0
// JSON values as text that every reader accepts. Internal to core and the command lines.
#pragma once

#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "core/base/utf8.h"

namespace pstudio {

/// Makes every text of `value` UTF-8 (escapedUtf8()). Keys are ours and stay. O(size).
template <class Json> void escapeTexts(Json &value) {
  if (auto *text = value.template get_ptr<typename Json::string_t *>(); text && !isUtf8(*text))
    *text = escapedUtf8(*text);
  if (value.is_structured())
    for (Json &part : value)
      escapeTexts(part);
}

/// JSON text in which DEL and C1 controls, which the JSON format permits, are escapes: a terminal
/// acts on them. Other controls are escapes already. O(size).
inline std::string escapedControls(std::string json) {
  const auto isC1 = [](char second) { return static_cast<unsigned char>(second) < 0xA0; };
  std::string escaped;
  size_t copied = 0;
  for (size_t i = 0; i < json.size(); ++i) {
    const auto byte = static_cast<unsigned char>(json[i]);
    const bool isPair = byte == 0xC2 && i + 1 < json.size() && isC1(json[i + 1]);
    if (byte != 0x7F && !isPair)
      continue;
    constexpr char kDigits[] = "0123456789abcdef";
    const auto code = static_cast<unsigned char>(json[isPair ? i + 1 : i]);
    escaped.append(json, copied, i - copied);
    escaped += {'\\', 'u', '0', '0', kDigits[code >> 4], kDigits[code & 15]};
    i += isPair ? 1 : 0;
    copied = i + 1;
  }
  return copied == 0 ? json : escaped.append(json, copied);
}

/// The value as text, with escapedUtf8() of its texts: names come from kernels, files and drivers.
/// \param indent  blanks for each level; -1: all in one line
template <class Json> std::string jsonText(Json value, int indent = -1) {
  escapeTexts(value);
  return escapedControls(value.dump(indent, ' ', false, Json::error_handler_t::replace));
}

/// A list of the result of `convert` for each value.
template <class Json, class Values, class Convert>
Json jsonList(const Values &values, Convert convert) {
  Json list = Json::array();
  for (const auto &value : values)
    list.push_back(convert(value));
  return list;
}

} // namespace pstudio
