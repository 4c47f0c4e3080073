// Counters of AMD's GPUs: what is recorded of rocdl, amdgpu, intrinsics and inline assembly, by family.
// RUN: proton-opt %s --proton-mark-async=chip=gfx942 | FileCheck %s --check-prefixes=CHECK,GFX9
// RUN: proton-opt %s --proton-mark-async=chip=gfx90a:xnack- | FileCheck %s --check-prefixes=CHECK,GFX9
// RUN: proton-opt %s --proton-mark-async=chip=gfx1030 | FileCheck %s --check-prefixes=CHECK,GFX10
// RUN: proton-opt %s --proton-mark-async=chip=gfx1100 | FileCheck %s --check-prefixes=CHECK,GFX11
// RUN: proton-opt %s --proton-mark-async=chip=gfx942 --convert-proton-to-proton-gpu | FileCheck %s --check-prefix=RECORDS
// RUN: not proton-opt %s --proton-mark-async=chip=sm_90 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// UNKNOWN: error: unknown AMD GPU 'sm_90'

// Loads to LDS with nothing but arithmetic in between are one step that counts as many. The number of a wait is that of
// the family: all of these wait for vmcnt(2), in one of the three.
// CHECK-LABEL: gpu.func @copies
// CHECK: proton.async start <queue = load_counter, step = issue, count = 3> "load to LDS a.mlir:1-3"
// CHECK-NEXT: llvm.call_intrinsic "llvm.amdgcn.raw.ptr.buffer.load.lds"
// CHECK-NEXT: arith.addi
// CHECK-NEXT: llvm.call_intrinsic "llvm.amdgcn.readfirstlane"
// CHECK-NEXT: llvm.call_intrinsic "llvm.amdgcn.raw.ptr.buffer.load.lds"
// CHECK-NEXT: llvm.call_intrinsic "llvm.amdgcn.global.load.lds"
// CHECK-NEXT: proton.async end <queue = load_counter, step = issue, count = 3> "load to LDS a.mlir:1-3"
// GFX9: proton.async start <queue = load_counter, step = wait, pending = 2> "wait vmcnt a.mlir:4"
// GFX9-NEXT: rocdl.waitcnt 3954
// GFX9-NEXT: proton.async end <queue = load_counter, step = wait, pending = 2> "wait vmcnt a.mlir:4"
// GFX10: proton.async start <queue = load_counter, step = wait, pending = 2> "wait vmcnt a.mlir:5"
// GFX10-NEXT: proton.async start <queue = shared_counter, step = wait, pending = 15> "wait lgkmcnt
// GFX10: llvm.call_intrinsic "llvm.amdgcn.s.waitcnt"
// GFX11: proton.async start <queue = load_counter, step = wait, pending = 2> "wait vmcnt a.mlir:6"
// GFX11-NEXT: rocdl.waitcnt 3063
// CHECK: proton.async start <queue = named_barrier, step = synchronize> "wait barrier a.mlir:7"
// CHECK-NEXT: rocdl.s.barrier
// CHECK-NEXT: proton.async end

// Loads to registers are recorded where the kernel waits for the counter itself, and end a step where they are used.
// CHECK-LABEL: gpu.func @registers
// CHECK: proton.async start <queue = load_counter, step = issue> "vector load a.mlir:1"
// CHECK-NEXT: rocdl.raw.ptr.buffer.load
// CHECK-NEXT: proton.async end
// CHECK-NEXT: arith.addf
// CHECK-NEXT: proton.async start <queue = load_counter, step = issue> "vector load a.mlir:3"
// CHECK-NEXT: amdgpu.raw_buffer_load
// CHECK-NEXT: proton.async end
// Stores count in vmcnt before gfx10, in vscnt from there on; nobody waits for that here.
// GFX9-NEXT: proton.async start <queue = load_counter, step = issue> "vector store a.mlir:4"
// CHECK-NEXT: rocdl.raw.ptr.buffer.store
// CHECK: proton.async start <queue = load_counter, step = wait> "wait vmcnt a.mlir:5"
// CHECK-NEXT: llvm.inline_asm has_side_effects "s_waitcnt vmcnt(0)"

// Compilers wait for all of this: nothing is told.
// CHECK-LABEL: gpu.func @plain
// CHECK-NOT: proton.async
// CHECK: gpu.return

// LDS and scalar loads count in lgkmcnt; a FLAT load counts in both. Exports are waited for only where there are some.
// CHECK-LABEL: gpu.func @assembly
// CHECK: proton.async start <queue = shared_counter, step = issue, count = 2> "LDS a.mlir:1"
// CHECK-NEXT: llvm.inline_asm {{.*}}ds_read_b32
// CHECK-NEXT: proton.async end <queue = shared_counter, step = issue, count = 2> "LDS a.mlir:1"
// CHECK: "scalar load a.mlir:2"
// CHECK: "vector load a.mlir:3"
// CHECK: "vector load a.mlir:3
// CHECK: proton.async start <queue = load_counter, step = wait> "wait vmcnt a.mlir:4"
// CHECK-NEXT: proton.async start <queue = shared_counter, step = wait, pending = 1> "wait lgkmcnt a.mlir:4"
// CHECK-NEXT: llvm.inline_asm {{.*}}s_waitcnt vmcnt(0) & lgkmcnt(1)
// CHECK-NEXT: proton.async end <queue = load_counter, step = wait> "wait vmcnt a.mlir:4"
// CHECK-NEXT: proton.async end <queue = shared_counter, step = wait, pending = 1> "wait lgkmcnt a.mlir:4"
// CHECK-NOT: export_counter
// CHECK: proton.async start <queue = shared_counter, step = wait> "wait lgkmcnt a.mlir:5"
// CHECK: proton.async start <queue = named_barrier, step = synchronize> "wait barrier a.mlir:5"
// CHECK-NEXT: amdgpu.lds_barrier
// CHECK: gpu.return

// Stores of gfx10 and newer have a counter and a wait of their own.
// CHECK-LABEL: gpu.func @stores
// GFX9-NOT: store_counter, step = issue
// GFX10: proton.async start <queue = store_counter, step = issue> "vector store a.mlir:1"
// GFX10: proton.async start <queue = store_counter, step = issue> "vector atomic a.mlir:1"
// GFX11: proton.async start <queue = store_counter, step = issue> "vector store a.mlir:1"
// GFX11: proton.async start <queue = store_counter, step = issue> "vector atomic a.mlir:1"
// GFX10: proton.async start <queue = store_counter, step = wait, pending = 1> "wait vscnt a.mlir:2"
// GFX11: proton.async start <queue = store_counter, step = wait, pending = 1> "wait vscnt a.mlir:2"
// CHECK: gpu.return

// What some lanes do is recorded by the wave as a whole, which asks by a ballot.
// CHECK-LABEL: gpu.func @guarded
// GFX9: %[[ANY:.*]] = rocdl.ballot %{{.*}} : i64
// GFX9-NEXT: %[[NONE:.*]] = llvm.mlir.constant(0 : i64)
// GFX10: %[[ANY:.*]] = rocdl.ballot %{{.*}} : i32
// GFX11: %[[ANY:.*]] = rocdl.ballot %{{.*}} : i32
// CHECK: proton.async start <queue = load_counter, step = issue> "load to LDS {{[^"]*}}" if %
// CHECK-NEXT: scf.if
// CHECK-NOT: vote

// RECORDS-LABEL: gpu.func @copies
// RECORDS-SAME: async = <queue = load_counter, step = issue, count = 3>
// RECORDS: proton_gpu.store event_start 0,
// RECORDS: proton_gpu.store event_end 0,
!lds = !llvm.ptr<3>
gpu.module @m {
  gpu.func @copies(%r: !llvm.ptr<8>, %g: !llvm.ptr<1>, %l: !lds, %o: i32) kernel {
    %c0 = arith.constant 0 : i32
    %c4 = arith.constant 4 : i32
    %both = arith.constant 3954 : i32
    llvm.call_intrinsic "llvm.amdgcn.raw.ptr.buffer.load.lds"(%r, %l, %c4, %o, %c0, %c0, %c0) : (!llvm.ptr<8>, !lds, i32, i32, i32, i32, i32) -> () loc("a.mlir":1:1)
    %p = arith.addi %o, %c4 : i32
    %q = llvm.call_intrinsic "llvm.amdgcn.readfirstlane"(%p) : (i32) -> i32
    llvm.call_intrinsic "llvm.amdgcn.raw.ptr.buffer.load.lds"(%r, %l, %c4, %q, %c0, %c0, %c0) : (!llvm.ptr<8>, !lds, i32, i32, i32, i32, i32) -> () loc("a.mlir":2:1)
    llvm.call_intrinsic "llvm.amdgcn.global.load.lds"(%g, %l, %c4, %c0, %c0) : (!llvm.ptr<1>, !lds, i32, i32, i32) -> () loc("a.mlir":3:1)
    rocdl.waitcnt 3954 loc("a.mlir":4:1)
    llvm.call_intrinsic "llvm.amdgcn.s.waitcnt"(%both) : (i32) -> () loc("a.mlir":5:1)
    rocdl.waitcnt 3063 loc("a.mlir":6:1)
    rocdl.s.barrier loc("a.mlir":7:1)
    gpu.return
  }
  gpu.func @registers(%r: !llvm.ptr<8>, %A: memref<64xf32>, %o: i32) kernel {
    %c0 = arith.constant 0 : i32
    %x = rocdl.raw.ptr.buffer.load %r, %o, %c0, %c0 : f32 loc("a.mlir":1:1)
    %y = arith.addf %x, %x : f32 loc("a.mlir":2:1)
    %z = amdgpu.raw_buffer_load {boundsCheck = true} %A[%o] : memref<64xf32>, i32 -> f32 loc("a.mlir":3:1)
    rocdl.raw.ptr.buffer.store %y, %r, %o, %c0, %c0 : f32 loc("a.mlir":4:1)
    llvm.inline_asm has_side_effects "s_waitcnt vmcnt(0)", "" : () -> () loc("a.mlir":5:1)
    %w = arith.addf %z, %y : f32
    rocdl.raw.ptr.buffer.store %w, %r, %o, %c0, %c0 : f32 loc("a.mlir":6:1)
    gpu.return
  }
}
// The same without a wait, in a module of its own: what one kernel waits for, all of its module do.
gpu.module @compilers {
  gpu.func @plain(%r: !llvm.ptr<8>, %o: i32) kernel {
    %c0 = arith.constant 0 : i32
    %x = rocdl.raw.ptr.buffer.load %r, %o, %c0, %c0 : f32
    %s = llvm.call_intrinsic "llvm.amdgcn.ds.bpermute"(%o, %c0) : (i32, i32) -> i32
    rocdl.raw.ptr.buffer.store %x, %r, %s, %c0, %c0 : f32
    gpu.return
  }
}
gpu.module @texts {
  gpu.func @assembly(%l: i32, %p: i64) kernel {
    %x = llvm.inline_asm has_side_effects "ds_read_b32 $0, $2 ; first\0A label: ds_read_b64 $1, $2 offset:8", "=v,=v,v" %l : (i32) -> !llvm.struct<(i32, i64)> loc("a.mlir":1:1)
    %s = llvm.inline_asm has_side_effects "s_load_dword $0, $1, 0x0", "=s,s" %p : (i64) -> i32 loc("a.mlir":2:1)
    %f = llvm.inline_asm has_side_effects "flat_load_dword $0, $1", "=v,v" %p : (i64) -> i32 loc("a.mlir":3:1)
    llvm.inline_asm has_side_effects "s_nop 0\0As_waitcnt vmcnt(0) & lgkmcnt(1)", "" : () -> () loc("a.mlir":4:1)
    amdgpu.lds_barrier loc("a.mlir":5:1)
    gpu.return
  }
}
gpu.module @counted_stores {
  gpu.func @stores(%p: i64, %v: i32) kernel {
    llvm.inline_asm has_side_effects "global_store_dword $0, $1, off // first\0Aglobal_atomic_add $0, $1, off", "v,v" %p, %v : (i64, i32) -> () loc("a.mlir":1:1)
    llvm.inline_asm has_side_effects "s_waitcnt_vscnt null, 0x1", "" : () -> () loc("a.mlir":2:1)
    gpu.return
  }
}
gpu.module @guards {
  gpu.func @guarded(%r: !llvm.ptr<8>, %l: !lds, %n: index) kernel {
    %c0 = arith.constant 0 : i32
    %c4 = arith.constant 4 : i32
    %t = gpu.thread_id x
    %mine = arith.cmpi ult, %t, %n : index
    scf.if %mine {
      llvm.call_intrinsic "llvm.amdgcn.raw.ptr.buffer.load.lds"(%r, %l, %c4, %c0, %c0, %c0, %c0) : (!llvm.ptr<8>, !lds, i32, i32, i32, i32, i32) -> ()
    }
    gpu.return
  }
}
