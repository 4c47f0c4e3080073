// Accesses of AMD's GPUs: the range check of buffers, and loads to LDS.
// RUN: proton-opt %s --split-input-file --proton-mark-memory="block=64,1,1 lanes-per-warp=64 chip=gfx942" --verify-diagnostics | FileCheck %s --check-prefixes=CHECK,GFX9
// RUN: proton-opt %s --split-input-file --proton-mark-memory="block=64,1,1 lanes-per-warp=32 chip=gfx1100" --verify-diagnostics | FileCheck %s --check-prefixes=CHECK,GFX11

// Active lanes have offsets below 2^31. A small stride holds for them; a stride of 64 MiB wraps within the 64 lanes.
// CHECK-LABEL: gpu.func @strides
// CHECK: proton.access <kind = load, space = global, bytes = 4, stride = 4> "load global"
// CHECK: proton.access <kind = load, space = global, bytes = 4> "load global"
gpu.module @m {
  gpu.func @strides(%p: !llvm.ptr<1>, %n: i32) kernel {
    %none = arith.constant 0 : i16
    %zero = arith.constant 0 : i32
    %extent = arith.constant 2147483646 : i32
    %flags = arith.constant 159744 : i32
    %four = arith.constant 4 : i32
    %large = arith.constant 67108864 : i32
    %x = gpu.thread_id x
    %tid = arith.index_cast %x : index to i32
    %i = arith.addi %tid, %n : i32
    %near = arith.muli %i, %four : i32
    %far = arith.muli %i, %large : i32
    %r = llvm.call_intrinsic "llvm.amdgcn.make.buffer.rsrc"(%p, %none, %extent, %flags) : (!llvm.ptr<1>, i16, i32, i32) -> !llvm.ptr<8>
    %a = llvm.call_intrinsic "llvm.amdgcn.raw.ptr.buffer.load"(%r, %near, %zero, %zero) : (!llvm.ptr<8>, i32, i32, i32) -> f32
    %b = llvm.call_intrinsic "llvm.amdgcn.raw.ptr.buffer.load"(%r, %far, %zero, %zero) : (!llvm.ptr<8>, i32, i32, i32) -> f32
    gpu.return
  }
}

// -----

// A load to LDS makes two accesses: the load is recorded if its buffer is known, the store never is.
// CHECK-LABEL: gpu.func @toLds
// CHECK-SAME: proton_gpu.coverage.memory = array<i64: 1, 3>
// CHECK: proton.access <kind = load, space = global, bytes = 4, stride = 4> "load global"
// CHECK-NEXT: llvm.call_intrinsic "llvm.amdgcn.raw.ptr.buffer.load.lds"
// CHECK-NOT: proton.access
gpu.module @m {
  gpu.func @toLds(%p: !llvm.ptr<1>, %unknown: !llvm.ptr<8>, %lds: !llvm.ptr<3>) kernel {
    %none = arith.constant 0 : i16
    %zero = arith.constant 0 : i32
    %extent = arith.constant 4096 : i32
    %flags = arith.constant 159744 : i32
    %four = arith.constant 4 : i32
    %x = gpu.thread_id x
    %tid = arith.index_cast %x : index to i32
    %near = arith.muli %tid, %four : i32
    %r = llvm.call_intrinsic "llvm.amdgcn.make.buffer.rsrc"(%p, %none, %extent, %flags) : (!llvm.ptr<1>, i16, i32, i32) -> !llvm.ptr<8>
    // expected-warning @+1 {{mode 'memory' leaves this store out: the stores to LDS of a load to LDS are not recorded}}
    llvm.call_intrinsic "llvm.amdgcn.raw.ptr.buffer.load.lds"(%r, %lds, %four, %near, %zero, %zero, %zero) : (!llvm.ptr<8>, !llvm.ptr<3>, i32, i32, i32, i32, i32) -> ()
    // expected-warning @+1 {{mode 'memory' leaves this access out: the addresses of this operation are not known here}}
    llvm.call_intrinsic "llvm.amdgcn.raw.ptr.buffer.load.lds"(%unknown, %lds, %four, %near, %zero, %zero, %zero) : (!llvm.ptr<8>, !llvm.ptr<3>, i32, i32, i32, i32, i32) -> ()
    gpu.return
  }
}

// -----

// The range check is of the whole access; of each dword on gfx9, where an access is made if its first one is inside. There is
// no test if all offsets are inside. Chips differ in the check of a scalar offset.
// CHECK-LABEL: gpu.func @range
// CHECK-SAME: proton_gpu.coverage.memory = array<i64: 4, 1>
// CHECK: %[[FOUR:.*]] = llvm.mlir.constant(4 : i64)
// CHECK: %[[END:.*]] = llvm.add %[[FOUR]]
// CHECK: %[[IN:.*]] = llvm.icmp "ule" %[[END]]
// CHECK: proton.access <kind = load, space = global, bytes = 4, stride = 4> "load global" at %{{.*}} by %[[IN]]
// GFX9: %[[BYTES:.*]] = llvm.mlir.constant(4 : i64)
// GFX11: %[[BYTES:.*]] = llvm.mlir.constant(16 : i64)
// CHECK: %[[LAST:.*]] = llvm.add %[[BYTES]]
// CHECK: %[[INSIDE:.*]] = llvm.icmp "ule" %[[LAST]]
// CHECK: proton.access <kind = load, space = global, bytes = 16, stride = 4> "load global" at %{{.*}} by %[[INSIDE]]
// CHECK: proton.access <kind = load, space = global, bytes = 4, stride = 4> "load global" at %{{[0-9]+}}{{$}}
// CHECK: llvm.icmp "ule"
// CHECK: proton.access <kind = load, space = global, bytes = 16, stride = 4> "load global" at %{{.*}} by
// CHECK-NOT: proton.access
gpu.module @m {
  gpu.func @range(%p: !llvm.ptr<1>, %n: i32) kernel {
    %none = arith.constant 0 : i16
    %zero = arith.constant 0 : i32
    %extent = arith.constant 256 : i32
    %flags = arith.constant 159744 : i32
    %four = arith.constant 4 : i32
    %x = gpu.thread_id x
    %tid = arith.index_cast %x : index to i32
    %near = arith.muli %tid, %four : i32
    %r = llvm.call_intrinsic "llvm.amdgcn.make.buffer.rsrc"(%p, %none, %n, %flags) : (!llvm.ptr<1>, i16, i32, i32) -> !llvm.ptr<8>
    %a = llvm.call_intrinsic "llvm.amdgcn.raw.ptr.buffer.load"(%r, %near, %zero, %zero) : (!llvm.ptr<8>, i32, i32, i32) -> f32
    %b = llvm.call_intrinsic "llvm.amdgcn.raw.ptr.buffer.load"(%r, %near, %zero, %zero) : (!llvm.ptr<8>, i32, i32, i32) -> vector<4xf32>
    // expected-warning @+1 {{mode 'memory' leaves this access out: the range check of a scalar offset differs between chips}}
    %c = llvm.call_intrinsic "llvm.amdgcn.raw.ptr.buffer.load"(%r, %near, %four, %zero) : (!llvm.ptr<8>, i32, i32, i32) -> f32
    %k = llvm.call_intrinsic "llvm.amdgcn.make.buffer.rsrc"(%p, %none, %extent, %flags) : (!llvm.ptr<1>, i16, i32, i32) -> !llvm.ptr<8>
    %d = llvm.call_intrinsic "llvm.amdgcn.raw.ptr.buffer.load"(%k, %near, %zero, %zero) : (!llvm.ptr<8>, i32, i32, i32) -> f32
    %e = llvm.call_intrinsic "llvm.amdgcn.raw.ptr.buffer.load"(%k, %near, %zero, %zero) : (!llvm.ptr<8>, i32, i32, i32) -> vector<4xf32>
    gpu.return
  }
}
