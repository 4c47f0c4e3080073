// SPDX-License-Identifier: Apache-2.0
// Conditions of queries as ranges of numbers and rows.
#include "core/query/query_table.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pstudio::query {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// NULL compares with nothing. A text may be converted to a number by SQLite, so it excludes
/// nothing here.
NumberRange rangeOf(const Bound &bound) {
  const Relation relation = bound.condition.relation;
  double number = 0;
  if (std::holds_alternative<std::monostate>(bound.value))
    return {kInfinity, -kInfinity};
  if (const auto *whole = std::get_if<int64_t>(&bound.value))
    number = static_cast<double>(*whole);
  else if (const auto *real = std::get_if<double>(&bound.value))
    number = *real;
  else
    return {-kInfinity, kInfinity};
  if (relation == Relation::Equal)
    return {number, number};
  const bool isUpper = relation == Relation::Less || relation == Relation::LessEqual;
  return isUpper ? NumberRange{-kInfinity, number} : NumberRange{number, kInfinity};
}

/// `value` as a whole number, without overflow.
int64_t clamped(double value) {
  constexpr double kMost = 9e18;
  return static_cast<int64_t>(std::clamp(value, -kMost, kMost));
}

} // namespace

bool QueryTable::isIndexed(const Condition &) const {
  return false;
}

ScanEstimate QueryTable::estimate(std::span<const Condition>) const {
  constexpr double kSmallTable = 1000;
  return {kSmallTable, kSmallTable};
}

RowSelection QueryTable::select(std::span<const Bound>) {
  return {.ranges = {{0, rowCount()}}};
}

std::optional<std::string_view> textOrNull(std::string_view text) {
  return text.empty() ? std::nullopt : std::optional(text);
}

std::optional<int64_t> numberOrNull(int64_t number) {
  return number < 0 ? std::nullopt : std::optional(number);
}

NumberRange numberRange(std::span<const Bound> bounds, int column) {
  NumberRange all{-kInfinity, kInfinity};
  for (const Bound &bound : bounds)
    if (bound.condition.column == column) {
      const NumberRange range = rangeOf(bound);
      all = {std::max(all.least, range.least), std::min(all.most, range.most)};
    }
  return all;
}

RowRange rowRange(std::span<const Bound> bounds, int column, uint64_t rowCount) {
  const NumberRange range = numberRange(bounds, column);
  if (range.isEmpty() || range.most < 0 || rowCount == 0)
    return {};
  const double last = static_cast<double>(rowCount - 1);
  if (range.least > last)
    return {};
  const auto begin = static_cast<uint64_t>(std::ceil(std::max(range.least, 0.0)));
  const auto end = static_cast<uint64_t>(std::floor(std::min(range.most, last))) + 1;
  return begin < end ? RowRange{begin, end} : RowRange{};
}

PicosecondRange picosecondRange(std::span<const Bound> bounds, int column) {
  const NumberRange range = numberRange(bounds, column);
  if (range.isEmpty())
    return {1, 0};
  // More than the rounding of the product and of the column.
  const auto margin = [](double value) { return 1 + std::abs(value) * 1e-15; };
  const double least = range.least * 1000, most = range.most * 1000;
  return {clamped(std::floor(least - margin(least))), clamped(std::ceil(most + margin(most)))};
}

std::optional<std::string_view> textOf(std::span<const Bound> bounds, int column) {
  for (const Bound &bound : bounds)
    if (bound.condition.column == column && bound.condition.relation == Relation::Equal) {
      if (const auto *text = std::get_if<std::string_view>(&bound.value))
        return *text;
      if (const auto *text = std::get_if<std::string>(&bound.value))
        return *text;
    }
  return std::nullopt;
}

bool hasBound(std::span<const Bound> bounds, int column) {
  return std::ranges::any_of(bounds,
                             [&](const Bound &bound) { return bound.condition.column == column; });
}

bool hasEqual(std::span<const Condition> conditions, int column) {
  return std::ranges::any_of(conditions, [&](const Condition &condition) {
    return condition.column == column && condition.relation == Relation::Equal;
  });
}

bool hasAny(std::span<const Condition> conditions, int column) {
  return std::ranges::any_of(
      conditions, [&](const Condition &condition) { return condition.column == column; });
}

} // namespace pstudio::query
