; A kernel as newer compilers print one for sm_90a: intrinsics that LLVM 19 does not know, inline PTX for barriers in memory,
; bulk copies and matrix products, and attributes and flags of LLVM 20 and later.
target datalayout = "e-p3:32:32-p4:32:32-p5:32:32-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@tile = external addrspace(3) global [0 x i8], align 128

define ptx_kernel void @product(ptr addrspace(1) noundef readonly captures(none) %a, ptr addrspace(1) noundef captures(none) %c, i32 noundef %n) #0 {
entry:
  %tid = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = icmp samesign ult i32 %tid, 1
  %barrier = getelementptr i8, ptr addrspace(3) @tile, i32 8192
  br i1 %first, label %prepare, label %begin

prepare:
  tail call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], 1;", "r,~{memory}"(ptr addrspace(3) %barrier)
  tail call void asm sideeffect "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], 4096;", "r,~{memory}"(ptr addrspace(3) %barrier)
  tail call void asm sideeffect "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1], 4096, [$2];", "r,l,r,~{memory}"(ptr addrspace(3) @tile, ptr addrspace(1) %a, ptr addrspace(3) %barrier)
  br label %begin

begin:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  tail call void asm sideeffect "{\0A\09.reg .pred p;\0A\09wait:\0A\09mbarrier.try_wait.parity.shared.b64 p, [$0], 0;\0A\09@!p bra.uni wait;\0A\09}", "r,~{memory}"(ptr addrspace(3) %barrier)
  br label %loop

loop:
  %i = phi i32 [ 0, %begin ], [ %next, %loop ]
  %s0 = phi float [ 0.000000e+00, %begin ], [ %more, %loop ]
  %s1 = phi float [ 0.000000e+00, %begin ], [ %p1, %loop ]
  %s2 = phi float [ 0.000000e+00, %begin ], [ %p2, %loop ]
  %s3 = phi float [ 0.000000e+00, %begin ], [ %p3, %loop ]
  tail call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %elected = tail call { i32, i1 } @llvm.nvvm.elect.sync(i32 -1)
  %leader = extractvalue { i32, i1 } %elected, 0
  %b = zext nneg i32 %leader to i64
  %products = tail call { float, float, float, float } asm sideeffect "{\0A\09.reg .pred p;\0A\09setp.ne.b32 p, $6, 0;\0A\09wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, $4, $5, p, 1, 1, 0, 0;\0A\09}", "=f,=f,=f,=f,l,l,r,0,1,2,3"(i64 256, i64 %b, i32 1, float %s0, float %s1, float %s2, float %s3)
  %product = extractvalue { float, float, float, float } %products, 0
  %p1 = extractvalue { float, float, float, float } %products, 1
  %p2 = extractvalue { float, float, float, float } %products, 2
  %p3 = extractvalue { float, float, float, float } %products, 3
  tail call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  tail call void asm sideeffect "wgmma.wait_group.sync.aligned 0;", "~{memory}"()
  %offset = shl nuw nsw i32 %tid, 2
  %place = getelementptr i8, ptr addrspace(3) @tile, i32 %offset
  %value = load float, ptr addrspace(3) %place, align 4
  %more = fadd float %product, %value
  %next = add nuw nsw i32 %i, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %done

done:
  %wide = zext nneg i32 %tid to i64
  %out = getelementptr inbounds nuw float, ptr addrspace(1) %c, i64 %wide
  %half = fadd float %s1, %s2
  %most = fadd float %half, %s3
  %all = fadd float %most, %more
  store float %all, ptr addrspace(1) %out, align 4
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare void @llvm.nvvm.wgmma.fence.sync.aligned()
declare void @llvm.nvvm.wgmma.commit_group.sync.aligned()
declare { i32, i1 } @llvm.nvvm.elect.sync(i32)

attributes #0 = { nounwind "nvvm.reqntid"="128" }
