// All passes together: nothing of our dialects but the notes for the host is left, whatever the segment is in.
// RUN: proton-opt %s --convert-proton-to-proton-gpu --proton-gpu-allocate-shared-memory --proton-gpu-allocate-scratch=threads-per-cta=64 --convert-proton-gpu-to-llvm --canonicalize --cse | FileCheck %s --implicit-check-not="proton.record" --implicit-check-not="proton_gpu.store "
// RUN: proton-opt %s --convert-proton-to-proton-gpu=buffer-type=shared --proton-gpu-allocate-shared-memory="threads-per-cta=64 bytes-free=4096" --proton-gpu-allocate-scratch=threads-per-cta=64 --convert-proton-gpu-to-llvm --canonicalize --cse | FileCheck %s --implicit-check-not="proton.record" --implicit-check-not="proton_gpu.store "

// CHECK-LABEL: gpu.func @k
// CHECK-SAME: proton_gpu.operations = [#proton_gpu.operation<kind = scope, name = "loop"
// CHECK: llvm.call @pstudio.cpu.record.header
// CHECK: llvm.call @pstudio.cpu.record.clock
// CHECK: llvm.call @pstudio.cpu.record.store
// CHECK: scf.for
// CHECK: llvm.call @pstudio.cpu.record.store
// CHECK: gpu.barrier
// CHECK: llvm.call @pstudio.cpu.record.store
// CHECK: }
// CHECK: llvm.call @pstudio.cpu.record.store
// CHECK: llvm.call @pstudio.cpu.record.end
// CHECK-NEXT: gpu.return
gpu.module @m {
  gpu.func @k(%n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    proton.record start "loop"
    %copy = proton.allocate_event "copy" : i32
    scf.for %i = %c0 to %n step %c1 {
      proton.event start %copy key %i : i32
      gpu.barrier
      proton.event end %copy key %i : i32
    }
    proton.record end "loop"
    gpu.return
  }
}
