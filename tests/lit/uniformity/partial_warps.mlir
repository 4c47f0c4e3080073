// In a CTA of one dimension a warp agrees upon thread_id / 32, also where its last warp has fewer lanes.
// RUN: proton-opt %s --proton-gpu-report-divergence="block=84,1,1" 2>&1 | FileCheck %s
// RUN: proton-opt %s --proton-gpu-report-divergence="block=84,2,1" 2>&1 | FileCheck %s --check-prefixes=PLANE

// CHECK-NOT: remark

// With a second row a warp has threads of both.
// PLANE: remark: may run
!s = !proton_gpu.segment<64, global, warp>
gpu.module @m {
  gpu.func @k(%mine: i32, %buffer: !llvm.ptr) kernel {
    %s = proton_gpu.segment_alloc units 6 in %buffer : !llvm.ptr -> !s
    %c0 = arith.constant 0 : index
    %c5 = arith.constant 5 : index
    %thread = gpu.thread_id x
    %warp = arith.shrui %thread, %c5 : index
    %isFirst = arith.cmpi eq, %warp, %c0 : index
    scf.if %isFirst {
      proton_gpu.store scope_start 0, %mine to %s : !s
    }
    gpu.return
  }
}
