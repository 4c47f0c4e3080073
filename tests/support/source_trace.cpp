// SPDX-License-Identifier: Apache-2.0
#include "tests/support/source_trace.h"

#include <algorithm>

#include "core/access/launch_accesses.h"
#include "core/run/pass_report_builder.h"
#include "core/trace/launch_samples.h"
#include "core/trace/trace_builder.h"

namespace pstudio::test {
namespace {

constexpr int64_t kNs = 1000; // [ps]
constexpr int64_t kStep = 100 * kNs;

/// Builds the trace.
class SourceTrace {
public:
  explicit SourceTrace(const std::string &reportId) {
    m_build.info().title = "matmul";
    Launch launch;
    launch.kernel = m_build.intern("matmul");
    launch.target = m_build.intern("NVIDIA H200");
    launch.grid = {1, 1, 1};
    launch.block = {128, 1, 1};
    const Arg report = Arg::ofString(m_build.intern(kPassReportFact), m_build.intern(reportId));
    if (!reportId.empty())
      launch.args = m_build.addArgs(std::span(&report, 1));
    m_launch = m_build.addLaunch(launch);
    Track track;
    track.kind = TrackKind::Launch;
    track.name = m_build.intern("matmul");
    track.launch = m_launch;
    m_root = m_build.addTrack(track);
    track.kind = TrackKind::Cta;
    track.number = 0;
    track.name = m_build.intern("CTA 0");
    track.parent = m_root;
    m_cta = m_build.addTrack(track);
  }

  std::shared_ptr<const Trace> run() {
    for (uint32_t warp = 0; warp < kMatmulWarps; ++warp)
      addWarp(warp);
    addAccesses();
    addPcSamples(
        m_build, m_launch,
        {2048,
         0,
         {{"matmul", at(MatmulLine::kDot), {{"math_pipe_throttle", 410}, {"selected", 96}}},
          {"matmul", at(MatmulLine::kWait), {{"barrier", 233}}},
          {"matmul", at(MatmulLine::kLoadA), {{"long_scoreboard", 87}}},
          {"matmul", "", {{"selected", 5}}}}});
    m_build.addSource(kMatmulFile, std::make_shared<const std::string>(matmulText()));
    m_build.addSource("/cache/matmul.ptx", std::make_shared<const std::string>(matmulPtx()));
    return std::make_shared<const Trace>(std::move(m_build).finish());
  }

private:
  static std::string at(uint32_t line, const char *file = kMatmulFile) {
    return std::string(file) + ":" + std::to_string(line) + ":9";
  }
  ArgSetId args(const std::string &place) {
    const Arg arg = Arg::ofString(m_build.intern("source"), m_build.intern(place));
    return m_build.addArgs(std::span(&arg, 1));
  }
  void slice(TrackId track, const char *name, int64_t begin, int64_t length,
             const std::string &place) {
    SliceInput input;
    input.track = track;
    input.name = m_build.intern(name);
    input.begin = Picoseconds(begin);
    input.duration = Picoseconds(length);
    input.args = args(place);
    m_build.addSlice(input);
  }

  void addWarp(uint32_t number) {
    Track track;
    track.kind = TrackKind::Warp;
    track.number = number;
    track.name = m_build.intern("warp " + std::to_string(number));
    track.parent = m_cta;
    track.launch = m_launch;
    const TrackId warp = m_build.addTrack(track, number);
    const int64_t first = number * 7 * kNs;
    slice(warp, "k loop", first, kMatmulSteps * kStep, at(MatmulLine::kLoop));
    for (uint32_t step = 0; step < kMatmulSteps; ++step) {
      const int64_t begin = first + step * kStep;
      slice(warp, "load A", begin + 2 * kNs, 12 * kNs, at(MatmulLine::kLoadA));
      slice(warp, "load B", begin + 15 * kNs, 9 * kNs, at(MatmulLine::kLoadB));
      slice(warp, "wait copy", begin + 25 * kNs, (20 + number) * kNs, at(MatmulLine::kWait));
      slice(warp, "dot", begin + 50 * kNs, 45 * kNs, at(MatmulLine::kDot));
      m_build.addInstant({warp, m_build.intern("advance"), StringId(),
                          Picoseconds(begin + 97 * kNs), args(at(MatmulLine::kAdvance))});
    }
    const int64_t end = first + kMatmulSteps * kStep;
    slice(warp, "store", end, 30 * kNs, at(MatmulLine::kStore));
    slice(warp, "helper", end + 31 * kNs, 6 * kNs, at(kHelperLine, kHelperFile));
  }

  void addAccesses() {
    using namespace memory;
    AccessTable table;
    const auto site = [&](AccessKind kind, const char *name, uint32_t line) {
      return *table.addSite({kind, AccessSpace::Global, 4, name, at(line)});
    };
    const uint16_t loadA = site(AccessKind::Load, "load A", MatmulLine::kLoadA);
    const uint16_t store = site(AccessKind::Store, "store C", MatmulLine::kStore);
    for (uint32_t warp = 0; warp < kMatmulWarps; ++warp) {
      static_cast<void>(table.beginWarp(0, warp));
      for (uint32_t step = 0; step < kMatmulSteps; ++step)
        table.addAffine(loadA, Picoseconds(step * kStep + 3 * kNs), 0xffffffff,
                        0x10000 + step * 4096 + warp * 128, 4);
      table.addAffine(store, Picoseconds(kMatmulSteps * kStep + 40 * kNs), 0xffffffff,
                      0x90000 + warp * 4, 256); // a column: 32 sectors for 128 bytes
    }
    m_build.launchAt(m_launch).accesses =
        std::make_shared<const LaunchAccesses>(LaunchAccesses{std::move(table), {}, MemoryModel{}});
  }

  TraceBuilder m_build;
  LaunchId m_launch;
  TrackId m_root, m_cta;
};

} // namespace

std::string matmulText() {
  return R"py(import triton
import triton.language as tl

from helpers import swizzle


@triton.jit
def matmul(a, b, c, K, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    row, column = swizzle(tl.program_id(0), BLOCK_M, BLOCK_N)
    rows = row + tl.arange(0, BLOCK_M)
    columns = column + tl.arange(0, BLOCK_N)
    steps = tl.arange(0, BLOCK_K)
    a_tile = a + rows[:, None] * K + steps[None, :]
    b_tile = b + steps[:, None] * K + columns[None, :]
    sum = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for k in range(0, K, BLOCK_K):
        x = tl.load(a_tile)
        y = tl.load(b_tile)
        tl.debug_barrier()
        sum = tl.dot(x, y, sum)
        a_tile += BLOCK_K
        b_tile += BLOCK_K * K
    c_tile = c + rows[:, None] * K + columns[None, :]
    tl.store(c_tile, sum)


def run(a, b):
    c = a.new_empty((a.shape[0], b.shape[1]))
    matmul[(16,)](a, b, c, a.shape[1], 64, 64, 32)
    return c
)py";
}

std::string helperText() {
  return "import triton.language as tl\n\n\ndef swizzle(program, m, n):\n"
         "    return program // 4 * m, program % 4 * n\n";
}

std::string matmulPtx() {
  std::string text = R"ptx(.version 8.7
.target sm_90a
.address_size 64

.visible .entry matmul(
~.param .u64 .ptr .global .align 1 matmul_param_0
)
.reqntid 128
{
~.reg .pred ~%p<9>;
~.reg .b32 ~%r<120>;
~.reg .b64 ~%rd<30>;
~.loc~1 9 0                           // matmul.py:9:0
~mov.u32 ~%r1, %ctaid.x;
~.loc~2 5 12                          // helpers.py:5:12
~shr.u32 ~%r2, %r1, 2;
~shl.b32 ~%r3, %r2, 6;
~.loc~1 13 13                         // matmul.py:13:13
~ld.param.b64 ~%rd1, [matmul_param_0];
~mul.wide.s32 ~%rd2, %r3, 4;
$L__BB0_1:                              // %.lr.ph
~.loc~1 17 20                         // matmul.py:17:20
~ld.global.v4.b32 ~{ %r10, %r11, %r12, %r13 }, [%rd1];
~ld.global.v4.b32 ~{ %r14, %r15, %r16, %r17 }, [%rd1+64];
~.loc~1 18 20                         // matmul.py:18:20
~ld.global.v4.b32 ~{ %r20, %r21, %r22, %r23 }, [%rd2];
~.loc~1 19 8                          // matmul.py:19:8
~bar.sync ~0;
~.loc~1 20 24                         // matmul.py:20:24
~wgmma.fence.sync.aligned;
~wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {%r40,%r41,%r42,%r43}, %rd5, %rd6, 1, 1, 1, 0, 0;
~wgmma.commit_group.sync.aligned;
~wgmma.wait_group.sync.aligned ~0;
~.loc~1 21 18                         // matmul.py:21:18
~add.s64 ~%rd1, %rd1, 128;
~.loc~1 16 4                          // matmul.py:16:4
~setp.lt.s32 ~%p1, %r4, %r5;
~@%p1 bra ~$L__BB0_1;
~.loc~1 24 21                         // matmul.py:24:21
~st.global.v4.b32 ~[%rd9], { %r40, %r41, %r42, %r43 };
~.loc~1 24 4                          // matmul.py:24:4
~ret;
}
~.file~1 "/src/kernels" "matmul.py"
~.file~2 "/src/lib/helpers.py"
)ptx";
  std::ranges::replace(text, '~', '\t');
  return text;
}

std::shared_ptr<const Trace> makeSourceTrace(const std::string &reportId) {
  return SourceTrace(reportId).run();
}

PassReport matmulReport() {
  PassReportBuilder report;
  report.describe("matmul", "cuda", "default");
  report.beginStage("instrument", IrLanguage::Mlir);
  const auto pass = report.begin({});
  report.at(pass).name = "canonicalize";
  report.at(pass).changed = true;
  CodePlaces places{{kMatmulFile}, {}};
  places.lines = {{}, {0, MatmulLine::kLoop}, {0, MatmulLine::kLoadA}, {0, MatmulLine::kDot}};
  report.at(pass).after = report.keep("module {\n  scf.for %k = %c0 to %n step %c32 {\n"
                                      "    %x = tt.load %a : tensor<64x32xf16>\n"
                                      "    %s = tt.dot %x, %y, %acc : tensor<64x64xf32>\n  }\n}\n",
                                      places);
  report.beginStage("assembly", IrLanguage::Ptx);
  report.addTranslation("translate to PTX", "module", Nanoseconds(1000), matmulPtx());
  return report.report();
}

} // namespace pstudio::test
