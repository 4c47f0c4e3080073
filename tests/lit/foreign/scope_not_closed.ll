; Mistakes with scopes are told at the source line of the debug information, or of the text.
; RUN: not proton-collect instrument %s -o %t.ll --block 32 2>&1 | FileCheck %s
; CHECK: kernel.cu:7:3: scope 's' is started without being closed
target triple = "nvptx64-nvidia-cuda"
@s = private constant [2 x i8] c"s\00"

define ptx_kernel void @k() !dbg !3 {
  call void @proton_scope_start(ptr @s), !dbg !4
  ret void, !dbg !4
}

declare void @proton_scope_start(ptr)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, isOptimized: true, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "kernel.cu", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "k", scope: !1, file: !1, line: 6, type: !5, spFlags: DISPFlagDefinition, unit: !0)
!4 = !DILocation(line: 7, column: 3, scope: !3)
!5 = !DISubroutineType(types: !6)
!6 = !{}
