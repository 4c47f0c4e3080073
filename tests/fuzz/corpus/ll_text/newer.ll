; ModuleID = 'captures(none) in a comment'
source_filename = "samesign.cu"
target datalayout = "e-p6:32:32-pe7:32:32-i64:64-Fn32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@text = private unnamed_addr constant [15 x i8] c"captures(none)\00"

; Function Attrs: nounwind
define ptx_kernel void @k(ptr captures(none) initializes((0, 4)) %captures, ptr dead_on_return captures(ret: address, provenance) %1, i32 noundef range(i32 0, 9) %n) local_unnamed_addr #0 !dbg !4 {
entry:
  %a = alloca i8, align 1
  call void @llvm.lifetime.start.p0(ptr nonnull %a)
  %below = icmp samesign ult i32 %n, 3, !dbg !8
    #dbg_value(i32 %n, !7, !DIExpression(), !8)
    #dbg_declare_value(i32 %n, !7, !DIExpression(), !8)
  br i1 %below, label %then, label %done, !dbg !8

then:                                             ; preds = %entry
  %address = ptrtoaddr ptr %captures to i64
  %wide = uitofp nneg i32 %n to double
  %narrow = fptrunc nnan ninf double %wide to float
  %sum = tail call float @add(float nofpclass(nan) %narrow, ptr captures(none) %captures) #1, !dbg !8
  %low = trunc nuw nsw i64 %address to i32
  %place = getelementptr nusw nuw i8, ptr %captures, i64 4
  store i32 %low, ptr %place, align 4
  store float %sum, ptr %captures, align 4
  switch i32 %n, label %done [
    i32 1, label %"samesign label"
    i32 2, label %done
  ]

"samesign label":                                 ; preds = %then
  br label %done

done:                                             ; preds = %"samesign label", %then, %then, %entry
  call void @llvm.lifetime.end.p0(ptr nonnull %a)
  ret void, !dbg !8
}

declare float @add(float, ptr captures(none)) coro_elide_safe memory(argmem: read, errnomem: write)

; Function Attrs: nocallback
declare void @llvm.lifetime.start.p0(ptr captures(none)) #2

declare void @llvm.lifetime.end.p0(ptr captures(none)) #2

attributes #0 = { nounwind sanitize_type "nvvm.reqntid"="32" }
attributes #1 = { nounwind memory(read) nocreateundeforpoison }
attributes #2 = { nocallback memory(argmem: readwrite) }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}

!0 = distinct !DICompileUnit(sourceLanguageName: DW_LNAME_C_plus_plus, sourceLanguageVersion: 202002, file: !1, producer: "captures(none)", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "samesign.cu", directory: "/k")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "k", scope: !1, file: !1, line: 15, type: !5, scopeLine: 15, spFlags: DISPFlagDefinition, unit: !0, keyInstructions: true)
!5 = !DISubroutineType(types: !6)
!6 = !{}
!7 = !DILocalVariable(name: "n", arg: 3, scope: !4, file: !1, line: 1, type: !9)
!8 = !DILocation(line: 1, column: 2, scope: !4, atomGroup: 1, atomRank: 2)
!9 = !DISubrangeType(name: "small", baseType: !10)
!10 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed, aFieldOfTheFuture: 7)
