// SPDX-License-Identifier: Apache-2.0
#include "app/cli/bench_json.h"

#include <cmath>

#include "core/base/json_text.h"

namespace pstudio::cli {

using namespace bench;
namespace {

using Json = nlohmann::ordered_json;

Json cellJson(const Cell &cell) {
  if (const auto *real = std::get_if<double>(&cell))
    return std::isfinite(*real) ? Json(*real) : Json("not a number");
  if (const auto *whole = std::get_if<int64_t>(&cell))
    return *whole;
  if (const auto *text = std::get_if<std::string>(&cell))
    return *text;
  return nullptr;
}

Json columnJson(const Column &column) {
  return {{"name", column.name}, {"unit", column.unit}};
}

Json rowJson(const std::vector<Cell> &row) {
  return jsonList<Json>(row, cellJson);
}

Json tableJson(const Table &table) {
  return {{"title", table.title},
          {"columns", jsonList<Json>(table.columns, columnJson)},
          {"rows", jsonList<Json>(table.rows, rowJson)},
          {"notes", table.notes}};
}

Json targetJson(const Target &target) {
  return {{"what", target.what},
          {"limit", target.limit},
          {"unit", target.unit},
          {"measured", target.measured ? Json(*target.measured) : Json()},
          {"met", target.measured ? Json(target.isMet()) : Json()},
          {"missing", target.missing}};
}

Json sectionJson(const Section &section) {
  return {{"name", section.name},
          {"title", section.title},
          {"seconds", section.seconds},
          {"failure", section.failure ? Json(section.failure->toString()) : Json()},
          {"tables", jsonList<Json>(section.tables, tableJson)},
          {"targets", jsonList<Json>(section.targets, targetJson)}};
}

} // namespace

std::string reportJson(const Report &report) {
  Json environment = Json::object();
  for (const auto &[name, value] : report.environment)
    environment[name] = value;
  const Json json = {{"format", 1},
                     {"environment", std::move(environment)},
                     {"sections", jsonList<Json>(report.sections, sectionJson)}};
  // Text from a driver may be anything; bytes that are no UTF-8 are replaced.
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace pstudio::cli
