// Steps of queues in inline PTX and intrinsics: predicates, addresses as keys, retries.
// RUN: proton-opt %s --proton-mark-async --verify-diagnostics | FileCheck %s

// Who initialises is one thread: the warps ask whether it is theirs. The key is the address / 8 * 2, with the parity.
// CHECK-LABEL: gpu.func @counted
// CHECK-SAME: (%[[B:.*]]: !llvm.ptr<3>, %[[PARITY:.*]]: i32, %[[FIRST:.*]]: i1, %[[CTAMEMORY:.*]]: i32)
// CHECK: %[[ADDRESS:.*]] = llvm.ptrtoint %[[B]] : !llvm.ptr<3> to i32
// CHECK: %[[KEY:.*]] = llvm.lshr %[[ADDRESS]], %{{.*}} : i32
// CHECK-NEXT: %[[INDEX:.*]] = arith.index_castui %[[KEY]] : i32 to index
// CHECK-NEXT: llvm.inline_asm {{.*}}vote.sync.any{{.*}} %[[FIRST]]
// CHECK: proton.async at <queue = mbarrier, step = init> "init mbarrier t.py:1" key %[[INDEX]] if %
// CHECK-NEXT: llvm.inline_asm {{.*}}mbarrier.init
// CHECK: proton.async start <queue = mbarrier, step = issue> "bulk copy t.py:2-3" key %{{.*}} if %
// CHECK-NEXT: llvm.inline_asm {{.*}}expect_tx
// CHECK-NEXT: llvm.inline_asm {{.*}}cp.async.bulk.tensor
// CHECK-NEXT: proton.async end <queue = mbarrier, step = issue> "bulk copy t.py:2-3"
// CHECK: %[[OR:.*]] = llvm.or %{{.*}}, %{{.*}} : i32
// CHECK-NEXT: %[[WAIT:.*]] = arith.index_castui %[[OR]] : i32 to index
// CHECK-NEXT: proton.async start <queue = mbarrier, step = wait> "wait mbarrier t.py:4" key %[[WAIT]]
// CHECK-NEXT: llvm.inline_asm {{.*}}try_wait
// CHECK-NEXT: proton.async end <queue = mbarrier, step = wait> "wait mbarrier t.py:4" key %[[WAIT]]
// An address behind a base: 16 bytes are added first. One in another CTA is none of this one.
// CHECK: llvm.add %[[CTAMEMORY]], %{{.*}} : i32
// CHECK: proton.async at <queue = mbarrier, step = arrive> "arrive mbarrier t.py:5"
// CHECK-NEXT: llvm.inline_asm {{.*}}mbarrier.arrive.shared
// CHECK-NOT: proton.async
// CHECK: llvm.inline_asm {{.*}}shared::cluster
gpu.module @m {
  gpu.func @counted(%b: !llvm.ptr<3>, %parity: i32, %first: i1, %base: i32) kernel {
    llvm.inline_asm has_side_effects "@$0 mbarrier.init.shared::cta.b64 [$1], 1;", "b,r" %first, %b : (i1, !llvm.ptr<3>) -> () loc("t.py":1:1)
    llvm.inline_asm has_side_effects "@$0 mbarrier.arrive.expect_tx.shared.b64 _, [$1], 1024;", "b,r" %first, %b : (i1, !llvm.ptr<3>) -> () loc("t.py":2:1)
    llvm.inline_asm has_side_effects "@$0 cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [$1], [$2, {$3, $3}], [$4];", "b,r,l,r,r" %first, %base, %b, %parity, %b : (i1, i32, !llvm.ptr<3>, i32, !llvm.ptr<3>) -> () loc("t.py":3:1)
    llvm.inline_asm has_side_effects "{ .reg .pred p; wait: mbarrier.try_wait.parity.shared.b64 p, [$0], $1; @!p bra wait; }", "r,r" %b, %parity : (!llvm.ptr<3>, i32) -> () loc("t.py":4:1)
    llvm.inline_asm has_side_effects "mbarrier.arrive.shared.b64 _, [$0+16];", "r" %base : (i32) -> () loc("t.py":5:1)
    llvm.inline_asm has_side_effects "mbarrier.arrive.shared::cluster.b64 _, [$0];", "r" %base : (i32) -> ()
    gpu.return
  }

  // Copies whose predicates all lanes may lack are no group of their own: the commit stays, whatever was issued.
  // CHECK-LABEL: gpu.func @copies
  // CHECK: llvm.or %{{.*}}, %{{.*}} : i1
  // CHECK: proton.async start <queue = copy_group, step = issue> "cp.async {{.*}}" if %
  // CHECK-NEXT: llvm.inline_asm {{.*}}cp.async.cg
  // CHECK-NEXT: llvm.inline_asm {{.*}}cp.async.cg
  // CHECK-NEXT: proton.async end <queue = copy_group, step = issue> "cp.async {{.*}}" if %
  // CHECK-NEXT: proton.async at <queue = copy_group, step = commit>
  // CHECK-NEXT: llvm.call_intrinsic "llvm.nvvm.cp.async.commit.group"
  // CHECK-NEXT: proton.async start <queue = copy_group, step = wait, pending = 3>
  // CHECK-NEXT: llvm.inline_asm {{.*}}cp.async.wait_group
  // CHECK-NEXT: proton.async end <queue = copy_group, step = wait, pending = 3>
  gpu.func @copies(%s: !llvm.ptr<3>, %g: !llvm.ptr<1>, %some: i1, %others: i1) kernel {
    llvm.inline_asm has_side_effects "@$2 cp.async.cg.shared.global [$0], [$1], 16;", "r,l,b" %s, %g, %some : (!llvm.ptr<3>, !llvm.ptr<1>, i1) -> ()
    llvm.inline_asm has_side_effects "@$2 cp.async.cg.shared.global [$0+16], [$1], 16;", "r,l,b" %s, %g, %others : (!llvm.ptr<3>, !llvm.ptr<1>, i1) -> ()
    llvm.call_intrinsic "llvm.nvvm.cp.async.commit.group"() : () -> ()
    llvm.inline_asm has_side_effects "cp.async.wait_group 3;", "" : () -> ()
    gpu.return
  }

  // Numbers of barriers in the text; what waits for nothing.
  // CHECK-LABEL: gpu.func @named
  // CHECK: %[[THREE:.*]] = arith.constant 3 : index
  // CHECK-NEXT: proton.async start <queue = named_barrier, step = synchronize> "wait barrier {{.*}}" key %[[THREE]]
  // CHECK-NEXT: llvm.inline_asm {{.*}}bar.sync 3
  // CHECK: %[[FOUR:.*]] = arith.constant 4 : index
  // CHECK-NEXT: proton.async at <queue = named_barrier, step = arrive> "arrive barrier {{.*}}" key %[[FOUR]]
  // CHECK-NEXT: llvm.inline_asm {{.*}}bar.arrive
  // CHECK: proton.async start <queue = named_barrier, step = synchronize> {{.*}} key
  // CHECK-NEXT: llvm.call_intrinsic "llvm.nvvm.barrier.cta.sync.aligned.all"
  gpu.func @named(%n: i32) kernel {
    llvm.inline_asm has_side_effects "bar.sync 3, 128;", "" : () -> ()
    llvm.inline_asm has_side_effects "bar.arrive 4, 128;", "" : () -> ()
    llvm.call_intrinsic "llvm.nvvm.barrier.cta.sync.aligned.all"(%n) : (i32) -> ()
    gpu.return
  }

  // One lane of each warp arrives in a block of its own: the warp records in front of the branch.
  // CHECK-LABEL: gpu.func @guarded
  // CHECK: proton.async at <queue = mbarrier, step = arrive> "arrive mbarrier {{[^"]*}}" key %{{[^ ]*$}}
  // CHECK-NEXT: llvm.cond_br
  // CHECK-NOT: proton.async
  // CHECK: gpu.return
  gpu.func @guarded(%b: !llvm.ptr<3>) kernel {
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c31 = llvm.mlir.constant(31 : i32) : i32
    %thread = nvvm.read.ptx.sreg.tid.x : i32
    %lane = llvm.and %thread, %c31 : i32
    %leads = llvm.icmp "eq" %lane, %c0 : i32
    llvm.cond_br %leads, ^arrive, ^rest
  ^arrive:
    llvm.inline_asm has_side_effects "mbarrier.arrive.shared.b64 _, [$0];", "r" %b : (!llvm.ptr<3>) -> ()
    llvm.br ^rest
  ^rest:
    gpu.return
  }

  // What all lanes but one skip, by a register that the text compares: asked, as a predicate is. A fence beside the
  // first steps of barriers keeps nobody from recording around the block.
  // CHECK-LABEL: gpu.func @leader
  // CHECK-SAME: (%{{.*}}: !llvm.ptr<3>, %[[LEADS:.*]]: i32, %[[STARTS:.*]]: i1)
  // CHECK: %[[IS:.*]] = llvm.icmp "ne" %[[LEADS]], %{{.*}} : i32
  // CHECK-NEXT: llvm.inline_asm {{.*}}vote.sync.any{{.*}} %[[IS]]
  // CHECK: proton.async start <queue = mbarrier, step = issue> {{.*}} if %
  // CHECK-NEXT: llvm.inline_asm {{.*}}expect_tx
  // CHECK: proton.async at <queue = mbarrier, step = init> {{.*}} if %
  // CHECK: llvm.cond_br
  // CHECK-NOT: proton.async
  // CHECK: gpu.return
  gpu.func @leader(%b: !llvm.ptr<3>, %leads: i32, %starts: i1) kernel {
    llvm.inline_asm has_side_effects "{ .reg .pred leader; setp.ne.u32 leader, $1, 0; @leader mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], 64; }", "r,r" %b, %leads : (!llvm.ptr<3>, i32) -> ()
    %zero = llvm.mlir.constant(0 : i32) : i32
    %thread = nvvm.read.ptx.sreg.tid.x : i32
    %first = llvm.icmp "eq" %thread, %zero : i32
    llvm.cond_br %first, ^init, ^rest
  ^init:
    llvm.inline_asm has_side_effects "mbarrier.init.shared::cta.b64 [$0], 1;", "r" %b : (!llvm.ptr<3>) -> ()
    llvm.inline_asm has_side_effects "fence.mbarrier_init.release.cluster;", "" : () -> ()
    llvm.br ^rest
  ^rest:
    gpu.return
  }

  // A loop that asks until a phase is complete is one wait, however often it asks; a question by itself is none.
  // CHECK-LABEL: gpu.func @polls
  // CHECK: proton.async start <queue = mbarrier, step = wait> "wait mbarrier p.py:5" key %[[POLL:.*]]
  // CHECK-NEXT: llvm.br ^[[ASK:bb[0-9]+]]
  // CHECK: ^[[ASK]]:
  // CHECK-NEXT: llvm.inline_asm {{.*}}try_wait
  // CHECK-NOT: proton.async
  // CHECK: llvm.cond_br %{{.*}}, ^[[DONE:bb[0-9]+]], ^[[ASK]]
  // CHECK: ^[[DONE]]:
  // CHECK-NEXT: proton.async end <queue = mbarrier, step = wait> "wait mbarrier p.py:5" key %[[POLL]]
  // CHECK: proton.async start <queue = mbarrier, step = wait> "wait mbarrier p.py:9"
  // CHECK-NEXT: scf.while
  // CHECK: llvm.inline_asm {{.*}}try_wait
  // CHECK: scf.yield
  // CHECK-NEXT: }
  // CHECK-NEXT: proton.async end <queue = mbarrier, step = wait> "wait mbarrier p.py:9"
  // CHECK-NOT: proton.async
  // CHECK: gpu.return
  gpu.func @polls(%b: !llvm.ptr<3>, %parity: i32) kernel {
    %zero = llvm.mlir.constant(0 : i32) : i32
    llvm.br ^ask loc("p.py":5:1)
  ^ask:
    %found = llvm.inline_asm has_side_effects "{ .reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [$1], $2; selp.u32 $0, 1, 0, p; }", "=r,r,r" %b, %parity : (!llvm.ptr<3>, i32) -> i32 loc("p.py":6:1)
    %done = llvm.icmp "ne" %found, %zero : i32
    llvm.cond_br %done, ^behind, ^ask
  ^behind:
    scf.while : () -> () {
      %asked = llvm.inline_asm has_side_effects "{ .reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [$1], $2; selp.u32 $0, 1, 0, p; }", "=r,r,r" %b, %parity : (!llvm.ptr<3>, i32) -> i32
      %again = llvm.icmp "eq" %asked, %zero : i32
      scf.condition(%again)
    } do {
      scf.yield
    } loc("p.py":9:1)
    %once = llvm.inline_asm has_side_effects "{ .reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [$1], $2; selp.u32 $0, 1, 0, p; }", "=r,r,r" %b, %parity : (!llvm.ptr<3>, i32) -> i32
    gpu.return
  }

  // Which barrier is meant is in a register of the text.
  gpu.func @hidden(%b: i32) kernel {
    // expected-warning @+1 {{mode 'async' does not record this: its barrier or its phase is unknown here}}
    llvm.inline_asm has_side_effects "{ .reg .b32 a; add.u32 a, $0, 8; mbarrier.arrive.shared.b64 _, [a]; }", "r" %b : (i32) -> ()
    gpu.return
  }
}
