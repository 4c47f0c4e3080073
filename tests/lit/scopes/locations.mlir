// The table of operations says where each starts: file, line and column of the first start or of the allocation.
// RUN: proton-opt %s --convert-proton-to-proton-gpu | FileCheck %s
// RUN: proton-opt %s --convert-proton-to-proton-gpu --mlir-print-debuginfo | FileCheck %s --check-prefix=RECORD

// CHECK-LABEL: gpu.func @locations
// CHECK-SAME: name = "a", location = "{{.*}}locations.mlir:[[#@LINE+7]]:5">
// CHECK-SAME: name = "copy", parent = 0, location = "{{.*}}locations.mlir:[[#@LINE+8]]:13">
// CHECK-SAME: name = "named", location = "generated.py:7:3">
// CHECK-SAME: name = "unknown">]
gpu.module @m {
  gpu.func @locations(%c: i1) kernel {
    // RECORD: proton_gpu.store scope_start 0{{.*}} loc(#[[A:.*]])
    proton.record start "a"
    %unit = arith.constant 1 : i32
    %copy = proton.allocate_event "copy" : i32
    proton.event start %copy : i32
    proton.event end %copy : i32
    proton.record end "a"
    proton.record start "named" loc("kernel"("generated.py":7:3))
    proton.record end "named"
    proton.record start "unknown" loc(unknown)
    proton.record end "unknown"
    gpu.return
  }
}
// RECORD: #[[A]] = loc("{{.*}}locations.mlir":13:5)
