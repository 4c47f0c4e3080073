// SPDX-License-Identifier: Apache-2.0
// Instructions of PTX ISA 8.6 to 9.0: tensor memory, cluster launch control, bulk copies.
#include <QtTest>

#include "core/ptx/instruction.h"

using namespace pstudio;
using namespace pstudio::ptx;

namespace {

/// One row of the table of classes; operands that are not given are absent (-1).
struct Expectation {
  const char *text;
  Operation operation;
  StateSpace space = StateSpace::None;
  uint64_t bytes = 0;
  int address = -1;
  int source = -1;
  int barrier = -1;
};

const Expectation kTensorRows[] = {
    {"@$5 tcgen05.mma.cta_group::1.kind::f16 [ $0 + 0 ], $1, $2, $3, $4;", Operation::TensorMma,
     StateSpace::Tensor, 0, 0, 1},
    {"tcgen05.mma.cta_group::1.kind::tf32.collector::a::fill [%r1], [%r2 + 8], %rd1, %r3, %p1;",
     Operation::TensorMma, StateSpace::Tensor, 0, 0, 1},
    {"tcgen05.mma.cta_group::2.kind::f8f6f4.ashift.collector::a::lastuse [d], [a], b, i, "
     "{m0, m1, m2, m3, m4, m5, m6, m7}, p, 2;",
     Operation::TensorMma, StateSpace::Tensor, 0, 0, 1},
    {"tcgen05.mma.cta_group::2.kind::mxf4nvf4.block_scale.scale_vec::4X [d], a, b, i, [sa], [sb], "
     "p;",
     Operation::TensorMma, StateSpace::Tensor, 0, 0, 1},
    {"tcgen05.mma.sp.cta_group::1.kind::i8 [d], a, b, [meta], i, p;", Operation::TensorMma,
     StateSpace::Tensor, 0, 0, 1},
    {"tcgen05.mma.ws.cta_group::1.kind::f16.collector::b0::use [d], a, b, i, p, mask;",
     Operation::TensorMma, StateSpace::Tensor, 0, 0, 1},
    {"tcgen05.mma.ws.sp.cta_group::1.kind::f16.collector::b3::discard [d], [a], b, [meta], i, p;",
     Operation::TensorMma, StateSpace::Tensor, 0, 0, 1},
    {"@$0 tcgen05.commit.cta_group::1.mbarrier::arrive::one.b64 [$1];", Operation::TensorCommit,
     StateSpace::Generic, 0, -1, -1, 0},
    {"tcgen05.commit.cta_group::2.mbarrier::arrive::one.shared::cluster.multicast::cluster.b64 "
     "[%r1], %h1;",
     Operation::TensorCommit, StateSpace::Shared, 0, -1, -1, 0},
    {"tcgen05.cp.cta_group::1.128x256b [%r1], %rd1;", Operation::TensorCopy, StateSpace::Tensor,
     4096, 0, 1},
    {"tcgen05.cp.cta_group::2.4x256b [%r1], %rd1;", Operation::TensorCopy, StateSpace::Tensor, 128,
     0, 1},
    {"tcgen05.cp.cta_group::1.128x128b.b8x16.b6x16_p32 [%r1], %rd1;", Operation::TensorCopy,
     StateSpace::Tensor, 2048, 0, 1},
    {"tcgen05.cp.cta_group::1.64x128b.warpx2::02_13 [%r1], %rd1;", Operation::TensorCopy,
     StateSpace::Tensor, 1024, 0, 1},
    {"tcgen05.cp.cta_group::1.32x128b.warpx4.b8x16.b4x16_p64 [%r1], %rd1;", Operation::TensorCopy,
     StateSpace::Tensor, 512, 0, 1},
    {"tcgen05.shift.cta_group::1.down [%r1];", Operation::TensorShift, StateSpace::Tensor, 0, 0},
    {"tcgen05.ld.sync.aligned.32x32b.x2.b32 {%r1, %r2}, [%r3];", Operation::TensorLoad,
     StateSpace::Tensor, 8, 1},
    {"tcgen05.ld.sync.aligned.16x64b.x128.pack::16b.b32 {%r1}, [%r3];", Operation::TensorLoad,
     StateSpace::Tensor, 512, 1},
    {"tcgen05.ld.sync.aligned.16x128b.x1.b32 {%r1, %r2}, [%r3];", Operation::TensorLoad,
     StateSpace::Tensor, 8, 1},
    {"tcgen05.ld.sync.aligned.16x256b.x4.b32 {%r1, %r2}, [%r3];", Operation::TensorLoad,
     StateSpace::Tensor, 64, 1},
    {"tcgen05.ld.sync.aligned.16x32bx2.x32.b32 {%r1}, [%r3 + 0], 32;", Operation::TensorLoad,
     StateSpace::Tensor, 128, 1},
    {"tcgen05.ld.red.sync.aligned.32x32b.x8.max.abs.NaN.f32 {%r1}, %r2, [%r3];",
     Operation::TensorLoad, StateSpace::Tensor, 32, 2},
    {"@$0 tcgen05.st.sync.aligned.32x32b.x64.b32 [$1 + 0], {$2, $3};", Operation::TensorStore,
     StateSpace::Tensor, 256, 0},
    {"tcgen05.st.sync.aligned.16x32bx2.x16.unpack::16b.b32 [%r1], 16, {%r2};",
     Operation::TensorStore, StateSpace::Tensor, 64, 0},
    {"tcgen05.wait::ld.sync.aligned;", Operation::TensorWaitLoad},
    {"tcgen05.wait::st.sync.aligned;", Operation::TensorWaitStore},
    {"tcgen05.fence::before_thread_sync;", Operation::TensorFence},
    {"tcgen05.fence::after_thread_sync;", Operation::TensorFence},
    {"tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%r1], 128;",
     Operation::TensorAllocate, StateSpace::Shared, 4, 0},
    {"tcgen05.alloc.cta_group::2.sync.aligned.b32 [%rd1], %r1;", Operation::TensorAllocate,
     StateSpace::Generic, 4, 0},
    {"tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r1, 128;", Operation::TensorFree},
    {"tcgen05.relinquish_alloc_permit.cta_group::2.sync.aligned;", Operation::TensorFree},
    {"tcgen05.frobnicate.cta_group::1 [%r1];", Operation::Unknown},
};

const Expectation kLaunchRows[] = {
    {"clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b128 [%r1], "
     "[%r2];",
     Operation::LaunchCancel, StateSpace::Shared, 16, 0, -1, 1},
    {"clusterlaunchcontrol.try_cancel.async.mbarrier::complete_tx::bytes.multicast::cluster::all."
     "b128 [%r1], [%r2];",
     Operation::LaunchCancel, StateSpace::Shared, 16, 0, -1, 1},
    {"clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 %p1, %q1;", Operation::Compute},
    {"clusterlaunchcontrol.query_cancel.get_first_ctaid.v4.b32.b128 {a, b, c, d}, %q1;",
     Operation::Compute},
    {"clusterlaunchcontrol.frobnicate.b128 %q1;", Operation::Unknown},
};

const Expectation kBulkRows[] = {
    {"cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [a], [b], 64, [m];",
     Operation::BulkCopy, StateSpace::Shared, 64, 0, 1, 3},
    {"cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster."
     "L2::cache_hint [a], [b], 64, [m], mask, policy;",
     Operation::BulkCopy, StateSpace::Shared, 64, 0, 1, 3},
    {"cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes.ignore_oob [a], [b], 64, 4, 8, "
     "[m];",
     Operation::BulkCopy, StateSpace::Shared, 64, 0, 1, 5},
    {"cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [a], [b], 64, [m];",
     Operation::BulkCopy, StateSpace::Shared, 64, 0, 1, 3},
    {"cp.async.bulk.global.shared::cta.bulk_group.L2::cache_hint.cp_mask [a], [b], 64, policy, "
     "mask;",
     Operation::BulkCopy, StateSpace::Global, 64, 0, 1},
    {"cp.reduce.async.bulk.global.shared::cta.bulk_group.add.noftz.bf16 [a], [b], 64;",
     Operation::BulkCopy, StateSpace::Global, 64, 0, 1},
    {"cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.add.u64 [a], "
     "[b], 64, [m];",
     Operation::BulkCopy, StateSpace::Shared, 64, 0, 1, 3},
    {"cp.async.bulk.prefetch.L2.global.L2::cache_hint [a], 64, policy;", Operation::Prefetch,
     StateSpace::Global, 64, 0},
    {"cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes.cta_group::2 "
     "[a], [map, {x, y}], [m];",
     Operation::BulkCopy, StateSpace::Shared, 0, 0, 1, 2},
    {"cp.async.bulk.tensor.2d.shared::cluster.global.tile::gather4.mbarrier::complete_tx::bytes."
     "multicast::cluster.cta_group::1 [a], [map, {x, r0, r1, r2, r3}], [m], mask;",
     Operation::BulkCopy, StateSpace::Shared, 0, 0, 1, 2},
    {"cp.async.bulk.tensor.3d.shared::cluster.global.im2col::w.mbarrier::complete_tx::bytes [a], "
     "[map, {x, y, z}], [m], {h, o};",
     Operation::BulkCopy, StateSpace::Shared, 0, 0, 1, 2},
    {"cp.async.bulk.tensor.3d.shared::cta.global.im2col::w::128.mbarrier::complete_tx::bytes [a], "
     "[map, {x, y, z}], [m], {h, o};",
     Operation::BulkCopy, StateSpace::Shared, 0, 0, 1, 2},
    {"cp.async.bulk.tensor.2d.global.shared::cta.tile::scatter4.bulk_group [map, {x, r0, r1, r2, "
     "r3}], [a];",
     Operation::BulkCopy, StateSpace::Global, 0, 0, 1},
    {"cp.async.bulk.tensor.4d.global.shared::cta.im2col_no_offs.bulk_group [map, {x, y, z, w}], "
     "[a];",
     Operation::BulkCopy, StateSpace::Global, 0, 0, 1},
    {"cp.reduce.async.bulk.tensor.1d.global.shared::cta.add.tile.bulk_group [map, {x}], [a];",
     Operation::BulkCopy, StateSpace::Global, 0, 0, 1},
    {"cp.async.bulk.prefetch.tensor.2d.L2.global.tile::gather4 [map, {x, r0, r1, r2, r3}];",
     Operation::Prefetch, StateSpace::Global, 0, 0},
    {"st.bulk.weak.shared::cta [a], 256, 0;", Operation::Store, StateSpace::Shared, 256, 0},
};

void addRows(const Expectation *rows, size_t count) {
  QTest::addColumn<const Expectation *>("row");
  for (size_t i = 0; i < count; ++i)
    QTest::newRow(rows[i].text) << rows + i;
}

void verifyRow(const Expectation &expected) {
  const Program program = parse(expected.text);
  QCOMPARE(program.statements.size(), size_t{1});
  const Instruction found = classify(program.statements.front());
  QVERIFY(found.operation == expected.operation);
  QVERIFY(found.space == expected.space);
  QCOMPARE(found.bytes, expected.bytes);
  QCOMPARE(found.address, expected.address);
  QCOMPARE(found.source, expected.source);
  QCOMPARE(found.barrier, expected.barrier);
}

} // namespace

class TensorInstructionsTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void everyFormOfTensorMemoryHasItsClass_data() { addRows(kTensorRows, std::size(kTensorRows)); }
  void everyFormOfTensorMemoryHasItsClass() {
    QFETCH(const Expectation *, row);
    verifyRow(*row);
  }

  void launchControlHasItsMbarrier_data() { addRows(kLaunchRows, std::size(kLaunchRows)); }
  void launchControlHasItsMbarrier() {
    QFETCH(const Expectation *, row);
    verifyRow(*row);
  }

  void everyFormOfBulkCopyHasItsOperands_data() { addRows(kBulkRows, std::size(kBulkRows)); }
  void everyFormOfBulkCopyHasItsOperands() {
    QFETCH(const Expectation *, row);
    verifyRow(*row);
  }

  void usesMbarrierHoldsWhereThereIsOne() {
    for (const Expectation &row : kBulkRows) {
      const Statement statement = parse(row.text).statements.front();
      QCOMPARE(classify(statement).usesMbarrier, row.barrier >= 0);
    }
  }

  void anInstructionThatPtxLacksIsUnknown() {
    const std::map<std::string, uint64_t> expected{{"tcgen05", 1}};
    QVERIFY(unknownOpcodes(parse("tcgen05.frobnicate; tcgen05.wait::ld.sync.aligned;")) ==
            expected);
  }
};

QTEST_GUILESS_MAIN(TensorInstructionsTest)
#include "tensor_instructions_test.moc"
