// Numbers on the stack are followed like values.
// RUN: proton-opt %s --verify-diagnostics --proton-gpu-report-divergence="block=64,1,1"

!s = !proton_gpu.segment<256, global, warp>
gpu.module @m {
  // All lanes store the same number, so the branch is taken by all or none.
  gpu.func @together(%n: i32, %buffer: !llvm.ptr) kernel {
    %s = proton_gpu.segment_alloc units 2 in %buffer : !llvm.ptr -> !s
    %one = llvm.mlir.constant(1 : i32) : i32
    %zero = llvm.mlir.constant(0 : i32) : i32
    %count = llvm.alloca %one x i32 : (i32) -> !llvm.ptr
    llvm.store %n, %count : i32, !llvm.ptr
    %x = llvm.load %count : !llvm.ptr -> i32
    %some = llvm.icmp "ne" %x, %zero : i32
    scf.if %some {
      %t = proton_gpu.read_counter : i32
      proton_gpu.store scope_start 0, %t to %s : !s
    }
    gpu.return
  }
  // One lane alone stores: from then on lanes may hold different numbers.
  gpu.func @apart(%n: i32, %buffer: !llvm.ptr) kernel {
    %s = proton_gpu.segment_alloc units 2 in %buffer : !llvm.ptr -> !s
    %one = llvm.mlir.constant(1 : i32) : i32
    %zero = llvm.mlir.constant(0 : i32) : i32
    %c0 = arith.constant 0 : index
    %count = llvm.alloca %one x i32 : (i32) -> !llvm.ptr
    llvm.store %zero, %count : i32, !llvm.ptr
    %thread = gpu.thread_id x
    %first = arith.cmpi eq, %thread, %c0 : index
    scf.if %first {
      llvm.store %one, %count : i32, !llvm.ptr
    }
    %x = llvm.load %count : !llvm.ptr -> i32
    %some = llvm.icmp "ne" %x, %zero : i32
    // expected-note@+1 {{lanes of a warp may take different ways here}}
    scf.if %some {
      %t = proton_gpu.read_counter : i32
      // expected-remark@+1 {{}}
      proton_gpu.store scope_start 0, %t to %s : !s
    }
    gpu.return
  }
}
