// SPDX-License-Identifier: Apache-2.0
// Syntax colouring of a line of IR.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/run/pass_report.h"
#include "viewer/geometry/color_token.h"

namespace pstudio {

enum class IrTokenKind : uint8_t { Operation, Type, String, Value, Symbol, Number, Comment };

/// Bytes [begin, end) of a line; the rest is plain.
struct IrToken {
  uint32_t begin = 0, end = 0;
  IrTokenKind kind = IrTokenKind::Operation;
  bool operator==(const IrToken &) const = default;
};

/// The tokens of one line, in order. A simple lexer by design: it reads one line at a time and
/// classifies words by their form. Any text is accepted. O(length).
std::vector<IrToken> irTokens(std::string_view line, IrLanguage language);

ColorToken colorOf(IrTokenKind kind);

} // namespace pstudio
