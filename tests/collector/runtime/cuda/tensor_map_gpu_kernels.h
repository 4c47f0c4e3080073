// SPDX-License-Identifier: Apache-2.0
// Kernels in PTX for tensor maps and for launches with attributes, written by hand for the tests on
// a real GPU.
#pragma once

#include <string>
#include <string_view>

namespace pstudio::test {

/// Copies one box of a tensor of `rank` dimensions to shared memory by the tensor memory
/// accelerator, and from there to out, byte by byte as it lies there:
/// copy(map, out, bytes: u32, c0..c4: s32), the map by value or by its address.
inline std::string tileCopyKernel(unsigned rank, bool isByValue) {
  std::string coordinates;
  for (unsigned i = 0; i < rank; ++i)
    coordinates += (i == 0 ? "%c" : ", %c") + std::to_string(i);
  const std::string dimensions = std::to_string(rank);
  return std::string(".visible .entry copy(") +
         (isByValue ? ".param .align 64 .b8 pm[128]" : ".param .u64 pm") +
         R"(, .param .u64 po, .param .u32 pn,
    .param .u32 p0, .param .u32 p1, .param .u32 p2, .param .u32 p3, .param .u32 p4) {
  .reg .pred %p<3>;
  .reg .b32 %r<8>;
  .reg .b32 %c<5>;
  .reg .b64 %d<6>;
  .shared .align 1024 .b8 tile[16384];
  .shared .align 8 .b64 done;
)" +
         (isByValue ? "  mov.b64 %d1, pm;\n  cvta.param.u64 %d1, %d1;\n"
                    : "  ld.param.u64 %d1, [pm];\n") +
         R"(  ld.param.u64 %d2, [po];
  ld.param.u32 %r1, [pn];
  ld.param.u32 %c0, [p0];
  ld.param.u32 %c1, [p1];
  ld.param.u32 %c2, [p2];
  ld.param.u32 %c3, [p3];
  ld.param.u32 %c4, [p4];
  mov.u32 %r2, %tid.x;
  mov.u32 %r3, tile;
  mov.u32 %r4, done;
  setp.ne.u32 %p1, %r2, 0;
  @%p1 bra READY;
  mbarrier.init.shared.b64 [%r4], 1;
  fence.proxy.async;
  mbarrier.arrive.expect_tx.shared.b64 %d3, [%r4], %r1;
  cp.async.bulk.tensor.)" +
         dimensions + R"(d.shared::cluster.global.mbarrier::complete_tx::bytes [%r3], [%d1, {)" +
         coordinates + R"(}], [%r4];
READY:
  bar.sync 0;
AGAIN:
  mbarrier.try_wait.parity.shared.b64 %p2, [%r4], 0;
  @!%p2 bra AGAIN;
  shl.b32 %r5, %r2, 2;
NEXT:
  setp.ge.u32 %p1, %r5, %r1;
  @%p1 bra DONE;
  add.u32 %r6, %r3, %r5;
  ld.shared.u32 %r7, [%r6];
  cvt.u64.u32 %d4, %r5;
  add.u64 %d5, %d2, %d4;
  st.global.u32 [%d5], %r7;
  mov.u32 %r6, %ntid.x;
  shl.b32 %r6, %r6, 2;
  add.u32 %r5, %r5, %r6;
  bra NEXT;
DONE:
  ret;
})";
}

/// Every CTA waits until all have come: meet(counter, out); out[cta] = how many it saw.
inline constexpr std::string_view kMeet = R"(
.visible .entry meet(.param .u64 pc, .param .u64 po) {
  .reg .pred %p;
  .reg .b32 %r<5>;
  .reg .b64 %d<4>;
  ld.param.u64 %d1, [pc];
  ld.param.u64 %d2, [po];
  mov.u32 %r1, %nctaid.x;
  mov.u32 %r2, %ctaid.x;
  mov.u32 %r4, %tid.x;
  setp.ne.u32 %p, %r4, 0;
  @%p bra DONE;
  atom.add.release.gpu.global.u32 %r3, [%d1], 1;
AGAIN:
  ld.acquire.gpu.global.u32 %r3, [%d1];
  setp.lt.u32 %p, %r3, %r1;
  @%p bra AGAIN;
  mul.wide.u32 %d3, %r2, 4;
  add.u64 %d3, %d2, %d3;
  st.global.u32 [%d3], %r3;
DONE:
  ret;
})";

/// first(p, ns: u64) lets the next launch begin, spins, writes 42 to p[0] and when it ended to
/// p[1]. second(p) writes when it began to p[2], waits for the launch before, writes p[0] as it
/// reads it to p[3] and the time to p[4].
inline constexpr std::string_view kDependent = R"(
.visible .entry first(.param .u64 pp, .param .u64 pn) {
  .reg .pred %p;
  .reg .b64 %d<6>;
  ld.param.u64 %d1, [pp];
  ld.param.u64 %d2, [pn];
  griddepcontrol.launch_dependents;
  mov.u64 %d3, %globaltimer;
AGAIN:
  mov.u64 %d4, %globaltimer;
  sub.u64 %d5, %d4, %d3;
  setp.lt.u64 %p, %d5, %d2;
  @%p bra AGAIN;
  mov.u64 %d5, 42;
  st.global.u64 [%d1], %d5;
  st.global.u64 [%d1+8], %d4;
  ret;
}
.visible .entry second(.param .u64 pp) {
  .reg .b64 %d<6>;
  ld.param.u64 %d1, [pp];
  mov.u64 %d2, %globaltimer;
  griddepcontrol.wait;
  mov.u64 %d3, %globaltimer;
  ld.volatile.global.u64 %d4, [%d1];
  st.global.u64 [%d1+16], %d2;
  st.global.u64 [%d1+24], %d4;
  st.global.u64 [%d1+32], %d3;
  ret;
})";

} // namespace pstudio::test
