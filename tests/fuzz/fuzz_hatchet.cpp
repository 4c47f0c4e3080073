// SPDX-License-Identifier: Apache-2.0
// Fuzz target: any text as a Hatchet file; what is accepted is shown, written and read again.
#include "core/base/check.h"
#include "core/calltree/hatchet_reader.h"
#include "core/calltree/hatchet_writer.h"
#include "core/calltree/tree_text.h"
#include "tests/fuzz/fuzz_target.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  using namespace pstudio;
  using namespace pstudio::calltree;
  const std::string_view text(reinterpret_cast<const char *>(data), size);
  const Result<HatchetFile> file = readHatchet(text, "input");
  if (!file) {
    PSTUDIO_CHECK(!file.error().message.empty() && !file.error().where.empty());
    return 0;
  }
  const std::string written = hatchetText(file->tree);
  const Result<HatchetFile> again = readHatchet(written, "written");
  PSTUDIO_CHECK(again.has_value());
  PSTUDIO_CHECK(hatchetText(again->tree) == written);
  const CallTree tree = cleanedTree(file->tree, NodeNames::Readable).tree;
  std::vector<MetricColumn> columns;
  for (const char *metric : {"time/ms", "avg_time/us", "gflop8/s", "util", "time/%"})
    if (Result<MetricColumn> column = metricColumn(tree, metric))
      columns.push_back(std::move(*column));
  ViewOptions options;
  options.order = SiblingOrder::Value;
  const Result<std::vector<ViewRow>> rows = visibleRows(tree, columns, options);
  PSTUDIO_CHECK(rows.has_value() && !rows->empty());
  PSTUDIO_CHECK(!treeText(tree, columns, *rows, FrameStyle::FileFunction).empty());
  return 0;
}
