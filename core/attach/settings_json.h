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
    auto &member = object[std::string(option.name)];
    if constexpr (sizeof option.value > 1)
      member = option.inUnits();
    else
      member = toJson<nlohmann::ordered_json>(option.value, option.rule);
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
    if constexpr (sizeof option.value == 1)
      return fromJson(*member, option.value, option.rule);
    return member->integer(option.rule.low, option.rule.high).map([&option](int64_t number) {
      option.setInUnits(number);
    });
  }));
  return owner;
}

} // namespace pstudio::attach
