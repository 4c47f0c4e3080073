; Triton's LLVM IR for an AMD GPU: the block is that of the launch bounds, accesses through buffer
; resources have addresses and masked lanes, and the output is LLVM IR of the LLVM that made it.
; RUN: proton-collect instrument %s -o %t.ll --arch gfx942 --mode memory --table | FileCheck %s --check-prefix=TABLE
; RUN: FileCheck %s < %t.ll
; RUN: proton-collect instrument %t.ll -o %t.again.ll --arch gfx942 --mode none
; RUN: proton-collect instrument %s -o %t.w64.ll --arch gfx1100+wavefrontsize64 --mode functions --table | FileCheck %s --check-prefix=WAVE64
; RUN: proton-collect instrument %s -o %t.12.ll --arch gfx1200 --mode async,barriers --table | FileCheck %s --check-prefix=GFX12
; RUN: not proton-collect instrument %s -o %t.none.ll --mode functions 2>&1 | FileCheck %s --check-prefix=UNKNOWN
; TABLE: "architecture": "gfx942"
; TABLE: "lanes_per_warp": 64
; TABLE: "block": [
; TABLE-NEXT: 256
; TABLE: "parameters": 3
; TABLE: "name": "load global"
; TABLE: "kind": "load"
; TABLE: "bytes_per_lane": 4
; TABLE: "stride": 4
; TABLE: "kind": "store"
; WAVE64: "lanes_per_warp": 64
; GFX12: "lanes_per_warp": 32
; GFX12: "kind": "scope"
; UNKNOWN: the file does not name the AMD GPU that it is for
; UNKNOWN: --arch gfx942
target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

; The call of the text, the offset of each lane, whether it is within the buffer, the record.
; CHECK-LABEL: define amdgpu_kernel void @copy(
; CHECK-SAME: captures(none)
; CHECK: call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %0, i16 0, i64 2147483646, i32 159744)
; CHECK: zext i32
; CHECK: icmp ule i64 %{{.*}}, 2147483646
; CHECK: call float @llvm.amdgcn.raw.ptr.buffer.load.f32(ptr addrspace(8)
; CHECK: call void @llvm.amdgcn.s.barrier()
; The attributes of the optimiser that records contradict are gone from the kernel.
; CHECK-NOT: "amdgpu-no-workgroup-id-y"
define amdgpu_kernel void @copy(ptr addrspace(1) inreg readonly captures(none) %0, ptr addrspace(1) inreg writeonly captures(none) %1, i32 inreg %2) local_unnamed_addr #0 {
  %4 = tail call i32 @llvm.amdgcn.workgroup.id.x()
  %5 = tail call i32 @llvm.amdgcn.workitem.id.x()
  %6 = shl i32 %4, 8
  %7 = or disjoint i32 %6, %5
  %8 = icmp slt i32 %7, %2
  %9 = shl i32 %7, 2
  %10 = select i1 %8, i32 %9, i32 -2147483648
  %11 = tail call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %0, i16 0, i64 2147483646, i32 159744)
  %12 = tail call float @llvm.amdgcn.raw.ptr.buffer.load.f32(ptr addrspace(8) %11, i32 %9, i32 0, i32 0)
  fence syncscope("workgroup") release
  tail call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %13 = tail call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %1, i16 0, i64 2147483646, i32 159744)
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.f32(float %12, ptr addrspace(8) %13, i32 %10, i32 0, i32 0)
  ret void
}

declare noundef i32 @llvm.amdgcn.workgroup.id.x() #1
declare noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x() #1
declare ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) readnone, i16, i64, i32) #1
declare float @llvm.amdgcn.raw.ptr.buffer.load.f32(ptr addrspace(8) readonly captures(none), i32, i32, i32 immarg) #2
declare void @llvm.amdgcn.raw.ptr.buffer.store.f32(float, ptr addrspace(8) writeonly captures(none), i32, i32, i32 immarg) #3
declare void @llvm.amdgcn.s.barrier() #4

attributes #0 = { mustprogress nofree norecurse nounwind willreturn "amdgpu-flat-work-group-size"="1,256" "amdgpu-no-workgroup-id-y" "amdgpu-no-implicitarg-ptr" "amdgpu-waves-per-eu"="0, 0" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: read) }
attributes #3 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: write) }
attributes #4 = { convergent mustprogress nocallback nofree nounwind willreturn }
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"amdhsa_code_object_version", i32 500}
