// SPDX-License-Identifier: Apache-2.0
// Lists of the members of a struct, from which every file format reads and writes it.
#pragma once

#include <array>
#include <chrono>
#include <concepts>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <variant>
#include <vector>

namespace pstudio {

/// T is Struct or const Struct: what a list of fields takes.
template <class T, class Struct>
concept FieldsOwner = std::same_as<std::remove_const_t<T>, Struct>;

/// Permitted values of a member. Applies to each element of a list.
struct FieldRule {
  int64_t low = INT64_MIN, high = INT64_MAX;    ///< of numbers, inclusive; the type narrows them
  std::span<const std::string_view> names = {}; ///< of enumerators, by value; none: numbers
  size_t least = 0, most = SIZE_MAX;            ///< elements of a std::vector
  bool isBinary = false;                        ///< a std::string that is not text
  bool isUnbounded = false; ///< a uint64_t up to 2^64 - 1; a double of any value, with null for
                            ///< infinity
};
constexpr FieldRule within(int64_t low, int64_t high) {
  return {.low = low, .high = high};
}
constexpr FieldRule oneOf(std::span<const std::string_view> names) {
  return {.names = names};
}
constexpr FieldRule atMost(size_t elements) {
  return {.most = elements};
}
inline constexpr FieldRule kUnbounded{.isUnbounded = true};

/// A member of a struct. A std::optional without a value is omitted.
template <class T> struct Field {
  std::string_view name; ///< in JSON and CBOR
  T &value;
  FieldRule rule = {};
  uint32_t number = 0;     ///< in .pftrace messages; 0: in none
  bool isOptional = false; ///< a reader keeps the member's default if the field is missing
  bool isOmitted = false;  ///< a writer leaves the field out

  /// The field is omitted if `isDefault`: a reader then keeps the default.
  constexpr Field omittedIf(bool isDefault) const {
    return {name, value, rule, number, true, isDefault};
  }
  /// Always written, but missing in older files.
  constexpr Field optional() const { return omittedIf(false); }
  constexpr Field numbered(uint32_t n) const {
    return {name, value, rule, n, isOptional, isOmitted};
  }
};
template <class T> Field(std::string_view, T &) -> Field<T>;
template <class T> Field(std::string_view, T &, FieldRule) -> Field<T>;

/// fieldsOf(value), beside the struct and in its namespace, returns a tuple of Fields. It splits
/// the struct by a structured binding, so that it does not compile if a new member is missing.
template <class T>
concept HasFields = requires(T &value) {
  fieldsOf(value);
};

/// elementsOf(value) instead: files hold the fields as a list, without names.
template <class T>
concept HasElements = requires(T &value) {
  elementsOf(value);
};

/// Members whose values contradict each other.
struct FieldProblem {
  std::string path; ///< of the member from the struct on; empty: the struct as a whole
  std::string message;
  std::string hint = {}; ///< what the user can do; empty if obvious
};

/// problemOf(value), beside fieldsOf(), returns a std::optional<FieldProblem>; readers call it
/// last.
template <class T>
concept HasProblems = requires(const T &value) {
  problemOf(value);
};

/// Properties of the types of members.
namespace member {
template <class T> constexpr bool isOptional = false;
template <class T> constexpr bool isOptional<std::optional<T>> = true;
template <class T> constexpr bool isVector = false;
template <class T> constexpr bool isVector<std::vector<T>> = true;
template <class T> constexpr bool isArray = false;
template <class T, size_t N> constexpr bool isArray<std::array<T, N>> = true;
template <class T> constexpr bool isMap = false;
template <class T> constexpr bool isMap<std::map<std::string, T>> = true;
template <class T> constexpr bool isShared = false;
template <class T> constexpr bool isShared<std::shared_ptr<const T>> = true; ///< never null
template <class T> constexpr bool isDuration = false;
template <class R, class P> constexpr bool isDuration<std::chrono::duration<R, P>> = true;
template <class T> constexpr bool isChoice = std::same_as<T, std::variant<int64_t, std::string>>;
/// Ids and quantities.
template <class T>
concept Wrapped = requires {
  requires std::integral<decltype(T::value)>;
};
/// Values that files hold as text.
template <class T>
concept HasText = requires(const T &value) {
  { value.toString() } -> std::same_as<std::string>;
  T::parse(std::string_view());
};
} // namespace member

/// Calls `visit` with each field.
template <class Fields, class Visit> constexpr void visitFields(const Fields &fields, Visit visit) {
  std::apply([&](const auto &...each) { (visit(each), ...); }, fields);
}

/// The names of the fields of T.
template <class T> constexpr auto fieldNames(const T &value = {}) {
  return std::apply(
      [](const auto &...field) {
        return std::array<std::string_view, sizeof...(field)>{field.name...};
      },
      fieldsOf(value));
}

/// Calls `visit` with each field until one fails. \return the first failure.
template <class Fields, class Visit> auto tryFields(const Fields &fields, Visit visit) {
  return std::apply(
      [&](const auto &first, const auto &...rest) {
        auto result = visit(first);
        static_cast<void>((... && (result.has_value() && (result = visit(rest), true))));
        return result;
      },
      fields);
}

} // namespace pstudio
