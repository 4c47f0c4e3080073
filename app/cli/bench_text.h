// SPDX-License-Identifier: Apache-2.0
// The benchmark's report as aligned text for a terminal and a README.
#pragma once

#include <string>

#include "collector/bench.h"

namespace pstudio::cli {

/// "name: value" lines.
std::string environmentText(const bench::Report &report);
/// Heading, tables, notes and what went wrong.
std::string sectionText(const bench::Section &section);
/// All targets, each met or missed and by how much.
std::string targetsText(const bench::Report &report);
/// One cell: doubles with `decimals`, "-" for nothing.
std::string cellText(const bench::Cell &cell, int decimals);

} // namespace pstudio::cli
