// Tensor memory: operations that a commit on an mbarrier completes, and accesses with waits of their own.
// RUN: proton-opt %s --proton-mark-async --verify-diagnostics | FileCheck %s --check-prefix ASYNC
// RUN: proton-opt %s --proton-mark-matrix | FileCheck %s --check-prefix MATRIX
// RUN: proton-opt %s --proton-mark-barriers | FileCheck %s --check-prefix BARRIER

// The step begins with the first product: its flight ends at the wait for the arrival.
// ASYNC-LABEL: gpu.func @product
// ASYNC: proton.async start <queue = mbarrier, step = issue, matrix = true> "tcgen05.mma t.py:1-3" key %{{.*}} if %
// ASYNC-NEXT: llvm.inline_asm {{.*}}tcgen05.mma
// ASYNC-NEXT: llvm.inline_asm {{.*}}tcgen05.mma
// ASYNC-NEXT: llvm.inline_asm {{.*}}tcgen05.commit
// ASYNC-NEXT: proton.async end <queue = mbarrier, step = issue, matrix = true> "tcgen05.mma t.py:1-3"
// ASYNC: proton.async start <queue = mbarrier, step = wait> "wait mbarrier t.py:4"
// ASYNC-NEXT: llvm.inline_asm {{.*}}try_wait
// ASYNC-NEXT: proton.async end <queue = mbarrier, step = wait> "wait mbarrier t.py:4"
// MATRIX-LABEL: gpu.func @product
// MATRIX: proton.record start "tcgen05.mma t.py:1-2"
// MATRIX-NEXT: llvm.inline_asm {{.*}}tcgen05.mma
// MATRIX-NEXT: llvm.inline_asm {{.*}}tcgen05.mma
// MATRIX-NEXT: proton.record end "tcgen05.mma t.py:1-2"
// MATRIX-NOT: proton.record
gpu.module @m {
  gpu.func @product(%t: i32, %a: i64, %b: !llvm.ptr<3>, %parity: i32, %one: i1) kernel {
    llvm.inline_asm has_side_effects "@$5 tcgen05.mma.cta_group::1.kind::f16 [ $0 + 0 ], $1, $2, $3, $4;", "r,l,l,r,b,b" %t, %a, %a, %t, %one, %one : (i32, i64, i64, i32, i1, i1) -> () loc("t.py":1:1)
    llvm.inline_asm has_side_effects "@$5 tcgen05.mma.cta_group::1.kind::f16 [ $0 + 0 ], [ $1 + 8 ], $2, $3, $4;", "r,r,l,r,b,b" %t, %t, %a, %t, %one, %one : (i32, i32, i64, i32, i1, i1) -> () loc("t.py":2:1)
    llvm.inline_asm has_side_effects "@$0 tcgen05.commit.cta_group::1.mbarrier::arrive::one.b64 [$1];", "b,l" %one, %b : (i1, !llvm.ptr<3>) -> () loc("t.py":3:1)
    llvm.inline_asm has_side_effects "{ .reg .pred p; wait: mbarrier.try_wait.parity.shared.b64 p, [$0], $1; @!p bra wait; }", "r,r" %b, %parity : (!llvm.ptr<3>, i32) -> () loc("t.py":4:1)
    gpu.return
  }

  // Only copies before a commit: they are copies. A barrier that is not known before them is known at the commit.
  // ASYNC-LABEL: gpu.func @copies
  // ASYNC: llvm.call_intrinsic "llvm.nvvm.tcgen05.cp.128x256b.cg1"
  // ASYNC: llvm.ptrtoint
  // ASYNC: proton.async start <queue = mbarrier, step = issue> "tcgen05.cp t.py:7"
  // ASYNC-NEXT: llvm.call_intrinsic "llvm.nvvm.tcgen05.commit.shared.cg1"
  // ASYNC-NEXT: proton.async end <queue = mbarrier, step = issue> "tcgen05.cp t.py:7"
  // What a commit in another block completes is not known here: matrix operations, as a rule.
  // ASYNC: proton.async start <queue = mbarrier, step = issue, matrix = true> "tcgen05.commit t.py:8"
  gpu.func @copies(%t: !llvm.ptr<6>, %a: i64, %base: !llvm.ptr<3>, %i: i32) kernel {
    llvm.call_intrinsic "llvm.nvvm.tcgen05.cp.128x256b.cg1"(%t, %a) : (!llvm.ptr<6>, i64) -> () loc("t.py":6:1)
    %b = llvm.getelementptr %base[%i] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64
    llvm.call_intrinsic "llvm.nvvm.tcgen05.commit.shared.cg1"(%b) : (!llvm.ptr<3>) -> () loc("t.py":7:1)
    llvm.inline_asm has_side_effects "tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [$0];", "r" %b : (!llvm.ptr<3>) -> () loc("t.py":8:1)
    gpu.return
  }

  // Loads and stores are counted by instruction; each wait is for all of them.
  // ASYNC-LABEL: gpu.func @registers
  // ASYNC: proton.async start <queue = tensor_store, step = issue, count = 2> "tcgen05.st
  // ASYNC-NEXT: llvm.inline_asm {{.*}}tcgen05.st
  // ASYNC-NEXT: llvm.inline_asm {{.*}}tcgen05.st
  // ASYNC-NEXT: proton.async end <queue = tensor_store, step = issue, count = 2>
  // ASYNC-NEXT: proton.async start <queue = tensor_store, step = wait> "wait tcgen05.st
  // ASYNC-NEXT: llvm.inline_asm {{.*}}tcgen05.wait::st
  // ASYNC-NEXT: proton.async end <queue = tensor_store, step = wait>
  // ASYNC-NEXT: llvm.inline_asm {{.*}}tcgen05.fence::before_thread_sync
  // ASYNC-NEXT: proton.async start <queue = tensor_load, step = issue> "tcgen05.ld
  // ASYNC-NEXT: llvm.inline_asm {{.*}}tcgen05.ld
  // ASYNC-NEXT: proton.async end <queue = tensor_load, step = issue>
  // ASYNC-NEXT: proton.async start <queue = tensor_load, step = wait> "wait tcgen05.ld
  // ASYNC-NEXT: llvm.call_intrinsic "llvm.nvvm.tcgen05.wait.ld"
  // ASYNC-NEXT: proton.async end <queue = tensor_load, step = wait>
  gpu.func @registers(%t: i32, %x: i32) kernel {
    llvm.inline_asm has_side_effects "tcgen05.st.sync.aligned.32x32b.x1.b32 [$0], {$1};", "r,r" %t, %x : (i32, i32) -> ()
    llvm.inline_asm has_side_effects "tcgen05.st.sync.aligned.32x32b.x1.b32 [$0 + 1], {$1};", "r,r" %t, %x : (i32, i32) -> ()
    llvm.inline_asm has_side_effects "tcgen05.wait::st.sync.aligned;", "" : () -> ()
    llvm.inline_asm has_side_effects "tcgen05.fence::before_thread_sync;", "" : () -> ()
    %v = llvm.inline_asm has_side_effects "tcgen05.ld.sync.aligned.32x32b.x1.b32 {$0}, [$1];", "=r,r" %t : (i32) -> i32
    llvm.call_intrinsic "llvm.nvvm.tcgen05.wait.ld"() : () -> ()
    gpu.return
  }

  // An allocation blocks until columns are free; a deallocation does not.
  // BARRIER-LABEL: gpu.func @allocation
  // BARRIER: proton.record start "tcgen05.alloc t.py:20"
  // BARRIER-NEXT: llvm.inline_asm {{.*}}tcgen05.alloc
  // BARRIER-NEXT: proton.record end "tcgen05.alloc t.py:20"
  // BARRIER-NOT: proton.record
  gpu.func @allocation(%s: !llvm.ptr<3>, %t: i32) kernel {
    llvm.inline_asm has_side_effects "tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [$0], 128;", "r" %s : (!llvm.ptr<3>) -> () loc("t.py":20:1)
    llvm.inline_asm has_side_effects "tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;", "" : () -> ()
    llvm.inline_asm has_side_effects "tcgen05.dealloc.cta_group::1.sync.aligned.b32 $0, 128;", "r" %t : (i32) -> ()
    gpu.return
  }

  // The answer of a cancelled launch is counted by an mbarrier, after the expect_tx of its bytes.
  // ASYNC-LABEL: gpu.func @cancel
  // ASYNC: proton.async start <queue = mbarrier, step = issue> "bulk copy t.py:30-31" key
  // ASYNC-NEXT: llvm.inline_asm {{.*}}expect_tx
  // ASYNC-NEXT: llvm.inline_asm {{.*}}clusterlaunchcontrol
  // ASYNC-NEXT: proton.async end <queue = mbarrier, step = issue> "bulk copy t.py:30-31"
  gpu.func @cancel(%answer: !llvm.ptr<3>, %b: !llvm.ptr<3>) kernel {
    llvm.inline_asm has_side_effects "mbarrier.arrive.expect_tx.shared.b64 _, [$0], 16;", "r" %b : (!llvm.ptr<3>) -> () loc("t.py":30:1)
    llvm.inline_asm has_side_effects "clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b128 [$0], [$1];", "r,r" %answer, %b : (!llvm.ptr<3>, !llvm.ptr<3>) -> () loc("t.py":31:1)
    gpu.return
  }
}
