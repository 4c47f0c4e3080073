// What only some warps of a CTA reach has no record in a unit of several warps, unless its first warp is among them.
// RUN: proton-opt %s --proton-report-units 2>&1 | FileCheck %s

// CHECK: report_units.mlir:[[#@LINE+8]]:7: warning: not all warps may reach 'multiply' and 2 others: a unit of several warps has the records of its first warp only, {{.*}} granularity=warp records each warp
// CHECK-NOT: warning
gpu.module @specialised {
  gpu.func @k(%a: memref<64xf32>, %n: index) kernel {
    %c32 = arith.constant 32 : index
    %tid = gpu.thread_id x
    %consumes = arith.cmpi uge, %tid, %c32 : index
    scf.if %consumes {
      proton.record start "multiply"
      proton.value "row", %tid : index
      proton.record end "multiply"
      func.call @f() : () -> ()
    }
    gpu.return
  }
  func.func @f() {
    proton.record start "store"
    proton.record end "store"
    return
  }
}

// All warps of a CTA are in it, or none of them.
// CHECK-NOT: warning
gpu.module @uniform {
  gpu.func @k(%n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %cta = gpu.block_id x
    %is_first = arith.cmpi eq, %cta, %c0 : index
    proton.record start "all"
    scf.if %is_first {
      proton.record start "first"
      proton.record end "first"
    }
    scf.for %i = %c0 to %n step %c1 {
      proton.record start "round"
      proton.record end "round"
    }
    proton.record end "all"
    gpu.return
  }
}
