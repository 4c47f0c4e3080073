// Memory accesses on an NVIDIA GPU: the head is stored by all lanes; addresses by lane 0 or by every lane, behind it.
// RUN: proton-opt %s --split-input-file --convert-proton-gpu-to-llvm="target=nvidia block=64,1,1" | FileCheck %s --implicit-check-not="proton_gpu.store "

// Head: kind 6, operation 3 with one address in its key. Address: kind 9, its bits above 32 at bit 7 of the tag, the lane.
// CHECK-LABEL: gpu.func @uniform
// CHECK: %[[A:.*]] = arith.addi
// CHECK: %[[HEAD:.*]] = llvm.mlir.constant(1610809344 : i32)
// CHECK: %[[ONE:.*]] = llvm.mlir.constant(1 : i32)
// CHECK: %[[KEY:.*]] = llvm.shl %[[ONE]]
// CHECK: %[[TAG:.*]] = llvm.or %[[HEAD]], %[[KEY]]
// CHECK: mov.u32 %clk, %clock;{{.*}}st.global.v2.b32 [$0], {$1, %clk};{{.*}} %{{.*}}, %[[TAG]]
// CHECK: llvm.mlir.constant(-1879048192 : i32)
// CHECK: %[[LOW:.*]] = llvm.trunc %[[A]]
// CHECK: %[[LOWEST:.*]] = llvm.icmp "eq"
// CHECK: "@$3 st.global.v2.b32 [$0], {$1, $2};", "l,r,r,b,~{memory}" %{{.*}}, %{{.*}}, %[[LOW]], %[[LOWEST]]
// Every lane: its slot lies as many slots behind the head as it has a number, and nothing elects.
// CHECK: %[[RANK:.*]] = llvm.mul %{{.*}}, %{{.*}} : i32
// CHECK: "st.global.v2.b32 [$0], {$1, $2};", "l,r,r,~{memory}"
// CHECK-NOT: atom
gpu.module @m {
  gpu.func @uniform(%address: i64, %b: !llvm.ptr) kernel {
    %s = proton_gpu.segment_alloc units 2 in %b : !llvm.ptr -> !proton_gpu.segment<64, global, warp>
    %x = gpu.thread_id x
    %x64 = arith.index_cast %x : index to i64
    %a = arith.addi %address, %x64 : i64
    %t = proton_gpu.read_counter : i32
    proton_gpu.store memory_access 3 with %a : i64, %t to %s : !proton_gpu.segment<64, global, warp>
    %u = proton_gpu.read_counter : i32
    proton_gpu.store memory_access 4 with %a : i64 each 1, %u to %s : !proton_gpu.segment<64, global, warp>
    proton_gpu.finalize %s : !proton_gpu.segment<64, global, warp>
    gpu.return
  }
}

// -----

// An address that all lanes share: all of them store it.
// CHECK-LABEL: gpu.func @same
// CHECK: "st.global.v2.b32 [$0], {$1, $2};", "l,r,r,~{memory}"
// CHECK-NOT: "@$3 st.global
gpu.module @m {
  gpu.func @same(%address: i64, %b: !llvm.ptr) kernel {
    %s = proton_gpu.segment_alloc units 2 in %b : !llvm.ptr -> !proton_gpu.segment<64, global, warp>
    %t = proton_gpu.read_counter : i32
    proton_gpu.store memory_access 3 with %address : i64, %t to %s : !proton_gpu.segment<64, global, warp>
    proton_gpu.finalize %s : !proton_gpu.segment<64, global, warp>
    gpu.return
  }
}

// -----

// Lanes that may part: the elected lane takes all slots, tells the others where they begin, and each stores its own. The
// mask is stored unless all lanes of the warp are there: lanes that returned do not count.
// CHECK-LABEL: gpu.func @divergent
// CHECK-NOT: ld.volatile.shared
// CHECK: setp.ne.u32 %partial, %active, $2;
// CHECK-SAME: mov.b32 %electedLanes, %active;
// CHECK-SAME: popc.b32 %addresses, %electedLanes;
// CHECK-SAME: add.u32 %size, %size, %addresses;
// CHECK-SAME: atom.shared.add.u32 %slot, [%counter], %size;
// CHECK-SAME: mov.b32 %first, %slot;
// CHECK-SAME: shfl.sync.idx.b32 %first, %first, %leader, 31, %active;
// CHECK-SAME: and.b32 %rank, %rank, %electedLanes;
// CHECK-SAME: popc.b32 %rank, %rank;
// CHECK-SAME: @%encodes st.global.v2.b32 [%at], {%high
gpu.module @m {
  gpu.func @divergent(%address: i64, %n: index, %b: !llvm.ptr) kernel {
    %s = proton_gpu.segment_alloc units 2 in %b : !llvm.ptr -> !proton_gpu.segment<64, global, warp>
    %x = gpu.thread_id x
    %p = arith.cmpi ult, %x, %n : index
    scf.if %p {
      %t = proton_gpu.read_counter : i32
      proton_gpu.store memory_access 3 with %address : i64 each 1, %t to %s : !proton_gpu.segment<64, global, warp>
    }
    proton_gpu.finalize %s : !proton_gpu.segment<64, global, warp>
    gpu.return
  }
}

// -----

// Lanes with a predicate: the lowest of each group of 8 that makes the access stores its address; offsets of the threads lead
// from the address of each lane to that of the first.
// CHECK-LABEL: gpu.func @groups
// CHECK: %[[MASK:.*]] = llvm.inline_asm {{.*}}vote.sync.ballot.b32 {{.*}} %arg2
// CHECK: %[[BELOW:.*]] = llvm.and %[[MASK]]
// CHECK: %[[MINUS8:.*]] = llvm.mlir.constant(-8 : i32)
// CHECK: %[[GROUP:.*]] = llvm.and %{{.*}}, %[[MINUS8]]
// CHECK: %[[LOWER:.*]] = llvm.lshr %[[BELOW]], %[[GROUP]]
// CHECK: %[[IS:.*]] = llvm.icmp "eq" %[[LOWER]]
// CHECK: %[[ENCODES:.*]] = llvm.and %arg2, %[[IS]]
// CHECK: %[[ENCODING:.*]] = llvm.inline_asm {{.*}}vote.sync.ballot.b32 {{.*}} %[[ENCODES]]
// CHECK: llvm.intr.ctpop(%[[ENCODING]])
// CHECK: llvm.intr.ctpop
// CHECK: %[[E16:.*]] = llvm.mlir.constant(16 : i64)
// CHECK: llvm.mul %{{.*}}, %[[E16]]
// CHECK: llvm.xor
// CHECK: %[[E80:.*]] = llvm.mlir.constant(80 : i64)
// CHECK: llvm.mul %{{.*}}, %[[E80]]
// CHECK: %[[OWN:.*]] = llvm.xor
// CHECK: %[[DIFFERENCE:.*]] = llvm.sub %{{.*}}, %[[OWN]]
// CHECK: llvm.add %{{.*}}, %[[DIFFERENCE]]
// CHECK-NOT: "@$3 st.global
gpu.module @m {
  gpu.func @groups(%address: i64, %b: !llvm.ptr, %by: i1) kernel {
    %s = proton_gpu.segment_alloc units 2 in %b : !llvm.ptr -> !proton_gpu.segment<64, global, warp>
    %x = gpu.thread_id x
    %x64 = arith.index_cast %x : index to i64
    %a = arith.addi %address, %x64 : i64
    %t = proton_gpu.read_counter : i32
    proton_gpu.store memory_access 3 with %a : i64 by %by each 8 stride 16, %t to %s : !proton_gpu.segment<64, global, warp>
    %u = proton_gpu.read_counter : i32
    proton_gpu.store memory_access 4 with %a : i64 offsets #proton.thread_offsets<rule = xor, bits = [16, 80]> shared, %u to %s : !proton_gpu.segment<64, global, warp>
    proton_gpu.finalize %s : !proton_gpu.segment<64, global, warp>
    gpu.return
  }
}

// -----

// A stride, or xors, tell the address of the first lane of a group: all its lanes store it, without a predicate.
// CHECK-LABEL: gpu.func @stride
// CHECK: %[[IN:.*]] = llvm.and %[[LANE:[0-9]+]], %{{.*}} : i32
// CHECK: %[[NUMBER:.*]] = llvm.zext %[[IN]] : i32 to i64
// CHECK: %[[BY:.*]] = llvm.mlir.constant(80 : i64)
// CHECK: %[[PAST:.*]] = llvm.mul %[[NUMBER]], %[[BY]]
// CHECK: %[[FIRST:.*]] = llvm.sub %{{.*}}, %[[PAST]]
// CHECK: %[[LOW:.*]] = llvm.trunc %[[FIRST]] : i64 to i32
// CHECK: llvm.sub %[[LANE]], %[[IN]] : i32
// CHECK: "st.global.v2.b32 [$0], {$1, $2};", "l,r,r,~{memory}" %{{.*}}, %{{.*}}, %[[LOW]]
// CHECK: llvm.xor
// CHECK-NOT: "@$3 st.global
gpu.module @m {
  gpu.func @stride(%address: i64, %b: !llvm.ptr) kernel {
    %s = proton_gpu.segment_alloc units 2 in %b : !llvm.ptr -> !proton_gpu.segment<64, global, warp>
    %x = gpu.thread_id x
    %x64 = arith.index_cast %x : index to i64
    %a = arith.addi %address, %x64 : i64
    %t = proton_gpu.read_counter : i32
    proton_gpu.store memory_access 3 with %a : i64 each 8 stride 80, %t to %s : !proton_gpu.segment<64, global, warp>
    %u = proton_gpu.read_counter : i32
    proton_gpu.store memory_access 4 with %a : i64 xors [4, 8, 16, 32, 64] shared, %u to %s : !proton_gpu.segment<64, global, warp>
    proton_gpu.finalize %s : !proton_gpu.segment<64, global, warp>
    gpu.return
  }
}
