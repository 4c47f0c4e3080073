// SPDX-License-Identifier: Apache-2.0
// Structs with a list of fields (fields.h) as JSON values and back. Internal to core and the cache.
#pragma once

#include <algorithm>
#include <array>
#include <filesystem>
#include <limits>
#include <memory>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/json_field.h"
#include "core/base/json_fields_writer.h"

namespace pstudio {

template <class T>
Result<void> fromJson(const JsonField &json, T &value, const FieldRule &rule = {});

namespace json_fields {

template <class T> Result<void> readNumber(const JsonField &json, T &value, const FieldRule &rule) {
  if constexpr (std::same_as<T, uint64_t>)
    if (rule.isUnbounded) {
      PSTUDIO_TRY_ASSIGN(value, json.unsigned64());
      return {};
    }
  using Limits = std::numeric_limits<T>;
  const int64_t low = std::cmp_less(rule.low, Limits::min()) ? int64_t{Limits::min()} : rule.low;
  const int64_t high =
      std::cmp_greater(rule.high, Limits::max()) ? static_cast<int64_t>(Limits::max()) : rule.high;
  PSTUDIO_TRY_ASSIGN(const int64_t number, json.integer(low, high));
  value = static_cast<T>(number);
  return {};
}

inline Result<void> readNumber(const JsonField &json, double &value, const FieldRule &rule) {
  if (rule.isUnbounded && json.isNull()) {
    value = std::numeric_limits<double>::infinity();
    return {};
  }
  PSTUDIO_TRY_ASSIGN(value, json.number());
  if (rule.isUnbounded)
    return {};
  if (!(value >= static_cast<double>(rule.low) && value <= static_cast<double>(rule.high)))
    return json.error("out of range");
  return {};
}

template <class T> Result<void> readEnum(const JsonField &json, T &value, const FieldRule &rule) {
  std::underlying_type_t<T> number = 0;
  if (rule.names.empty()) {
    PSTUDIO_TRY(readNumber(json, number, rule));
  } else {
    PSTUDIO_TRY_ASSIGN(const std::string text, json.text());
    const auto found = std::ranges::find(rule.names, text);
    if (found == rule.names.end())
      return json.error("unknown value '" + text + "'", nameHint(text, rule.names));
    number = static_cast<std::underlying_type_t<T>>(found - rule.names.begin());
  }
  value = static_cast<T>(number);
  return {};
}

template <class T>
Result<void> readList(const JsonField &json, std::vector<T> &values, const FieldRule &rule) {
  PSTUDIO_TRY_ASSIGN(const std::vector<JsonField> elements, json.elements(rule.least, rule.most));
  values.reserve(elements.size());
  for (const JsonField &element : elements)
    PSTUDIO_TRY(fromJson(element, values.emplace_back(), rule));
  return {};
}

template <class T, size_t N>
Result<void> readList(const JsonField &json, std::array<T, N> &values, const FieldRule &rule) {
  PSTUDIO_TRY_ASSIGN(const std::vector<JsonField> elements, json.elements(HasFields<T> ? 0 : N, N));
  for (size_t i = 0; i < elements.size(); ++i)
    PSTUDIO_TRY(fromJson(elements[i], values[i], rule));
  return {};
}

template <class T>
Result<void> readMap(const JsonField &json, std::map<std::string, T> &values,
                     const FieldRule &rule) {
  PSTUDIO_TRY_ASSIGN(const auto members, json.members());
  for (const auto &[name, element] : members)
    PSTUDIO_TRY(fromJson(element, values[name], rule));
  return {};
}

/// Of a Field, or of a type like it with a function `read` for values of an own form, or with
/// `setInUnits` for numbers of another unit.
template <class F> Result<void> readMember(const JsonField &object, const F &field) {
  if (const std::optional<JsonField> member = object.find(field.name)) {
    if constexpr (requires { field.read(*member, field.value); })
      return field.read(*member, field.value);
    else
      PSTUDIO_TRY(fromJson(*member, field.value, field.rule));
    if constexpr (requires { field.setInUnits(int64_t()); })
      field.setInUnits(static_cast<int64_t>(field.value));
    return {};
  }
  if (field.isOptional || member::isOptional<std::remove_cvref_t<decltype(field.value)>>)
    return {};
  return object.member(field.name).map([](const JsonField &) {});
}

/// Reads an object that has these fields and no others.
template <class... F>
Result<void> readFields(const JsonField &json, const std::tuple<F...> &fields) {
  const auto names = std::apply(
      [](const auto &...field) {
        return std::array<std::string_view, sizeof...(field)>{field.name...};
      },
      fields);
  PSTUDIO_TRY(json.requireObject(names));
  return tryFields(fields, [&](const auto &field) { return readMember(json, field); });
}

template <class T> Result<void> readElements(const JsonField &json, T &value) {
  const auto fields = elementsOf(value);
  constexpr size_t kCount = std::tuple_size_v<decltype(fields)>;
  PSTUDIO_TRY_ASSIGN(const std::vector<JsonField> elements, json.elements(kCount, kCount));
  size_t next = 0;
  return tryFields(fields, [&](const auto &field) {
    return fromJson(elements[next++], field.value, field.rule);
  });
}

/// A text, or an object with the bytes of a name that is no text.
inline Result<void> readPath(const JsonField &json, std::filesystem::path &value) {
  if (!json.isObject())
    return json.text().map([&value](std::string text) { value = std::move(text); });
  constexpr std::array<std::string_view, 1> kNames{kPathBytes};
  PSTUDIO_TRY(json.requireObject(kNames));
  PSTUDIO_TRY_ASSIGN(const JsonField member, json.member(kPathBytes));
  PSTUDIO_TRY_ASSIGN(const std::string digits, member.text());
  std::optional<std::filesystem::path> path = pathOfHex(digits);
  if (!path)
    return member.error("not the hexadecimal digits of a file name");
  value = *std::move(path);
  return {};
}

} // namespace json_fields

/// Reads what toJson() writes into `value`, which holds the defaults. InvalidInput with the path of
/// the field that is missing, unknown, of another type or against its rule. O(size).
template <class T> Result<void> fromJson(const JsonField &json, T &value, const FieldRule &rule) {
  if constexpr (HasFields<T>) {
    PSTUDIO_TRY(json_fields::readFields(json, fieldsOf(value)));
  } else if constexpr (HasElements<T>) {
    PSTUDIO_TRY(json_fields::readElements(json, value));
  } else if constexpr (member::isOptional<T>) {
    PSTUDIO_TRY(fromJson(json, value.emplace(), rule));
  } else if constexpr (member::isVector<T> || member::isArray<T>) {
    PSTUDIO_TRY(json_fields::readList(json, value, rule));
  } else if constexpr (member::isMap<T>) {
    PSTUDIO_TRY(json_fields::readMap(json, value, rule));
  } else if constexpr (member::isShared<T>) {
    std::remove_const_t<typename T::element_type> held;
    PSTUDIO_TRY(fromJson(json, held, rule));
    value = std::make_shared<typename T::element_type>(std::move(held));
  } else if constexpr (std::is_enum_v<T>) {
    PSTUDIO_TRY(json_fields::readEnum(json, value, rule));
  } else if constexpr (member::Wrapped<T>) {
    PSTUDIO_TRY(json_fields::readNumber(json, value.value, rule));
  } else if constexpr (member::isDuration<T>) {
    typename T::rep count = 0;
    PSTUDIO_TRY(json_fields::readNumber(json, count, rule));
    value = T(count);
  } else if constexpr (std::same_as<T, std::filesystem::path>) {
    PSTUDIO_TRY(json_fields::readPath(json, value));
  } else if constexpr (member::HasText<T>) {
    PSTUDIO_TRY_ASSIGN(const std::string text, json.text());
    auto parsed = T::parse(text);
    if (!parsed)
      return json.error(parsed.error().message, parsed.error().hint);
    value = *std::move(parsed);
  } else if constexpr (std::same_as<T, std::string>) {
    PSTUDIO_TRY_ASSIGN(value, rule.isBinary ? json.binary() : json.text());
  } else if constexpr (std::same_as<T, bool>) {
    PSTUDIO_TRY_ASSIGN(value, json.boolean());
  } else if constexpr (member::isChoice<T>) {
    if (json.isString())
      return fromJson(json, value.template emplace<std::string>(), rule);
    return fromJson(json, value.template emplace<int64_t>(), rule);
  } else {
    PSTUDIO_TRY(json_fields::readNumber(json, value, rule));
  }
  if constexpr (HasProblems<T>)
    if (std::optional<FieldProblem> problem = problemOf(value))
      return json.errorAt(problem->path, std::move(problem->message), std::move(problem->hint));
  return {};
}

} // namespace pstudio
