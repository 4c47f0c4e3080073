// SPDX-License-Identifier: Apache-2.0
// Names of metrics with the endings by which programs mark them for Triton Proton.
#pragma once

#include <string_view>

namespace pstudio::attach {

struct MetricName {
  std::string_view text;    ///< without the ending: "cpu_time (ns)" of "cpu_time (ns)(exc)"
  bool isExclusive = false; ///< "(exc)": of its node alone
  bool isProperty = false;  ///< "(pty)": the last value counts, and no sum
};

inline MetricName metricNameOf(std::string_view name) {
  MetricName metric;
  metric.isExclusive = name.ends_with("(exc)");
  metric.isProperty = name.ends_with("(pty)");
  if (metric.isExclusive || metric.isProperty)
    name.remove_suffix(5);
  const size_t first = name.find_first_not_of(' ');
  if (first == std::string_view::npos)
    return metric;
  metric.text = name.substr(first, name.find_last_not_of(' ') + 1 - first);
  return metric;
}

} // namespace pstudio::attach
