// Memory accesses on an AMD GPU: all lanes store the head and the lowest lane's address, or each lane its own.
// RUN: proton-opt %s --split-input-file --convert-proton-gpu-to-llvm="target=amd chip=gfx942 block=128,1,1" | FileCheck %s --implicit-check-not="proton_gpu.store "

// CHECK-LABEL: gpu.func @uniform
// CHECK: llvm.mlir.constant(-1879048192 : i32)
// CHECK-COUNT-3: llvm.amdgcn.readfirstlane
gpu.module @m {
  gpu.func @uniform(%address: i64, %b: !llvm.ptr) kernel {
    %s = proton_gpu.segment_alloc units 2 in %b : !llvm.ptr -> !proton_gpu.segment<64, global, warp>
    %x = gpu.thread_id x
    %x64 = arith.index_cast %x : index to i64
    %a = arith.addi %address, %x64 : i64
    %t = proton_gpu.read_counter : i32
    proton_gpu.store memory_access 3 with %a : i64, %t to %s : !proton_gpu.segment<64, global, warp>
    proton_gpu.finalize %s : !proton_gpu.segment<64, global, warp>
    gpu.return
  }
}

// -----

// Lanes that are there alone: the head keeps their mask. The lowest lane of each group of 4 stores its address, as many as without
// divergence. The head has no mask only if they are all lanes of the wave: the mask of those that returned is not read.
// CHECK-LABEL: gpu.func @divergent
// CHECK: llvm.mlir.constant(-4 : i32)
// CHECK: llvm.mlir.constant(15 : i64)
// CHECK: rocdl.ballot
// CHECK: llvm.shl %{{.*}} : i64
// CHECK: rocdl.mbcnt.hi
// CHECK: %[[ENCODES:.*]] = llvm.icmp "eq"
// CHECK: rocdl.ballot %[[ENCODES]] : i64
// CHECK: llvm.intr.ctpop
// CHECK-NOT: llvm.load volatile
// CHECK: llvm.icmp "ne"
// CHECK: llvm.mlir.constant(-1879048192 : i32)
// CHECK: rocdl.mbcnt.hi
gpu.module @m {
  gpu.func @divergent(%address: i64, %n: index, %b: !llvm.ptr) kernel {
    %s = proton_gpu.segment_alloc units 2 in %b : !llvm.ptr -> !proton_gpu.segment<128, global, warp>
    %x = gpu.thread_id x
    %p = arith.cmpi ult, %x, %n : index
    scf.if %p {
      %t = proton_gpu.read_counter : i32
      proton_gpu.store memory_access 3 with %address : i64 each 4, %t to %s : !proton_gpu.segment<128, global, warp>
    }
    proton_gpu.finalize %s : !proton_gpu.segment<128, global, warp>
    gpu.return
  }
}

// -----

// An access of the lanes with a predicate: the others branch around its record.
// CHECK-LABEL: gpu.func @predicate
// CHECK: scf.if %arg1 {
// CHECK: rocdl.ballot
gpu.module @m {
  gpu.func @predicate(%address: i64, %makes: i1, %b: !llvm.ptr) kernel {
    %s = proton_gpu.segment_alloc units 2 in %b : !llvm.ptr -> !proton_gpu.segment<128, global, warp>
    %t = proton_gpu.read_counter : i32
    proton_gpu.store memory_access 3 with %address : i64 by %makes each 1, %t to %s : !proton_gpu.segment<128, global, warp>
    proton_gpu.finalize %s : !proton_gpu.segment<128, global, warp>
    gpu.return
  }
}

// -----

// A half is handed over when the record that filled it ends, whose length only the execution knows: the lanes keep it for the
// flush point. Two slots of the mask in a wave of 64 lanes, one of each address.
// CHECK-LABEL: gpu.func @flush
// CHECK: %[[LENGTH:.*]] = llvm.alloca %{{.*}} x i32
// CHECK: scf.if %arg1 {
// CHECK: %[[COUNT:.*]] = llvm.intr.ctpop
// CHECK: %[[LONG:.*]] = llvm.mlir.constant(24 : i32)
// CHECK: %[[HEAD:.*]] = llvm.select %{{.*}}, %[[LONG]], %{{.*}}
// CHECK: %[[BYTES:.*]] = llvm.add %[[HEAD]], %{{.*}} : i32
// CHECK: %[[SLOTS:.*]] = llvm.lshr %[[BYTES]], %{{.*}} : i32
// CHECK: llvm.store %[[SLOTS]], %[[LENGTH]]
// CHECK: }
// CHECK: scf.if %arg1 {
// CHECK: %[[LAST:.*]] = llvm.load %[[LENGTH]]
// CHECK: %[[OFFSET:.*]] = llvm.and %{{.*}}, %{{.*}} : i32
// CHECK: llvm.icmp "ult" %[[OFFSET]], %[[LAST]] : i32
gpu.module @m {
  gpu.func @flush(%address: i64, %makes: i1, %b: !llvm.ptr) workgroup(%m: memref<512xi64, #gpu.address_space<workgroup>>) kernel {
    %s = proton_gpu.segment_alloc strategy flush keeps 1024 units 2 in %b : !llvm.ptr staged %m : memref<512xi64, #gpu.address_space<workgroup>> -> !proton_gpu.segment<256, shared, warp>
    %t = proton_gpu.read_counter : i32
    proton_gpu.store memory_access 3 with %address : i64 by %makes each 1, %t to %s : !proton_gpu.segment<256, shared, warp>
    proton_gpu.flush_point 4 of %s : !proton_gpu.segment<256, shared, warp>
    proton_gpu.finalize %s : !proton_gpu.segment<256, shared, warp>
    gpu.return
  }
}
