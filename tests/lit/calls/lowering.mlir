// What a target makes of contexts around calls: arguments, and the count of slots as a result.
// RUN: proton-opt %s --split-input-file --pass-pipeline='builtin.module(convert-proton-to-proton-gpu{buffer-type=shared},gpu.module(proton-gpu-allocate-shared-memory{threads-per-cta=64 bytes-free=40000},proton-gpu-allocate-scratch{threads-per-cta=64},convert-proton-gpu-to-llvm{target=nvidia block=64,1,1}))' | FileCheck %s --check-prefix=NVIDIA
// RUN: proton-opt %s --split-input-file --pass-pipeline='builtin.module(convert-proton-to-proton-gpu{buffer-type=shared},gpu.module(proton-gpu-allocate-shared-memory{threads-per-cta=64 bytes-free=40000},proton-gpu-allocate-scratch{threads-per-cta=64},convert-proton-gpu-to-llvm{target=cpu}))' | FileCheck %s --check-prefix=CPU

// The tag of a record is a constant and what the caller added; the count comes in, goes up, and goes out.
// NVIDIA-LABEL: func.func private @twice(
// NVIDIA-SAME: %[[X:[^:]*]]: f32, %[[OFFSET:[^:]*]]: i32, %[[COUNT:[^:]*]]: i32, %[[SLOTS:[^:]*]]: i32) -> (f32, i32)
// NVIDIA: %[[VARIABLE:.*]] = llvm.alloca
// NVIDIA: llvm.store %[[COUNT]], %[[VARIABLE]]
// NVIDIA: %[[START:.*]] = llvm.mlir.constant(268435456 : i32)
// NVIDIA: %[[TAG:.*]] = llvm.add %[[START]], %[[OFFSET]]
// NVIDIA: %[[BEFORE:.*]] = llvm.load %[[VARIABLE]]
// NVIDIA: %[[SLOT:.*]] = llvm.add %[[SLOTS]], %[[BEFORE]]
// NVIDIA: st.shared.v2.b32 {{.*}} %[[SLOT]], %[[TAG]]
// NVIDIA: st.shared.v2.b32
// NVIDIA: llvm.store %{{.*}}, %[[VARIABLE]]
// NVIDIA-NEXT: %[[AFTER:.*]] = llvm.load %[[VARIABLE]]
// NVIDIA-NEXT: return %{{.*}}, %[[AFTER]] : f32, i32
// NVIDIA-LABEL: gpu.func @k
// NVIDIA: %[[OF_KERNEL:.*]] = llvm.alloca
// NVIDIA: %[[SHIFTED:.*]] = llvm.mlir.constant(65536 : i32)
// NVIDIA: %[[WRITTEN:.*]] = llvm.load %[[OF_KERNEL]]
// NVIDIA: %[[RESULTS:.*]]:2 = func.call @twice(%{{.*}}, %[[SHIFTED]], %[[WRITTEN]], %{{.*}}) : (f32, i32, i32, i32) -> (f32, i32)
// NVIDIA-NEXT: llvm.store %[[RESULTS]]#1, %[[OF_KERNEL]]

// The runtime of the CPU target stores the unit of the thread: only the offset is an argument.
// CPU-LABEL: func.func private @twice(
// CPU-SAME: %{{[^:]*}}: f32, %[[OFFSET:[^:]*]]: i32) -> f32
// CPU: %[[TAG:.*]] = llvm.add %{{.*}}, %[[OFFSET]]
// CPU: llvm.call @pstudio.cpu.record.store(%{{.*}}, %[[TAG]], %{{.*}}, %{{.*}})
// CPU-LABEL: gpu.func @k
// CPU: func.call @twice(%{{.*}}) : (f32, i32) -> f32
gpu.module @m {
  func.func private @twice(%x: f32) -> f32 {
    proton.record start "twice"
    %y = arith.addf %x, %x : f32
    proton.record end "twice"
    return %y : f32
  }
  gpu.func @k(%m: memref<64xf32>) kernel {
    %t = gpu.thread_id x
    %x = memref.load %m[%t] : memref<64xf32>
    proton.record start "all"
    %y = func.call @twice(%x) : (f32) -> f32
    proton.record end "all"
    memref.store %y, %m[%t] : memref<64xf32>
    gpu.return
  }
}

// -----

// An llvm.func has one result: with a second it becomes a struct.
// NVIDIA-LABEL: llvm.func @nothing(
// NVIDIA-SAME: i32, %{{[^:]*}}: i32, %{{[^:]*}}: i32) -> i32
// NVIDIA: llvm.return %{{.*}} : i32
// NVIDIA-LABEL: llvm.func @value(
// NVIDIA-SAME: -> !llvm.struct<(f32, i32)>
// NVIDIA: llvm.call @nothing(%{{.*}}) : (i32, i32, i32) -> i32
// NVIDIA: %[[UNDEF:.*]] = llvm.mlir.undef : !llvm.struct<(f32, i32)>
// NVIDIA: %[[FIRST:.*]] = llvm.insertvalue %{{.*}}, %[[UNDEF]][0]
// NVIDIA: %[[BOTH:.*]] = llvm.insertvalue %{{.*}}, %[[FIRST]][1]
// NVIDIA: llvm.return %[[BOTH]]
// NVIDIA-LABEL: gpu.func @k
// NVIDIA: %[[RESULT:.*]] = llvm.call @value(%{{.*}}) : (f32, i32, i32, i32) -> !llvm.struct<(f32, i32)>
// NVIDIA: %[[VALUE:.*]] = llvm.extractvalue %[[RESULT]][0]
// NVIDIA: %[[COUNT:.*]] = llvm.extractvalue %[[RESULT]][1]
// NVIDIA: llvm.store %[[COUNT]]
// NVIDIA: memref.store %[[VALUE]]
// CPU-LABEL: llvm.func @value(%{{[^:]*}}: f32, %{{[^:]*}}: i32) -> f32
gpu.module @m {
  llvm.func @nothing() {
    proton.record start "nothing"
    proton.record end "nothing"
    llvm.return
  }
  llvm.func @value(%x: f32) -> f32 {
    llvm.call @nothing() : () -> ()
    llvm.return %x : f32
  }
  gpu.func @k(%m: memref<64xf32>) kernel {
    %t = gpu.thread_id x
    %x = memref.load %m[%t] : memref<64xf32>
    %y = llvm.call @value(%x) : (f32) -> f32
    memref.store %y, %m[%t] : memref<64xf32>
    gpu.return
  }
}

// -----

// Lanes call without the others: the count is in shared memory, so only addresses are handed over, and the tag of the
// slot with the mask is known when the function runs.
// NVIDIA-LABEL: func.func private @some(
// NVIDIA-SAME: %[[OFFSET:[^:]*]]: i32, %{{[^:]*}}: i32, %{{[^:]*}}: i32, %{{[^:]*}}: i32) {
// NVIDIA: %[[TAG:.*]] = llvm.add %{{.*}}, %[[OFFSET]]
// NVIDIA: %[[IDS:.*]] = llvm.mlir.constant(268369920 : i32)
// NVIDIA: %[[ID:.*]] = llvm.and %[[TAG]], %[[IDS]]
// NVIDIA: %[[MASK:.*]] = llvm.or %[[ID]]
// NVIDIA: atom.shared.add.u32 {{.*}} {$4, %active}{{.*}} %[[TAG]], %[[MASK]] :
// NVIDIA-LABEL: gpu.func @k
// NVIDIA: func.call @some(%{{.*}}) : (i32, i32, i32, i32) -> ()
gpu.module @m {
  func.func private @some() {
    proton.record start "some"
    proton.record end "some"
    return
  }
  gpu.func @k(%m: memref<64xf32>) kernel {
    %c8 = arith.constant 8 : index
    %t = gpu.thread_id x
    %low = arith.cmpi ult, %t, %c8 : index
    scf.if %low {
      func.call @some() : () -> ()
    }
    gpu.return
  }
}

// -----

// Calls that are never executed get what their callee wants, too: in functions that no kernel calls, and in code that
// control does not reach.
// NVIDIA-LABEL: func.func private @unused(
// NVIDIA: %[[UNDEFINED:.*]] = llvm.mlir.undef : i32
// NVIDIA: call @s(%[[UNDEFINED]], %{{.*}}, %{{.*}}) : (i32, i32, i32) -> i32
// NVIDIA-LABEL: gpu.func @k
// NVIDIA: scf.if
// NVIDIA: call @s({{.*}}) : (i32, i32, i32) -> i32
// NVIDIA: call @s({{.*}}) : (i32, i32, i32) -> i32
// CPU-LABEL: func.func private @unused(
// CPU: call @s({{.*}}) : (i32) -> ()
gpu.module @m {
  func.func private @s() {
    proton.record start "s"
    proton.record end "s"
    return
  }
  func.func private @unused() {
    func.call @s() : () -> ()
    return
  }
  gpu.func @k() kernel {
    %never = arith.constant false
    scf.if %never {
      func.call @s() : () -> ()
    }
    func.call @s() : () -> ()
    gpu.return
  }
}
