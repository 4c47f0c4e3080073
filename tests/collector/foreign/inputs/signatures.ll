; Device functions with the attributes, calling conventions and types that front ends write. R[t] is I[t] + I[t] where
; all results are right.
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%pair = type { i32, i32 }
%nested = type { %pair, [2 x i16], float }
%packed = type <{ i8, i32 }>
%big = type { [8 x i32] }

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)

@seen = internal addrspace(1) global i32 0
@table = internal addrspace(1) global [4 x i32] [i32 1, i32 2, i32 3, i32 4]

define internal i32 @constant(i32 %x) noinline {
  store volatile i32 1, ptr addrspace(1) @seen
  ret i32 7
}
define internal zeroext i8 @zeroext(i32 zeroext %x) noinline {
  store volatile i32 2, ptr addrspace(1) @seen
  %y = trunc i32 %x to i8
  ret i8 %y
}
define internal signext i16 @signext(i16 signext %x) noinline {
  store volatile i32 3, ptr addrspace(1) @seen
  ret i16 -5
}
define internal noundef range(i32 0, 1000) i32 @ranged(i32 noundef range(i32 0, 1000) %x) noinline {
  store volatile i32 4, ptr addrspace(1) @seen
  ret i32 %x
}
define internal i32 @returned(i32 returned %x) noinline {
  store volatile i32 5, ptr addrspace(1) @seen
  ret i32 %x
}
define internal nofpclass(nan) float @classed(float nofpclass(nan inf) %x) noinline {
  store volatile i32 6, ptr addrspace(1) @seen
  %y = fadd nnan float %x, 1.0
  ret float %y
}
define internal noalias nonnull align 16 dereferenceable(16) ptr addrspace(1) @aligned(ptr addrspace(1) nocapture nonnull align 4 dereferenceable(4) %p) noinline {
  store volatile i32 7, ptr addrspace(1) @seen
  ret ptr addrspace(1) @table
}
define internal void @sret(ptr noalias nocapture writeonly sret(%nested) align 4 %out, i32 %x) noinline {
  %p = getelementptr %nested, ptr %out, i32 0, i32 0, i32 1
  store i32 %x, ptr %p
  store volatile i32 8, ptr addrspace(1) @seen
  ret void
}
define internal i32 @byval(ptr byval(%pair) align 4 %p) noinline {
  store volatile i32 9, ptr addrspace(1) @seen
  %q = getelementptr %pair, ptr %p, i32 0, i32 1
  %v = load i32, ptr %q
  store i32 0, ptr %q
  ret i32 %v
}
define internal %pair @structs(%pair %p, %nested %n) noinline {
  store volatile i32 10, ptr addrspace(1) @seen
  %a = extractvalue %pair %p, 0
  %b = extractvalue %nested %n, 0, 1
  %r0 = insertvalue %pair zeroinitializer, i32 %b, 0
  %r1 = insertvalue %pair %r0, i32 %a, 1
  ret %pair %r1
}
define internal %pair @constantStruct() noinline {
  store volatile i32 11, ptr addrspace(1) @seen
  ret %pair { i32 3, i32 4 }
}
define internal [2 x i32] @array([2 x i32] %x) noinline {
  store volatile i32 12, ptr addrspace(1) @seen
  %a = extractvalue [2 x i32] %x, 1
  %r = insertvalue [2 x i32] [i32 9, i32 9], i32 %a, 0
  ret [2 x i32] %r
}
define internal <4 x i32> @vector(<4 x i32> %x) noinline {
  store volatile i32 13, ptr addrspace(1) @seen
  ret <4 x i32> <i32 1, i32 2, i32 3, i32 4>
}
define internal ptr @nullPointer() noinline {
  store volatile i32 14, ptr addrspace(1) @seen
  ret ptr null
}
define internal fastcc i32 @fast(i32 inreg %x) noinline {
  store volatile i32 15, ptr addrspace(1) @seen
  %y = add nsw i32 %x, 2
  ret i32 %y
}
define internal coldcc i32 @cold(i32 %x) noinline cold {
  store volatile i32 16, ptr addrspace(1) @seen
  ret i32 21
}
define internal i32 @promises(i32 %x) noinline nofree norecurse nosync nounwind willreturn mustprogress memory(none) speculatable {
  ret i32 33
}
define internal i32 @reader(ptr addrspace(1) nocapture readonly %p) noinline nosync nounwind willreturn memory(argmem: read) {
  %v = load i32, ptr addrspace(1) %p
  ret i32 %v
}
define internal i32 @unoptimised(i32 %x) noinline optnone {
  %v = alloca i32
  store i32 %x, ptr %v
  %y = load i32, ptr %v
  ret i32 %y
}
define internal i32 @inlined(i32 %x) alwaysinline {
  store volatile i32 17, ptr addrspace(1) @seen
  ret i32 55
}
define internal i32 @tail(i32 %x) noinline {
  %y = musttail call i32 @returned(i32 %x)
  ret i32 %y
}
define internal i32 @variadic(i32 %count, ...) noinline {
  %list = alloca ptr
  call void @llvm.va_start.p0(ptr %list)
  %at = load ptr, ptr %list
  %v = load i32, ptr %at
  call void @llvm.va_end.p0(ptr %list)
  store volatile i32 18, ptr addrspace(1) @seen
  ret i32 %v
}
define internal i32 @stringAttributes(i32 %x) noinline "no-trapping-math"="true" "own-attribute" "target-cpu"="sm_80" {
  store volatile i32 19, ptr addrspace(1) @seen
  ret i32 -1
}
define i32 @visible(i32 %x) noinline section "own" {
  store volatile i32 20, ptr addrspace(1) @seen
  ret i32 undef
}
@weakAlias = weak alias i32 (i32), ptr @fallback
@twice = internal alias i32 (i32), ptr @fallback
declare i32 @personality(...)
define internal i32 @fallback(i32 %x) noinline personality ptr @personality {
  store volatile i32 21, ptr addrspace(1) @seen
  %y = mul i32 %x, 3
  ret i32 %y
}

define void @k(ptr addrspace(1) %R, ptr addrspace(1) %I) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %object = alloca %nested
  %argument = alloca %pair
  %r1 = call i32 @constant(i32 %t)
  %c1 = icmp eq i32 %r1, 7
  %r2 = call zeroext i8 @zeroext(i32 zeroext %t)
  %e2 = trunc i32 %t to i8
  %c2 = icmp eq i8 %r2, %e2
  %r3 = call signext i16 @signext(i16 signext -1)
  %c3 = icmp eq i16 %r3, -5
  %r4 = call noundef range(i32 0, 1000) i32 @ranged(i32 noundef %t)
  %c4 = icmp eq i32 %r4, %t
  %r5 = call i32 @returned(i32 returned %t)
  %c5 = icmp eq i32 %r5, %t
  %f = uitofp i32 %t to float
  %r6 = call nnan nofpclass(nan) float @classed(float %f)
  %e6 = fadd float %f, 1.0
  %c6 = fcmp oeq float %r6, %e6
  %p7 = call noalias nonnull align 16 dereferenceable(16) ptr addrspace(1) @aligned(ptr addrspace(1) nonnull %R)
  %q7 = getelementptr i32, ptr addrspace(1) %p7, i32 2
  %r7 = load i32, ptr addrspace(1) %q7
  %c7 = icmp eq i32 %r7, 3
  call void @sret(ptr sret(%nested) align 4 %object, i32 %t)
  %q8 = getelementptr %nested, ptr %object, i32 0, i32 0, i32 1
  %r8 = load i32, ptr %q8
  %c8 = icmp eq i32 %r8, %t
  %q9 = getelementptr %pair, ptr %argument, i32 0, i32 1
  store i32 %t, ptr %q9
  %r9 = call i32 @byval(ptr byval(%pair) align 4 %argument)
  %s9 = load i32, ptr %q9
  %d9 = icmp eq i32 %s9, %t
  %f9 = icmp eq i32 %r9, %t
  %c9 = and i1 %d9, %f9
  %pa = insertvalue %pair { i32 5, i32 6 }, i32 %t, 1
  %na = insertvalue %nested poison, %pair %pa, 0
  %s10 = call %pair @structs(%pair { i32 8, i32 9 }, %nested %na)
  %a10 = extractvalue %pair %s10, 0
  %b10 = extractvalue %pair %s10, 1
  %x10 = icmp eq i32 %a10, %t
  %y10 = icmp eq i32 %b10, 8
  %c10 = and i1 %x10, %y10
  %s11 = call %pair @constantStruct()
  %a11 = extractvalue %pair %s11, 1
  %c11 = icmp eq i32 %a11, 4
  %s12 = call [2 x i32] @array([2 x i32] [i32 1, i32 17])
  %a12 = extractvalue [2 x i32] %s12, 0
  %c12 = icmp eq i32 %a12, 17
  %s13 = call <4 x i32> @vector(<4 x i32> zeroinitializer)
  %a13 = extractelement <4 x i32> %s13, i32 3
  %c13 = icmp eq i32 %a13, 4
  %p14 = call ptr @nullPointer()
  %c14 = icmp eq ptr %p14, null
  %r15 = call fastcc i32 @fast(i32 inreg %t)
  %e15 = add i32 %t, 2
  %c15 = icmp eq i32 %r15, %e15
  %r16 = call coldcc i32 @cold(i32 %t)
  %c16 = icmp eq i32 %r16, 21
  %r17 = call i32 @promises(i32 %t) memory(none) nosync
  %c17 = icmp eq i32 %r17, 33
  %q18 = getelementptr i32, ptr addrspace(1) @table, i32 1
  %r18 = call i32 @reader(ptr addrspace(1) %q18) memory(argmem: read)
  %c18 = icmp eq i32 %r18, 2
  %r19 = call i32 @unoptimised(i32 %t)
  %c19 = icmp eq i32 %r19, %t
  %r20 = call i32 @inlined(i32 %t)
  %c20 = icmp eq i32 %r20, 55
  %r21 = call i32 @tail(i32 %t)
  %c21 = icmp eq i32 %r21, %t
  %r22 = call i32 (i32, ...) @variadic(i32 1, i32 %t)
  %c22 = icmp eq i32 %r22, %t
  %r23 = tail call i32 @stringAttributes(i32 %t) #0
  %c23 = icmp eq i32 %r23, -1
  %r24 = call i32 @visible(i32 %t)
  %r26 = call i32 @weakAlias(i32 5)
  %r25 = call i32 @twice(i32 %t)
  %e25 = mul i32 %t, 3
  %c25 = icmp eq i32 %r25, %e25
  br label %count
count:
  %m1 = and i1 %c1, %c2
  %m2 = and i1 %m1, %c3
  %m3 = and i1 %m2, %c4
  %m4 = and i1 %m3, %c5
  %m5 = and i1 %m4, %c6
  %m6 = and i1 %m5, %c7
  %m7 = and i1 %m6, %c8
  %m8 = and i1 %m7, %c9
  %m9 = and i1 %m8, %c10
  %m10 = and i1 %m9, %c11
  %m11 = and i1 %m10, %c12
  %m12 = and i1 %m11, %c13
  %m13 = and i1 %m12, %c14
  %m14 = and i1 %m13, %c15
  %m15 = and i1 %m14, %c16
  %m16 = and i1 %m15, %c17
  %m17 = and i1 %m16, %c18
  %m18 = and i1 %m17, %c19
  %m19 = and i1 %m18, %c20
  %m20 = and i1 %m19, %c21
  %m21 = and i1 %m20, %c22
  %m22 = and i1 %m21, %c23
  %m23 = and i1 %m22, %c25
  %c26 = icmp eq i32 %r26, 15
  %m24 = and i1 %m23, %c26
  %at = getelementptr i32, ptr addrspace(1) %I, i32 %t
  %i = load i32, ptr addrspace(1) %at
  %sum = add i32 %i, %i
  %v = select i1 %m24, i32 %sum, i32 -1
  %q = getelementptr i32, ptr addrspace(1) %R, i32 %t
  store i32 %v, ptr addrspace(1) %q
  ret void
}
attributes #0 = { "call-attribute" }
!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
