// SPDX-License-Identifier: Apache-2.0
// Small hand-written PTX kernels for the tests on a real GPU.
#pragma once

#include <string>
#include <string_view>

namespace pstudio::test {

/// A module for every GPU of compute capability 8.0 or higher.
inline std::string ptxModule(std::string_view body, std::string_view target = "sm_80",
                             std::string_view version = "7.8") {
  return ".version " + std::string(version) + "\n.target " + std::string(target) +
         "\n.address_size 64\n" + std::string(body);
}

/// y[i] = a * x[i] + y[i] for i < n: saxpy(x, y, a: f32, n: u32), one thread per element.
inline constexpr std::string_view kSaxpy = R"(
.visible .entry saxpy(.param .u64 px, .param .u64 py, .param .f32 pa, .param .u32 pn) {
  .reg .pred %p;
  .reg .b32 %r<5>;
  .reg .f32 %f<4>;
  .reg .b64 %d<6>;
  ld.param.u64 %d1, [px];
  ld.param.u64 %d2, [py];
  ld.param.f32 %f1, [pa];
  ld.param.u32 %r1, [pn];
  mov.u32 %r2, %ctaid.x;
  mov.u32 %r3, %ntid.x;
  mov.u32 %r4, %tid.x;
  mad.lo.u32 %r2, %r2, %r3, %r4;
  setp.ge.u32 %p, %r2, %r1;
  @%p bra DONE;
  mul.wide.u32 %d3, %r2, 4;
  add.u64 %d4, %d1, %d3;
  add.u64 %d5, %d2, %d3;
  ld.global.f32 %f2, [%d4];
  ld.global.f32 %f3, [%d5];
  fma.rn.f32 %f3, %f1, %f2, %f3;
  st.global.f32 [%d5], %f3;
DONE:
  ret;
})";

/// Writes 42 to *p, visible to the host, and loops until *p is 0, which never happens: endless(p)
inline constexpr std::string_view kEndless = R"(
.visible .entry endless(.param .u64 pp) {
  .reg .pred %p;
  .reg .b32 %r;
  .reg .b64 %d;
  ld.param.u64 %d, [pp];
  mov.u32 %r, 42;
  st.volatile.global.u32 [%d], %r;
  membar.sys;
AGAIN:
  ld.volatile.global.u32 %r, [%d];
  setp.ne.u32 %p, %r, 0;
  @%p bra AGAIN;
  ret;
})";

/// Stores 4 bytes at the address: store(p)
inline constexpr std::string_view kStore = R"(
.visible .entry store(.param .u64 pp) {
  .reg .b32 %r;
  .reg .b64 %d;
  ld.param.u64 %d, [pp];
  mov.u32 %r, 1;
  st.global.u32 [%d], %r;
  ret;
})";

/// Ends in a trap: trapped()
inline constexpr std::string_view kTrap = R"(
.visible .entry trapped() {
  trap;
})";

/// Spins until the global timer has advanced by `ns`; writes the elapsed time to *p: spin(p, ns:
/// u64)
inline constexpr std::string_view kSpin = R"(
.visible .entry spin(.param .u64 pp, .param .u64 pns) {
  .reg .pred %p;
  .reg .b64 %d<6>;
  ld.param.u64 %d1, [pp];
  ld.param.u64 %d2, [pns];
  mov.u64 %d3, %globaltimer;
AGAIN:
  mov.u64 %d4, %globaltimer;
  sub.u64 %d5, %d4, %d3;
  setp.lt.u64 %p, %d5, %d2;
  @%p bra AGAIN;
  st.global.u64 [%d1], %d5;
  ret;
})";

/// Writes `bytes` - 4 at the end of its dynamic shared memory and copies it from there to *p:
/// shared(p, bytes: u32)
inline constexpr std::string_view kShared = R"(
.extern .shared .align 16 .b8 dynamic[];
.visible .entry shared(.param .u64 pp, .param .u32 pbytes) {
  .reg .b32 %r<4>;
  .reg .b64 %d;
  ld.param.u64 %d, [pp];
  ld.param.u32 %r1, [pbytes];
  sub.u32 %r1, %r1, 4;
  mov.u32 %r2, dynamic;
  add.u32 %r2, %r2, %r1;
  st.volatile.shared.u32 [%r2], %r1;
  ld.volatile.shared.u32 %r3, [%r2];
  st.global.u32 [%d], %r3;
  ret;
})";

/// Requires more static shared memory than any GPU has: greedy(p)
inline constexpr std::string_view kGreedy = R"(
.visible .entry greedy(.param .u64 pp) {
  .shared .align 16 .b8 hoard[1048576];
  .reg .b32 %r<3>;
  .reg .b64 %d;
  ld.param.u64 %d, [pp];
  mov.u32 %r1, %tid.x;
  mov.u32 %r2, hoard;
  add.u32 %r2, %r2, %r1;
  st.volatile.shared.u32 [%r2], %r1;
  ld.volatile.shared.u32 %r1, [%r2];
  st.global.u32 [%d], %r1;
  ret;
})";

/// Each CTA writes its rank in the cluster and the cluster's size to p[2 * CTA]: ranks(p). Requires
/// the target sm_90.
inline constexpr std::string_view kRanks = R"(
.visible .entry ranks(.param .u64 pp) {
  .reg .b32 %r<4>;
  .reg .b64 %d<3>;
  ld.param.u64 %d1, [pp];
  mov.u32 %r1, %ctaid.x;
  mul.wide.u32 %d2, %r1, 8;
  add.u64 %d1, %d1, %d2;
  mov.u32 %r2, %cluster_ctarank;
  mov.u32 %r3, %cluster_nctarank;
  barrier.cluster.arrive;
  barrier.cluster.wait;
  st.global.v2.u32 [%d1], {%r2, %r3};
  ret;
})";

} // namespace pstudio::test
