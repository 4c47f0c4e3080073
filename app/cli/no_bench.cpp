// SPDX-License-Identifier: Apache-2.0
// Takes the place of the benchmarks in a build without them (PSTUDIO_WITH_BENCH=OFF).
#include "collector/bench.h"

namespace pstudio::bench {

std::vector<SectionName> sectionsOf(const std::string &) {
  return {};
}

Result<Report> run(const Request &request, const Listener &) {
  return fail(ErrorCode::Unsupported, "this build has no benchmarks", "target " + request.target,
              "build with PSTUDIO_WITH_BENCH=ON and PSTUDIO_WITH_COLLECTOR=ON (presets dev and "
              "release, packaging/run.sh --all)");
}

} // namespace pstudio::bench
