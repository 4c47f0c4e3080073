// Records on AMD GPUs: all lanes store, clocks and ids by intrinsics, waves of 64 and of 32 lanes.
// RUN: proton-opt %s --split-input-file --convert-proton-gpu-to-llvm="target=amd chip=gfx942 block=256,1,1" | FileCheck %s --check-prefixes=CHECK,GFX942 --implicit-check-not=inline_asm --implicit-check-not=sched.barrier
// RUN: proton-opt %s --split-input-file --convert-proton-gpu-to-llvm="target=amd chip=gfx90a block=256,1,1" | FileCheck %s --check-prefixes=CHECK,GFX90A
// RUN: proton-opt %s --split-input-file --convert-proton-gpu-to-llvm="target=amd chip=gfx1100 block=256,1,1" | FileCheck %s --check-prefixes=CHECK,GFX1100
// RUN: proton-opt %s --split-input-file --convert-proton-gpu-to-llvm="target=amd chip=gfx942 block=256,1,1 schedule-barriers=true" | FileCheck %s --check-prefix=BARRIERS
// RUN: proton-opt %s --split-input-file --convert-proton-gpu-to-llvm="target=amd chip=gfx90a block=256,1,1 reference-period=10" | FileCheck %s --check-prefix=PERIOD

// A wave's number is a scalar; the count of slots a stack variable; a record one store of both words from all lanes.
// CHECK-LABEL: gpu.func @uniform
// CHECK: %[[THREAD:.*]] = rocdl.workitem.id.x
// GFX942: %[[SHIFT:.*]] = llvm.mlir.constant(6 : i32)
// GFX1100: %[[SHIFT:.*]] = llvm.mlir.constant(5 : i32)
// CHECK: llvm.call_intrinsic "llvm.amdgcn.readfirstlane"
// CHECK: llvm.alloca
// Thread 0 writes the header: version 3 where waves have 64 lanes (80 << 16 | 3), else 2.
// GFX942: llvm.mlir.constant(5242883 : i32)
// GFX1100: llvm.mlir.constant(5242882 : i32)
// Hardware id: HW_ID CU (4 | 8 << 6 | 3 << 11), SH, SE, XCC_ID; on gfx11 HW_ID1: CU, WGP, SA, SE.
// GFX942: llvm.mlir.constant(6660 : i32)
// GFX942: llvm.amdgcn.s.getreg
// GFX942: llvm.mlir.constant(772 : i32)
// GFX942: llvm.amdgcn.s.getreg
// GFX942: llvm.mlir.constant(4932 : i32)
// GFX942: llvm.amdgcn.s.getreg
// GFX942: llvm.mlir.constant(6164 : i32)
// GFX942: llvm.amdgcn.s.getreg
// GFX90A: llvm.mlir.constant(6660 : i32)
// GFX90A: llvm.mlir.constant(772 : i32)
// GFX90A: llvm.mlir.constant(4932 : i32)
// GFX90A-NOT: llvm.mlir.constant(6164 : i32)
// GFX1100: llvm.mlir.constant(599 : i32)
// GFX1100: llvm.mlir.constant(6807 : i32)
// GFX1100: llvm.mlir.constant(1047 : i32)
// GFX1100: llvm.mlir.constant(5271 : i32)
// The pair of clocks; the reference clock has 100 MHz, before gfx940 25 MHz.
// GFX942: llvm.call_intrinsic "llvm.readcyclecounter"
// GFX942: llvm.call_intrinsic "llvm.readsteadycounter"
// GFX942: llvm.mlir.constant(10 : i64)
// GFX90A: llvm.call_intrinsic "llvm.readcyclecounter"
// GFX90A: llvm.call_intrinsic "llvm.readsteadycounter"
// GFX90A: llvm.mlir.constant(40 : i64)
// GFX1100: llvm.call_intrinsic "llvm.readsteadycounter"
// GFX1100: llvm.call_intrinsic "llvm.readsteadycounter"
// GFX1100: llvm.mlir.constant(10 : i64)
// GFX1100-NOT: readcyclecounter
// The record: kind 1, operation 0.
// CHECK: %[[TAG:.*]] = llvm.mlir.constant(268435456 : i32)
// CHECK: llvm.fence syncscope("singlethread") acq_rel
// GFX942-NEXT: %[[CLOCK:.*]] = llvm.call_intrinsic "llvm.readcyclecounter"
// GFX90A-NEXT: %[[CLOCK:.*]] = llvm.call_intrinsic "llvm.readcyclecounter"
// GFX1100-NEXT: %[[CLOCK:.*]] = llvm.call_intrinsic "llvm.readsteadycounter"
// CHECK-NEXT: llvm.fence syncscope("singlethread") acq_rel
// CHECK-NEXT: llvm.trunc
// CHECK: llvm.insertelement %[[TAG]]
// CHECK: llvm.store %{{.*}}, %{{.*}} {alignment = 8 : i64} : vector<2xi32>, !llvm.ptr<1>
// CHECK: memref.load
// CHECK: gpu.return
//
// BARRIERS-LABEL: gpu.func @uniform
// BARRIERS: llvm.mlir.constant(268435456 : i32)
// BARRIERS: rocdl.sched.barrier 0
// BARRIERS-NEXT: llvm.call_intrinsic "llvm.readcyclecounter"
// BARRIERS-NEXT: llvm.fence
// BARRIERS-NEXT: rocdl.sched.barrier 0
//
// PERIOD-LABEL: gpu.func @uniform
// PERIOD: llvm.call_intrinsic "llvm.readsteadycounter"
// PERIOD: llvm.mlir.constant(10 : i64)
gpu.module @m {
  gpu.func @uniform(%A: memref<256xf32>, %buffer: !llvm.ptr) kernel {
    %x = gpu.thread_id x
    %s = proton_gpu.segment_alloc units 8 in %buffer : !llvm.ptr -> !proton_gpu.segment<16, global, warp>
    proton_gpu.initialize %s : !proton_gpu.segment<16, global, warp>
    %t = proton_gpu.read_counter : i32
    proton_gpu.store scope_start 0, %t to %s : !proton_gpu.segment<16, global, warp>
    %v = memref.load %A[%x] : memref<256xf32>
    proton_gpu.finalize %s : !proton_gpu.segment<16, global, warp>
    gpu.return
  }
}

// -----

// A value of each lane's own: that of the lowest lane, stored by all.
// CHECK-LABEL: gpu.func @value
// CHECK: %[[V:.*]] = arith.index_cast
// CHECK: %[[LOWEST:.*]] = llvm.call_intrinsic "llvm.amdgcn.readfirstlane"(%[[V]])
// CHECK: llvm.store {{.*}} : vector<2xi32>, !llvm.ptr<1>
// CHECK: llvm.insertelement %[[LOWEST]]
// CHECK: llvm.store {{.*}} : vector<2xi32>, !llvm.ptr<1>
// CHECK: gpu.return
gpu.module @m {
  gpu.func @value(%buffer: !llvm.ptr) kernel {
    %x = gpu.thread_id x
    %v = arith.index_cast %x : index to i32
    %s = proton_gpu.segment_alloc units 8 in %buffer : !llvm.ptr -> !proton_gpu.segment<16, global, warp>
    %t = proton_gpu.read_counter : i32
    proton_gpu.store value 3 with %v : i32, %t to %s : !proton_gpu.segment<16, global, warp>
    proton_gpu.finalize %s : !proton_gpu.segment<16, global, warp>
    gpu.return
  }
}

// -----

// Half of a wave of 64 lanes records, a whole one of 32: only the first needs the count in shared memory.
// CHECK-LABEL: gpu.func @half
// GFX942-SAME: workgroup(%{{.*}} : memref<16xi64, #gpu.address_space<workgroup>>)
// GFX1100-NOT: workgroup(
// GFX942: scf.if
// GFX942: rocdl.ballot %{{.*}} : i64
// GFX942: llvm.load volatile %{{.*}} : !llvm.ptr<3> -> i64
// The record's mask takes two more slots: key 3.
// GFX942: llvm.mlir.constant(3 : i32)
// GFX942: llvm.mlir.constant(24 : i32)
// GFX942: llvm.store %{{.*}} : vector<2xi32>, !llvm.ptr<1>
// GFX942: scf.if
// GFX942: llvm.store %{{.*}} : vector<2xi32>, !llvm.ptr<1>
// GFX942: llvm.store %{{.*}} : vector<2xi32>, !llvm.ptr<1>
// GFX942: llvm.store volatile %{{.*}} : i32, !llvm.ptr<3>
// CHECK: gpu.return
gpu.module @m {
  gpu.func @half(%buffer: !llvm.ptr) kernel {
    %x = gpu.thread_id x
    %c32 = arith.constant 32 : index
    %isFirst = arith.cmpi ult, %x, %c32 : index
    %s = proton_gpu.segment_alloc units 8 in %buffer : !llvm.ptr -> !proton_gpu.segment<16, global, warp>
    scf.if %isFirst {
      %t = proton_gpu.read_counter : i32
      proton_gpu.store scope_start 0, %t to %s : !proton_gpu.segment<16, global, warp>
    }
    proton_gpu.finalize %s : !proton_gpu.segment<16, global, warp>
    gpu.return
  }
}

// -----

// Beside a load to LDS, LLVM lets every store to LDS that it knows of wait for the load: each is assembly, of 4, 2 and 1 words.
// CHECK-LABEL: gpu.func @besideLoadsToLds
// CHECK: llvm.call_intrinsic "llvm.amdgcn.raw.ptr.buffer.load.lds"
// CHECK: llvm.insertelement %{{.*}} : vector<4xi32>
// CHECK: llvm.inline_asm has_side_effects "ds_write_b128 $0, $1", "v,v,~{memory}" %{{.*}} : (i32, vector<4xi32>) -> ()
// CHECK-NOT: llvm.store {{.*}} !llvm.ptr<3>
// CHECK: llvm.inline_asm has_side_effects "ds_write_b64 $0, $1", "v,v,~{memory}" %{{.*}} : (i32, i64) -> ()
// CHECK-NOT: llvm.store {{.*}} !llvm.ptr<3>
// CHECK: llvm.inline_asm has_side_effects "ds_write_b32 $0, $1", "v,v,~{memory}" %{{.*}} : (i32, i32) -> ()
// CHECK-NOT: llvm.store {{.*}} !llvm.ptr<3>
// CHECK: gpu.return
gpu.module @m {
  gpu.func @besideLoadsToLds(%r: !llvm.ptr<8>, %l: !llvm.ptr<3>, %buffer: !llvm.ptr) workgroup(%m: memref<128xi64, #gpu.address_space<workgroup>>) kernel attributes {proton_gpu.groups = [
      [#proton_gpu.member<kind = scope_start, id = 0>, #proton_gpu.member<kind = scope_end, id = 0>, #proton_gpu.member<kind = scope_start, id = 1>],
      [#proton_gpu.member<kind = scope_start, id = 0>, #proton_gpu.member<kind = scope_end, id = 0>]]} {
    %s = proton_gpu.segment_alloc units 8 in %buffer : !llvm.ptr staged %m : memref<128xi64, #gpu.address_space<workgroup>> -> !proton_gpu.segment<16, shared, warp>
    proton_gpu.initialize %s : !proton_gpu.segment<16, shared, warp>
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c4 = llvm.mlir.constant(4 : i32) : i32
    llvm.call_intrinsic "llvm.amdgcn.raw.ptr.buffer.load.lds"(%r, %l, %c4, %c0, %c0, %c0, %c0) : (!llvm.ptr<8>, !llvm.ptr<3>, i32, i32, i32, i32, i32) -> ()
    %t0 = proton_gpu.read_counter : i32
    %t1 = proton_gpu.read_counter : i32
    %t2 = proton_gpu.read_counter : i32
    proton_gpu.store_group 0 at %t0, %t1, %t2 to %s : !proton_gpu.segment<16, shared, warp>
    %t3 = proton_gpu.read_counter : i32
    proton_gpu.store_group 1 at %t3 partial to %s : !proton_gpu.segment<16, shared, warp>
    %t4 = proton_gpu.read_counter : i32
    proton_gpu.store_group 1 from 1 at %t4 to %s : !proton_gpu.segment<16, shared, warp>
    proton_gpu.finalize %s : !proton_gpu.segment<16, shared, warp>
    gpu.return
  }
}
