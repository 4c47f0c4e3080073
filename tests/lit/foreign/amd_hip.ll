; LLVM IR that clang makes of HIP for its own chip: a structure by value, launch bounds of one size, LDS.
; RUN: proton-collect instrument %s -o %t.ll --mode functions,loops,barriers,memory --table | FileCheck %s --check-prefix=TABLE
; RUN: FileCheck %s < %t.ll
; RUN: not proton-collect instrument %s -o %t.other.ll --arch gfx942 --mode functions 2>&1 | FileCheck %s --check-prefix=OTHER
; TABLE: "architecture": "gfx1100"
; TABLE: "block": [
; TABLE-NEXT: 64
; TABLE: "parameters": 3
; TABLE: "name": "function scale_rows"
; CHECK: define protected amdgpu_kernel void @scale_rows({{.*}}byref(%struct.Shape){{.*}}, ptr %{{[0-9a-z]+}})
; CHECK: call i64 @llvm.readsteadycounter()
; OTHER: the file is compiled for gfx1100, not for gfx942
source_filename = "scale_rows.hip"
target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

%struct.Shape = type { i32, i32, float }

@_ZZ10scale_rowsE4tile = internal unnamed_addr addrspace(3) global [64 x float] undef, align 16
@__hip_cuid_0 = addrspace(1) global i8 0
@llvm.compiler.used = appending addrspace(1) global [1 x ptr] [ptr addrspacecast (ptr addrspace(1) @__hip_cuid_0 to ptr)], section "llvm.metadata"

; Function Attrs: convergent mustprogress nofree norecurse nounwind
define protected amdgpu_kernel void @scale_rows(ptr addrspace(1) nocapture noundef readonly %0, ptr addrspace(1) nocapture noundef writeonly %1, ptr addrspace(4) nocapture noundef readonly byref(%struct.Shape) align 4 %2) local_unnamed_addr #0 {
  %4 = load i32, ptr addrspace(4) %2, align 4, !amdgpu.noclobber !5
  %5 = getelementptr inbounds i8, ptr addrspace(4) %2, i64 4
  %6 = load i32, ptr addrspace(4) %5, align 4, !amdgpu.noclobber !5
  %7 = getelementptr inbounds i8, ptr addrspace(4) %2, i64 8
  %8 = load float, ptr addrspace(4) %7, align 4, !amdgpu.noclobber !5
  %9 = tail call noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x()
  %10 = tail call i32 @llvm.amdgcn.workgroup.id.x()
  %11 = icmp slt i32 %10, %4
  br i1 %11, label %12, label %89

12:                                               ; preds = %3
  %13 = icmp slt i32 %9, %6
  br i1 %13, label %14, label %16

14:                                               ; preds = %12
  %15 = mul nsw i32 %6, %10
  br label %20

16:                                               ; preds = %20, %12
  %17 = phi float [ 0.000000e+00, %12 ], [ %27, %20 ]
  %18 = getelementptr inbounds [64 x float], ptr addrspace(3) @_ZZ10scale_rowsE4tile, i32 0, i32 %9
  store float %17, ptr addrspace(3) %18, align 4, !tbaa !6
  tail call void @llvm.amdgcn.s.barrier()
  %19 = icmp ult i32 %9, 32
  br i1 %19, label %34, label %40

20:                                               ; preds = %14, %20
  %21 = phi i32 [ %9, %14 ], [ %28, %20 ]
  %22 = phi float [ 0.000000e+00, %14 ], [ %27, %20 ]
  %23 = add nsw i32 %21, %15
  %24 = sext i32 %23 to i64
  %25 = getelementptr inbounds float, ptr addrspace(1) %0, i64 %24
  %26 = load float, ptr addrspace(1) %25, align 4, !tbaa !6
  %27 = fadd contract float %22, %26
  %28 = add nuw nsw i32 %21, 64
  %29 = icmp slt i32 %28, %6
  br i1 %29, label %20, label %16, !llvm.loop !10

30:                                               ; preds = %78
  %31 = mul nsw i32 %6, %10
  %32 = load float, ptr addrspace(3) @_ZZ10scale_rowsE4tile, align 16, !tbaa !6
  %33 = fdiv contract float %8, %32
  br label %79

34:                                               ; preds = %16
  %35 = or disjoint i32 %9, 32
  %36 = getelementptr inbounds [64 x float], ptr addrspace(3) @_ZZ10scale_rowsE4tile, i32 0, i32 %35
  %37 = load float, ptr addrspace(3) %36, align 4, !tbaa !6
  %38 = load float, ptr addrspace(3) %18, align 4, !tbaa !6
  %39 = fadd contract float %37, %38
  store float %39, ptr addrspace(3) %18, align 4, !tbaa !6
  br label %40

40:                                               ; preds = %34, %16
  tail call void @llvm.amdgcn.s.barrier()
  %41 = icmp ult i32 %9, 16
  br i1 %41, label %42, label %48

42:                                               ; preds = %40
  %43 = or disjoint i32 %9, 16
  %44 = getelementptr inbounds [64 x float], ptr addrspace(3) @_ZZ10scale_rowsE4tile, i32 0, i32 %43
  %45 = load float, ptr addrspace(3) %44, align 4, !tbaa !6
  %46 = load float, ptr addrspace(3) %18, align 4, !tbaa !6
  %47 = fadd contract float %45, %46
  store float %47, ptr addrspace(3) %18, align 4, !tbaa !6
  br label %48

48:                                               ; preds = %42, %40
  tail call void @llvm.amdgcn.s.barrier()
  %49 = icmp ult i32 %9, 8
  br i1 %49, label %50, label %56

50:                                               ; preds = %48
  %51 = or disjoint i32 %9, 8
  %52 = getelementptr inbounds [64 x float], ptr addrspace(3) @_ZZ10scale_rowsE4tile, i32 0, i32 %51
  %53 = load float, ptr addrspace(3) %52, align 4, !tbaa !6
  %54 = load float, ptr addrspace(3) %18, align 4, !tbaa !6
  %55 = fadd contract float %53, %54
  store float %55, ptr addrspace(3) %18, align 4, !tbaa !6
  br label %56

56:                                               ; preds = %50, %48
  tail call void @llvm.amdgcn.s.barrier()
  %57 = icmp ult i32 %9, 4
  br i1 %57, label %58, label %64

58:                                               ; preds = %56
  %59 = or disjoint i32 %9, 4
  %60 = getelementptr inbounds [64 x float], ptr addrspace(3) @_ZZ10scale_rowsE4tile, i32 0, i32 %59
  %61 = load float, ptr addrspace(3) %60, align 4, !tbaa !6
  %62 = load float, ptr addrspace(3) %18, align 4, !tbaa !6
  %63 = fadd contract float %61, %62
  store float %63, ptr addrspace(3) %18, align 4, !tbaa !6
  br label %64

64:                                               ; preds = %58, %56
  tail call void @llvm.amdgcn.s.barrier()
  %65 = icmp ult i32 %9, 2
  br i1 %65, label %66, label %72

66:                                               ; preds = %64
  %67 = or disjoint i32 %9, 2
  %68 = getelementptr inbounds [64 x float], ptr addrspace(3) @_ZZ10scale_rowsE4tile, i32 0, i32 %67
  %69 = load float, ptr addrspace(3) %68, align 4, !tbaa !6
  %70 = load float, ptr addrspace(3) %18, align 4, !tbaa !6
  %71 = fadd contract float %69, %70
  store float %71, ptr addrspace(3) %18, align 4, !tbaa !6
  br label %72

72:                                               ; preds = %66, %64
  tail call void @llvm.amdgcn.s.barrier()
  %73 = icmp eq i32 %9, 0
  br i1 %73, label %74, label %78

74:                                               ; preds = %72
  %75 = load float, ptr addrspace(3) getelementptr inbounds (i8, ptr addrspace(3) @_ZZ10scale_rowsE4tile, i32 4), align 4, !tbaa !6
  %76 = load float, ptr addrspace(3) %18, align 4, !tbaa !6
  %77 = fadd contract float %75, %76
  store float %77, ptr addrspace(3) %18, align 4, !tbaa !6
  br label %78

78:                                               ; preds = %74, %72
  tail call void @llvm.amdgcn.s.barrier()
  br i1 %13, label %30, label %89

79:                                               ; preds = %30, %79
  %80 = phi i32 [ %9, %30 ], [ %87, %79 ]
  %81 = add nsw i32 %80, %31
  %82 = sext i32 %81 to i64
  %83 = getelementptr inbounds float, ptr addrspace(1) %0, i64 %82
  %84 = load float, ptr addrspace(1) %83, align 4, !tbaa !6
  %85 = fmul contract float %84, %33
  %86 = getelementptr inbounds float, ptr addrspace(1) %1, i64 %82
  store float %85, ptr addrspace(1) %86, align 4, !tbaa !6
  %87 = add nuw nsw i32 %80, 64
  %88 = icmp slt i32 %87, %6
  br i1 %88, label %79, label %89, !llvm.loop !12

89:                                               ; preds = %79, %78, %3
  ret void
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.amdgcn.workitem.id.x() #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.amdgcn.workgroup.id.x() #1

; Function Attrs: convergent mustprogress nocallback nofree nounwind willreturn
declare void @llvm.amdgcn.s.barrier() #2

attributes #0 = { convergent mustprogress nofree norecurse nounwind "amdgpu-flat-work-group-size"="64,64" "amdgpu-no-agpr" "amdgpu-no-completion-action" "amdgpu-no-default-queue" "amdgpu-no-dispatch-id" "amdgpu-no-dispatch-ptr" "amdgpu-no-heap-ptr" "amdgpu-no-hostcall-ptr" "amdgpu-no-implicitarg-ptr" "amdgpu-no-lds-kernel-id" "amdgpu-no-multigrid-sync-arg" "amdgpu-no-queue-ptr" "amdgpu-no-workgroup-id-x" "amdgpu-no-workgroup-id-y" "amdgpu-no-workgroup-id-z" "amdgpu-no-workitem-id-x" "amdgpu-no-workitem-id-y" "amdgpu-no-workitem-id-z" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="gfx1100" "target-features"="+wavefrontsize32" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { convergent mustprogress nocallback nofree nounwind willreturn }

!llvm.module.flags = !{!0, !1, !2, !3}
!llvm.ident = !{!4}

!0 = !{i32 1, !"amdhsa_code_object_version", i32 500}
!1 = !{i32 1, !"amdgpu_printf_kind", !"hostcall"}
!2 = !{i32 1, !"wchar_size", i32 4}
!3 = !{i32 8, !"PIC Level", i32 2}
!4 = !{!"Debian clang version 19.1.7 (3~deb12u1)"}
!5 = !{}
!6 = !{!7, !7, i64 0}
!7 = !{!"float", !8, i64 0}
!8 = !{!"omnipotent char", !9, i64 0}
!9 = !{!"Simple C++ TBAA"}
!10 = distinct !{!10, !11}
!11 = !{!"llvm.loop.mustprogress"}
!12 = distinct !{!12, !11}
