// Accesses of inline PTX: addresses, widths, lanes, and what is left out.
// RUN: proton-opt %s --proton-mark-memory="block=64,1,1" --verify-diagnostics | FileCheck %s
// RUN: proton-opt %s --proton-mark-memory="block=64,1,1" --proton-assign-operations --proton-gpu-insert-context --convert-proton-accesses-to-proton-gpu --proton-gpu-allocate-scratch="threads-per-cta=64" --convert-proton-gpu-to-llvm="target=nvidia block=64,1,1" --verify-diagnostics | FileCheck %s --check-prefix=NVIDIA --implicit-check-not="proton_gpu.store "
// RUN: proton-opt %s --proton-mark-memory="block=64,1,1 bins=16" --proton-assign-operations --proton-gpu-insert-context="strategy=histogram granularity=cta" --convert-proton-accesses-to-proton-gpu --verify-diagnostics | FileCheck %s --check-prefix=COUNT

// A vector of 4 words behind instructions that are no accesses; the predicate is an operand.
// CHECK-LABEL: gpu.func @vectors
// CHECK-SAME: proton_gpu.coverage.memory = array<i64: 3, 0>
// CHECK: %[[AT:.*]] = llvm.getelementptr
// CHECK: %[[LOAD:.*]] = llvm.ptrtoint %[[AT]]
// CHECK: proton.access <kind = load, space = global, bytes = 16, stride = 16> "load global" at %[[LOAD]] by %arg2
// CHECK-NEXT: llvm.inline_asm {{.*}}ld.global.v4.b32
// CHECK: proton.access <kind = store, space = global, bytes = 8, stride = 16> "store global" at %{{[0-9]+}}{{$}}
// CHECK-NEXT: llvm.inline_asm {{.*}}st.global.v2.b32
// Lanes that the text compares with 0, negated; an offset; an address that is a number.
// CHECK: %[[NONE:.*]] = llvm.icmp "eq" %arg3
// CHECK: proton.access <kind = atomic, space = shared, bytes = 4> "atomic shared" at %{{.*}} by %[[NONE]]
// CHECK-NEXT: llvm.inline_asm {{.*}}red.shared.add.u32
// COUNT-LABEL: gpu.func @vectors
// COUNT: proton_gpu.count 0 at %{{.*}} bins 16 shift {{[0-9]+}} by %arg2 in

// Each instruction of a text; each part of a copy, whose source may be read by fewer lanes.
// CHECK-LABEL: gpu.func @several
// CHECK: proton.access <kind = load, space = global, bytes = 2, stride = 16>
// CHECK: %[[EIGHT:.*]] = llvm.mlir.constant(8 : i64)
// CHECK: %[[SECOND:.*]] = llvm.add %{{.*}}, %[[EIGHT]]
// CHECK: proton.access <kind = store, space = global, bytes = 4, stride = 16> "store global" at %[[SECOND]]
// CHECK-NEXT: llvm.inline_asm
// CHECK: %[[READS:.*]] = llvm.icmp "ne" %arg2
// CHECK: proton.access <kind = load, space = global, bytes = 16, stride = 16> "load global" at %{{.*}} by %[[READS]]
// CHECK: proton.access <kind = store, space = shared, bytes = 16, stride = 0> "store shared" at %{{[0-9]+}}{{$}}
// CHECK-NEXT: llvm.inline_asm {{.*}}cp.async.cg
// CHECK: proton.access <kind = store, space = shared, bytes = 4, stride = 0> "store shared" at %{{[0-9]+}}{{$}}
// CHECK-NEXT: llvm.inline_asm {{.*}}cp.async.ca

// A row of 16 bytes for each lane; of two matrices in 16 lanes.
// CHECK-LABEL: gpu.func @matrices
// CHECK: proton.access <kind = load, space = shared, bytes = 16, stride = 0> "load shared" at %{{[0-9]+}}{{$}}
// CHECK: %[[LANE:.*]] = nvvm.read.ptx.sreg.laneid
// CHECK: %[[ROWS:.*]] = llvm.mlir.constant(16 : i32)
// CHECK: %[[HASROW:.*]] = llvm.icmp "ult" %[[LANE]], %[[ROWS]]
// CHECK: proton.access <kind = store, space = shared, bytes = 16, stride = 0> "store shared" at %{{.*}} by %[[HASROW]]
// CHECK: proton.access <kind = load, space = shared, bytes = 16, stride = 0>
// CHECK-NEXT: llvm.call_intrinsic "llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3"
// CHECK: proton.access <kind = load, space = global, bytes = 8
// CHECK: proton.access <kind = store, space = shared, bytes = 8, stride = 0>
// CHECK-NEXT: llvm.call_intrinsic "llvm.nvvm.cp.async.ca.shared.global.8"

// Neither memory of the thread alone, nor parameters, nor what computes.
// CHECK-LABEL: gpu.func @none
// CHECK-NOT: proton.access
// CHECK: gpu.return

// CHECK-LABEL: gpu.func @leftOut
// CHECK-SAME: proton_gpu.coverage.memory = array<i64: 0, 8>
// CHECK-NOT: proton.access
// CHECK: gpu.return

// The lanes that make it elect their lowest, which stores the address; the mask lies behind the head.
// NVIDIA-LABEL: gpu.func @vectors
// NVIDIA: %[[MASK:.*]] = llvm.inline_asm {{.*}}vote.sync.ballot.b32 $0, $1, %here
// NVIDIA-SAME: %arg2
// NVIDIA: %[[ANY:.*]] = llvm.icmp "ne" %[[MASK]]
// NVIDIA: %[[BEFORE:.*]] = llvm.and %[[MASK]]
// NVIDIA: %[[FIRST:.*]] = llvm.icmp "eq" %[[BEFORE]]
// NVIDIA: llvm.and %arg2, %[[FIRST]]
// NVIDIA: mov.u32 %clk, %clock
// NVIDIA: st.global.v2.b32 [$0], {$1, $2};{{.*}} %[[MASK]], %[[ANY]]
// Of the atomic operation each of them stores its own.
// NVIDIA: llvm.intr.ctpop
// NVIDIA: llvm.intr.ctpop
gpu.module @m {
  gpu.func @vectors(%A: !llvm.ptr<1>, %v: i32, %p: i1, %q: i32, %s: i32) kernel {
    %x = nvvm.read.ptx.sreg.tid.x : i32
    %c4 = llvm.mlir.constant(4 : i32) : i32
    %i = llvm.mul %x, %c4 : i32
    %at = llvm.getelementptr %A[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    %w = llvm.inline_asm has_side_effects "mov.u32 $0, 0x0;\0A\09mov.u32 $1, 0x0;\0A\09mov.u32 $2, 0x0;\0A\09mov.u32 $3, 0x0;\0A\09@$5 ld.global.v4.b32 { $0, $1, $2, $3 }, [ $4 + 0 ];", "=r,=r,=r,=r,l,b" %at, %p : (!llvm.ptr<1>, i1) -> !llvm.struct<(i32, i32, i32, i32)>
    llvm.inline_asm has_side_effects "st.global.v2.b32 [ $2 + 0 ], { $0, $1 };", "r,r,l" %v, %v, %at : (i32, i32, !llvm.ptr<1>) -> ()
    %square = llvm.mul %x, %x : i32
    llvm.inline_asm has_side_effects "{ .reg .pred %p; setp.ne.b32 %p, $1, 0; @!%p red.shared.add.u32 [$0+4], $2; }", "r,r,r" %square, %q, %v : (i32, i32, i32) -> ()
    gpu.return
  }

  gpu.func @several(%A: !llvm.ptr<1>, %S: !llvm.ptr<3>, %bytes: i32) kernel {
    %x = nvvm.read.ptx.sreg.tid.x : i32
    %c4 = llvm.mlir.constant(4 : i32) : i32
    %i = llvm.mul %x, %c4 : i32
    %at = llvm.getelementptr %A[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.inline_asm has_side_effects "{ .reg .b16 %h; .reg .b64 %a; ld.global.L1::evict_last.b16 %h, [$0]; add.u64 %a, $0, 4; st.global.b32 [%a+4], $1; }", "l,r" %at, %bytes : (!llvm.ptr<1>, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [ $0 + 0 ], [ $1 + 0 ], 0x10, $2;", "r,l,r" %S, %at, %bytes : (!llvm.ptr<3>, !llvm.ptr<1>, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.ca.shared.global [ $0 + 0 ], [ $1 + 0 ], 4, 0;", "r,l" %S, %at : (!llvm.ptr<3>, !llvm.ptr<1>) -> ()
    gpu.return
  }

  gpu.func @matrices(%S: !llvm.ptr<3>, %A: !llvm.ptr<1>, %v: i32) kernel {
    %m = llvm.inline_asm has_side_effects "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r" %S : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32, i32, i32)>
    llvm.inline_asm has_side_effects "stmatrix.sync.aligned.m8n8.x2.shared.b16 [$0], {$1, $1};", "r,r" %S, %v : (!llvm.ptr<3>, i32) -> ()
    %n = llvm.call_intrinsic "llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3"(%S) : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32, i32, i32)>
    llvm.call_intrinsic "llvm.nvvm.cp.async.ca.shared.global.8"(%S, %A) : (!llvm.ptr<3>, !llvm.ptr<1>) -> ()
    gpu.return
  }

  gpu.func @none(%A: !llvm.ptr<1>) kernel {
    %a = llvm.inline_asm has_side_effects "ld.param.u32 $0, [param];", "=r" : () -> i32
    %b = llvm.inline_asm has_side_effects "ld.local.u32 $0, [$1];", "=r,l" %A : (!llvm.ptr<1>) -> i32
    llvm.inline_asm has_side_effects "prefetch.global.L2 [$0];", "l" %A : (!llvm.ptr<1>) -> ()
    gpu.return
  }

  gpu.func @leftOut(%A: !llvm.ptr<1>, %S: !llvm.ptr<3>, %T: !llvm.ptr<6>, %p: i32, %no: i1) kernel {
    // expected-warning@below {{mode 'memory' leaves this access out: its address is computed inside of its text}}
    %a = llvm.inline_asm has_side_effects "{ .reg .b64 %a; shl.b64 %a, $1, 2; ld.global.u32 $0, [%a]; }", "=r,l" %A : (!llvm.ptr<1>) -> i32
    // expected-warning@below {{mode 'memory' leaves this access out: which lanes make it is decided inside of its text}}
    %b = llvm.inline_asm has_side_effects "{ .reg .pred %p; setp.lt.u32 %p, $2, 7; @%p ld.global.u32 $0, [$1]; }", "=r,l,r" %A, %p : (!llvm.ptr<1>, i32) -> i32
    // expected-warning@below {{mode 'memory' leaves this access out: its text has branches}}
    llvm.inline_asm has_side_effects "{ again: st.global.u32 [$0], $1; bra again; }", "l,r" %A, %p : (!llvm.ptr<1>, i32) -> ()
    // expected-warning@below {{mode 'memory' leaves this access out: it may be in another CTA's shared memory}}
    llvm.inline_asm has_side_effects "st.shared::cluster.u32 [$0], $1;", "r,r" %S, %p : (!llvm.ptr<3>, i32) -> ()
    // expected-warning@below {{mode 'memory' leaves this access out: multimem instructions have no address for each lane}}
    llvm.inline_asm has_side_effects "multimem.red.global.add.u32 [$0], $1;", "l,r" %A, %p : (!llvm.ptr<1>, i32) -> ()
    // expected-warning@below {{mode 'memory' leaves this access out: tensor memory has lanes and columns, not addresses of bytes}}
    llvm.inline_asm has_side_effects "tcgen05.st.sync.aligned.32x32b.x1.b32 [$0], {$1};", "r,r" %p, %p : (i32, i32) -> ()
    // expected-warning@below {{mode 'memory' leaves this access out: tensor memory has lanes and columns, not addresses of bytes}}
    llvm.call_intrinsic "llvm.nvvm.tcgen05.st.32x32b.x1"(%T, %p, %no) : (!llvm.ptr<6>, i32, i1) -> ()
    // expected-warning@below {{mode 'memory' leaves this access out: the PTX instruction frobnicate is not known}}
    llvm.inline_asm has_side_effects "frobnicate.global.u32 [$0], $1;", "l,r" %A, %p : (!llvm.ptr<1>, i32) -> ()
    gpu.return
  }
}
