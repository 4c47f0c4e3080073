; Made from two_kernels.cu by clang 19: -x cuda --cuda-gpu-arch=sm_80 --cuda-device-only -S -emit-llvm -O1
; ModuleID = 'two_kernels.cu'
source_filename = "two_kernels.cu"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@.str = private unnamed_addr constant [5 x i8] c"load\00", align 1
@_ZZ6reduceE4tile = internal unnamed_addr addrspace(3) global [32 x float] undef, align 4
@.str1 = private unnamed_addr constant [4 x i8] c"sum\00", align 1
@.str2 = private unnamed_addr constant [5 x i8] c"warp\00", align 1

; Function Attrs: convergent mustprogress norecurse nounwind
define dso_local void @add(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef writeonly %2, i32 noundef %3) local_unnamed_addr #0 {
  %5 = tail call noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = tail call noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %7 = mul i32 %5, %6
  %8 = tail call noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = add i32 %7, %8
  %10 = icmp slt i32 %9, %3
  br i1 %10, label %11, label %19

11:                                               ; preds = %4
  tail call void @proton_scope_start(ptr noundef nonnull @.str) #5
  %12 = sext i32 %9 to i64
  %13 = getelementptr inbounds float, ptr %0, i64 %12
  %14 = load float, ptr %13, align 4, !tbaa !9
  %15 = getelementptr inbounds float, ptr %1, i64 %12
  %16 = load float, ptr %15, align 4, !tbaa !9
  tail call void @proton_scope_end(ptr noundef nonnull @.str) #5
  %17 = fadd contract float %14, %16
  %18 = getelementptr inbounds float, ptr %2, i64 %12
  store float %17, ptr %18, align 4, !tbaa !9
  br label %19

19:                                               ; preds = %4, %11
  ret void
}

; Function Attrs: convergent nounwind
declare dso_local void @proton_scope_start(ptr noundef) local_unnamed_addr #1

; Function Attrs: convergent nounwind
declare dso_local void @proton_scope_end(ptr noundef) local_unnamed_addr #1

; Function Attrs: convergent mustprogress norecurse nounwind
define dso_local void @reduce(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1) local_unnamed_addr #0 {
  %3 = tail call i32 @proton_allocate_event(ptr noundef nonnull @.str1) #5
  %4 = tail call noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = tail call noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %6 = mul i32 %4, %5
  %7 = tail call noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = add i32 %6, %7
  %9 = zext i32 %8 to i64
  %10 = getelementptr inbounds float, ptr %0, i64 %9
  %11 = load float, ptr %10, align 4, !tbaa !9
  tail call void @proton_scope_start(ptr noundef nonnull @.str2) #5
  %12 = lshr i32 %7, 5
  %13 = zext nneg i32 %12 to i64
  tail call void @proton_event_start(i32 noundef %3, i64 noundef %13) #5
  br label %17

14:                                               ; preds = %17
  tail call void @proton_event_end(i32 noundef %3, i64 noundef %13) #5
  tail call void @proton_scope_end(ptr noundef nonnull @.str2) #5
  %15 = and i32 %7, 31
  %16 = icmp eq i32 %15, 0
  br i1 %16, label %24, label %26

17:                                               ; preds = %2, %17
  %18 = phi i32 [ 16, %2 ], [ %22, %17 ]
  %19 = phi float [ %11, %2 ], [ %21, %17 ]
  %20 = tail call contract noundef float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %19, i32 %18, i32 31)
  %21 = fadd contract float %19, %20
  %22 = lshr i32 %18, 1
  %23 = icmp ult i32 %18, 2
  br i1 %23, label %14, label %17, !llvm.loop !13

24:                                               ; preds = %14
  %25 = getelementptr inbounds [32 x float], ptr addrspacecast (ptr addrspace(3) @_ZZ6reduceE4tile to ptr), i64 0, i64 %13
  store float %21, ptr %25, align 4, !tbaa !9
  br label %26

26:                                               ; preds = %24, %14
  tail call void @llvm.nvvm.barrier0()
  %27 = icmp eq i32 %7, 0
  br i1 %27, label %28, label %44

28:                                               ; preds = %26
  %29 = lshr i32 %5, 5
  %30 = icmp ult i32 %5, 32
  br i1 %30, label %31, label %35

31:                                               ; preds = %35, %28
  %32 = phi float [ 0.000000e+00, %28 ], [ %41, %35 ]
  %33 = zext nneg i32 %4 to i64
  %34 = getelementptr inbounds float, ptr %1, i64 %33
  store float %32, ptr %34, align 4, !tbaa !9
  br label %44

35:                                               ; preds = %28, %35
  %36 = phi i32 [ %42, %35 ], [ 0, %28 ]
  %37 = phi float [ %41, %35 ], [ 0.000000e+00, %28 ]
  %38 = zext nneg i32 %36 to i64
  %39 = getelementptr inbounds [32 x float], ptr addrspacecast (ptr addrspace(3) @_ZZ6reduceE4tile to ptr), i64 0, i64 %38
  %40 = load float, ptr %39, align 4, !tbaa !9
  %41 = fadd contract float %37, %40
  %42 = add nuw nsw i32 %36, 1
  %43 = icmp eq i32 %42, %29
  br i1 %43, label %31, label %35, !llvm.loop !16

44:                                               ; preds = %31, %26
  ret void
}

; Function Attrs: convergent nounwind
declare dso_local i32 @proton_allocate_event(ptr noundef) local_unnamed_addr #1

; Function Attrs: convergent nounwind
declare dso_local void @proton_event_start(i32 noundef, i64 noundef) local_unnamed_addr #1

; Function Attrs: convergent nounwind
declare dso_local void @proton_event_end(i32 noundef, i64 noundef) local_unnamed_addr #1

; Function Attrs: convergent nocallback nounwind
declare void @llvm.nvvm.barrier0() #2

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #3

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #3

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x() #3

; Function Attrs: convergent nocallback nounwind memory(inaccessiblemem: readwrite)
declare float @llvm.nvvm.shfl.sync.bfly.f32(i32, float, i32, i32) #4

attributes #0 = { convergent mustprogress norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_80" "target-features"="+ptx85,+sm_80" "uniform-work-group-size"="true" }
attributes #1 = { convergent nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_80" "target-features"="+ptx85,+sm_80" }
attributes #2 = { convergent nocallback nounwind }
attributes #3 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #4 = { convergent nocallback nounwind memory(inaccessiblemem: readwrite) }
attributes #5 = { convergent nounwind }

!llvm.module.flags = !{!0, !1, !2, !3}
!nvvm.annotations = !{!4, !5}
!llvm.ident = !{!6, !7}
!nvvmir.version = !{!8}

!0 = !{i32 2, !"SDK Version", [2 x i32] [i32 12, i32 5]}
!1 = !{i32 1, !"wchar_size", i32 4}
!2 = !{i32 4, !"nvvm-reflect-ftz", i32 0}
!3 = !{i32 7, !"frame-pointer", i32 2}
!4 = !{ptr @add, !"kernel", i32 1}
!5 = !{ptr @reduce, !"kernel", i32 1}
!6 = !{!"Debian clang version 19.1.7 (3~deb12u1)"}
!7 = !{!"clang version 3.8.0 (tags/RELEASE_380/final)"}
!8 = !{i32 2, i32 0}
!9 = !{!10, !10, i64 0}
!10 = !{!"float", !11, i64 0}
!11 = !{!"omnipotent char", !12, i64 0}
!12 = !{!"Simple C++ TBAA"}
!13 = distinct !{!13, !14, !15}
!14 = !{!"llvm.loop.mustprogress"}
!15 = !{!"llvm.loop.unroll.disable"}
!16 = distinct !{!16, !14, !15}
