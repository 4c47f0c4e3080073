// Accesses of generic pointers: recorded in the space that they refer to, in both where only the running kernel
// determines it.
// RUN: proton-opt %s --proton-mark-memory="block=64,1,1" --verify-diagnostics | FileCheck %s
// RUN: proton-opt %s --proton-mark-memory="block=64,1,1 chip=gfx942" | FileCheck %s --check-prefix=AMD

gpu.module @m {
  llvm.mlir.global internal @tile() {addr_space = 3 : i32, alignment = 128 : i64} : !llvm.array<64 x f32>
  llvm.mlir.global internal constant @table() {addr_space = 4 : i32} : !llvm.array<64 x f32>

  // The address is one of the CTA's window, as that of a pointer to shared memory.
  // CHECK-LABEL: gpu.func @shared
  // CHECK: %[[FLAT:.*]] = llvm.inttoptr
  // CHECK: %[[IN:.*]] = llvm.addrspacecast %[[FLAT]] : !llvm.ptr to !llvm.ptr<3>
  // CHECK: %[[AT:.*]] = llvm.ptrtoint %[[IN]] : !llvm.ptr<3> to i64
  // CHECK: proton.access <kind = load, space = shared, bytes = 4, stride = 4> "load tile" at %[[AT]]
  // CHECK-NEXT: llvm.load
  gpu.func @shared() kernel {
    %x = nvvm.read.ptx.sreg.tid.x : i32
    %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %generic = llvm.addrspacecast %tile : !llvm.ptr<3> to !llvm.ptr
    %p = llvm.getelementptr %generic[%x] : (!llvm.ptr, i32) -> !llvm.ptr, f32
    %v = llvm.load %p : !llvm.ptr -> f32
    gpu.return
  }

  // CHECK-LABEL: gpu.func @loaded
  // CHECK: proton.access <kind = load, space = global, bytes = 8, stride = 8>
  // CHECK: %[[IS:.*]] = llvm.call_intrinsic "llvm.nvvm.isspacep.shared"
  // CHECK: proton.access <kind = store, space = shared, bytes = 4> "store shared" at %{{.*}} by %[[IS]]
  // CHECK: %[[GLOBAL:.*]] = llvm.call_intrinsic "llvm.nvvm.isspacep.global"
  // CHECK: proton.access <kind = store, space = global, bytes = 4> "store global" at %{{.*}} by %[[GLOBAL]]
  // CHECK-NEXT: llvm.store
  // AMD-LABEL: gpu.func @loaded
  // AMD: %[[IS:.*]] = llvm.call_intrinsic "llvm.amdgcn.is.shared"
  // AMD: proton.access <kind = store, space = shared, bytes = 4> "store shared" at %{{.*}} by %[[IS]]
  // AMD: llvm.call_intrinsic "llvm.amdgcn.is.private"
  // AMD: proton.access <kind = store, space = global, bytes = 4> "store global" at %{{.*}} by
  gpu.func @loaded(%a: !llvm.ptr, %f: f32) kernel {
    %x = nvvm.read.ptx.sreg.tid.x : i32
    %p = llvm.getelementptr %a[%x] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.ptr
    %loaded = llvm.load %p : !llvm.ptr -> !llvm.ptr
    llvm.store %f, %loaded : f32, !llvm.ptr
    gpu.return
  }

  // Private memory is none; constant memory is left out, and is global memory on an AMD GPU.
  // CHECK-LABEL: gpu.func @others
  // CHECK-NOT: proton.access
  // CHECK: gpu.return
  // AMD-LABEL: gpu.func @others
  // AMD: proton.access <kind = load, space = global, bytes = 4, stride = 0>
  gpu.func @others() kernel {
    %one = llvm.mlir.constant(1 : i32) : i32
    %own = llvm.alloca %one x f32 : (i32) -> !llvm.ptr
    %table = llvm.mlir.addressof @table : !llvm.ptr<4>
    // expected-warning@below {{mode 'memory' leaves this access out: accesses of constant memory are not recorded}}
    %c = llvm.load %table : !llvm.ptr<4> -> f32
    llvm.store %c, %own : f32, !llvm.ptr
    gpu.return
  }
}
