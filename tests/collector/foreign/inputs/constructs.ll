; Each construct that the way through MLIR would lose or reject, in one kernel.
target datalayout = "e-p3:32:32-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%pair = type { i32, float }

@table = internal addrspace(4) constant [4 x i32] [i32 3, i32 1, i32 4, i32 1], align 16
@scale = addrspace(1) externally_initialized global float 2.000000e+00, align 4
@0 = private addrspace(1) global i32 7
@shared = external addrspace(3) global [0 x i8], align 16
@fixed = internal addrspace(3) global [64 x float] undef, align 4
@llvm.used = appending global [1 x ptr] [ptr @k], section "llvm.metadata"

declare void @llvm.assume(i1)
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare void @llvm.nvvm.cp.async.bulk.commit.group()
declare { i32, i1 } @llvm.nvvm.elect.sync(i32)
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i64 @llvm.nvvm.read.ptx.sreg.clock64()
declare void @llvm.nvvm.wgmma.fence.sync.aligned()
declare i32 @llvm.fshl.i32(i32, i32, i32)

define internal fastcc float @twice(float %x) #1 {
  %y = fmul fast float %x, 2.000000e+00
  ret float %y
}

define ptx_kernel void @k(ptr addrspace(1) noalias align 16 %out, ptr byval(%pair) align 4 %pair, i32 %n) #0 {
entry:
  %t = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %low = and i32 %t, 31
  %high = shl nuw nsw i32 %n, 5
  %index = or disjoint i32 %high, %low
  %half = lshr exact i32 %index, 1
  %wide = zext nneg i32 %half to i64
  %size = udiv exact i32 %n, 4
  %is.small = icmp ult i32 %size, 9
  call void @llvm.assume(i1 %is.small) [ "align"(ptr addrspace(1) %out, i64 16) ]
  %entry.address = getelementptr inbounds [4 x i32], ptr addrspace(4) @table, i64 0, i64 %wide
  %entry.value = load i32, ptr addrspace(4) %entry.address, align 4, !range !3, !invariant.load !4
  %rotated = call i32 @llvm.fshl.i32(i32 %entry.value, i32 %entry.value, i32 7)
  %factor = load volatile float, ptr addrspace(1) @scale, align 4
  %unnamed = load i32, ptr addrspace(1) @0, align 4
  %place = getelementptr inbounds %pair, ptr %pair, i32 0, i32 1
  %second = load float, ptr %place, align 4
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 1)
  switch i32 %rotated, label %other [
    i32 1, label %loop
    i32 3, label %loop
    i32 4, label %first
  ], !prof !5

first:                                            ; preds = %entry
  %mask = call i32 asm "activemask.b32 $0;", "=r"()
  %elected = call { i32, i1 } @llvm.nvvm.elect.sync(i32 %mask)
  %is.elected = extractvalue { i32, i1 } %elected, 1
  br i1 %is.elected, label %loop, label %other, !prof !6

loop:                                             ; preds = %loop, %first, %entry, %entry
  %i = phi i32 [ 0, %entry ], [ 0, %entry ], [ %unnamed, %first ], [ %next, %loop ]
  %sum = phi fast float [ %factor, %entry ], [ %factor, %entry ], [ %second, %first ], [ %more, %loop ]
  %value = tail call fastcc float @twice(float %sum)
  %more = fadd reassoc contract float %sum, %value
  %next = add nuw nsw i32 %i, 1
  %slot = getelementptr inbounds [64 x float], ptr addrspace(3) @fixed, i32 0, i32 %i
  store float %more, ptr addrspace(3) %slot, align 4, !alias.scope !7
  %goes.on = icmp slt i32 %next, %n
  br i1 %goes.on, label %loop, label %done, !llvm.loop !1

other:                                            ; preds = %first, %entry
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  call void @llvm.nvvm.cp.async.bulk.commit.group()
  %old = atomicrmw add ptr addrspace(1) @0, i32 1 syncscope("device") monotonic, align 4
  %swapped = cmpxchg weak ptr addrspace(3) @shared, i32 0, i32 %old monotonic monotonic, align 4
  %was = extractvalue { i32, i1 } %swapped, 0
  %frozen = freeze i32 %was
  %chosen = select i1 %is.small, i32 %frozen, i32 %old, !prof !6
  %as.float = uitofp nneg i32 %chosen to float
  br label %done

done:                                             ; preds = %other, %loop
  %result = phi float [ %more, %loop ], [ %as.float, %other ]
  %clock = call i64 @llvm.nvvm.read.ptx.sreg.clock64()
  %short = trunc nuw i64 %clock to i32
  %target = getelementptr i32, ptr addrspace(1) %out, i64 %wide
  store i32 %short, ptr addrspace(1) %target, align 4, !nontemporal !2
  store float %result, ptr addrspace(1) %out, align 16
  fence syncscope("block") acq_rel
  ret void
}

attributes #0 = { nounwind "nvvm.reqntid"="128" "target-cpu"="sm_90" }
attributes #1 = { noinline nounwind memory(none) }

!1 = distinct !{!1}
!2 = !{i32 1}
!3 = !{i32 0, i32 9}
!4 = !{}
!5 = !{!"branch_weights", i32 1, i32 2, i32 3, i32 4}
!6 = !{!"branch_weights", i32 1, i32 9}
!7 = !{!8}
!8 = distinct !{!8, !9}
!9 = distinct !{!9}
