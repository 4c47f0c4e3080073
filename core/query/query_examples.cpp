// SPDX-License-Identifier: Apache-2.0
// Queries that answer common questions about a kernel.
#include "core/query/query_examples.h"

namespace pstudio::query {
namespace {

constexpr QueryExample kExamples[] = {
    {"Time of each scope", "slices",
     R"(SELECT name, count(*) AS slices, sum(dur) AS total_ns, median(dur) AS median_ns,
       percentile(dur, 95) AS p95_ns, max(dur) AS longest_ns, id AS slice_id
FROM slices
WHERE is_async = 0
GROUP BY name
ORDER BY total_ns DESC)"},
    {"Longest wait of each warp", "waits of mode async",
     R"(SELECT launch_id, cta, warp, name, max(dur) AS longest_ns, sum(dur) AS waited_ns,
       id AS slice_id
FROM slices
WHERE category = 'async.wait'
GROUP BY launch_id, cta, warp
ORDER BY longest_ns DESC)"},
    {"Slack of copies", "asynchronous operations",
     R"(SELECT name, queue, stage, count(*) AS waits, sum(has_blocked) AS blocked,
       min(hidden) AS least_slack_ns, median(hidden) AS median_slack_ns,
       median(exposed) AS median_exposed_ns, max(exposed) AS longest_exposed_ns, slice_id
FROM overlap
WHERE part = 'steady' AND hidden IS NOT NULL
GROUP BY launch_id, name, queue, stage
ORDER BY longest_exposed_ns DESC)"},
    {"Bank conflicts of each source line", "accesses of mode memory",
     R"(SELECT location, name, kind, count(*) AS accesses, sum(wavefronts) AS wavefronts,
       sum(ideal_wavefronts) AS without_conflicts, max(conflict_degree) AS worst_degree
FROM accesses
WHERE space = 'shared'
GROUP BY launch_id, location, name, kind
ORDER BY sum(wavefronts) - sum(ideal_wavefronts) DESC)"},
    {"Sectors of each source line", "accesses of mode memory",
     R"(SELECT location, name, kind, count(*) AS accesses, sum(sectors) AS sectors,
       round(100.0 * sum(ideal_sectors) / sum(sectors), 1) AS efficiency_percent
FROM accesses
WHERE space = 'global'
GROUP BY launch_id, location, name, kind
ORDER BY sum(sectors) - sum(ideal_sectors) DESC)"},
    {"Imbalance across SMs", "slices on SMs",
     R"(WITH busy AS (
  SELECT launch_id, sm, count(DISTINCT cta) AS ctas, sum(dur) AS busy_ns,
         max(ts + dur) - min(ts) AS span_ns, max(ts + dur) AS end_ns
  FROM slices
  WHERE depth = 0 AND is_async = 0 AND sm IS NOT NULL
  GROUP BY launch_id, sm)
SELECT launch_id, sm, ctas, busy_ns, span_ns,
       max(end_ns) OVER launch - end_ns AS idle_at_end_ns,
       round(100 * (busy_ns / avg(busy_ns) OVER launch - 1), 1) AS above_mean_percent
FROM busy
WINDOW launch AS (PARTITION BY launch_id)
ORDER BY above_mean_percent DESC)"},
    {"Source lines by time", "slices with a source line",
     R"(SELECT extract_arg(arg_set_id, 'source') AS source, name, count(*) AS slices,
       sum(dur) AS total_ns, sum(cycles) AS cycles
FROM slices
WHERE is_async = 0 AND extract_arg(arg_set_id, 'source') IS NOT NULL
GROUP BY source, name
ORDER BY total_ns DESC)"},
};

} // namespace

std::span<const QueryExample> queryExamples() {
  return kExamples;
}

} // namespace pstudio::query
