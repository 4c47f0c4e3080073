// Every operation of the proton dialect is printed as it was written.
// RUN: proton-opt %s --split-input-file | FileCheck %s
// RUN: proton-opt %s --split-input-file | proton-opt --split-input-file | FileCheck %s
// RUN: proton-opt %s --split-input-file --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

// CHECK-LABEL: gpu.func @records
gpu.module @kernels {
  gpu.func @records() kernel {
    // CHECK: proton.record start "load"
    // GENERIC: "proton.record"() <{boundary = 0 : i32, name = "load"}> : () -> ()
    proton.record start "load"
    // CHECK: proton.record end "load" {note = 1 : i64}
    // GENERIC: "proton.record"() <{boundary = 1 : i32, name = "load"}> {note = 1 : i64}
    proton.record end "load" {note = 1}
    gpu.return
  }
}

// -----

// CHECK-LABEL: gpu.func @steps
// CHECK-SAME: (%[[KEY:.*]]: index, %[[SOME:.*]]: i1)
gpu.module @kernels {
  gpu.func @steps(%key: index, %some: i1) kernel {
    // CHECK: proton.async start <queue = copy_group, step = wait, pending = 1> "wait"
    // GENERIC: "proton.async"() <{moment = 0 : i32, name = "wait", operandSegmentSizes = array<i32: 0, 0>, site = #proton.async_site<queue = copy_group, step = wait, pending = 1>}> : () -> ()
    proton.async start <queue = copy_group, step = wait, pending = 1> "wait"
    // CHECK: proton.async end <queue = copy_group, step = wait, pending = 1> "wait"
    proton.async end <queue = copy_group, step = wait, pending = 1> "wait"
    // CHECK: proton.async at <queue = mbarrier, step = arrive, barrier = 2> "arrive" key %[[KEY]] if %[[SOME]]
    proton.async at <queue = mbarrier, step = arrive, barrier = 2> "arrive" key %key if %some
    gpu.return
  }
}

// -----

// CHECK-LABEL: gpu.func @events
// CHECK-SAME: (%[[STAGE:.*]]: index)
gpu.module @kernels {
  gpu.func @events(%stage: index) kernel {
    // CHECK: %[[COPY:.*]] = proton.allocate_event "copy A" : i32
    %copy = proton.allocate_event "copy A" : i32
    // CHECK: proton.event start %[[COPY]] key %[[STAGE]] : i32
    // GENERIC: "proton.event"(%{{.*}}, %{{.*}}) <{boundary = 0 : i32}> : (i32, index) -> ()
    proton.event start %copy key %stage : i32
    // CHECK: proton.event end %[[COPY]] : i32
    proton.event end %copy : i32
    gpu.return
  }
}

// -----

// Names may hold any text.
// CHECK-LABEL: func.func @names
func.func @names() {
  // CHECK: proton.record start "k-step \22A\22 \C3\A4"
  proton.record start "k-step \22A\22 ä"
  // CHECK: proton.record end "k-step \22A\22 \C3\A4"
  proton.record end "k-step \22A\22 ä"
  return
}

// -----

// CHECK-LABEL: gpu.func @values
// CHECK-SAME: (%[[SUM:.*]]: f32, %[[N:.*]]: i32)
gpu.module @kernels {
  gpu.func @values(%sum: f32, %n: i32) kernel {
    // CHECK: proton.value "sum", %[[SUM]] : f32
    // GENERIC: "proton.value"(%{{.*}}) <{name = "sum"}> : (f32) -> ()
    proton.value "sum", %sum : f32
    // CHECK: proton.value "left" unit "rows", %[[N]] {note = 1 : i64} : i32
    // GENERIC: "proton.value"(%{{.*}}) <{name = "left", unit = "rows"}> {note = 1 : i64} : (i32) -> ()
    proton.value "left" unit "rows", %n {note = 1} : i32
    gpu.return
  }
}

// -----

// CHECK-LABEL: gpu.func @copies
// CHECK-SAME: (%[[A:.*]]: i64, %[[BY:.*]]: i1)
gpu.module @kernels {
  gpu.func @copies(%a: i64, %by: i1) kernel {
    // CHECK: proton.access <kind = bulk_load, space = global, bytes = 1, tensor_map = 2> "load A" at %[[A]], %[[A]], %[[A]] by %[[BY]]
    proton.access <kind = bulk_load, space = global, bytes = 1, tensor_map = 2> "load A" at %a, %a, %a by %by
    // CHECK: proton.access <kind = bulk_store, space = global, bytes = 256> "store" at %[[A]], %[[A]]
    // GENERIC: "proton.access"(%{{.*}}, %{{.*}}) <{name = "store", operandSegmentSizes = array<i32: 1, 1, 0>
    proton.access <kind = bulk_store, space = global, bytes = 256> "store" at %a, %a
    gpu.return
  }
}
