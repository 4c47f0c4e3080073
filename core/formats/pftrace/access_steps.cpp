// SPDX-License-Identifier: Apache-2.0
#include "core/formats/pftrace/access_steps.h"

#include <bit>

namespace pstudio {
namespace {

/// Uncompressed; the size at which compression stops gaining, as of the other pieces.
constexpr uint64_t kStepBytes = 512 * 1024;
constexpr uint64_t kMaxRunsInStep = 16'384;

/// About what an access of each shape takes in the file, uncompressed.
std::vector<uint32_t> bytesByShape(const memory::AccessTable &table) {
  using Form = memory::LaneShape::Form;
  std::vector<uint32_t> bytes;
  bytes.reserve(table.shapes().size());
  for (const memory::LaneShape &shape : table.shapes()) {
    const auto lanes = static_cast<uint32_t>(std::popcount(shape.mask));
    const uint32_t perLane = shape.form == Form::Affine ? 0 : shape.form == Form::Near ? 3 : 8;
    bytes.push_back(8 + lanes * perLane);
  }
  return bytes;
}

} // namespace

std::vector<AccessStep> cutAccesses(LaunchId launch, const memory::AccessTable &table) {
  const std::vector<uint32_t> bytesOf = bytesByShape(table);
  const auto runs = table.warps();
  std::vector<AccessStep> steps;
  AccessStep step{.launch = launch};
  uint64_t bytes = 0;
  const auto endStep = [&](size_t nextRun, uint64_t end) {
    step.end = end;
    if (step.firstRun < step.endRun)
      steps.push_back(step);
    step = {.launch = launch, .firstRun = nextRun, .endRun = nextRun, .begin = end, .end = end};
    bytes = 0;
  };
  for (size_t r = 0; r < runs.size(); ++r) {
    step.endRun = r + 1;
    for (uint64_t i = runs[r].begin; i < runs[r].end; ++i) {
      if (bytes >= kStepBytes) {
        endStep(r, i);
        step.endRun = r + 1;
      }
      bytes += bytesOf[table[i].shape];
    }
    if (step.endRun - step.firstRun >= kMaxRunsInStep)
      endStep(r + 1, runs[r].end);
  }
  endStep(runs.size(), table.size());
  return steps;
}

} // namespace pstudio
