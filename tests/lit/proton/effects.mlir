// Records survive clean-up passes in their places, and functions with records can be inlined.
// RUN: proton-opt %s --canonicalize --cse | FileCheck %s
// RUN: proton-opt %s --inline | FileCheck %s --check-prefix=INLINE

// CHECK-LABEL: func.func @nothing_is_merged_or_dropped
// CHECK-SAME: (%[[A:.*]]: memref<4xf32>, %[[I:.*]]: index)
func.func @nothing_is_merged_or_dropped(%a: memref<4xf32>, %i: index) {
  // CHECK-NEXT: proton.record start "s"
  proton.record start "s"
  // CHECK-NEXT: proton.record end "s"
  proton.record end "s"
  // CHECK-NEXT: proton.record start "s"
  proton.record start "s"
  // CHECK-NEXT: %[[X:.*]] = memref.load %[[A]][%[[I]]]
  %x = memref.load %a[%i] : memref<4xf32>
  // CHECK-NEXT: memref.store %[[X]], %[[A]][%[[I]]]
  memref.store %x, %a[%i] : memref<4xf32>
  // CHECK-NEXT: proton.record end "s"
  proton.record end "s"
  // Two allocations of one name are two events, even unused ones.
  // CHECK-NEXT: %[[E:.*]] = proton.allocate_event "e" : i32
  // CHECK-NEXT: proton.allocate_event "e" : i32
  %e = proton.allocate_event "e" : i32
  %unused = proton.allocate_event "e" : i32
  // CHECK-NEXT: proton.event start %[[E]] : i32
  // CHECK-NEXT: proton.event start %[[E]] : i32
  // CHECK-NEXT: proton.event end %[[E]] : i32
  proton.event start %e : i32
  proton.event start %e : i32
  proton.event end %e : i32
  // CHECK-NEXT: return
  return
}

// CHECK-LABEL: func.func @loads_are_not_merged_across_a_record
// INLINE-LABEL: func.func @loads_are_not_merged_across_a_record
func.func @loads_are_not_merged_across_a_record(%a: memref<4xf32>, %i: index) -> (f32, f32) {
  // CHECK: memref.load
  // CHECK-NEXT: proton.record start
  // CHECK-NEXT: memref.load
  %x = memref.load %a[%i] : memref<4xf32>
  proton.record start "s"
  %y = memref.load %a[%i] : memref<4xf32>
  proton.record end "s"
  return %x, %y : f32, f32
}

func.func private @callee(%event: i32) {
  proton.record start "inner"
  proton.event start %event : i32
  proton.record end "inner"
  return
}

// INLINE-LABEL: func.func @caller
func.func @caller() {
  // INLINE-NEXT: %[[E:.*]] = proton.allocate_event "e" : i32
  // INLINE-NEXT: proton.record start "inner"
  // INLINE-NEXT: proton.event start %[[E]] : i32
  // INLINE-NEXT: proton.record end "inner"
  // INLINE-NEXT: proton.event end %[[E]] : i32
  // INLINE-NEXT: return
  %e = proton.allocate_event "e" : i32
  func.call @callee(%e) : (i32) -> ()
  proton.event end %e : i32
  return
}
