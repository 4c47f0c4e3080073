// Inline PTX is as uniform as its instructions and special registers are, whether it has side effects or not.
// CTAs of 128 x 1 x 1 threads.
// RUN: proton-opt %s --split-input-file --verify-diagnostics --proton-gpu-report-divergence="block=128,1,1"

!s = !proton_gpu.segment<64, global, warp>
gpu.module @equal {
  gpu.func @equal_in_a_warp(%mine: i32, %buffer: !llvm.ptr) kernel {
    %c0 = arith.constant 0 : i32
    %s = proton_gpu.segment_alloc units 4 in %buffer : !llvm.ptr -> !s
    %v0 = llvm.inline_asm "mov.u32 $0, %warpid;", "=r" : () -> i32
    %is0 = arith.cmpi eq, %v0, %c0 : i32
    scf.if %is0 {
      proton_gpu.store scope_start 0, %mine to %s : !s
    }
    %v1 = llvm.inline_asm "mov.u32 $0, %ctaid.x;", "=r" : () -> i32
    %is1 = arith.cmpi eq, %v1, %c0 : i32
    scf.if %is1 {
      proton_gpu.store scope_start 1, %mine to %s : !s
    }
    %v2 = llvm.inline_asm has_side_effects "mov.u32 $0, %ntid.y;", "=r" : () -> i32
    %is2 = arith.cmpi eq, %v2, %c0 : i32
    scf.if %is2 {
      proton_gpu.store scope_start 2, %mine to %s : !s
    }
    %v3 = llvm.inline_asm "mov.u32 $0, %smid;", "=r" : () -> i32
    %is3 = arith.cmpi eq, %v3, %c0 : i32
    scf.if %is3 {
      proton_gpu.store scope_start 3, %mine to %s : !s
    }
    %v4 = llvm.inline_asm has_side_effects "{ .reg .b32 t; mov.u32 t, %ctaid.x; add.s32 $0, t, 3; }", "=r" : () -> i32
    %is4 = arith.cmpi eq, %v4, %c0 : i32
    scf.if %is4 {
      proton_gpu.store scope_start 4, %mine to %s : !s
    }
    proton_gpu.finalize %s : !s
    gpu.return
  }
}

// -----

!s = !proton_gpu.segment<64, global, warp>
gpu.module @different {
  gpu.func @different_in_lanes(%mine: i32, %buffer: !llvm.ptr) kernel {
    %c0 = arith.constant 0 : i32
    %s = proton_gpu.segment_alloc units 4 in %buffer : !llvm.ptr -> !s
    %v0 = llvm.inline_asm "mov.u32 $0, %laneid;", "=r" : () -> i32
    %is0 = arith.cmpi eq, %v0, %c0 : i32
    // expected-note @+1 {{lanes of a warp may take different ways here}}
    scf.if %is0 {
      // expected-remark @+1 {{may run with part of a warp's lanes}}
      proton_gpu.store scope_start 0, %mine to %s : !s
    }
    %v1 = llvm.inline_asm "mov.u32 $0, %tid.x;", "=r" : () -> i32
    %is1 = arith.cmpi eq, %v1, %c0 : i32
    // expected-note @+1 {{lanes of a warp may take different ways here}}
    scf.if %is1 {
      // expected-remark @+1 {{may run with part of a warp's lanes}}
      proton_gpu.store scope_start 1, %mine to %s : !s
    }
    %v2 = llvm.inline_asm "mov.u32 $0, %lanemask_lt;", "=r" : () -> i32
    %is2 = arith.cmpi eq, %v2, %c0 : i32
    // expected-note @+1 {{lanes of a warp may take different ways here}}
    scf.if %is2 {
      // expected-remark @+1 {{may run with part of a warp's lanes}}
      proton_gpu.store scope_start 2, %mine to %s : !s
    }
    %v3 = llvm.inline_asm "mov.u32 $0, %clock;", "=r" : () -> i32
    %is3 = arith.cmpi eq, %v3, %c0 : i32
    // expected-note @+1 {{lanes of a warp may take different ways here}}
    scf.if %is3 {
      // expected-remark @+1 {{may run with part of a warp's lanes}}
      proton_gpu.store scope_start 3, %mine to %s : !s
    }
    %v4 = llvm.inline_asm "mov.u32 $0, %no_register_of_ptx;", "=r" : () -> i32
    %is4 = arith.cmpi eq, %v4, %c0 : i32
    // expected-note @+1 {{lanes of a warp may take different ways here}}
    scf.if %is4 {
      // expected-remark @+1 {{may run with part of a warp's lanes}}
      proton_gpu.store scope_start 4, %mine to %s : !s
    }
    %v5 = llvm.inline_asm "{ .reg .b32 t; mov.u32 t, %laneid; add.s32 $0, t, 3; }", "=r" : () -> i32
    %is5 = arith.cmpi eq, %v5, %c0 : i32
    // expected-note @+1 {{lanes of a warp may take different ways here}}
    scf.if %is5 {
      // expected-remark @+1 {{may run with part of a warp's lanes}}
      proton_gpu.store scope_start 5, %mine to %s : !s
    }
    %v6 = llvm.inline_asm "shfl.sync.idx.b32 $0, 1, 0, 31, -1;", "=r" : () -> i32
    %is6 = arith.cmpi eq, %v6, %c0 : i32
    // expected-note @+1 {{lanes of a warp may take different ways here}}
    scf.if %is6 {
      // expected-remark @+1 {{may run with part of a warp's lanes}}
      proton_gpu.store scope_start 6, %mine to %s : !s
    }
    %v7 = llvm.inline_asm "v_mbcnt_lo_u32_b32 $0, -1, 0", "=r" : () -> i32
    %is7 = arith.cmpi eq, %v7, %c0 : i32
    // expected-note @+1 {{lanes of a warp may take different ways here}}
    scf.if %is7 {
      // expected-remark @+1 {{may run with part of a warp's lanes}}
      proton_gpu.store scope_start 7, %mine to %s : !s
    }
    proton_gpu.finalize %s : !s
    gpu.return
  }
}

// -----

// Operations of a dialect that is not known for functions of operands alone.
!s = !proton_gpu.segment<64, global, warp>
gpu.module @amd {
  gpu.func @ids(%mine: i32, %buffer: !llvm.ptr) kernel {
    %c0 = arith.constant 0 : i32
    %s = proton_gpu.segment_alloc units 4 in %buffer : !llvm.ptr -> !s
    %block = rocdl.workgroup.id.x : i32
    %isBlock = arith.cmpi eq, %block, %c0 : i32
    scf.if %isBlock {
      proton_gpu.store scope_start 0, %mine to %s : !s
    }
    %thread = rocdl.workitem.id.x : i32
    %isThread = arith.cmpi eq, %thread, %c0 : i32
    // expected-note @+1 {{lanes of a warp may take different ways here}}
    scf.if %isThread {
      // expected-remark @+1 {{may run with part of a warp's lanes}}
      proton_gpu.store scope_start 1, %mine to %s : !s
    }
    %count = rocdl.mbcnt.lo %c0, %c0 : (i32, i32) -> i32
    %isCount = arith.cmpi eq, %count, %c0 : i32
    // expected-note @+1 {{lanes of a warp may take different ways here}}
    scf.if %isCount {
      // expected-remark @+1 {{may run with part of a warp's lanes}}
      proton_gpu.store scope_start 2, %mine to %s : !s
    }
    proton_gpu.finalize %s : !s
    gpu.return
  }
}
