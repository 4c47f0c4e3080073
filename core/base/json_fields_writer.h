// SPDX-License-Identifier: Apache-2.0
// Structs with a list of fields (fields.h) as JSON values. Internal to core and the cache.
#pragma once

#include <filesystem>
#include <variant>

#include <nlohmann/json.hpp>

#include "core/base/fields.h"
#include "core/base/path_text.h"
#include "core/base/utf8.h"

namespace pstudio {

/// The member of an object in the place of a path that is not UTF-8 (hexOfPath()).
inline constexpr std::string_view kPathBytes = "bytes";

template <class Json, class T> Json toJson(const T &value, const FieldRule &rule = {});

/// Adds a list of fields to a JSON object: of Field, or of a type like it with a function `write`
/// for values of an own form, or with `inUnits` for numbers of another unit. O(size).
template <class Json, class... F> void addFieldList(Json &object, const std::tuple<F...> &fields) {
  visitFields(fields, [&](const auto &field) {
    const std::string name(field.name);
    if constexpr (member::isOptional<std::remove_cvref_t<decltype(field.value)>>) {
      if (field.value)
        object[name] = toJson<Json>(*field.value, field.rule);
    } else if (!field.isOmitted) {
      if constexpr (requires { field.write(field.value); })
        object[name] = field.write(field.value);
      else if constexpr (requires { field.inUnits(); })
        object[name] = toJson<Json>(
            static_cast<std::remove_cvref_t<decltype(field.value)>>(field.inUnits()), field.rule);
      else
        object[name] = toJson<Json>(field.value, field.rule);
    }
  });
}

/// Adds the fields of a struct to a JSON object. O(size).
template <class Json, class T> void addFields(Json &object, const T &value) {
  addFieldList(object, fieldsOf(value));
}

/// The value as JSON: objects of structs, lists, numbers, names of enumerators. Of an array of
/// structs only those that differ from the default. O(size).
template <class Json, class T> Json toJson(const T &value, const FieldRule &rule) {
  if constexpr (HasFields<const T>) {
    Json object = Json::object();
    addFields(object, value);
    return object;
  } else if constexpr (HasElements<const T>) {
    Json list = Json::array();
    visitFields(elementsOf(value),
                [&](const auto &field) { list.push_back(toJson<Json>(field.value, field.rule)); });
    return list;
  } else if constexpr (member::isVector<T> || member::isArray<T>) {
    Json list = Json::array();
    for (const auto &element : value) {
      if constexpr (member::isArray<T> && HasFields<const typename T::value_type>)
        if (element == typename T::value_type())
          continue;
      list.push_back(toJson<Json>(element, rule));
    }
    return list;
  } else if constexpr (member::isMap<T>) {
    Json object = Json::object();
    for (const auto &[name, element] : value)
      object[name] = toJson<Json>(element, rule);
    return object;
  } else if constexpr (member::isShared<T>) {
    return toJson<Json>(*value, rule);
  } else if constexpr (std::is_enum_v<T>) {
    const auto number = static_cast<std::underlying_type_t<T>>(value);
    return rule.names.empty() ? Json(number) : Json(rule.names[static_cast<size_t>(number)]);
  } else if constexpr (member::Wrapped<T>) {
    return value.value;
  } else if constexpr (member::isDuration<T>) {
    return value.count();
  } else if constexpr (std::same_as<T, std::filesystem::path>) {
    if (isUtf8(value.native()))
      return value.string();
    Json object = Json::object(); // such a name is no text of JSON
    object[std::string(kPathBytes)] = hexOfPath(value);
    return object;
  } else if constexpr (member::HasText<T>) {
    return value.toString();
  } else if constexpr (member::isChoice<T>) {
    return std::visit([](const auto &held) { return Json(held); }, value);
  } else {
    if constexpr (std::same_as<T, std::string>)
      if (rule.isBinary)
        return Json::binary({value.begin(), value.end()});
    return value;
  }
}

} // namespace pstudio
