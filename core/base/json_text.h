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

/// The value as text, with escapedUtf8() of its texts: names come from kernels, files and drivers.
/// \param indent  blanks for each level; -1: all in one line
template <class Json> std::string jsonText(Json value, int indent = -1) {
  escapeTexts(value);
  return value.dump(indent, ' ', false, Json::error_handler_t::replace);
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
