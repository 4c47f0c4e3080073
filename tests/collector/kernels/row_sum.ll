; ModuleID = 'row_sum.hip'
source_filename = "row_sum.hip"
target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@_ZZ7row_sumE4part = internal unnamed_addr addrspace(3) global [256 x float] undef, align 16
@.str = private unnamed_addr addrspace(4) constant [5 x i8] c"load\00", align 1
@.str.1 = private unnamed_addr addrspace(4) constant [7 x i8] c"reduce\00", align 1
@__hip_cuid_188a20f613f029dc = addrspace(1) global i8 0
@llvm.compiler.used = appending addrspace(1) global [1 x ptr] [ptr addrspacecast (ptr addrspace(1) @__hip_cuid_188a20f613f029dc to ptr)], section "llvm.metadata"

; Function Attrs: convergent mustprogress norecurse nounwind
define protected amdgpu_kernel void @row_sum(ptr addrspace(1) noalias nocapture noundef readonly %0, ptr addrspace(1) noalias nocapture noundef writeonly %1, i32 noundef %2) local_unnamed_addr #0 !dbg !9 {
  %4 = tail call noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x(), !dbg !12
  %5 = tail call i32 @llvm.amdgcn.workgroup.id.x(), !dbg !13
  %6 = tail call align 8 dereferenceable(256) ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr(), !dbg !14
  %7 = getelementptr inbounds i8, ptr addrspace(4) %6, i64 12, !dbg !14
  %8 = load i16, ptr addrspace(4) %7, align 4, !dbg !14, !range !15, !invariant.load !11, !noundef !11
  %9 = zext nneg i16 %8 to i32, !dbg !14
  tail call void @proton_scope_start(ptr noundef addrspacecast (ptr addrspace(4) @.str to ptr)) #4, !dbg !16
  %10 = icmp ult i32 %4, %2, !dbg !17
  br i1 %10, label %11, label %13, !dbg !18

11:                                               ; preds = %3
  %12 = mul i32 %5, %2
  br label %17, !dbg !18

13:                                               ; preds = %17, %3
  %14 = phi float [ 0.000000e+00, %3 ], [ %24, %17 ], !dbg !19
  tail call void @proton_scope_end(ptr noundef addrspacecast (ptr addrspace(4) @.str to ptr)) #4, !dbg !20
  %15 = getelementptr inbounds [256 x float], ptr addrspace(3) @_ZZ7row_sumE4part, i32 0, i32 %4, !dbg !21
  store float %14, ptr addrspace(3) %15, align 4, !dbg !22, !tbaa !23
  fence syncscope("workgroup") release, !dbg !27
  tail call void @llvm.amdgcn.s.barrier(), !dbg !30
  fence syncscope("workgroup") acquire, !dbg !31
  tail call void @proton_scope_start(ptr noundef addrspacecast (ptr addrspace(4) @.str.1 to ptr)) #4, !dbg !32
  %16 = icmp ult i16 %8, 2, !dbg !33
  br i1 %16, label %27, label %29, !dbg !34

17:                                               ; preds = %11, %17
  %18 = phi i32 [ %4, %11 ], [ %25, %17 ]
  %19 = phi float [ 0.000000e+00, %11 ], [ %24, %17 ]
  %20 = add i32 %18, %12, !dbg !35
  %21 = zext i32 %20 to i64, !dbg !36
  %22 = getelementptr inbounds float, ptr addrspace(1) %0, i64 %21, !dbg !36
  %23 = load float, ptr addrspace(1) %22, align 4, !dbg !36, !tbaa !23
  %24 = fadd contract float %19, %23, !dbg !37
  %25 = add i32 %18, %9, !dbg !38
  %26 = icmp ult i32 %25, %2, !dbg !17
  br i1 %26, label %17, label %13, !dbg !18, !llvm.loop !39

27:                                               ; preds = %39, %13
  tail call void @proton_scope_end(ptr noundef addrspacecast (ptr addrspace(4) @.str.1 to ptr)) #4, !dbg !42
  %28 = icmp eq i32 %4, 0, !dbg !43
  br i1 %28, label %41, label %45, !dbg !44

29:                                               ; preds = %13, %39
  %30 = phi i32 [ %31, %39 ], [ %9, %13 ]
  %31 = lshr i32 %30, 1, !dbg !45
  %32 = icmp ult i32 %4, %31, !dbg !46
  br i1 %32, label %33, label %39, !dbg !47

33:                                               ; preds = %29
  %34 = add nuw nsw i32 %31, %4
  %35 = getelementptr inbounds [256 x float], ptr addrspace(3) @_ZZ7row_sumE4part, i32 0, i32 %34
  %36 = load float, ptr addrspace(3) %35, align 4, !dbg !48, !tbaa !23
  %37 = load float, ptr addrspace(3) %15, align 4, !dbg !49, !tbaa !23
  %38 = fadd contract float %36, %37, !dbg !49
  store float %38, ptr addrspace(3) %15, align 4, !dbg !49, !tbaa !23
  br label %39, !dbg !50

39:                                               ; preds = %33, %29
  fence syncscope("workgroup") release, !dbg !51
  tail call void @llvm.amdgcn.s.barrier(), !dbg !53
  fence syncscope("workgroup") acquire, !dbg !54
  %40 = icmp ult i32 %30, 4, !dbg !33
  br i1 %40, label %27, label %29, !dbg !34, !llvm.loop !55

41:                                               ; preds = %27
  %42 = zext i32 %5 to i64
  %43 = getelementptr inbounds float, ptr addrspace(1) %1, i64 %42
  %44 = load float, ptr addrspace(3) @_ZZ7row_sumE4part, align 16, !dbg !57, !tbaa !23
  store float %44, ptr addrspace(1) %43, align 4, !dbg !58, !tbaa !23
  br label %45, !dbg !59

45:                                               ; preds = %41, %27
  ret void, !dbg !60
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.amdgcn.workitem.id.x() #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.amdgcn.workgroup.id.x() #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef align 4 ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr() #1

; Function Attrs: convergent nounwind
declare !dbg !61 hidden void @proton_scope_start(ptr noundef) local_unnamed_addr #2

; Function Attrs: convergent nounwind
declare !dbg !63 hidden void @proton_scope_end(ptr noundef) local_unnamed_addr #2

; Function Attrs: convergent mustprogress nocallback nofree nounwind willreturn
declare void @llvm.amdgcn.s.barrier() #3

attributes #0 = { convergent mustprogress norecurse nounwind "amdgpu-flat-work-group-size"="1,1024" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="gfx942" "target-features"="+16-bit-insts,+atomic-buffer-global-pk-add-f16-insts,+atomic-ds-pk-add-16-insts,+atomic-fadd-rtn-insts,+atomic-flat-pk-add-16-insts,+atomic-global-pk-add-bf16-inst,+ci-insts,+dl-insts,+dot1-insts,+dot10-insts,+dot2-insts,+dot3-insts,+dot4-insts,+dot5-insts,+dot6-insts,+dot7-insts,+dpp,+fp8-conversion-insts,+fp8-insts,+gfx8-insts,+gfx9-insts,+gfx90a-insts,+gfx940-insts,+mai-insts,+s-memrealtime,+s-memtime-inst,+wavefrontsize64" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { convergent nounwind "amdgpu-waves-per-eu"="4,8" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="gfx942" "target-features"="+16-bit-insts,+atomic-buffer-global-pk-add-f16-insts,+atomic-ds-pk-add-16-insts,+atomic-fadd-rtn-insts,+atomic-flat-pk-add-16-insts,+atomic-global-pk-add-bf16-inst,+ci-insts,+dl-insts,+dot1-insts,+dot10-insts,+dot2-insts,+dot3-insts,+dot4-insts,+dot5-insts,+dot6-insts,+dot7-insts,+dpp,+fp8-conversion-insts,+fp8-insts,+gfx8-insts,+gfx9-insts,+gfx90a-insts,+gfx940-insts,+mai-insts,+s-memrealtime,+s-memtime-inst,+wavefrontsize64" "uniform-work-group-size"="false" }
attributes #3 = { convergent mustprogress nocallback nofree nounwind willreturn }
attributes #4 = { convergent nounwind }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3, !4, !5, !6, !7}
!llvm.ident = !{!8}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, producer: "Debian clang version 19.1.7 (3~deb12u1)", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "row_sum.hip", directory: ".", checksumkind: CSK_MD5, checksum: "b53a715dd0ea0db7313b274378a1ffb7")
!2 = !{i32 1, !"amdhsa_code_object_version", i32 500}
!3 = !{i32 1, !"amdgpu_printf_kind", !"hostcall"}
!4 = !{i32 7, !"Dwarf Version", i32 5}
!5 = !{i32 2, !"Debug Info Version", i32 3}
!6 = !{i32 1, !"wchar_size", i32 4}
!7 = !{i32 8, !"PIC Level", i32 2}
!8 = !{!"Debian clang version 19.1.7 (3~deb12u1)"}
!9 = distinct !DISubprogram(name: "row_sum", scope: !1, file: !1, line: 19, type: !10, scopeLine: 19, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!10 = !DISubroutineType(types: !11)
!11 = !{}
!12 = !DILocation(line: 21, column: 27, scope: !9)
!13 = !DILocation(line: 21, column: 67, scope: !9)
!14 = !DILocation(line: 22, column: 28, scope: !9)
!15 = !{i16 1, i16 1025}
!16 = !DILocation(line: 23, column: 3, scope: !9)
!17 = !DILocation(line: 25, column: 31, scope: !9)
!18 = !DILocation(line: 25, column: 3, scope: !9)
!19 = !DILocation(line: 0, scope: !9)
!20 = !DILocation(line: 27, column: 3, scope: !9)
!21 = !DILocation(line: 28, column: 3, scope: !9)
!22 = !DILocation(line: 28, column: 16, scope: !9)
!23 = !{!24, !24, i64 0}
!24 = !{!"float", !25, i64 0}
!25 = !{!"omnipotent char", !26, i64 0}
!26 = !{!"Simple C++ TBAA"}
!27 = !DILocation(line: 14, column: 3, scope: !28, inlinedAt: !29)
!28 = distinct !DISubprogram(name: "barrier", scope: !1, file: !1, line: 13, type: !10, scopeLine: 13, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!29 = distinct !DILocation(line: 29, column: 3, scope: !9)
!30 = !DILocation(line: 15, column: 3, scope: !28, inlinedAt: !29)
!31 = !DILocation(line: 16, column: 3, scope: !28, inlinedAt: !29)
!32 = !DILocation(line: 30, column: 3, scope: !9)
!33 = !DILocation(line: 31, column: 42, scope: !9)
!34 = !DILocation(line: 31, column: 3, scope: !9)
!35 = !DILocation(line: 26, column: 23, scope: !9)
!36 = !DILocation(line: 26, column: 12, scope: !9)
!37 = !DILocation(line: 26, column: 9, scope: !9)
!38 = !DILocation(line: 25, column: 38, scope: !9)
!39 = distinct !{!39, !18, !40, !41}
!40 = !DILocation(line: 26, column: 26, scope: !9)
!41 = !{!"llvm.loop.mustprogress"}
!42 = !DILocation(line: 36, column: 3, scope: !9)
!43 = !DILocation(line: 37, column: 14, scope: !9)
!44 = !DILocation(line: 37, column: 7, scope: !9)
!45 = !DILocation(line: 31, scope: !9)
!46 = !DILocation(line: 32, column: 16, scope: !9)
!47 = !DILocation(line: 32, column: 9, scope: !9)
!48 = !DILocation(line: 33, column: 23, scope: !9)
!49 = !DILocation(line: 33, column: 20, scope: !9)
!50 = !DILocation(line: 33, column: 7, scope: !9)
!51 = !DILocation(line: 14, column: 3, scope: !28, inlinedAt: !52)
!52 = distinct !DILocation(line: 34, column: 5, scope: !9)
!53 = !DILocation(line: 15, column: 3, scope: !28, inlinedAt: !52)
!54 = !DILocation(line: 16, column: 3, scope: !28, inlinedAt: !52)
!55 = distinct !{!55, !34, !56, !41}
!56 = !DILocation(line: 35, column: 3, scope: !9)
!57 = !DILocation(line: 38, column: 16, scope: !9)
!58 = !DILocation(line: 38, column: 14, scope: !9)
!59 = !DILocation(line: 38, column: 5, scope: !9)
!60 = !DILocation(line: 39, column: 1, scope: !9)
!61 = !DISubprogram(name: "proton_scope_start", scope: !62, file: !62, line: 18, type: !10, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!62 = !DIFile(filename: "../../../resources/markers/proton_markers.h", directory: ".", checksumkind: CSK_MD5, checksum: "a5eb443e7d383c421debf8edcc8910aa")
!63 = !DISubprogram(name: "proton_scope_end", scope: !62, file: !62, line: 20, type: !10, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
