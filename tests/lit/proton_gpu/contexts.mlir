// The operations that carry a unit's context over calls.
// RUN: proton-opt %s --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func private @f() {
// CHECK: %[[S:.*]] = proton_gpu.segment_of_caller : !proton_gpu.segment<?, shared, warp>
// CHECK: proton_gpu.save_context %[[S]] offset 7 : !proton_gpu.segment<?, shared, warp>
// CHECK: call @g()
// CHECK: proton_gpu.restore_context %[[S]] : !proton_gpu.segment<?, shared, warp>
// CHECK: proton_gpu.save_context %[[S]] : !proton_gpu.segment<?, shared, warp>
func.func private @g()
func.func private @f() {
  %s = proton_gpu.segment_of_caller : !proton_gpu.segment<?, shared, warp>
  proton_gpu.save_context %s offset 7 : !proton_gpu.segment<?, shared, warp>
  func.call @g() : () -> ()
  proton_gpu.restore_context %s : !proton_gpu.segment<?, shared, warp>
  proton_gpu.save_context %s : !proton_gpu.segment<?, shared, warp>
  return
}

// -----

gpu.module @m {
  gpu.func @k() kernel {
    // expected-error @+1 {{must be in a function that kernels call: a kernel has no caller}}
    %s = proton_gpu.segment_of_caller : !proton_gpu.segment<?, shared, warp>
    gpu.return
  }
}

// -----

func.func private @f(%c: i1) {
  scf.if %c {
    // expected-error @+1 {{must be in the entry block of a function}}
    %s = proton_gpu.segment_of_caller : !proton_gpu.segment<?, shared, warp>
  }
  return
}

// -----

func.func private @f() {
  %s = proton_gpu.segment_of_caller : !proton_gpu.segment<?, shared, warp>
  // expected-error @+1 {{must directly precede a call, or the return of a function}}
  proton_gpu.save_context %s : !proton_gpu.segment<?, shared, warp>
  %c = arith.constant 1 : i32
  return
}

// -----

func.func private @g()
func.func private @f() {
  %s = proton_gpu.segment_of_caller : !proton_gpu.segment<?, shared, warp>
  // expected-error @+1 {{has offset 4096, but ids are 0..4095}}
  proton_gpu.save_context %s offset 4096 : !proton_gpu.segment<?, shared, warp>
  func.call @g() : () -> ()
  return
}

// -----

func.func private @g()
func.func private @f() {
  %s = proton_gpu.segment_of_caller : !proton_gpu.segment<?, shared, warp>
  func.call @g() : () -> ()
  // expected-error @+1 {{must directly follow a call that save_context of the same segment precedes}}
  proton_gpu.restore_context %s : !proton_gpu.segment<?, shared, warp>
  return
}

// -----

func.func private @f() {
  %s = proton_gpu.segment_alloc -> !proton_gpu.segment<?, shared, warp>
  // expected-error @+1 {{before a return must pass the segment of the caller}}
  proton_gpu.save_context %s : !proton_gpu.segment<?, shared, warp>
  return
}

// -----

// expected-error @+1 {{path must be a list of #proton_gpu.call}}
func.func private @f() attributes {a = #proton_gpu.operation<kind = scope, name = "s", path = [1]>}

// -----

// expected-error @+1 {{a call needs the name of the function that is called}}
func.func private @f() attributes {a = #proton_gpu.call<function = "">}

// -----

// CHECK-LABEL: func.func private @asks() {
// CHECK: %[[S:.*]] = proton_gpu.segment_of_caller
// CHECK: %[[P:.*]] = proton_gpu.caller_is_sampled 0 -> i1
// CHECK: %[[Q:.*]] = proton_gpu.caller_is_sampled 1 -> i1
// CHECK: %[[C:.*]] = proton_gpu.loop_counter every 4 kept : !proton_gpu.iterations
// CHECK: proton_gpu.save_context %[[S]] offset 7 if %[[P]], %[[Q]] : !proton_gpu.segment<?, shared, warp>
// CHECK: proton_gpu.save_context %[[S]] if %[[Q]] : !proton_gpu.segment<?, shared, warp>
func.func private @callee()
func.func private @asks() {
  %s = proton_gpu.segment_of_caller : !proton_gpu.segment<?, shared, warp>
  %p = proton_gpu.caller_is_sampled 0 -> i1
  %q = proton_gpu.caller_is_sampled 1 -> i1
  %c = proton_gpu.loop_counter every 4 kept : !proton_gpu.iterations
  proton_gpu.save_context %s offset 7 if %p, %q : !proton_gpu.segment<?, shared, warp>
  func.call @callee() : () -> ()
  proton_gpu.restore_context %s : !proton_gpu.segment<?, shared, warp>
  proton_gpu.save_context %s if %q : !proton_gpu.segment<?, shared, warp>
  func.call @callee() : () -> ()
  proton_gpu.restore_context %s : !proton_gpu.segment<?, shared, warp>
  return
}

// -----

func.func private @has_no_caller() {
  // expected-error @+1 {{must be in the entry block of a function, with a segment_of_caller}}
  %p = proton_gpu.caller_is_sampled 0 -> i1
  return
}
