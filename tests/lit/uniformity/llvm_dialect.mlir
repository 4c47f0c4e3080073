// Which records a warp may store in parts, where a kernel came as LLVM IR: CTAs of 128 x 1 x 1 threads.
// RUN: proton-opt %s --verify-diagnostics --proton-gpu-report-divergence="block=128,1,1"

!s = !proton_gpu.segment<64, global, warp>
gpu.module @m {
  // The number of the warp, as shifts, divisions and masks make it of the thread's number.
  gpu.func @warp_numbers(%mine: i32, %buffer: !llvm.ptr) kernel {
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c2 = llvm.mlir.constant(2 : i32) : i32
    %c5 = llvm.mlir.constant(5 : i32) : i32
    %c31 = llvm.mlir.constant(31 : i32) : i32
    %c32 = llvm.mlir.constant(32 : i32) : i32
    %c96 = llvm.mlir.constant(96 : i32) : i32
    %s = proton_gpu.segment_alloc units 4 in %buffer : !llvm.ptr -> !s
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %shifted = llvm.lshr %tid, %c5 : i32
    %isShifted = llvm.icmp "eq" %shifted, %c0 : i32
    llvm.cond_br %isShifted, ^shifted, ^divide
  ^shifted:
    proton_gpu.store scope_start 0, %mine to %s : !s
    llvm.br ^divide
  ^divide:
    %divided = llvm.udiv %tid, %c32 : i32
    %isDivided = llvm.icmp "ult" %divided, %c2 : i32
    llvm.cond_br %isDivided, ^divided, ^mask
  ^divided:
    proton_gpu.store scope_start 1, %mine to %s : !s
    llvm.br ^mask
  ^mask:
    %masked = llvm.and %tid, %c96 : i32
    %frozen = llvm.freeze %masked : i32
    %wide = llvm.zext %frozen : i32 to i64
    %c64 = llvm.mlir.constant(64 : i64) : i64
    %isMasked = llvm.icmp "eq" %wide, %c64 : i64
    llvm.cond_br %isMasked, ^masked, ^lane
  ^masked:
    proton_gpu.store scope_start 2, %mine to %s : !s
    llvm.br ^lane
  ^lane:
    %lane = llvm.and %tid, %c31 : i32
    %isLane = llvm.icmp "eq" %lane, %c0 : i32
    // expected-note @+1 {{lanes of a warp may take different ways here}}
    llvm.cond_br %isLane, ^first, ^done
  ^first:
    // expected-remark @+1 {{may run with part of a warp's lanes}}
    proton_gpu.store scope_start 3, %mine to %s : !s
    llvm.br ^done
  ^done:
    proton_gpu.finalize %s : !s
    gpu.return
  }

  // What all lanes are given by one of them, and what a warp has one of.
  gpu.func @shared_values(%mine: i32, %buffer: !llvm.ptr) kernel {
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c2 = llvm.mlir.constant(2 : i32) : i32
    %c31 = llvm.mlir.constant(31 : i32) : i32
    %all = llvm.mlir.constant(-1 : i32) : i32
    %half = llvm.mlir.constant(65535 : i32) : i32
    %s = proton_gpu.segment_alloc units 4 in %buffer : !llvm.ptr -> !s
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %first = nvvm.shfl.sync idx %all, %tid, %c0, %c31 : i32 -> i32
    %isFirst = llvm.icmp "ult" %first, %c2 : i32
    llvm.cond_br %isFirst, ^broadcast, ^register
  ^broadcast:
    proton_gpu.store scope_start 0, %mine to %s : !s
    llvm.br ^register
  ^register:
    %warp = llvm.call_intrinsic "llvm.nvvm.read.ptx.sreg.warpid"() : () -> i32
    %cluster = nvvm.read.ptx.sreg.clusterid.x : i32
    %sum = llvm.add %warp, %cluster : i32
    %isSum = llvm.icmp "eq" %sum, %c2 : i32
    llvm.cond_br %isSum, ^registers, ^limit
  ^registers:
    proton_gpu.store scope_start 1, %mine to %s : !s
    llvm.br ^limit
  ^limit:
    // At most 31 in all lanes.
    %least = llvm.intr.umin(%tid, %c31) : (i32, i32) -> i32
    %c5 = llvm.mlir.constant(5 : i32) : i32
    %none = llvm.lshr %least, %c5 : i32
    %isNone = llvm.icmp "eq" %none, %c0 : i32
    llvm.cond_br %isNone, ^limited, ^part
  ^limited:
    proton_gpu.store scope_start 2, %mine to %s : !s
    llvm.br ^part
  ^part:
    // Half of the lanes take part: what the others have is not known.
    %partly = nvvm.shfl.sync idx %half, %tid, %c0, %c31 : i32 -> i32
    %isPartly = llvm.icmp "ult" %partly, %c2 : i32
    // expected-note @+1 {{lanes of a warp may take different ways here}}
    llvm.cond_br %isPartly, ^partly, ^down
  ^partly:
    // expected-remark @+1 {{may run with part of a warp's lanes}}
    proton_gpu.store scope_start 3, %mine to %s : !s
    llvm.br ^down
  ^down:
    // The same in LLVM IR.
    %given = llvm.call_intrinsic "llvm.nvvm.shfl.sync.idx.i32"(%all, %tid, %c0, %c31) : (i32, i32, i32, i32) -> i32
    %isGiven = llvm.icmp "ult" %given, %c2 : i32
    llvm.cond_br %isGiven, ^given, ^others
  ^given:
    proton_gpu.store scope_start 5, %mine to %s : !s
    llvm.br ^others
  ^others:
    %own = llvm.call_intrinsic "llvm.nvvm.shfl.sync.idx.i32"(%half, %tid, %c0, %c31) : (i32, i32, i32, i32) -> i32
    %isOwn = llvm.icmp "ult" %own, %c2 : i32
    // expected-note @+1 {{lanes of a warp may take different ways here}}
    llvm.cond_br %isOwn, ^own, ^last
  ^own:
    // expected-remark @+1 {{may run with part of a warp's lanes}}
    proton_gpu.store scope_start 6, %mine to %s : !s
    llvm.br ^last
  ^last:
    %next = nvvm.shfl.sync down %all, %c2, %tid, %c31 : i32 -> i32
    %isNext = llvm.icmp "ult" %next, %c2 : i32
    // expected-note @+1 {{lanes of a warp may take different ways here}}
    llvm.cond_br %isNext, ^shuffled, ^done
  ^shuffled:
    // expected-remark @+1 {{may run with part of a warp's lanes}}
    proton_gpu.store scope_start 4, %mine to %s : !s
    llvm.br ^done
  ^done:
    proton_gpu.finalize %s : !s
    gpu.return
  }
}
