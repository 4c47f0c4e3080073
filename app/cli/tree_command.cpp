// SPDX-License-Identifier: Apache-2.0
#include "app/cli/tree_command.h"

#include <cmath>
#include <cstdio>

#include <nlohmann/json.hpp>

#include "app/cli/error_text.h"
#include "app/cli/exit_code.h"
#include "app/cli/text_output.h"
#include "core/base/json_text.h"
#include "core/base/number_text.h"
#include "core/base/utf8.h"
#include "core/calltree/hatchet_reader.h"
#include "core/calltree/hatchet_writer.h"
#include "core/calltree/tree_text.h"

namespace pstudio::cli {
namespace {

using namespace calltree;
using Json = nlohmann::ordered_json;

/// A tree with the columns that are shown.
struct ShownTree {
  CallTree tree;
  std::vector<MetricColumn> columns;
};

/// Hatchet files that are written keep the names of the files that are read.
Result<CallTree> readTree(const std::filesystem::path &path, NodeNames names) {
  PSTUDIO_TRY_ASSIGN(HatchetFile file, readHatchetFile(path));
  if (file.skippedMetrics > 0)
    printFormatted(stderr, "%s: %s omitted that are neither a number nor a text\n", path.c_str(),
                   countText(file.skippedMetrics, "metric is", "metrics are").c_str());
  return cleanedTree(file.tree, names).tree;
}

/// The metrics that are shown if the command line names none.
std::vector<std::string> defaultMetrics(const CallTree &tree) {
  const std::vector<RecordedMetric> metrics = recordedMetrics(tree);
  for (const RecordedMetric &metric : metrics)
    if (metric.name == "time (ns)")
      return {"time/ms", "time/%"};
  return metrics.empty() ? std::vector<std::string>{}
                         : std::vector<std::string>{metrics.front().name};
}

Result<std::vector<MetricColumn>> columnsOf(const CallTree &tree,
                                            const std::vector<std::string> &metrics,
                                            const std::filesystem::path &path) {
  std::vector<MetricColumn> columns;
  for (const std::string &metric : metrics) {
    Result<MetricColumn> column = metricColumn(tree, metric);
    if (!column) {
      column.error().where = path.string();
      return tl::unexpected(std::move(column.error()));
    }
    columns.push_back(std::move(*column));
  }
  return columns;
}

Result<ShownTree> shownTree(const TreeCommandOptions &options) {
  ShownTree shown;
  const NodeNames names =
      options.format == TreeFormat::Hatchet ? NodeNames::AsRecorded : NodeNames::Readable;
  PSTUDIO_TRY_ASSIGN(shown.tree, readTree(options.file, names));
  const std::vector<std::string> metrics =
      options.metrics.empty() ? defaultMetrics(shown.tree) : options.metrics;
  PSTUDIO_TRY_ASSIGN(shown.columns, columnsOf(shown.tree, metrics, options.file));
  if (options.other.empty())
    return shown;
  PSTUDIO_TRY_ASSIGN(const CallTree other, readTree(options.other, names));
  PSTUDIO_TRY_ASSIGN(const std::vector<MetricColumn> columns,
                     columnsOf(other, metrics, options.other));
  TreeUnion both = differenceOf(shown.tree, other);
  for (size_t i = 0; i < columns.size(); ++i)
    shown.columns[i] = differenceOf(shown.columns[i], columns[i], both);
  shown.tree = std::move(both.tree);
  return shown;
}

std::string listText(const CallTree &tree) {
  std::string text;
  for (const RecordedMetric &metric : recordedMetrics(tree))
    text +=
        (metric.isInclusive ? "inclusive  " : "exclusive  ") +
        printableText(metricWithoutUnit(metric.name)) +
        (metricWithoutUnit(metric.name) == metric.name ? "" : "  " + printableText(metric.name)) +
        '\n';
  return text;
}

Json columnValues(std::span<const MetricColumn> columns, NodeId node) {
  Json values = Json::array();
  for (const MetricColumn &column : columns)
    values.push_back(std::isfinite(column.values[node]) ? Json(column.values[node]) : Json());
  return values;
}

/// One object: the labels of the columns, then a list of nodes, each after its parent.
std::string jsonOf(const ShownTree &shown, std::span<const ViewRow> rows, FrameStyle style) {
  std::vector<uint32_t> rowOf(shown.tree.nodes().size());
  Json labels = Json::array(), nodes = Json::array();
  for (const MetricColumn &column : shown.columns)
    labels.push_back(column.label);
  std::string buffer;
  for (size_t i = 0; i < rows.size(); ++i) {
    const Node &node = shown.tree.node(rows[i].node);
    rowOf[rows[i].node] = static_cast<uint32_t>(i);
    nodes.push_back({{"name", styledName(shown.tree.text(node.name), style, buffer)},
                     {"parent", node.parent == kNoNode ? Json() : Json(rowOf[node.parent])},
                     {"depth", node.depth},
                     {"values", columnValues(shown.columns, rows[i].node)}});
  }
  Json json = {{"metrics", std::move(labels)}};
  json["nodes"] = std::move(nodes);
  return jsonText(std::move(json)) + '\n';
}

Result<std::string> outputOf(const TreeCommandOptions &options) {
  if (options.isListing)
    return readTree(options.file, NodeNames::AsRecorded).map(listText);
  PSTUDIO_TRY_ASSIGN(const ShownTree shown, shownTree(options));
  PSTUDIO_TRY_ASSIGN(const std::vector<ViewRow> rows,
                     visibleRows(shown.tree, shown.columns, options.view));
  if (options.format == TreeFormat::Hatchet)
    return hatchetText(treeOfRows(shown.tree, rows));
  if (options.format == TreeFormat::Json)
    return jsonOf(shown, rows, options.frames);
  std::string text = treeText(shown.tree, shown.columns, rows, options.frames);
  if (options.printsSorted && !shown.columns.empty())
    text += '\n' + sortedText(shown.tree, shown.columns[0], rows, options.frames);
  return text;
}

} // namespace

int treeCommand(const TreeCommandOptions &options) {
  const Result<std::string> output = outputOf(options);
  if (!output) {
    printError(output.error());
    return kFailed;
  }
  writeData(*output);
  return kDone;
}

} // namespace pstudio::cli
