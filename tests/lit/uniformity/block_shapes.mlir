// The shape of a CTA says which thread ids a warp agrees upon. A warp of a CTA of 16 x 16 threads has two rows.
// RUN: proton-opt %s --proton-gpu-report-divergence="block=16,16,2" 2>&1 | FileCheck %s --check-prefixes=ROWS16
// RUN: proton-opt %s --proton-gpu-report-divergence="block=32,8,2" 2>&1 | FileCheck %s --check-prefixes=ROWS32
// RUN: proton-opt %s --proton-gpu-report-divergence="block=24,4,2" 2>&1 | FileCheck %s --check-prefixes=ROWS24
// RUN: proton-opt %s --proton-gpu-report-divergence="block=1,1,1" 2>&1 | FileCheck %s --check-prefixes=ONE
// RUN: not proton-opt %s --proton-gpu-report-divergence="block=32,8" 2>&1 | FileCheck %s --check-prefixes=BAD

// ROWS16: remark: may run
// ROWS16-NEXT: scope_start 0
// ROWS16: remark: may run
// ROWS16-NEXT: scope_start 1
// ROWS16-NOT: remark

// ROWS32: remark: may run
// ROWS32-NEXT: scope_start 0
// ROWS32-NOT: remark

// A plane of 96 threads is three warps, its rows are not.
// ROWS24: remark: may run
// ROWS24-NEXT: scope_start 0
// ROWS24: remark: may run
// ROWS24-NEXT: scope_start 1
// ROWS24: remark: may run
// ROWS24-NEXT: scope_start 2
// ROWS24-NOT: remark

// ONE-NOT: remark
// BAD: error: option 'block' takes three numbers of at least 1, the threads of a CTA in x, y and z
!s = !proton_gpu.segment<64, global, warp>
gpu.module @m {
  gpu.func @k(%mine: i32, %buffer: !llvm.ptr) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %s = proton_gpu.segment_alloc units 4 in %buffer : !llvm.ptr -> !s
    %x = gpu.thread_id x
    %y = gpu.thread_id y
    %z = gpu.thread_id z
    %x0 = arith.cmpi eq, %x, %c0 : index
    scf.if %x0 {
      proton_gpu.store scope_start 0, %mine to %s : !s
    }
    %y0 = arith.cmpi eq, %y, %c0 : index
    scf.if %y0 {
      proton_gpu.store scope_start 1, %mine to %s : !s
    }
    %pair = arith.shrui %y, %c1 : index
    %pair0 = arith.cmpi eq, %pair, %c0 : index
    scf.if %pair0 {
      proton_gpu.store scope_start 2, %mine to %s : !s
    }
    %z0 = arith.cmpi eq, %z, %c0 : index
    scf.if %z0 {
      proton_gpu.store scope_start 3, %mine to %s : !s
    }
    gpu.return
  }
}
