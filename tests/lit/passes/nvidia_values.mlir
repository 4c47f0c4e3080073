// Values on an NVIDIA GPU: the lowest lane stores all slots of the record, all lanes where they have the same value.
// RUN: proton-opt %s --split-input-file --convert-proton-gpu-to-llvm="target=nvidia block=96,1,1" | FileCheck %s --implicit-check-not="proton_gpu.store "

// A warp whose lanes stay together: lane 0 stores. Kind 5, operation 3; then a Continuation (8 << 28 | 3 << 16 | 1).
// CHECK-LABEL: gpu.func @uniform
// CHECK: %[[V:.*]] = arith.index_cast
// CHECK: %[[TAG:.*]] = llvm.mlir.constant(1342373888 : i32)
// CHECK: %[[WRITTEN:.*]] = llvm.load %{{.*}} : !llvm.ptr -> i32
// CHECK: %[[LANE:.*]] = nvvm.read.ptx.sreg.laneid : i32
// CHECK: %[[LOWEST:.*]] = llvm.icmp "eq" %[[LANE]], %{{.*}}
// CHECK: llvm.inline_asm has_side_effects "{\0A\09.reg .b32 %clk;\0A\09mov.u32 %clk, %clock;\0A\09@$2 st.global.v2.b32 [$0], {$1, %clk};\0A\09}", "l,r,b,~{memory}" %{{.*}}, %[[TAG]], %[[LOWEST]]
// CHECK: %[[FURTHER:.*]] = llvm.or %{{.*}}, %{{.*}}
// CHECK: llvm.inline_asm has_side_effects "@$3 st.global.v2.b32 [$0], {$1, $2};", "l,r,r,b,~{memory}" %{{.*}}, %[[FURTHER]], %[[V]], %[[LOWEST]]
// CHECK: %[[BYTES:.*]] = llvm.mlir.constant(16 : i32)
// CHECK: %[[NEXT:.*]] = llvm.add %[[WRITTEN]], %[[BYTES]]
// CHECK: llvm.store %[[NEXT]]
gpu.module @m {
  gpu.func @uniform(%buffer: !llvm.ptr) kernel {
    %x = gpu.thread_id x
    %v = arith.index_cast %x : index to i32
    %s = proton_gpu.segment_alloc units 3 in %buffer : !llvm.ptr -> !proton_gpu.segment<16, global, warp>
    %t = proton_gpu.read_counter : i32
    proton_gpu.store value 3 with %v : i32, %t to %s : !proton_gpu.segment<16, global, warp>
    proton_gpu.finalize %s : !proton_gpu.segment<16, global, warp>
    gpu.return
  }
}

// -----

// All lanes have the same argument: all store it, as they do other records.
// CHECK-LABEL: gpu.func @argument
// CHECK: "{{.*}}mov.u32 %clk, %clock;\0A\09st.global.v2.b32 [$0], {$1, %clk};\0A\09}", "l,r,~{memory}"
// CHECK: "st.global.v2.b32 [$0], {$1, $2};", "l,r,r,~{memory}"
gpu.module @m {
  gpu.func @argument(%v: i32, %buffer: !llvm.ptr) kernel {
    %s = proton_gpu.segment_alloc units 3 in %buffer : !llvm.ptr -> !proton_gpu.segment<16, global, warp>
    %t = proton_gpu.read_counter : i32
    proton_gpu.store value 3 with %v : i32, %t to %s : !proton_gpu.segment<16, global, warp>
    proton_gpu.finalize %s : !proton_gpu.segment<16, global, warp>
    gpu.return
  }
}

// -----

// 64 bits take two further slots (key bit 1 of the tag: 5 << 28 | 3 << 16 | 2). A ring wraps between slots, each is masked by itself.
// CHECK-LABEL: gpu.func @wide
// CHECK: %[[V:.*]] = arith.index_cast
// CHECK: %[[TAG:.*]] = llvm.mlir.constant(1342373890 : i32)
// CHECK: %[[LOW:.*]] = llvm.trunc %[[V]] : i64 to i32
// CHECK: %[[UP:.*]] = llvm.lshr %[[V]], %{{.*}}
// CHECK: %[[HIGH:.*]] = llvm.trunc %[[UP]]
// CHECK: llvm.and %{{.*}}, %{{.*}}
// CHECK: st.global.v2.b32 [$0], {$1, %clk}
// CHECK: llvm.and %{{.*}}, %{{.*}}
// CHECK: "@$3 st.global.v2.b32 [$0], {$1, $2};", "l,r,r,b,~{memory}" %{{.*}}, %{{.*}}, %[[LOW]],
// CHECK: llvm.and %{{.*}}, %{{.*}}
// CHECK: "@$3 st.global.v2.b32 [$0], {$1, $2};", "l,r,r,b,~{memory}" %{{.*}}, %{{.*}}, %[[HIGH]],
gpu.module @m {
  gpu.func @wide(%n: index, %buffer: !llvm.ptr) kernel {
    %x = gpu.thread_id x
    %v = arith.index_cast %x : index to i64
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %s = proton_gpu.segment_alloc units 3 in %buffer : !llvm.ptr -> !proton_gpu.segment<16, global, warp>
    scf.for %i = %c0 to %n step %c1 {
      %t = proton_gpu.read_counter : i32
      proton_gpu.store value 3 with %v : i64, %t to %s : !proton_gpu.segment<16, global, warp>
    }
    proton_gpu.finalize %s : !proton_gpu.segment<16, global, warp>
    gpu.return
  }
}

// -----

// Strategy first: a record fits whole if 13 slots of 16 or fewer are written; else its tags become 0.
// CHECK-LABEL: gpu.func @keeps_oldest
// CHECK: %[[LAST:.*]] = llvm.mlir.constant(104 : i32)
// CHECK: %[[FITS:.*]] = llvm.icmp "ule" %{{.*}}, %[[LAST]]
// CHECK: llvm.select %[[FITS]]
// CHECK: %[[END:.*]] = llvm.mlir.constant(128 : i32)
// CHECK: llvm.icmp "ult" %{{.*}}, %[[END]]
// CHECK-COUNT-3: @${{[0-9]}} st.shared.v2.b32
!shared = memref<48xi64, #gpu.address_space<workgroup>>
gpu.module @m {
  gpu.func @keeps_oldest(%n: index, %buffer: !llvm.ptr) workgroup(%m: !shared) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %x = gpu.thread_id x
    %v = arith.index_cast %x : index to i64
    %s = proton_gpu.segment_alloc strategy first units 3 in %buffer : !llvm.ptr staged %m : !shared -> !proton_gpu.segment<16, shared, warp>
    scf.for %i = %c0 to %n step %c1 {
      %t = proton_gpu.read_counter : i32
      proton_gpu.store value 3 with %v : i64, %t to %s : !proton_gpu.segment<16, shared, warp>
    }
    proton_gpu.finalize %s : !proton_gpu.segment<16, shared, warp>
    gpu.return
  }
}

// -----

// Every thread its own: no lane is chosen, the tag says which it is.
// CHECK-LABEL: gpu.func @lanes
// CHECK: %[[TAG:.*]] = llvm.mlir.constant(1342373888 : i32)
// CHECK: %[[LANE:.*]] = nvvm.read.ptx.sreg.laneid
// CHECK: %[[KEY:.*]] = llvm.shl %[[LANE]], %{{.*}}
// CHECK: %[[OWN:.*]] = llvm.or %[[TAG]], %[[KEY]]
// CHECK: "{{.*}}mov.u32 %clk, %clock;\0A\09st.global.v2.b32 [$0], {$1, %clk};\0A\09}", "l,r,~{memory}" %{{.*}}, %[[OWN]] :
// CHECK: "st.global.v2.b32 [$0], {$1, $2};", "l,r,r,~{memory}"
gpu.module @m {
  gpu.func @lanes(%v: i32, %buffer: !llvm.ptr) kernel {
    %s = proton_gpu.segment_alloc units 96 in %buffer : !llvm.ptr -> !proton_gpu.segment<16, global, thread>
    %t = proton_gpu.read_counter : i32
    proton_gpu.store value 3 with %v : i32, %t to %s : !proton_gpu.segment<16, global, thread>
    proton_gpu.finalize %s : !proton_gpu.segment<16, global, thread>
    gpu.return
  }
}

// -----

// Where lanes may be apart the elected one, the lowest that is there, takes all slots at once, and its number is the key.
// CHECK-LABEL: gpu.func @divergent
// CHECK: llvm.inline_asm has_side_effects "{{.*}}setp.eq.u32 %elected, %below, 0;
// CHECK-SAME: mov.b32 %size, 3;{{.*}}mov.b32 %tag, $3;{{.*}}mov.u32 %lane, %laneid;{{.*}}shl.b32 %lane, %lane, 8;{{.*}}or.b32 %tag, %tag, %lane;
// CHECK-SAME: @%elected atom.shared.add.u32 %slot, [%counter], %size;
// CHECK-SAME: setp.le.u32 %fits, %end, 32;{{.*}}setp.lt.and.u32 %stored, %slot, 32, %elected;{{.*}}selp.b32 %tag, %tag, 0, %fits;
// CHECK-SAME: @%stored st.global.v2.b32 [%at], {%tag, $4};
// CHECK-SAME: mov.b32 %further, 2147680257;{{.*}}selp.b32 %further, %further, 0, %fits;
// CHECK-SAME: add.u32 %slot, %slot, 1;{{.*}}setp.lt.and.u32 %stored, %slot, 32, %elected;{{.*}}@%stored st.global.v2.b32 [%at], {%further, $5};
// CHECK-SAME: add.u32 %further, %further, 1;{{.*}}add.u32 %slot, %slot, 1;{{.*}}@%stored st.global.v2.b32 [%at], {%further, $6};
gpu.module @m {
  gpu.func @divergent(%mine: i32, %v: i64, %buffer: !llvm.ptr) kernel {
    %c8 = arith.constant 8 : index
    %s = proton_gpu.segment_alloc strategy first units 3 in %buffer : !llvm.ptr -> !proton_gpu.segment<32, global, warp>
    %x = gpu.thread_id x
    %few = arith.cmpi ult, %x, %c8 : index
    scf.if %few {
      proton_gpu.store value 3 with %v : i64, %mine to %s : !proton_gpu.segment<32, global, warp>
    }
    proton_gpu.finalize %s : !proton_gpu.segment<32, global, warp>
    gpu.return
  }
}

// -----

// Halved, the lanes hold the count until the record is whole.
// CHECK-LABEL: gpu.func @divergent_flush
// CHECK: "{{.*}}mov.b32 %size, 2;{{.*}}mov.b32 %tag, $4;{{.*}}mov.b32 $0, %end;{{.*}}@%stored st.shared.v2.b32 [%at], {%tag, $5};{{.*}}mov.b32 %further, 2147680257;{{.*}}@%stored st.shared.v2.b32 [%at], {%further, $6};
!shared = memref<48xi64, #gpu.address_space<workgroup>>
gpu.module @m {
  gpu.func @divergent_flush(%mine: i32, %v: i32, %buffer: !llvm.ptr) workgroup(%m: !shared) kernel {
    %c8 = arith.constant 8 : index
    %s = proton_gpu.segment_alloc strategy flush keeps 64 units 3 in %buffer : !llvm.ptr staged %m : !shared -> !proton_gpu.segment<16, shared, warp>
    %x = gpu.thread_id x
    %few = arith.cmpi ult, %x, %c8 : index
    scf.if %few {
      proton_gpu.store value 3 with %v : i32, %mine to %s : !proton_gpu.segment<16, shared, warp>
      proton_gpu.flush_point 4 of %s : !proton_gpu.segment<16, shared, warp>
    }
    proton_gpu.finalize %s : !proton_gpu.segment<16, shared, warp>
    gpu.return
  }
}
