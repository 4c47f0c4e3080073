// SPDX-License-Identifier: Apache-2.0
// The records of one CTA, and the numbers of cycles in them.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/record/operation_table.h"
#include "core/record/record.h"

namespace pstudio::calibration {

/// The records of each unit, oldest first, with whole clocks.
using UnitRecords = std::vector<std::vector<record::Record>>;

/// Decodes one block (core/record/record_layout.h) of CTA (0, 0, 0). RunFailed if the CTA did not
/// record until its end. InvalidFormat if the block is damaged, if slots are missing, or if records
/// were dropped: a measurement requires all of them.
Result<UnitRecords> readBlock(std::span<const std::byte> block,
                              const record::OperationTable &operations);

/// Cycles from each record of `name` to the next record, if that is of `name` too: the cost of a
/// record without other work. O(records).
std::vector<double> gapsWithin(std::span<const record::Record> records,
                               const record::OperationTable &operations, std::string_view name);

/// Cycles from start to end of each scope `name`, in order. O(records).
std::vector<double> durationsOf(std::span<const record::Record> records,
                                const record::OperationTable &operations, std::string_view name);

/// (last clock - first clock) / (records - 1) of the scopes `name` [cycles]; 0 for less than two.
double meanGap(std::span<const record::Record> records, const record::OperationTable &operations,
               std::string_view name);

} // namespace pstudio::calibration
