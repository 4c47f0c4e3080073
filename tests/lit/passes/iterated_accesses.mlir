// Of a kernel whose loops record some of their iterations it is noted which accesses those are, by id.
// RUN: proton-opt %s --proton-sample-iterations=every=4 | FileCheck %s
// RUN: proton-opt %s --proton-sample-iterations=every=1 | FileCheck %s --check-prefix=ALL

// ALL-NOT: iterated_accesses
// CHECK-LABEL: gpu.func @k
// CHECK-SAME: proton_gpu.iterated_accesses = "1,3"
gpu.module @m {
  gpu.func @k(%address: i64, %n: index) kernel attributes {proton_gpu.operations = []} {
    %s = proton_gpu.segment_alloc -> !proton_gpu.segment<?, global, warp>
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %t = proton_gpu.read_counter : i32
    proton_gpu.store memory_access 0 with %address : i64, %t to %s : !proton_gpu.segment<?, global, warp>
    scf.for %i = %c0 to %n step %c1 {
      %u = proton_gpu.read_counter : i32
      proton_gpu.store memory_access 1 with %address : i64, %u to %s : !proton_gpu.segment<?, global, warp>
      proton_gpu.save_context %s offset 3 : !proton_gpu.segment<?, global, warp>
      func.call @f(%address) : (i64) -> ()
      proton_gpu.restore_context %s : !proton_gpu.segment<?, global, warp>
    }
    proton_gpu.save_context %s offset 5 : !proton_gpu.segment<?, global, warp>
    func.call @g(%address) : (i64) -> ()
    proton_gpu.restore_context %s : !proton_gpu.segment<?, global, warp>
    gpu.return
  }
  func.func @f(%address: i64) {
    %s = proton_gpu.segment_of_caller : !proton_gpu.segment<?, global, warp>
    %t = proton_gpu.read_counter : i32
    proton_gpu.store memory_access 0 with %address : i64, %t to %s : !proton_gpu.segment<?, global, warp>
    proton_gpu.save_context %s : !proton_gpu.segment<?, global, warp>
    return
  }
  func.func @g(%address: i64) {
    %s = proton_gpu.segment_of_caller : !proton_gpu.segment<?, global, warp>
    %t = proton_gpu.read_counter : i32
    proton_gpu.store memory_access 0 with %address : i64, %t to %s : !proton_gpu.segment<?, global, warp>
    proton_gpu.save_context %s : !proton_gpu.segment<?, global, warp>
    return
  }
}
