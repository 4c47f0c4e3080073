// SPDX-License-Identifier: Apache-2.0
// Functions that queries have beside those of SQLite.
#include "core/query/sql_functions.h"

#include <sqlite3.h>

#include <algorithm>
#include <cmath>

#include "core/query/argument_cell.h"
#include "core/query/virtual_table.h"

namespace pstudio::query {
namespace {

constexpr FunctionFacts kFunctions[] = {
    {"extract_arg", "extract_arg(arg_set_id, key)",
     "the value of an argument; NULL if it has none"},
    {"median", "median(x)", "the median of a group: a value that occurred"},
    {"percentile", "percentile(x, p)",
     "the p-th percentile of a group, p from 0 to 100: a value that occurred"},
};

constexpr int kPureFunction = SQLITE_UTF8 | SQLITE_DETERMINISTIC;

/// The numbers of a group, in memory of SQLite, so that its limit applies.
struct NumberGroup {
  double *numbers;
  sqlite3_uint64 count;
  sqlite3_uint64 capacity;
  double percent;

  bool push(double number) {
    if (count == capacity) {
      const sqlite3_uint64 wanted = capacity == 0 ? 64 : 2 * capacity;
      auto *grown = static_cast<double *>(sqlite3_realloc64(numbers, wanted * sizeof(double)));
      if (!grown)
        return false;
      numbers = grown;
      capacity = wanted;
    }
    numbers[count++] = number;
    return true;
  }
};

void addNumber(sqlite3_context *context, int count, sqlite3_value **values) {
  auto *group = static_cast<NumberGroup *>(sqlite3_aggregate_context(context, sizeof(NumberGroup)));
  if (!group)
    return sqlite3_result_error_nomem(context);
  group->percent = count > 1 ? sqlite3_value_double(values[1]) : 50;
  if (!(group->percent >= 0 && group->percent <= 100))
    return sqlite3_result_error(context, "percentile: p must be from 0 to 100", -1);
  const int type = sqlite3_value_numeric_type(values[0]);
  if (type != SQLITE_INTEGER && type != SQLITE_FLOAT)
    return; // NULL and text are not counted, as in avg()
  if (!group->push(sqlite3_value_double(values[0])))
    sqlite3_result_error_nomem(context);
}

void finishNumbers(sqlite3_context *context) {
  auto *group = static_cast<NumberGroup *>(sqlite3_aggregate_context(context, 0));
  if (!group || group->count == 0) {
    sqlite3_result_null(context);
  } else {
    // Nearest rank: the smallest number that at least so many per cent do not exceed.
    const double rank = std::ceil(group->percent / 100 * static_cast<double>(group->count));
    const auto index = static_cast<sqlite3_uint64>(std::max(rank, 1.0)) - 1;
    double *const nth = group->numbers + std::min(index, group->count - 1);
    std::nth_element(group->numbers, nth, group->numbers + group->count);
    sqlite3_result_double(context, *nth);
  }
  if (group)
    sqlite3_free(group->numbers);
}

void extractArg(sqlite3_context *context, int, sqlite3_value **values) {
  const Trace &trace = *static_cast<const Trace *>(sqlite3_user_data(context));
  if (sqlite3_value_type(values[0]) != SQLITE_INTEGER)
    return;
  const sqlite3_int64 set = sqlite3_value_int64(values[0]);
  const auto *key =
      static_cast<const char *>(static_cast<const void *>(sqlite3_value_text(values[1])));
  if (!key || set < 0 || static_cast<uint64_t>(set) >= trace.argSetCount())
    return;
  const std::string_view wanted(key, static_cast<size_t>(sqlite3_value_bytes(values[1])));
  for (const Arg &arg : trace.args(ArgSetId(static_cast<uint32_t>(set))))
    if (trace.string(arg.key) == wanted)
      return setResult(context, argumentCell(trace, arg));
}

} // namespace

std::span<const FunctionFacts> sqlFunctions() {
  return kFunctions;
}

int addAggregates(sqlite3 *connection) {
  int code = SQLITE_OK;
  for (const auto &[name, arguments] : {std::pair("median", 1), std::pair("percentile", 2)})
    if (code == SQLITE_OK)
      code = sqlite3_create_function_v2(connection, name, arguments, kPureFunction, nullptr,
                                        nullptr, addNumber, finishNumbers, nullptr);
  return code;
}

int addSqlFunctions(sqlite3 *connection, const Trace &trace) {
  const int code = sqlite3_create_function_v2(connection, "extract_arg", 2, kPureFunction,
                                              const_cast<Trace *>(&trace), extractArg, nullptr,
                                              nullptr, nullptr);
  return code == SQLITE_OK ? addAggregates(connection) : code;
}

} // namespace pstudio::query
