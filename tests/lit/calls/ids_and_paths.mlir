// Which ids a kernel gives to what its functions record, and how they are reached.
// RUN: proton-opt %s --split-input-file --proton-assign-operations | FileCheck %s
// RUN: proton-opt %s --split-input-file --convert-proton-to-proton-gpu | FileCheck %s --check-prefix=CONTEXT

// Every path of calls has its own ids; the parent of what a function records is around its call.
// CHECK-LABEL: func.func private @inner
// CHECK: proton.record start "inner" {id = 0 : i32}
// CHECK-LABEL: func.func private @outer
// CHECK: proton.record start "first" {id = 0 : i32}
// CHECK: call @inner({{.*}}) {proton_gpu.id_offset = 1 : i32}
// CHECK: call @inner({{.*}}) {proton_gpu.id_offset = 2 : i32}
// CHECK-LABEL: gpu.func @k(
// CHECK-SAME: [#proton_gpu.operation<kind = scope, name = "all", location = "{{[^"]*}}:[[#@LINE+36]]:5">,
// CHECK-SAME:  #proton_gpu.operation<kind = scope, name = "first", parent = 0, location = "{{[^"]*}}",
// CHECK-SAME:     path = [#proton_gpu.call<function = "outer", location = "{{[^"]*}}:[[#@LINE+35]]:10">]>,
// CHECK-SAME:  #proton_gpu.operation<kind = scope, name = "inner", parent = 1, location = "{{[^"]*}}",
// CHECK-SAME:     path = [#proton_gpu.call<function = "outer", {{[^>]*}}>, #proton_gpu.call<function = "inner", location = "{{[^"]*}}:[[#@LINE+25]]:10">]>,
// CHECK-SAME:  #proton_gpu.operation<kind = scope, name = "inner", parent = 0, location = "{{[^"]*}}",
// CHECK-SAME:     path = [#proton_gpu.call<function = "outer", {{[^>]*}}>, #proton_gpu.call<function = "inner", location = "{{[^"]*}}:[[#@LINE+25]]:10">]>,
// CHECK-SAME:  #proton_gpu.operation<kind = scope, name = "inner", location = "{{[^"]*}}",
// CHECK-SAME:     path = [#proton_gpu.call<function = "inner", location = "{{[^"]*}}:[[#@LINE+31]]:11">]>]
// CHECK: call @outer({{.*}}) {proton_gpu.id_offset = 1 : i32}
// CHECK: call @inner({{.*}}) {proton_gpu.id_offset = 4 : i32}

// CONTEXT-LABEL: func.func private @outer(%{{.*}}: f32) -> f32 {
// CONTEXT-NEXT: %[[SEGMENT:.*]] = proton_gpu.segment_of_caller : !proton_gpu.segment<?, global, warp>
// CONTEXT: proton_gpu.store scope_start 0, %{{.*}} to %[[SEGMENT]]
// CONTEXT: proton_gpu.save_context %[[SEGMENT]] offset 1 :
// CONTEXT-NEXT: call @inner(%{{[^)]*}}) : (f32) -> f32
// CONTEXT-NEXT: proton_gpu.restore_context %[[SEGMENT]]
// CONTEXT: proton_gpu.save_context %[[SEGMENT]] :
// CONTEXT-NEXT: return
gpu.module @m {
  func.func private @inner(%x: f32) -> f32 {
    proton.record start "inner"
    %y = arith.addf %x, %x : f32
    proton.record end "inner"
    return %y : f32
  }
  func.func private @outer(%x: f32) -> f32 {
    proton.record start "first"
    %a = func.call @inner(%x) : (f32) -> f32
    proton.record end "first"
    %b = func.call @inner(%a) : (f32) -> f32
    return %b : f32
  }
  gpu.func @k(%m: memref<32xf32>, %i: index) kernel {
    %c = memref.load %m[%i] : memref<32xf32>
    proton.record start "all"
    %r = func.call @outer(%c) : (f32) -> f32
    proton.record end "all"
    %r2 = func.call @inner(%r) : (f32) -> f32
    memref.store %r2, %m[%i] : memref<32xf32>
    gpu.return
  }
}

// -----

// A function that several kernels call has one text for each: their segments may differ. What no call can reach, and
// what records nothing, is left as it is.
// CONTEXT-LABEL: func.func private @shared()
// CONTEXT: segment_of_caller
// CONTEXT: func.func private @shared.second()
// CONTEXT: segment_of_caller
// CONTEXT-LABEL: func.func private @silent()
// CONTEXT-NOT: segment_of_caller
// CONTEXT-LABEL: func.func private @between()
// CONTEXT: call @shared()
// CONTEXT: call @silent()
// CONTEXT: func.func private @between.second()
// CONTEXT: call @shared.second()
// CONTEXT: call @silent()
// CONTEXT-LABEL: gpu.func @first
// CONTEXT: call @between()
// CONTEXT-LABEL: gpu.func @second
// CONTEXT: call @shared.second()
// CONTEXT: call @between.second()
// CONTEXT-LABEL: gpu.func @third() kernel {
// CONTEXT-NEXT: call @silent()
gpu.module @m {
  func.func private @shared() {
    proton.record start "s"
    proton.record end "s"
    return
  }
  func.func private @silent() {
    return
  }
  func.func private @between() {
    func.call @shared() : () -> ()
    func.call @silent() : () -> ()
    return
  }
  gpu.func @first() kernel {
    func.call @between() : () -> ()
    gpu.return
  }
  gpu.func @second() kernel {
    func.call @shared() : () -> ()
    func.call @between() : () -> ()
    gpu.return
  }
  gpu.func @third() kernel {
    func.call @silent() : () -> ()
    gpu.return
  }
}

// -----

// The same in the llvm dialect, and an event: it belongs to the scope around the call.
// CHECK-LABEL: llvm.func @kernel(
// CHECK-SAME: name = "copy", parent = 0
// CHECK-SAME: path = [#proton_gpu.call<function = "copy"
// CONTEXT-LABEL: llvm.func @copy
// CONTEXT: segment_of_caller
// CONTEXT: event_start 0
// CONTEXT: save_context
// CONTEXT-NEXT: llvm.return
gpu.module @m {
  llvm.func @copy() -> i32 {
    %e = proton.allocate_event "copy" : i32
    proton.event start %e : i32
    proton.event end %e : i32
    %c = llvm.mlir.constant(1 : i32) : i32
    llvm.return %c : i32
  }
  llvm.func @kernel() attributes {nvvm.kernel} {
    proton.record start "all"
    %r = llvm.call @copy() : () -> i32
    proton.record end "all"
    llvm.return
  }
}

// -----

// A function that only dead code calls records nothing: it has no segment, and its annotations no id.
// CHECK-LABEL: func.func private @dead
// CHECK: proton.record start "dead"{{$}}
// CHECK: call @deeper({{[^)]*}}) : (i32) -> i32
// CHECK-LABEL: gpu.func @k(

// CONTEXT-LABEL: func.func private @dead
// CONTEXT-NOT: proton
// CONTEXT: return
gpu.module @m {
  func.func private @deeper(%x: i32) -> i32 {
    proton.record start "deeper"
    proton.record end "deeper"
    return %x : i32
  }
  func.func private @dead(%x: i32) -> i32 {
    proton.record start "dead"
    %y = func.call @deeper(%x) : (i32) -> i32
    proton.record end "dead"
    return %y : i32
  }
  gpu.func @k(%out: memref<1xi32>) kernel {
    proton.record start "all"
    %c0 = arith.constant 0 : i32
    %zero = arith.constant 0 : index
    %never = arith.cmpi slt, %c0, %c0 : i32
    cf.cond_br %never, ^call, ^end
  ^call:
    %y = func.call @dead(%c0) : (i32) -> i32
    memref.store %y, %out[%zero] : memref<1xi32>
    cf.br ^end
  ^end:
    proton.record end "all"
    gpu.return
  }
}
