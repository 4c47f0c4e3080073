// SPDX-License-Identifier: Apache-2.0
#include "app/cli/bench_json.h"

#include <cmath>

#include <nlohmann/json.hpp>

namespace pstudio::cli {

using namespace bench;
namespace {

using Json = nlohmann::ordered_json;

Json toJson(const Cell &cell) {
  if (const auto *real = std::get_if<double>(&cell))
    return std::isfinite(*real) ? Json(*real) : Json("not a number");
  if (const auto *whole = std::get_if<int64_t>(&cell))
    return *whole;
  if (const auto *text = std::get_if<std::string>(&cell))
    return *text;
  return nullptr;
}

Json toJson(const Table &table) {
  Json columns = Json::array();
  for (const Column &column : table.columns)
    columns.push_back({{"name", column.name}, {"unit", column.unit}});
  Json rows = Json::array();
  for (const std::vector<Cell> &row : table.rows) {
    Json cells = Json::array();
    for (const Cell &cell : row)
      cells.push_back(toJson(cell));
    rows.push_back(std::move(cells));
  }
  return {{"title", table.title},
          {"columns", std::move(columns)},
          {"rows", std::move(rows)},
          {"notes", table.notes}};
}

Json toJson(const Target &target) {
  return {{"what", target.what},
          {"limit", target.limit},
          {"unit", target.unit},
          {"measured", target.measured ? Json(*target.measured) : Json()},
          {"met", target.measured ? Json(target.isMet()) : Json()},
          {"missing", target.missing}};
}

Json toJson(const Section &section) {
  Json tables = Json::array();
  for (const Table &table : section.tables)
    tables.push_back(toJson(table));
  Json targets = Json::array();
  for (const Target &target : section.targets)
    targets.push_back(toJson(target));
  return {{"name", section.name},
          {"title", section.title},
          {"seconds", section.seconds},
          {"failure", section.failure ? Json(section.failure->toString()) : Json()},
          {"tables", std::move(tables)},
          {"targets", std::move(targets)}};
}

} // namespace

std::string reportJson(const Report &report) {
  Json environment = Json::object();
  for (const auto &[name, value] : report.environment)
    environment[name] = value;
  Json sections = Json::array();
  for (const Section &section : report.sections)
    sections.push_back(toJson(section));
  const Json json = {
      {"format", 1}, {"environment", std::move(environment)}, {"sections", std::move(sections)}};
  // Text from a driver may be anything; bytes that are no UTF-8 are replaced.
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace pstudio::cli
