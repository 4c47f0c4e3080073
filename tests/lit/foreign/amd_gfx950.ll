; Intrinsics of a chip that LLVM 19 does not have stay calls: transposed loads from LDS are accesses,
; products are products.
; RUN: proton-collect instrument %s -o %t.ll --arch gfx950 --block 64 --mode memory,matrix,async --table | FileCheck %s --check-prefix=TABLE
; RUN: FileCheck %s < %t.ll
; TABLE: "architecture": "gfx950"
; TABLE-DAG: "name": "load tile"
; TABLE-DAG: "bytes_per_lane": 8
; TABLE-DAG: "name": "mfma
; CHECK: call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3)
; CHECK: call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.f16(
; CHECK: call { i32, i32 } @llvm.amdgcn.permlane32.swap(i32
; CHECK: declare <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) captures(none))
target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@tile = external local_unnamed_addr addrspace(3) global [0 x i8], align 16

define amdgpu_kernel void @product(ptr addrspace(1) inreg writeonly captures(none) %0) #0 {
  %2 = tail call i32 @llvm.amdgcn.workitem.id.x()
  %3 = shl nuw nsw i32 %2, 3
  %4 = getelementptr inbounds nuw i8, ptr addrspace(3) @tile, i32 %3
  %5 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) %4)
  %6 = shufflevector <4 x half> %5, <4 x half> %5, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %7 = tail call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.f16(<8 x half> %6, <8 x half> %6, <16 x float> zeroinitializer, i32 0, i32 0, i32 0)
  %8 = extractelement <16 x float> %7, i64 0
  %9 = bitcast float %8 to i32
  %10 = tail call { i32, i32 } @llvm.amdgcn.permlane32.swap(i32 %9, i32 %9, i1 false, i1 false)
  %11 = extractvalue { i32, i32 } %10, 0
  %12 = zext nneg i32 %2 to i64
  %13 = getelementptr inbounds nuw i32, ptr addrspace(1) %0, i64 %12
  store i32 %11, ptr addrspace(1) %13, align 4
  ret void
}

declare noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x() #1
declare <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) captures(none)) #2
declare <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.f16(<8 x half>, <8 x half>, <16 x float>, i32 immarg, i32 immarg, i32 immarg) #3
declare { i32, i32 } @llvm.amdgcn.permlane32.swap(i32, i32, i1 immarg, i1 immarg) #3

attributes #0 = { mustprogress nofree norecurse nounwind willreturn "amdgpu-flat-work-group-size"="1,64" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { convergent mustprogress nocallback nofree nounwind willreturn memory(argmem: read) }
attributes #3 = { convergent mustprogress nocallback nofree nosync nounwind willreturn memory(none) }
