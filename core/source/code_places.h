// SPDX-License-Identifier: Apache-2.0
// From the lines of IR and assembly to the source lines that they were made of.
#pragma once

#include <optional>
#include <string_view>

#include "core/run/pass_report.h"
#include "core/run/text_places.h"

namespace pstudio {

/// Reads the locations that the text itself has: of PTX and AMD's assembly `.file` and `.loc`,
/// which holds for the instructions up to the next one; of MLIR `loc(...)` at the end of a line and
/// the aliases `#loc`; of LLVM IR `!dbg` and its metadata. Of a location with several places (calls
/// that were inlined, fused operations) the first counts. Other texts have no places. O(bytes).
CodePlaces placesInCode(std::string_view text, IrLanguage language);

/// The places of a text of a report: those recorded beside it, else those that it has itself.
CodePlaces placesInText(const PassReport &report, IrTextId text, IrLanguage language);

/// The language of a file of code by the ending of its name; none for other files.
std::optional<IrLanguage> languageOfFile(std::string_view path);

/// Whether two paths may name one file: equal, or the shorter one is an end of the longer one from
/// a '/' on.
bool isSameFile(std::string_view a, std::string_view b);

} // namespace pstudio
