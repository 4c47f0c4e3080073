// SPDX-License-Identifier: Apache-2.0
// Numbers for sentences: thousands separated, no exponents.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/units.h"

namespace pstudio {

/// Separates groups of three digits by commas: "12288" becomes "12,288". The text contains digits
/// only.
std::string groupedDigits(std::string digits);

/// "12,288".
std::string countText(uint64_t count);
/// "1 access", "12,288 accesses".
std::string countText(uint64_t count, std::string_view one, std::string_view many);

/// At least `digits` (1 to 15) significant ones, no decimals that are zero, no fewer digits than
/// the whole part has: with 4 "12,288", "4.5", "0.03125". Values beyond 1e15 or below 1e-4, and
/// values that are no number, are formatted as by printf's %g.
std::string significantText(double value, int digits = 4);

/// With `decimals` digits after the point: "1,234.50".
std::string fixedText(double value, int decimals);

/// A share of one with at least `digits` significant digits: 0.848 is "84.8 %".
std::string percentText(double share, int digits = 4);

/// An amount in the largest of KiB to EiB of which it is at least one, for a text with three or
/// four digits. `bytes` is at least 1024.
struct BinaryAmount {
  double value = 0;
  const char *unit = "";
};
BinaryAmount inBinaryUnit(double bytes);

/// An amount in the unit that suits it, to four digits: "512 bytes", "4 KiB", "1.531 MiB".
std::string bytesText(double bytes);
/// A size that is compared with others, such as a limit, thus exact below a MiB: "227 KiB", "12,345
/// bytes", "1.5 GiB".
std::string sizeText(uint64_t bytes);

/// "0x7f00".
std::string hexText(uint64_t value);

/// "32 x 2 x 1".
std::string extentsText(const std::array<uint32_t, 3> &extents, std::string_view separator = " x ");

/// Three significant digits, but no fewer than the whole part has: "21.7", "1,024", "0.03".
std::string threeDigits(double value);

/// threeDigits() in the unit that suits the size: "21.7 ns", "1.20 us", "3.05 s".
std::string durationText(Picoseconds duration);
/// "12.35 us".
std::string microsecondsText(Nanoseconds time);
/// "0.12 ms", "12.3 ms".
std::string millisecondsText(std::chrono::nanoseconds time);

} // namespace pstudio
