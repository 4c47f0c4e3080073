// A group becomes one store of 16 bytes on GPUs, and calls that the runtime puts together on the CPU target.
// RUN: proton-opt %s --convert-proton-gpu-to-llvm="target=nvidia block=96,1,1" | FileCheck %s
// RUN: proton-opt %s --convert-proton-gpu-to-llvm="target=amd block=192,1,1" | FileCheck %s --check-prefix=AMD
// RUN: proton-opt %s --convert-proton-gpu-to-llvm="target=cpu" | FileCheck %s --check-prefix=CPU

// A block of 3 units of 64 slots, with a table of 4 entries: segments start at 80 + 4 * 8 = 112, a multiple of 16.
// CHECK-LABEL: gpu.func @k
// CHECK: llvm.mlir.constant(112 : i64)
// The bytes and the records so far.
// CHECK: %[[WRITTEN:.*]] = llvm.alloca
// CHECK: %[[RECORDS:.*]] = llvm.alloca
// Version 5, and flag 12 beside granularity 1.
// CHECK: llvm.mlir.constant(5242885 : i32)
// CHECK: llvm.mlir.constant(4112 : i32)
// A tag of kind 10 and number 0, two clocks that waited, and one that is read here.
// CHECK: %[[A:.*]] = llvm.inline_asm has_side_effects "mov.u32 $0, %clock;"
// CHECK: %[[B:.*]] = llvm.inline_asm has_side_effects "mov.u32 $0, %clock;"
// CHECK: %[[TAG:.*]] = llvm.mlir.constant(-1610612736 : i32)
// CHECK: llvm.inline_asm has_side_effects "{\0A\09.reg .b32 %clk;\0A\09mov.u32 %clk, %clock;\0A\09st.global.v4.b32 [$0], {$1, $2, $3, %clk};\0A\09}", "l,r,r,r,~{memory}" %{{.*}}, %[[TAG]], %[[A]], %[[B]] :
// CHECK: llvm.mlir.constant(16 : i32)
// CHECK: llvm.store %{{.*}}, %[[WRITTEN]]
// CHECK: llvm.mlir.constant(3 : i32)
// CHECK: llvm.store %{{.*}}, %[[RECORDS]]
// Number 1: two clocks, and the keys of both in the last word.
// CHECK: %[[C:.*]] = llvm.inline_asm has_side_effects "mov.u32 $0, %clock;"
// CHECK: llvm.mlir.constant(-1610612735 : i32)
// CHECK: %[[FIRST:.*]] = llvm.and
// CHECK: %[[SECOND:.*]] = llvm.shl
// CHECK: %[[KEYS:.*]] = llvm.or %[[FIRST]], %[[SECOND]]
// CHECK: st.global.v4.b32 [$0], {$1, $2, %clk, $3};{{.*}}, %[[C]], %[[KEYS]] :
// Number 2: the tag and a clock, then another one, 8 bytes behind: the parts of one group.
// CHECK: st.global.v2.b32 [$0], {$1, %clk};
// CHECK: llvm.getelementptr %{{.*}}[%{{.*}}]
// CHECK: st.global.b32 [$0], %clk;
// A record alone takes 16 bytes too.
// CHECK: st.global.v2.b32 [$0], {$1, %clk};
// CHECK: llvm.mlir.constant(16 : i32)
// The state of the unit holds its records.
// CHECK: llvm.load %[[RECORDS]]
// CHECK: llvm.store %{{.*}}, %[[RECORDS]]
// CHECK: %[[ALL:.*]] = llvm.load %[[RECORDS]]
// CHECK: %[[SHIFTED:.*]] = llvm.shl %[[ALL]]
// CHECK: llvm.or %{{.*}}, %[[SHIFTED]]

// AMD-LABEL: gpu.func @k
// AMD: %[[VECTOR:.*]] = llvm.insertelement %{{.*}} : vector<4xi32>
// AMD: llvm.store %{{.*}}, %{{.*}} {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<1>
// AMD: llvm.store %{{.*}}, %{{.*}} {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<1>
// AMD: llvm.store %{{.*}}, %{{.*}} {alignment = 8 : i64} : vector<2xi32>, !llvm.ptr<1>
// AMD: llvm.store %{{.*}}, %{{.*}} {alignment = 4 : i64} : vector<1xi32>, !llvm.ptr<1>
// AMD: llvm.store %{{.*}}, %{{.*}} {alignment = 8 : i64} : vector<2xi32>, !llvm.ptr<1>

// CPU-LABEL: gpu.func @k
// CPU: %[[A:.*]] = llvm.call @pstudio.cpu.record.clock
// CPU: %[[B:.*]] = llvm.call @pstudio.cpu.record.clock
// CPU: %[[C:.*]] = llvm.call @pstudio.cpu.record.clock
// Three records, from the first on, three now.
// CPU: %[[SHAPE:.*]] = llvm.mlir.constant(196611 : i32)
// CPU: llvm.call @pstudio.cpu.record.group(%{{.*}}, %{{.*}}, %[[SHAPE]])
// CPU: llvm.call @pstudio.cpu.record.store(%{{.*}}, %{{.*}}, %{{.*}}, %[[A]])
// CPU: llvm.call @pstudio.cpu.record.store(%{{.*}}, %{{.*}}, %{{.*}}, %[[B]])
// CPU: llvm.call @pstudio.cpu.record.store(%{{.*}}, %{{.*}}, %{{.*}}, %[[C]])
// Two records, both with keys.
// CPU: %[[SHAPE2:.*]] = llvm.mlir.constant(50462722 : i32)
// CPU: llvm.call @pstudio.cpu.record.group(%{{.*}}, %{{.*}}, %[[SHAPE2]])
// One of two records, then the second one.
// CPU: %[[SHAPE3:.*]] = llvm.mlir.constant(65538 : i32)
// CPU: llvm.call @pstudio.cpu.record.group(%{{.*}}, %{{.*}}, %[[SHAPE3]])
// CPU: llvm.call @pstudio.cpu.record.store
// CPU: %[[SHAPE4:.*]] = llvm.mlir.constant(65794 : i32)
// CPU: llvm.call @pstudio.cpu.record.group(%{{.*}}, %{{.*}}, %[[SHAPE4]])
gpu.module @m {
  gpu.func @k(%n: index, %buffer: !llvm.ptr {proton_gpu.profile_buffer}) kernel attributes {proton_gpu.groups = [
      [#proton_gpu.member<kind = scope_start, id = 0>, #proton_gpu.member<kind = scope_end, id = 0>, #proton_gpu.member<kind = scope_start, id = 1>],
      [#proton_gpu.member<kind = event_start, id = 2, keyed = true>, #proton_gpu.member<kind = event_end, id = 2, keyed = true>],
      [#proton_gpu.member<kind = scope_start, id = 0>, #proton_gpu.member<kind = scope_end, id = 0>]]} {
    %s = proton_gpu.segment_alloc units 3 in %buffer : !llvm.ptr -> !proton_gpu.segment<64, global, warp>
    proton_gpu.initialize %s : !proton_gpu.segment<64, global, warp>
    %t0 = proton_gpu.read_counter : i32
    %t1 = proton_gpu.read_counter : i32
    %t2 = proton_gpu.read_counter : i32
    proton_gpu.store_group 0 at %t0, %t1, %t2 to %s : !proton_gpu.segment<64, global, warp>
    %t3 = proton_gpu.read_counter : i32
    %t4 = proton_gpu.read_counter : i32
    proton_gpu.store_group 1 at %t3, %t4 keys %n, %n to %s : !proton_gpu.segment<64, global, warp>
    %t6 = proton_gpu.read_counter : i32
    proton_gpu.store_group 2 at %t6 partial to %s : !proton_gpu.segment<64, global, warp>
    %t7 = proton_gpu.read_counter : i32
    proton_gpu.store_group 2 from 1 at %t7 to %s : !proton_gpu.segment<64, global, warp>
    %t5 = proton_gpu.read_counter : i32
    proton_gpu.store scope_end 1, %t5 to %s : !proton_gpu.segment<64, global, warp>
    proton_gpu.finalize %s : !proton_gpu.segment<64, global, warp>
    gpu.return
  }
}
