// SPDX-License-Identifier: Apache-2.0
// AttachSettings as members of a JSON object. Internal to core/attach.
#pragma once

#include "core/attach/attach_settings.h"
#include "core/base/json_fields.h"

namespace pstudio::attach {

/// The struct's own fields and those of its `settings`, in one object.
template <class T> nlohmann::ordered_json withSettings(const T &owner) {
  auto object = toJson<nlohmann::ordered_json>(owner);
  visitFields(optionsOf(owner.settings), [&](const auto &option) {
    auto value = option.value;
    if constexpr (sizeof value > 1)
      value /= static_cast<decltype(value)>(option.unit);
    object[std::string(option.name)] = toJson<nlohmann::ordered_json>(value, option.rule);
  });
  return object;
}

/// Reads what withSettings() writes. Members of later versions are ignored, and missing settings
/// keep their defaults. InvalidInput with the field.
template <class T> Result<T> readWithSettings(const JsonField &json) {
  const JsonField object = json.ignoringUnknown();
  T owner;
  PSTUDIO_TRY(fromJson(object, owner));
  PSTUDIO_TRY(tryFields(optionsOf(owner.settings), [&](const auto &option) -> Result<void> {
    const std::optional<JsonField> member = object.find(option.name);
    if (!member)
      return {};
    PSTUDIO_TRY(fromJson(*member, option.value, option.rule));
    if constexpr (sizeof option.value > 1)
      option.value *= static_cast<std::remove_cvref_t<decltype(option.value)>>(option.unit);
    return {};
  }));
  return owner;
}

} // namespace pstudio::attach
