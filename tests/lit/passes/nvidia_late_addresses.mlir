// After loops, the addresses of a unit are computed again from ids that are read there: those of the entry would take
// registers in each loop. The last record of an exit reads its clock before.
// RUN: proton-opt %s --split-input-file --convert-proton-gpu-to-llvm="target=nvidia block=128,1,1" | FileCheck %s

// CHECK-LABEL: gpu.func @loop
// CHECK-SAME: %[[BUFFER:[a-z0-9]+]]: !llvm.ptr {proton_gpu.profile_buffer}
// CHECK: nvvm.read.ptx.sreg.tid.x
// CHECK: scf.for
// CHECK: %[[CLOCK:.*]] = llvm.inline_asm has_side_effects "mov.u32 $0, %clock;"
// CHECK: %[[THREAD:.*]] = llvm.inline_asm has_side_effects "mov.u32 $0, %tid.x;"
// CHECK: llvm.lshr %[[THREAD]]
// CHECK: %[[GLOBAL:.*]] = llvm.addrspacecast %[[BUFFER]]
// CHECK: llvm.inline_asm has_side_effects "mov.u32 $0, %ctaid.x;"
// CHECK: %[[BLOCK:.*]] = llvm.getelementptr %[[GLOBAL]][
// CHECK: %[[ENTRIES:.*]] = llvm.getelementptr %[[BLOCK]][
// CHECK: %[[ENTRY:.*]] = llvm.getelementptr %[[ENTRIES]][
// CHECK: %[[FIRST:.*]] = llvm.getelementptr %[[BLOCK]][
// CHECK: %[[SLOTS:.*]] = llvm.getelementptr %[[FIRST]][
// CHECK: %[[SLOT:.*]] = llvm.getelementptr %[[SLOTS]][
// CHECK: llvm.inline_asm has_side_effects "st.global.v2.b32 [$0], {$1, $2};", "l,r,r,~{memory}" %[[SLOT]], %{{.*}}, %[[CLOCK]]
// CHECK: llvm.inline_asm has_side_effects "st.global.v2.b32 [$0+0], {$1, $2};", "l,r,r,~{memory}" %[[ENTRY]]
// CHECK: llvm.icmp "eq" %[[THREAD]]
// CHECK: llvm.inline_asm has_side_effects "{{.*}}st.global.b64 [$0+56], %cycle;{{.*}}" %[[BLOCK]]
gpu.module @m {
  gpu.func @loop(%n: index, %buffer: !llvm.ptr {proton_gpu.profile_buffer}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %s = proton_gpu.segment_alloc units 4 in %buffer : !llvm.ptr -> !proton_gpu.segment<64, global, warp>
    proton_gpu.initialize %s : !proton_gpu.segment<64, global, warp>
    %t0 = proton_gpu.read_counter : i32
    proton_gpu.store scope_start 0, %t0 to %s : !proton_gpu.segment<64, global, warp>
    scf.for %i = %c0 to %n step %c1 {
      llvm.inline_asm has_side_effects "bar.sync 0;", "" : () -> ()
    }
    %t1 = proton_gpu.read_counter : i32
    proton_gpu.store scope_end 0, %t1 to %s : !proton_gpu.segment<64, global, warp>
    proton_gpu.finalize %s : !proton_gpu.segment<64, global, warp>
    gpu.return
  }
}

// -----

// Without a loop nothing is computed twice. After a barrier in any form the clock is read after a warp synchronisation.
// CHECK-LABEL: gpu.func @straight
// CHECK: "bar.sync 0;"
// CHECK-NEXT: llvm.mlir.constant(-1 : i32)
// CHECK-NEXT: nvvm.bar.warp.sync
// CHECK: %clock
// CHECK-NOT: "mov.u32 $0, %tid.x;"
// CHECK: gpu.return
gpu.module @m {
  gpu.func @straight(%buffer: !llvm.ptr {proton_gpu.profile_buffer}) kernel {
    %s = proton_gpu.segment_alloc units 4 in %buffer : !llvm.ptr -> !proton_gpu.segment<64, global, warp>
    proton_gpu.initialize %s : !proton_gpu.segment<64, global, warp>
    llvm.inline_asm has_side_effects "bar.sync 0;", "" : () -> ()
    %t0 = proton_gpu.read_counter : i32
    proton_gpu.store scope_start 0, %t0 to %s : !proton_gpu.segment<64, global, warp>
    proton_gpu.finalize %s : !proton_gpu.segment<64, global, warp>
    gpu.return
  }
}
