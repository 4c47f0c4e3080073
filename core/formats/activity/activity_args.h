// SPDX-License-Identifier: Apache-2.0
// Arguments of an event, without those that the profiler does not know.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/number_text.h"
#include "core/trace/trace_builder.h"

namespace pstudio::activity {

/// Collects the arguments of one event. [not thread-safe]
class ActivityArgs {
public:
  explicit ActivityArgs(TraceBuilder &trace) : m_trace(trace) {}

  ActivityArgs &number(std::string_view key, std::optional<int64_t> value) {
    if (value)
      m_args.push_back(Arg::ofInt(m_trace.intern(key), *value));
    return *this;
  }
  ActivityArgs &real(std::string_view key, std::optional<double> value) {
    if (value)
      m_args.push_back(Arg::ofDouble(m_trace.intern(key), *value));
    return *this;
  }
  ActivityArgs &text(std::string_view key, std::string_view value) {
    if (!value.empty())
      m_args.push_back(Arg::ofString(m_trace.intern(key), m_trace.intern(value)));
    return *this;
  }
  /// "8 x 1 x 1"; left out if an extent is not known or does not fit 32 bits.
  ActivityArgs &extents(std::string_view key,
                        const std::array<std::optional<int64_t>, 3> &extents) {
    std::array<uint32_t, 3> known{};
    for (size_t i = 0; i < known.size(); ++i) {
      if (!extents[i] || *extents[i] < 0 || *extents[i] > UINT32_MAX)
        return *this;
      known[i] = static_cast<uint32_t>(*extents[i]);
    }
    return text(key, extentsText(known));
  }
  /// A number of bytes, and with the length of the transfer its rate: bytes per nanosecond are
  /// gigabytes per second.
  ActivityArgs &bytes(std::optional<int64_t> value, int64_t lengthNs) {
    number("bytes", value);
    if (value && lengthNs > 0)
      real("GB/s", static_cast<double>(*value) / static_cast<double>(lengthNs));
    return *this;
  }
  /// The set of the arguments so far; the next ones are of another event.
  ArgSetId take() { return m_trace.addArgs(std::exchange(m_args, {})); }

private:
  TraceBuilder &m_trace;
  std::vector<Arg> m_args;
};

} // namespace pstudio::activity
