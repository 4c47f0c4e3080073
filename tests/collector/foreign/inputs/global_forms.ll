; Global variables of the types and forms that front ends write. R[t] is I[t] + I[t] where all values are right.
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%pair = type { i32, float }
%packed = type <{ i8, i32 }>
%nested = type { %pair, [2 x %pair], %list }
%list = type { i32, ptr addrspace(1) }
%unknown = type opaque
%0 = type { i64, i16 }

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

@number = internal addrspace(1) global i32 7
@pairs = internal addrspace(1) global [2 x %pair] [%pair { i32 1, float 2.0 }, %pair { i32 3, float 4.0 }]
@packed = internal addrspace(4) constant %packed <{ i8 5, i32 6 }>
@nested = internal addrspace(1) global %nested { %pair { i32 8, float 9.0 }, [2 x %pair] [%pair zeroinitializer, %pair { i32 10, float undef }], %list { i32 11, ptr addrspace(1) @number } }
@first = internal addrspace(1) global %list { i32 12, ptr addrspace(1) @second }
@second = internal addrspace(1) global %list { i32 13, ptr addrspace(1) null }
@places = internal addrspace(4) constant [2 x ptr addrspace(1)] [ptr addrspace(1) getelementptr (%pair, ptr addrspace(1) @pairs, i64 1), ptr addrspace(1) @number]
@unnamedType = internal addrspace(1) global %0 { i64 14, i16 15 }
@zeros = internal addrspace(1) global [4 x %pair] zeroinitializer
@text = private addrspace(4) constant [6 x i8] c"hello\00"
@halves = internal addrspace(4) constant [2 x half] [half 0xH3C00, half 0xH4000]
@vector = internal addrspace(1) global <2 x i32> <i32 16, i32 17>
@shared = internal addrspace(3) global [64 x %pair] undef
@generic = internal global %pair { i32 18, float 1.0 }
@alias = internal alias %pair, ptr addrspace(1) getelementptr (%pair, ptr addrspace(1) @pairs, i64 1)
@offset = internal addrspace(4) constant i64 ptrtoint (ptr getelementptr (%pair, ptr null, i64 1) to i64)
@external = external addrspace(1) global %unknown
@0 = private addrspace(4) constant %pair { i32 19, float 0.0 }

define internal i32 @valueOf(ptr addrspace(1) %p, %pair %x) noinline {
  %v = load %pair, ptr addrspace(1) %p
  %a = extractvalue %pair %v, 0
  %b = extractvalue %pair %x, 0
  %c = add i32 %a, %b
  ret i32 %c
}

define void @k(ptr addrspace(1) %R, ptr addrspace(1) %I) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a0 = load i32, ptr addrspace(1) getelementptr (%pair, ptr addrspace(1) @pairs, i64 1)
  %a1 = call i32 @valueOf(ptr addrspace(1) @pairs, %pair { i32 40, float 0.0 })
  %p2 = getelementptr %packed, ptr addrspace(4) @packed, i32 0, i32 1
  %a2 = load i32, ptr addrspace(4) %p2, align 1
  %p3 = getelementptr %nested, ptr addrspace(1) @nested, i32 0, i32 1, i32 1, i32 0
  %a3 = load i32, ptr addrspace(1) %p3
  %p4 = getelementptr %nested, ptr addrspace(1) @nested, i32 0, i32 2, i32 1
  %q4 = load ptr addrspace(1), ptr addrspace(1) %p4
  %a4 = load i32, ptr addrspace(1) %q4
  %p5 = getelementptr %list, ptr addrspace(1) @first, i32 0, i32 1
  %q5 = load ptr addrspace(1), ptr addrspace(1) %p5
  %a5 = load i32, ptr addrspace(1) %q5
  %q6 = load ptr addrspace(1), ptr addrspace(4) @places
  %a6 = load i32, ptr addrspace(1) %q6
  %p7 = getelementptr %0, ptr addrspace(1) @unnamedType, i32 0, i32 1
  %s7 = load i16, ptr addrspace(1) %p7
  %a7 = zext i16 %s7 to i32
  %index = and i32 %t, 3
  %p8 = getelementptr [4 x %pair], ptr addrspace(1) @zeros, i32 0, i32 %index, i32 0
  %a8 = load i32, ptr addrspace(1) %p8
  %p9 = getelementptr [6 x i8], ptr addrspace(4) @text, i32 0, i32 1
  %s9 = load i8, ptr addrspace(4) %p9
  %a9 = zext i8 %s9 to i32
  %p10 = getelementptr [2 x half], ptr addrspace(4) @halves, i32 0, i32 1
  %h10 = load half, ptr addrspace(4) %p10
  %f10 = fpext half %h10 to float
  %a10 = fptosi float %f10 to i32
  %v11 = load <2 x i32>, ptr addrspace(1) @vector
  %a11 = extractelement <2 x i32> %v11, i32 1
  %p12 = getelementptr [64 x %pair], ptr addrspace(3) @shared, i32 0, i32 %t, i32 0
  store i32 20, ptr addrspace(3) %p12
  %a12 = load volatile i32, ptr addrspace(3) %p12
  %a13 = load i32, ptr @generic
  %a14 = load i32, ptr addrspace(1) @alias
  %l15 = load i64, ptr addrspace(4) @offset
  %a15 = trunc i64 %l15 to i32
  %a16 = load i32, ptr addrspace(4) @0
  %x = alloca %nested
  %px = getelementptr %nested, ptr %x, i32 0, i32 1, i32 %index, i32 0
  %isOne = icmp ult i32 %index, 2
  br i1 %isOne, label %stores, label %join
stores:
  store volatile i32 1, ptr %px
  br label %join
join:
  %chosen = phi %pair [ { i32 2, float 0.0 }, %entry ], [ { i32 3, float 0.0 }, %stores ]
  %selected = select i1 %isOne, %pair { i32 -3, float 0.0 }, %pair { i32 -2, float 0.0 }
  %c1 = extractvalue %pair %chosen, 0
  %c2 = extractvalue %pair %selected, 0
  %s0 = add i32 %a0, %c1
  %s1 = add i32 %s0, %c2
  %s2 = add i32 %s1, %a1
  %s3 = add i32 %s2, %a2
  %s4 = add i32 %s3, %a3
  %s5 = add i32 %s4, %a4
  %s6 = add i32 %s5, %a5
  %s7b = add i32 %s6, %a6
  %s8 = add i32 %s7b, %a7
  %s9b = add i32 %s8, %a8
  %s10 = add i32 %s9b, %a9
  %s11 = add i32 %s10, %a10
  %s12 = add i32 %s11, %a11
  %s13 = add i32 %s12, %a12
  %s14 = add i32 %s13, %a13
  %s15 = add i32 %s14, %a14
  %s16 = add i32 %s15, %a15
  %s17 = add i32 %s16, %a16
  ; 3 + 41 + 6 + 10 + 7 + 13 + 3 + 15 + 0 + 101 + 2 + 17 + 20 + 18 + 3 + 8 + 19
  %isRight = icmp eq i32 %s17, 286
  %at = getelementptr i32, ptr addrspace(1) %I, i32 %t
  %i = load i32, ptr addrspace(1) %at
  %sum = add i32 %i, %i
  %v = select i1 %isRight, i32 %sum, i32 %s17
  %q = getelementptr i32, ptr addrspace(1) %R, i32 %t
  store i32 %v, ptr addrspace(1) %q
  ret void
}
!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
