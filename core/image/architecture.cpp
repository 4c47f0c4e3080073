// SPDX-License-Identifier: Apache-2.0
#include "core/image/architecture.h"

#include <charconv>

namespace pstudio::image {

std::string toString(Architecture architecture) {
  if (architecture.number == 0)
    return "unknown";
  std::string text = "sm_" + std::to_string(architecture.number);
  if (architecture.suffix != 0)
    text += architecture.suffix;
  return text;
}

std::optional<Architecture> architectureFrom(std::string_view text) {
  for (const std::string_view prefix : {"sm_", "compute_"})
    if (text.starts_with(prefix)) {
      text.remove_prefix(prefix.size());
      Architecture read;
      const char *end = text.data() + text.size();
      const auto number = std::from_chars(text.data(), end, read.number);
      constexpr uint32_t kMost = 9999;
      if (number.ec != std::errc() || read.number == 0 || read.number > kMost)
        return std::nullopt;
      const std::string_view rest(number.ptr, static_cast<size_t>(end - number.ptr));
      if (rest.size() == 1 && (rest[0] == 'a' || rest[0] == 'f'))
        read.suffix = rest[0];
      else if (!rest.empty())
        return std::nullopt;
      return read;
    }
  return std::nullopt;
}

bool runsOn(Architecture code, Architecture device) {
  if (code.number == 0 || code.suffix == 'a')
    return code.number != 0 && code.number == device.number;
  return code.major() == device.major() && code.number <= device.number;
}

bool compilesFor(Architecture code, Architecture device) {
  if (code.number == 0 || code.suffix != 0)
    return runsOn(code, device);
  return code.number <= device.number;
}

} // namespace pstudio::image
