// SPDX-License-Identifier: Apache-2.0
// Attention, softmax(Q K^T / sqrt(128)) V, for Hopper: fp16 in, sums in single precision, fp16 out.
//
// A CTA makes 128 rows of O for one head, out of all keys of that head, 128 of them in a step. Its
// first warp group loads: one warp asks the copy engine for tiles of K and V, two of each ahead. The
// other two multiply, each 64 rows:
//
//     S = Q K^T         both from shared memory                      "qk"
//     P = exp(S - max)  in registers; sums and maxima as they come   "softmax"
//     O = O * c + P V   P from registers, V from shared memory       "pv"
//
// The next step's S is multiplied while this step's P V is, and one warp group's softmax runs while
// the other one multiplies: named barriers hand the tensor cores from one to the other.
//
// Q, K, V and O are B x H x S x 128, seen as one matrix of B*H*S rows; S is a multiple of 128. The
// grid is (S / 128, B * H), the block 384 threads, dynamic shared memory kSharedBytes.
//
// No header of CUDA is needed. attention_forward.ll is made in this folder by
//
//   clang++-19 -x cuda --cuda-gpu-arch=sm_90a --cuda-device-only -nocudainc -nocudalib --cuda-path= \
//     -Xclang -target-feature -Xclang +ptx80 -std=c++20 -O3 -g1 -D__grid_constant__= \
//     -fdebug-compilation-dir=resources/kernels -S -emit-llvm -o - attention_forward.cu |
//   sed 's/byval(%struct.TensorMap) align 64/& "nvvm.grid_constant"/g' > attention_forward.ll
//
// (clang 19 does not know __grid_constant__: parameters that stay where the launch put them.)
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define DEVICE __device__ static inline __attribute__((always_inline))

#include "../markers/proton_markers.h"

using Half2 = unsigned; // two fp16, the lower column in the lower half

struct alignas(64) TensorMap {
  char bytes[128];
};

constexpr int kRows = 128;      // of Q in a CTA
constexpr int kKeys = 128;      // in a step
constexpr int kColumns = 64;    // of a tile in shared memory: 128 bytes, the width of the swizzle
constexpr int kStages = 2;      // tiles of K, and of V, in flight
constexpr int kHalfBytes = kKeys * kColumns * 2;    // half the columns of a tile of K or V
constexpr int kTileBytes = 2 * kHalfBytes;          // a tile of K or V
constexpr int kQueryHalfBytes = 64 * kColumns * 2;  // half the columns of one warp group's Q
constexpr int kQueryBytes = 2 * 2 * kQueryHalfBytes;
constexpr int kKeysAt = kQueryBytes;
constexpr int kValuesAt = kKeysAt + kStages * kTileBytes;
constexpr int kBarriersAt = kValuesAt + kStages * kTileBytes;
constexpr int kSharedBytes = kBarriersAt + 128;
static_assert(kSharedBytes == 163968, "attention_forward.json gives this many bytes");

// Barriers in shared memory, 8 bytes each.
constexpr int kQueryFull = kBarriersAt;
constexpr int kKeyFull = kBarriersAt + 8;
constexpr int kKeyEmpty = kKeyFull + 8 * kStages;
constexpr int kValueFull = kKeyEmpty + 8 * kStages;
constexpr int kValueEmpty = kValueFull + 8 * kStages;

extern __shared__ __attribute__((aligned(1024))) char sharedBytes[];

//===--- Barriers, copies ------------------------------------------------------------------------===//

DEVICE void initBarrier(unsigned barrier, int count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(barrier), "r"(count) : "memory");
}

/// Waits until the phase with this parity is over.
DEVICE void wait(unsigned barrier, unsigned parity) {
  asm volatile("{\n"
               ".reg .pred done;\n"
               "again:\n"
               "mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n"
               "@!done bra again;\n"
               "}" ::"r"(barrier),
               "r"(parity)
               : "memory");
}

/// One lane of a warp says that the warp has read a tile.
DEVICE void release(unsigned barrier, bool isLeader) {
  asm volatile("{\n"
               ".reg .pred leader;\n"
               "setp.ne.u32 leader, %1, 0;\n"
               "@leader mbarrier.arrive.shared::cta.b64 _, [%0];\n"
               "}" ::"r"(barrier),
               "r"((unsigned)isLeader)
               : "memory");
}

/// The leader says how many bytes complete the barrier's phase.
DEVICE void expectBytes(unsigned barrier, int bytes, bool isLeader) {
  asm volatile("{\n"
               ".reg .pred leader;\n"
               "setp.ne.u32 leader, %2, 0;\n"
               "@leader mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;\n"
               "}" ::"r"(barrier),
               "r"(bytes), "r"((unsigned)isLeader)
               : "memory");
}

/// The leader starts a copy of one box to shared memory.
DEVICE void load(unsigned to, const TensorMap &map, int column, int row, unsigned barrier,
                 bool isLeader) {
  asm volatile("{\n"
               ".reg .pred leader;\n"
               "setp.ne.u32 leader, %5, 0;\n"
               "@leader cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes "
               "[%0], [%1, {%2, %3}], [%4];\n"
               "}" ::"r"(to),
               "l"(&map), "r"(column), "r"(row), "r"(barrier), "r"((unsigned)isLeader)
               : "memory");
}

DEVICE void store(const TensorMap &map, int column, int row, unsigned from, bool isLeader) {
  asm volatile("{\n"
               ".reg .pred leader;\n"
               "setp.ne.u32 leader, %4, 0;\n"
               "@leader cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {%1, %2}], [%3];\n"
               "}" ::"l"(&map),
               "r"(column), "r"(row), "r"(from), "r"((unsigned)isLeader)
               : "memory");
}

//===--- Matrix multiplication of a warp group ---------------------------------------------------===//
//
// An accumulator of 64 x 128 has 64 numbers in a thread. With l the lane and w the warp of the group,
// number 4 i + 2 h + c is in row 16 w + 8 h + l / 4 and column 8 i + 2 (l % 4) + c.

/// Rows of 128 bytes in shared memory, 8 rows swizzled as 1024 bytes. `leading` is the distance of
/// what follows in the dimension that is contiguous (of V; unused of Q and K), in bytes.
DEVICE unsigned long long descriptor(unsigned address, unsigned leading) {
  const unsigned long long swizzled128Bytes = 1ull << 62;
  const unsigned long long eightRows = 1024ull >> 4;
  return swizzled128Bytes | eightRows << 32 | (unsigned long long)(leading >> 4) << 16 |
         (address & 0x3ffff) >> 4;
}

#define ACC "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, " \
  "%19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, " \
  "%38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, %50, %51, %52, %53, %54, %55, %56, " \
  "%57, %58, %59, %60, %61, %62, %63}"
#define EIGHT(c, x, i) c(x[i]), c(x[i + 1]), c(x[i + 2]), c(x[i + 3]), c(x[i + 4]), c(x[i + 5]), \
  c(x[i + 6]), c(x[i + 7])
#define SIXTY_FOUR(c, x) EIGHT(c, x, 0), EIGHT(c, x, 8), EIGHT(c, x, 16), EIGHT(c, x, 24), \
  EIGHT(c, x, 32), EIGHT(c, x, 40), EIGHT(c, x, 48), EIGHT(c, x, 56)

/// S = Q K^T, begun: sixteen columns of both in each of eight steps. The second half of the columns
/// lies behind the first half of all rows.
DEVICE void beginScores(float (&s)[64], unsigned queries, unsigned keys) {
#define STEP(q, k, add) \
  "add.s64 a, %64, " #q ";\nadd.s64 b, %65, " #k ";\n" \
  "wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 " ACC ", a, b, " #add ", 1, 1, 0, 0;\n"
  asm volatile("{\n.reg .b64 a, b;\n"
               "wgmma.fence.sync.aligned;\n"
               STEP(0, 0, 0) STEP(2, 2, 1) STEP(4, 4, 1) STEP(6, 6, 1)
               STEP(512, 1024, 1) STEP(514, 1026, 1) STEP(516, 1028, 1) STEP(518, 1030, 1)
               "wgmma.commit_group.sync.aligned;\n}"
               : SIXTY_FOUR("=f", s)
               : "l"(descriptor(queries, 16)), "l"(descriptor(keys, 16))
               : "memory");
#undef STEP
}

/// O += P V, begun: sixteen keys in each of eight steps. V lies as it is in memory, columns of a key
/// side by side, so it is read transposed; its second 64 columns lie behind the first of all keys.
DEVICE void beginProduct(float (&o)[64], const Half2 (&p)[32], unsigned values) {
#define STEP(a, add) \
  "add.s64 b, %96, " #add ";\n" \
  "wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 " ACC ", " a ", b, 1, 1, 1, 1;\n"
  asm volatile("{\n.reg .b64 b;\n"
               "wgmma.fence.sync.aligned;\n"
               STEP("{%64, %65, %66, %67}", 0) STEP("{%68, %69, %70, %71}", 128)
               STEP("{%72, %73, %74, %75}", 256) STEP("{%76, %77, %78, %79}", 384)
               STEP("{%80, %81, %82, %83}", 512) STEP("{%84, %85, %86, %87}", 640)
               STEP("{%88, %89, %90, %91}", 768) STEP("{%92, %93, %94, %95}", 896)
               "wgmma.commit_group.sync.aligned;\n}"
               : SIXTY_FOUR("+f", o)
               : EIGHT("r", p, 0), EIGHT("r", p, 8), EIGHT("r", p, 16), EIGHT("r", p, 24),
                 "l"(descriptor(values, kHalfBytes))
               : "memory");
#undef STEP
}

/// Waits until at most `Pending` of the products begun are still on their way; `x` is not among them.
template <int Pending> DEVICE void finish(float (&x)[64]) {
  asm volatile("wgmma.wait_group.sync.aligned %64;" : SIXTY_FOUR("+f", x) : "n"(Pending) : "memory");
}

//===--- Softmax ---------------------------------------------------------------------------------===//

DEVICE float exp2(float x) {
  float y;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
}

DEVICE float larger(float a, float b) {
  return __builtin_fmaxf(a, b);
}

DEVICE float exchange(float x, int lanes) {
  return __nvvm_shfl_sync_bfly_f32(0xffffffff, x, lanes, 31);
}

/// A row of S lies in four lanes, two rows in each: what is known of them so far.
struct Rows {
  float largest[2] = {-__builtin_inff(), -__builtin_inff()};
  float sum[2] = {0.0f, 0.0f};  ///< of this lane's columns
  float rescale[2] = {1.0f, 1.0f}; ///< what makes earlier sums those of the largest number of now
};

/// S becomes exp((S - largest so far) / sqrt(128)).
DEVICE void softmax(float (&s)[64], Rows &rows) {
  constexpr float kScale = 1.44269504f * 0.0883883476f; // log2(e) / sqrt(128)
#pragma unroll
  for (int h = 0; h < 2; ++h) {
    float largest = rows.largest[h];
#pragma unroll
    for (int i = 0; i < 16; ++i)
      largest = larger(largest, larger(s[4 * i + 2 * h], s[4 * i + 2 * h + 1]));
    largest = larger(largest, exchange(largest, 1));
    largest = larger(largest, exchange(largest, 2));
    rows.rescale[h] = exp2((rows.largest[h] - largest) * kScale);
    rows.largest[h] = largest;
    const float shift = largest * kScale;
    float sum = 0.0f;
#pragma unroll
    for (int i = 0; i < 16; ++i)
#pragma unroll
      for (int c = 0; c < 2; ++c) {
        float &x = s[4 * i + 2 * h + c];
        x = exp2(x * kScale - shift);
        sum += x;
      }
    rows.sum[h] = rows.sum[h] * rows.rescale[h] + sum;
  }
}

/// Hides the keys behind each query, in the tile where both are the same rows.
DEVICE void hideLaterKeys(float (&s)[64], int group, int thread) {
  const int lane = thread % 32;
  int first = 64 * (group - 1) + 16 * (thread / 32 % 4) + lane / 4 - 2 * (lane % 4);
  asm volatile("" : "+r"(first)); // or 64 comparisons would move out of the loop over the keys
#pragma unroll
  for (int i = 0; i < 64; ++i)
    if (8 * (i / 4) + i % 2 - 8 * (i / 2 % 2) > first)
      s[i] = -__builtin_inff();
}

DEVICE Half2 pack(float low, float high) {
  Half2 both;
  asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(high), "f"(low));
  return both;
}

/// The accumulator of one product as the left operand of the next: the same numbers stay in the same
/// lane.
DEVICE void packAll(Half2 (&p)[32], const float (&s)[64]) {
#pragma unroll
  for (int i = 0; i < 32; ++i)
    p[i] = pack(s[2 * i], s[2 * i + 1]);
}

DEVICE void multiply(float (&o)[64], const float (&factor)[2]) {
#pragma unroll
  for (int i = 0; i < 64; ++i)
    o[i] *= factor[i / 2 % 2];
}

//===--- The two roles ---------------------------------------------------------------------------===//

/// What a CTA works on.
struct Work {
  unsigned shared;   ///< address of the shared memory
  int steps;         ///< tiles of keys
  int partStep;      ///< of the tile of which a query sees the keys up to its own; -1: none
  int firstQuery;    ///< row of Q and O
  int firstKey;      ///< row of K and V
};

DEVICE void loadTile(unsigned to, const TensorMap &map, int row, unsigned barrier, bool isLeader) {
  expectBytes(barrier, kTileBytes, isLeader);
  load(to, map, 0, row, barrier, isLeader);
  load(to + kHalfBytes, map, kColumns, row, barrier, isLeader);
}

/// One warp.
DEVICE void produce(const Work &work, const TensorMap &q, const TensorMap &k, const TensorMap &v,
                    bool isLeader) {
  const unsigned shared = work.shared;
  proton_scope_start("load q");
  expectBytes(shared + kQueryFull, kQueryBytes, isLeader);
#pragma unroll
  for (int i = 0; i < 4; ++i)
    load(shared + i * kQueryHalfBytes, q, i % 2 * kColumns, work.firstQuery + i / 2 * 64,
         shared + kQueryFull, isLeader);
  proton_scope_end("load q");
#pragma unroll 1
  for (int step = 0; step < work.steps; ++step) {
    const int stage = step % kStages;
    const unsigned parity = (step / kStages + 1) & 1; // a new barrier's phase before the first
    const int row = work.firstKey + step * kKeys;
    proton_scope_start("wait for a free k");
    wait(shared + kKeyEmpty + 8 * stage, parity);
    proton_scope_end("wait for a free k");
    proton_scope_start("load k");
    loadTile(shared + kKeysAt + stage * kTileBytes, k, row, shared + kKeyFull + 8 * stage, isLeader);
    proton_scope_end("load k");
    proton_scope_start("wait for a free v");
    wait(shared + kValueEmpty + 8 * stage, parity);
    proton_scope_end("wait for a free v");
    proton_scope_start("load v");
    loadTile(shared + kValuesAt + stage * kTileBytes, v, row, shared + kValueFull + 8 * stage,
             isLeader);
    proton_scope_end("load v");
  }
}

/// Waits for the tensor cores. Group 1 begins.
DEVICE void takeTurn(int group) {
  asm volatile("bar.sync %0, 256;" ::"r"(group) : "memory");
}

DEVICE void passTurn(int group) {
  asm volatile("bar.arrive %0, 256;" ::"r"(3 - group) : "memory");
}

/// Waits for the four warps of a group.
DEVICE void meet(int group) {
  asm volatile("bar.sync %0, 128;" ::"r"(2 + group) : "memory");
}

/// The quotients to global memory, by way of the shared memory that held this group's Q.
DEVICE void storeRows(const float (&o)[64], const Rows &rows, unsigned to, const TensorMap &map,
                      int row, int group, int thread) {
  const int lane = thread % 32;
  const int warp = thread / 32 % 4;
  float inverse[2];
#pragma unroll
  for (int h = 0; h < 2; ++h) {
    float sum = rows.sum[h] + exchange(rows.sum[h], 1);
    sum += exchange(sum, 2);
    inverse[h] = 1.0f / sum;
  }
  meet(group); // nobody reads Q any more
#pragma unroll
  for (int i = 0; i < 16; ++i)
#pragma unroll
    for (int h = 0; h < 2; ++h) {
      const int swizzled = (i % 8) ^ (lane / 4); // 16 bytes each; row modulo 8 is lane / 4
      const unsigned address = to + i / 8 * kQueryHalfBytes + (16 * warp + 8 * h + lane / 4) * 128 +
                               swizzled * 16 + lane % 4 * 4;
      const Half2 both = pack(o[4 * i + 2 * h] * inverse[h], o[4 * i + 2 * h + 1] * inverse[h]);
      asm volatile("st.shared.b32 [%0], %1;" ::"r"(address), "r"(both) : "memory");
    }
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  meet(group);
  const bool isLeader = thread % 128 == 0;
  store(map, 0, row, to, isLeader);
  store(map, kColumns, row, to + kQueryHalfBytes, isLeader);
  asm volatile("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;" ::: "memory");
}

/// One warp group.
DEVICE void consume(const Work &work, const TensorMap &map, int group, int thread) {
  const unsigned shared = work.shared;
  const unsigned queries = shared + (group - 1) * 2 * kQueryHalfBytes;
  const bool isLeader = thread % 32 == 0;
  float s[64], o[64];
  Half2 p[32];
  Rows rows;
#pragma unroll
  for (int i = 0; i < 64; ++i)
    o[i] = 0.0f;
  if (group == 2)
    passTurn(group);

  proton_scope_start("wait for q, k");
  wait(shared + kQueryFull, 0);
  wait(shared + kKeyFull, 0);
  proton_scope_end("wait for q, k");
  proton_scope_start("qk");
  takeTurn(group);
  beginScores(s, queries, shared + kKeysAt);
  passTurn(group);
  finish<0>(s);
  release(shared + kKeyEmpty, isLeader);
  proton_scope_end("qk");
  proton_scope_start("softmax");
  if (work.partStep == 0)
    hideLaterKeys(s, group, thread);
  softmax(s, rows);
  packAll(p, s);
  proton_scope_end("softmax");

#pragma unroll 1
  for (int step = 1; step < work.steps; ++step) {
    const int stage = step % kStages, last = (step - 1) % kStages;
    proton_scope_start("wait for k");
    wait(shared + kKeyFull + 8 * stage, step / kStages & 1);
    proton_scope_end("wait for k");
    proton_scope_start("wait for v");
    wait(shared + kValueFull + 8 * last, (step - 1) / kStages & 1);
    proton_scope_end("wait for v");
    proton_scope_start("begin qk, pv");
    takeTurn(group);
    beginScores(s, queries, shared + kKeysAt + stage * kTileBytes);
    multiply(o, rows.rescale);
    beginProduct(o, p, shared + kValuesAt + last * kTileBytes);
    if (step + 1 < work.steps || group == 1)
      passTurn(group);
    proton_scope_end("begin qk, pv");
    proton_scope_start("qk");
    finish<1>(s);
    release(shared + kKeyEmpty + 8 * stage, isLeader);
    proton_scope_end("qk");
    proton_scope_start("softmax");
    if (step == work.partStep)
      hideLaterKeys(s, group, thread);
    softmax(s, rows);
    proton_scope_end("softmax");
    proton_scope_start("pv");
    finish<0>(o);
    release(shared + kValueEmpty + 8 * last, isLeader);
    packAll(p, s);
    proton_scope_end("pv");
  }

  const int last = (work.steps - 1) % kStages;
  proton_scope_start("wait for v");
  wait(shared + kValueFull + 8 * last, (work.steps - 1) / kStages & 1);
  proton_scope_end("wait for v");
  proton_scope_start("pv");
  multiply(o, rows.rescale);
  beginProduct(o, p, shared + kValuesAt + last * kTileBytes);
  finish<0>(o);
  proton_scope_end("pv");
  proton_scope_start("store");
  storeRows(o, rows, queries, map, work.firstQuery + (group - 1) * 64, group, thread);
  proton_scope_end("store");
}

/// `length` is S; `isCausal` is 1 if queries see no later keys, else 0.
extern "C" __global__ __launch_bounds__(384, 1) void
attention_forward(const __grid_constant__ TensorMap q, const __grid_constant__ TensorMap k,
                  const __grid_constant__ TensorMap v, const __grid_constant__ TensorMap o,
                  int length, int isCausal) {
  const int thread = __nvvm_read_ptx_sreg_tid_x();
  const int warp = __nvvm_shfl_sync_idx_i32(0xffffffff, thread / 32, 0, 31); // the same in all lanes
  const int head = __nvvm_read_ptx_sreg_ctaid_y() * length;
  Work work;
  work.shared = (unsigned)(unsigned long long)(__attribute__((address_space(3))) char *)sharedBytes;
  // The tiles that take longest, if queries see earlier keys alone, come first.
  const int tile = length / kRows - 1 - __nvvm_read_ptx_sreg_ctaid_x();
  work.steps = isCausal ? tile + 1 : length / kKeys;
  work.partStep = isCausal ? tile : -1;
  work.firstQuery = head + tile * kRows;
  work.firstKey = head;
  if (thread == 0) {
    initBarrier(work.shared + kQueryFull, 1);
    for (int i = 0; i < kStages; ++i) {
      initBarrier(work.shared + kKeyFull + 8 * i, 1);
      initBarrier(work.shared + kValueFull + 8 * i, 1);
      initBarrier(work.shared + kKeyEmpty + 8 * i, 8); // warps that read it
      initBarrier(work.shared + kValueEmpty + 8 * i, 8);
    }
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  __nvvm_bar_sync(0);
  if (warp < 4) {
    asm volatile("setmaxnreg.dec.sync.aligned.u32 56;");
    if (warp == 0)
      produce(work, q, k, v, thread == 0);
  } else {
    asm volatile("setmaxnreg.inc.sync.aligned.u32 224;");
    consume(work, o, warp / 4, thread);
  }
}
