// SPDX-License-Identifier: Apache-2.0
// The value of an argument in SQL.
#pragma once

#include "core/query/query_table.h"
#include "core/trace/trace.h"

namespace pstudio::query {

/// The value in its type. The text lives as long as the trace.
Cell argumentCell(const Trace &trace, const Arg &arg);

} // namespace pstudio::query
