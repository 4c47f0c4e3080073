// SPDX-License-Identifier: Apache-2.0
#include "core/formats/xplane/stat_reader.h"

#include <limits>
#include <string>

#include "core/formats/xplane/xplane_fields.h"

namespace pstudio::xplane {
namespace {

/// Value of a stat: exactly one alternative is there.
struct StatValue {
  int64_t metadataId = 0;
  uint32_t field = 0; ///< of the alternative; 0: there is none
  uint64_t number = 0;
  double real = 0;
  std::string_view text;
};

StatValue readValue(protozero::data_view stat) {
  StatValue value;
  forEachField(stat, [&](const FieldReader &field) {
    if (field.isVarint(stat::kMetadataId))
      value.metadataId = field.int64();
    else if (field.isFixed64(stat::kDouble))
      value.real = field.float64();
    else if (field.isVarint(stat::kUint64) || field.isVarint(stat::kInt64) ||
             field.isVarint(stat::kReference))
      value.number = field.uint64();
    else if (field.isBytes(stat::kText) || field.isBytes(stat::kBytes) ||
             field.isBytes(stat::kCompressedText))
      value.text = field.text();
    else
      return;
    if (field.number() != stat::kMetadataId)
      value.field = field.number();
  });
  return value;
}

void readRelation(std::string_view name, uint64_t value, Relations &relations) {
  if (name == "correlation_id")
    relations.correlation = value;
  else if (name == "_pt")
    relations.producerType = value;
  else if (name == "_p")
    relations.producerId = value;
  else if (name == "_ct")
    relations.consumerType = value;
  else if (name == "_c")
    relations.consumerId = value;
}

} // namespace

void ReadStats::clear() {
  args.clear();
  numbers.clear();
  relations = {};
}

void readStat(protozero::data_view stat, const PlaneTables &tables, TraceBuilder &builder,
              XplaneCounts &counts, ReadStats &read) {
  const StatValue value = readValue(stat);
  const std::string_view name = tables.statName(value.metadataId);
  const StringId key =
      builder.intern(name.empty() ? "stat " + std::to_string(value.metadataId) : std::string(name));
  double number = std::numeric_limits<double>::quiet_NaN();
  switch (value.field) {
  case stat::kDouble:
    number = value.real;
    read.args.push_back(Arg::ofDouble(key, value.real));
    break;
  case stat::kUint64:
    number = static_cast<double>(value.number);
    read.args.push_back(Arg::ofUint(key, value.number));
    readRelation(name, value.number, read.relations);
    break;
  case stat::kInt64:
    number = static_cast<double>(static_cast<int64_t>(value.number));
    read.args.push_back(Arg::ofInt(key, static_cast<int64_t>(value.number)));
    readRelation(name, value.number, read.relations);
    break;
  case stat::kText:
    read.args.push_back(Arg::ofString(key, builder.intern(value.text)));
    break;
  case stat::kReference:
    read.args.push_back(
        Arg::ofString(key, builder.intern(tables.statName(static_cast<int64_t>(value.number)))));
    break;
  default: // bytes, or no value
    counts.binaryStats += value.field != 0 ? 1 : 0;
    return;
  }
  read.numbers.push_back(number);
}

} // namespace pstudio::xplane
