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

// Lanes that are there alone: the head keeps their mask; each tells its own address behind it, by its rank among them.
// The head has no mask only if they are all lanes of the wave: the mask of those that returned is not read.
// CHECK-LABEL: gpu.func @divergent
// CHECK: rocdl.ballot
// CHECK: rocdl.mbcnt.hi
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
