// SPDX-License-Identifier: Apache-2.0
// The driver as the dynamic linker finds it, for programs that are linked with it.
#include "tests/collector/attach/shim/victim/driver_table.h"

namespace pstudio::test {

extern "C" {
#define VICTIM_DECLARE(name, base, perThread, ...) CuResult name(__VA_ARGS__);
VICTIM_FUNCTIONS(VICTIM_DECLARE)
#undef VICTIM_DECLARE
CuResult cuStreamBeginCapture_v2_ptsz(void *, int);
CuResult cuStreamEndCapture_ptsz(void *, void **);
CuResult cuMemcpyHtoDAsync_v2_ptsz(uint64_t, const void *, size_t, void *);
CuResult cuGraphLaunch_ptsz(void *, void *);
CuResult cuLaunchKernel_ptsz(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                             unsigned, void *, void **, void **);
CuResult cuLaunchKernelEx_ptsz(const CuLaunchConfig *, void *, void **, void **);
const char *fakeDriverReport();
const char *fakeLastLaunch();
}

DriverTable linkedDriver(bool isPerThread) {
  DriverTable table;
#define VICTIM_LINK(name, base, perThread, ...) table.name = &pstudio::test::name;
  VICTIM_FUNCTIONS(VICTIM_LINK)
#undef VICTIM_LINK
  if (isPerThread) {
    table.cuStreamBeginCapture_v2 = &cuStreamBeginCapture_v2_ptsz;
    table.cuStreamEndCapture = &cuStreamEndCapture_ptsz;
    table.cuMemcpyHtoDAsync_v2 = &cuMemcpyHtoDAsync_v2_ptsz;
    table.cuGraphLaunch = &cuGraphLaunch_ptsz;
    table.cuLaunchKernel = &cuLaunchKernel_ptsz;
    table.cuLaunchKernelEx = &cuLaunchKernelEx_ptsz;
  }
  table.fakeDriverReport = &pstudio::test::fakeDriverReport;
  table.fakeLastLaunch = &pstudio::test::fakeLastLaunch;
  return table;
}

} // namespace pstudio::test
