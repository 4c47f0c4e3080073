// Values become their bits, a read of the counter and a store of two slots, or three.
// RUN: proton-opt %s --split-input-file --convert-proton-to-proton-gpu | FileCheck %s
// RUN: proton-opt %s --split-input-file --proton-assign-operations --proton-gpu-insert-context --convert-proton-values-to-proton-gpu | FileCheck %s --check-prefix=ONLY --implicit-check-not=proton.value
// RUN: proton-opt %s --split-input-file --convert-proton-to-proton-gpu --proton-sample-iterations=every=4 | FileCheck %s --check-prefix=SAMPLED
// RUN: proton-opt %s --split-input-file --proton-strip | FileCheck %s --check-prefix=STRIPPED --implicit-check-not=proton.

// The value belongs to the scope that is open at it. Two of one name are two operations.
// CHECK: gpu.func @types
// CHECK-SAME: (%[[F32:[^:]*]]: f32, %[[F16:[^:]*]]: f16, %[[BF16:[^:]*]]: bf16, %[[F64:[^:]*]]: f64, %[[I1:[^:]*]]: i1, %[[I8:[^:]*]]: i8, %[[I32:[^:]*]]: i32, %[[I48:[^:]*]]: i48, %[[N:[^:]*]]: index)
// CHECK-SAME: proton_gpu.operations = [#proton_gpu.operation<kind = scope, name = "all"{{[^>]*}}>, #proton_gpu.operation<kind = value, name = "sum", parent = 0, location = "{{.*}}values.mlir{{[^"]*}}:52:5", type = f32, unit = "J">,
// CHECK-SAME: #proton_gpu.operation<kind = value, name = "sum", parent = 0, {{[^>]*}}, type = f32, unit = "J">
// CHECK-SAME: name = "f16", {{[^>]*}}type = f16>
// CHECK-SAME: name = "bf16", {{[^>]*}}type = bf16>
// CHECK-SAME: name = "f64", {{[^>]*}}type = f64>
// CHECK-SAME: name = "i1", {{[^>]*}}type = i32>
// CHECK-SAME: name = "i8", {{[^>]*}}type = i32>
// CHECK-SAME: name = "i32", {{[^>]*}}type = i32>
// CHECK-SAME: name = "i48", {{[^>]*}}type = i64>
// CHECK-SAME: name = "index", {{[^>]*}}type = i64>
// CHECK: proton_gpu.store scope_start 0
// CHECK-NEXT: %[[BITS:.*]] = arith.bitcast %[[F32]] : f32 to i32
// CHECK-NEXT: %[[T:.*]] = proton_gpu.read_counter : i32
// CHECK-NEXT: proton_gpu.store value 1 with %[[BITS]] : i32, %[[T]] to %{{.*}} : !proton_gpu.segment<?, global, warp>
// CHECK: proton_gpu.store value 2 with
// CHECK: %[[HALF:.*]] = arith.bitcast %[[F16]] : f16 to i16
// CHECK-NEXT: %[[HALF32:.*]] = arith.extui %[[HALF]] : i16 to i32
// CHECK: store value 3 with %[[HALF32]] : i32
// CHECK: %[[BRAIN:.*]] = arith.bitcast %[[BF16]] : bf16 to i16
// CHECK-NEXT: %[[BRAIN32:.*]] = arith.extui %[[BRAIN]] : i16 to i32
// CHECK: store value 4 with %[[BRAIN32]] : i32
// CHECK: %[[DOUBLE:.*]] = arith.bitcast %[[F64]] : f64 to i64
// CHECK: store value 5 with %[[DOUBLE]] : i64
// CHECK: %[[BIT:.*]] = arith.extui %[[I1]] : i1 to i32
// CHECK: store value 6 with %[[BIT]] : i32
// CHECK: %[[BYTE:.*]] = arith.extsi %[[I8]] : i8 to i32
// CHECK: store value 7 with %[[BYTE]] : i32
// CHECK: store value 8 with %[[I32]] : i32
// CHECK: %[[WIDE:.*]] = arith.extsi %[[I48]] : i48 to i64
// CHECK: store value 9 with %[[WIDE]] : i64
// CHECK: %[[COUNT:.*]] = arith.index_cast %[[N]] : index to i64
// CHECK: store value 10 with %[[COUNT]] : i64

// ONLY: proton.record start "all"
// ONLY: proton_gpu.store value 1
// ONLY: proton.record end "all"

// STRIPPED-LABEL: gpu.func @types
// STRIPPED-NEXT: gpu.return
gpu.module @m {
  gpu.func @types(%f32: f32, %f16: f16, %bf16: bf16, %f64: f64, %i1: i1, %i8: i8, %i32: i32, %i48: i48, %n: index) kernel {
    proton.record start "all"
    proton.value "sum" unit "J", %f32 : f32
    proton.value "sum" unit "J", %f32 : f32
    proton.value "f16", %f16 : f16
    proton.value "bf16", %bf16 : bf16
    proton.value "f64", %f64 : f64
    proton.value "i1", %i1 : i1
    proton.value "i8", %i8 : i8
    proton.value "i32", %i32 : i32
    proton.value "i48", %i48 : i48
    proton.value "index", %n : index
    proton.record end "all"
    gpu.return
  }
}

// -----

// Of a loop each n-th iteration records its value, too.
// SAMPLED-LABEL: gpu.func @loop
// SAMPLED: scf.for
// SAMPLED: %[[P:.*]] = proton_gpu.is_sampled
// SAMPLED: proton_gpu.store value 0 with %{{.*}} : i64, %{{.*}} to %{{.*}} if %[[P]] :
gpu.module @m {
  gpu.func @loop(%n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %c0 to %n step %c1 {
      proton.value "i", %i : index
    }
    gpu.return
  }
}

// -----

// A function that a kernel calls records values of its own.
// CHECK-LABEL: func.func private @f
// CHECK: %[[S:.*]] = proton_gpu.segment_of_caller
// CHECK: proton_gpu.store value 0 with %{{.*}} : i32, %{{.*}} to %[[S]]
// CHECK: #proton_gpu.operation<kind = value, name = "x", {{.*}}path = [#proton_gpu.call<function = "f", {{.*}}>], type = f32>
gpu.module @m {
  func.func private @f(%x: f32) {
    proton.value "x", %x : f32
    return
  }
  gpu.func @k(%x: f32) kernel {
    func.call @f(%x) : (f32) -> ()
    gpu.return
  }
}
