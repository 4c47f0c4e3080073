// Bulk accesses on an NVIDIA GPU: the lanes that make one vote, the lowest of them stores the words, all store the rest.
// RUN: proton-opt %s --split-input-file --convert-proton-gpu-to-llvm="target=nvidia block=64,1,1" | FileCheck %s --implicit-check-not="proton_gpu.store "

// Head: kind 6, operation 3, 3 addresses and a mask: 0x60030301. Then the mask, a continuation of operation 3: 0x80030001.
// CHECK-LABEL: gpu.func @predicated
// CHECK-SAME: , %[[BY:[^:]*]]: i1
// CHECK: %[[MASK:.*]] = llvm.inline_asm has_side_effects {{.*}}vote.sync.ballot.b32 $0, $1, %here;{{.*}} %[[BY]]
// CHECK: %[[ANY:.*]] = llvm.icmp "ne" %[[MASK]]
// CHECK: %[[LOWEST:.*]] = llvm.and %[[MASK]]
// CHECK: %[[TELLER:.*]] = llvm.icmp "eq" %[[LOWEST]]
// CHECK: llvm.mlir.constant(769 : i32)
// CHECK: @$2 st.global.v2.b32 [$0], {$1, %clk};
// CHECK-SAME: %[[ANY]]
// CHECK: llvm.inline_asm has_side_effects {{.*}}@$3 st.global.v2.b32 [$0], {$1, $2};{{.*}} %[[MASK]], %[[ANY]]
// CHECK: %[[STORES:.*]] = llvm.and %[[ANY]], %[[TELLER]]
// CHECK-COUNT-3: @$3 st.global.v2.b32 [$0], {$1, $2};{{.*}} %[[STORES]]
// CHECK-NOT: atom
gpu.module @m {
  gpu.func @predicated(%tile: i64, %x: i64, %y: i64, %by: i1, %b: !llvm.ptr) kernel {
    %s = proton_gpu.segment_alloc units 2 in %b : !llvm.ptr -> !proton_gpu.segment<64, global, warp>
    %t = proton_gpu.read_counter : i32
    proton_gpu.store memory_access 3 with %tile : i64 and [%x, %y] by %by shared, %t to %s : !proton_gpu.segment<64, global, warp>
    proton_gpu.finalize %s : !proton_gpu.segment<64, global, warp>
    gpu.return
  }
}

// -----

// Without a predicate all lanes make it, and lane 0 tells.
// CHECK-LABEL: gpu.func @all
// CHECK-NOT: vote
// CHECK: %[[FIRST:.*]] = llvm.icmp "eq"
// CHECK: st.global.v2.b32 [$0], {$1, %clk};
// CHECK-COUNT-2: @$3 st.global.v2.b32 [$0], {$1, $2};{{.*}} %[[FIRST]]
// CHECK-NOT: st.global.v2.b32
gpu.module @m {
  gpu.func @all(%tile: i64, %x: i64, %b: !llvm.ptr) kernel {
    %s = proton_gpu.segment_alloc units 2 in %b : !llvm.ptr -> !proton_gpu.segment<64, global, warp>
    %t = proton_gpu.read_counter : i32
    proton_gpu.store memory_access 3 with %tile : i64 and [%x] shared, %t to %s : !proton_gpu.segment<64, global, warp>
    gpu.return
  }
}

// -----

// Lanes that may part: those of the predicate among those that are here, and the elected one stores word after word;
// the mask is always kept, since lanes that returned count for no other record.
// CHECK-LABEL: gpu.func @divergent
// CHECK: vote.sync.ballot.b32 %active, ${{[0-9]+}}, %here;
// CHECK-SAME: setp.eq.u32 %partial, 0, 0;
// CHECK-SAME: mov.b32 %addresses, 3;
// CHECK-SAME: add.u32 %size, %size, %addresses;
// CHECK-SAME: @%encodes st.global.v2.b32 [%at], {%high, $
// CHECK-SAME: add.u32 %slot, %slot, 1;
// CHECK-SAME: @%encodes st.global.v2.b32 [%at], {%high, $
// CHECK-SAME: add.u32 %slot, %slot, 1;
// CHECK-SAME: @%encodes st.global.v2.b32 [%at], {%high, $
gpu.module @m {
  gpu.func @divergent(%tile: i64, %x: i64, %y: i64, %by: i1, %n: index, %b: !llvm.ptr) kernel {
    %s = proton_gpu.segment_alloc units 2 in %b : !llvm.ptr -> !proton_gpu.segment<64, global, warp>
    %thread = gpu.thread_id x
    %p = arith.cmpi ult, %thread, %n : index
    scf.if %p {
      %t = proton_gpu.read_counter : i32
      proton_gpu.store memory_access 3 with %tile : i64 and [%x, %y] by %by shared, %t to %s : !proton_gpu.segment<64, global, warp>
    }
    proton_gpu.finalize %s : !proton_gpu.segment<64, global, warp>
    gpu.return
  }
}
