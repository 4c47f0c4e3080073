; ModuleID = 'attention_forward.cu'
source_filename = "attention_forward.cu"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%struct.TensorMap = type { [128 x i8] }

@sharedBytes = external dso_local addrspace(3) global [0 x i8], align 1024
@.str = private unnamed_addr constant [7 x i8] c"load q\00", align 1
@.str1 = private unnamed_addr constant [18 x i8] c"wait for a free k\00", align 1
@.str2 = private unnamed_addr constant [7 x i8] c"load k\00", align 1
@.str3 = private unnamed_addr constant [18 x i8] c"wait for a free v\00", align 1
@.str4 = private unnamed_addr constant [7 x i8] c"load v\00", align 1
@.str5 = private unnamed_addr constant [14 x i8] c"wait for q, k\00", align 1
@.str6 = private unnamed_addr constant [3 x i8] c"qk\00", align 1
@.str7 = private unnamed_addr constant [8 x i8] c"softmax\00", align 1
@.str8 = private unnamed_addr constant [11 x i8] c"wait for k\00", align 1
@.str9 = private unnamed_addr constant [11 x i8] c"wait for v\00", align 1
@.str10 = private unnamed_addr constant [13 x i8] c"begin qk, pv\00", align 1
@.str11 = private unnamed_addr constant [3 x i8] c"pv\00", align 1
@.str12 = private unnamed_addr constant [6 x i8] c"store\00", align 1

; Function Attrs: convergent mustprogress norecurse nounwind
define dso_local void @attention_forward(ptr noundef byval(%struct.TensorMap) align 64 "nvvm.grid_constant" %0, ptr noundef byval(%struct.TensorMap) align 64 "nvvm.grid_constant" %1, ptr noundef byval(%struct.TensorMap) align 64 "nvvm.grid_constant" %2, ptr noundef byval(%struct.TensorMap) align 64 "nvvm.grid_constant" %3, i32 noundef %4, i32 noundef %5) local_unnamed_addr #0 !dbg !11 {
  %7 = tail call range(i32 0, 384) i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !14
  %8 = lshr i32 %7, 5, !dbg !15
  %9 = tail call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %8, i32 0, i32 31), !dbg !16
  %10 = tail call range(i32 0, 65535) i32 @llvm.nvvm.read.ptx.sreg.ctaid.y(), !dbg !17
  %11 = mul nsw i32 %10, %4, !dbg !18
  %12 = sdiv i32 %4, 128, !dbg !19
  %13 = tail call range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !20
  %14 = xor i32 %13, -1, !dbg !21
  %15 = add i32 %12, %14, !dbg !21
  %16 = icmp eq i32 %5, 0, !dbg !22
  %17 = select i1 %16, i32 -1, i32 %15, !dbg !22
  %18 = select i1 %16, i32 0, i32 %13, !dbg !22
  %19 = sub i32 %12, %18, !dbg !22
  %20 = shl nsw i32 %15, 7, !dbg !23
  %21 = add nsw i32 %20, %11, !dbg !24
  %22 = icmp eq i32 %7, 0, !dbg !25
  br i1 %22, label %23, label %24, !dbg !26

23:                                               ; preds = %6
  tail call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], $1;", "r,r,~{memory}"(i32 add (i32 ptrtoint (ptr addrspace(3) @sharedBytes to i32), i32 163840), i32 1) #5, !dbg !27, !srcloc !30
  tail call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], $1;", "r,r,~{memory}"(i32 add (i32 ptrtoint (ptr addrspace(3) @sharedBytes to i32), i32 163848), i32 1) #5, !dbg !31, !srcloc !30
  tail call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], $1;", "r,r,~{memory}"(i32 add (i32 ptrtoint (ptr addrspace(3) @sharedBytes to i32), i32 163880), i32 1) #5, !dbg !33, !srcloc !30
  tail call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], $1;", "r,r,~{memory}"(i32 add (i32 ptrtoint (ptr addrspace(3) @sharedBytes to i32), i32 163864), i32 8) #5, !dbg !35, !srcloc !30
  tail call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], $1;", "r,r,~{memory}"(i32 add (i32 ptrtoint (ptr addrspace(3) @sharedBytes to i32), i32 163896), i32 8) #5, !dbg !37, !srcloc !30
  tail call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], $1;", "r,r,~{memory}"(i32 add (i32 ptrtoint (ptr addrspace(3) @sharedBytes to i32), i32 163856), i32 1) #5, !dbg !31, !srcloc !30
  tail call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], $1;", "r,r,~{memory}"(i32 add (i32 ptrtoint (ptr addrspace(3) @sharedBytes to i32), i32 163888), i32 1) #5, !dbg !33, !srcloc !30
  tail call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], $1;", "r,r,~{memory}"(i32 add (i32 ptrtoint (ptr addrspace(3) @sharedBytes to i32), i32 163872), i32 8) #5, !dbg !35, !srcloc !30
  tail call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], $1;", "r,r,~{memory}"(i32 add (i32 ptrtoint (ptr addrspace(3) @sharedBytes to i32), i32 163904), i32 8) #5, !dbg !37, !srcloc !30
  tail call void asm sideeffect "fence.mbarrier_init.release.cluster;", "~{memory}"() #5, !dbg !39, !srcloc !40
  br label %24, !dbg !41

24:                                               ; preds = %23, %6
  tail call void @llvm.nvvm.bar.sync(i32 0), !dbg !42
  %25 = icmp slt i32 %9, 4, !dbg !43
  br i1 %25, label %26, label %52, !dbg !44

26:                                               ; preds = %24
  tail call void asm sideeffect "setmaxnreg.dec.sync.aligned.u32 56;", ""() #5, !dbg !45, !srcloc !46
  %27 = icmp eq i32 %9, 0, !dbg !47
  br i1 %27, label %28, label %2293, !dbg !48

28:                                               ; preds = %26
  tail call void @proton_scope_start(ptr noundef nonnull @.str) #5, !dbg !49
  %29 = zext i1 %22 to i32, !dbg !52
  tail call void asm sideeffect "{\0A.reg .pred leader;\0Asetp.ne.u32 leader, $2, 0;\0A@leader mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], $1;\0A}", "r,r,r,~{memory}"(i32 add (i32 ptrtoint (ptr addrspace(3) @sharedBytes to i32), i32 163840), i32 32768, i32 %29) #5, !dbg !55, !srcloc !56
  call void asm sideeffect "{\0A.reg .pred leader;\0Asetp.ne.u32 leader, $5, 0;\0A@leader cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1, {$2, $3}], [$4];\0A}", "r,l,r,r,r,r,~{memory}"(i32 ptrtoint (ptr addrspace(3) @sharedBytes to i32), ptr nonnull %0, i32 0, i32 %21, i32 add (i32 ptrtoint (ptr addrspace(3) @sharedBytes to i32), i32 163840), i32 %29) #5, !dbg !57, !srcloc !60
  call void asm sideeffect "{\0A.reg .pred leader;\0Asetp.ne.u32 leader, $5, 0;\0A@leader cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1, {$2, $3}], [$4];\0A}", "r,l,r,r,r,r,~{memory}"(i32 add (i32 ptrtoint (ptr addrspace(3) @sharedBytes to i32), i32 8192), ptr nonnull %0, i32 64, i32 %21, i32 add (i32 ptrtoint (ptr addrspace(3) @sharedBytes to i32), i32 163840), i32 %29) #5, !dbg !57, !srcloc !60
  %30 = add nsw i32 %21, 64, !dbg !61
  call void asm sideeffect "{\0A.reg .pred leader;\0Asetp.ne.u32 leader, $5, 0;\0A@leader cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1, {$2, $3}], [$4];\0A}", "r,l,r,r,r,r,~{memory}"(i32 add (i32 ptrtoint (ptr addrspace(3) @sharedBytes to i32), i32 16384), ptr nonnull %0, i32 0, i32 %30, i32 add (i32 ptrtoint (ptr addrspace(3) @sharedBytes to i32), i32 163840), i32 %29) #5, !dbg !57, !srcloc !60
  call void asm sideeffect "{\0A.reg .pred leader;\0Asetp.ne.u32 leader, $5, 0;\0A@leader cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1, {$2, $3}], [$4];\0A}", "r,l,r,r,r,r,~{memory}"(i32 add (i32 ptrtoint (ptr addrspace(3) @sharedBytes to i32), i32 24576), ptr nonnull %0, i32 64, i32 %30, i32 add (i32 ptrtoint (ptr addrspace(3) @sharedBytes to i32), i32 163840), i32 %29) #5, !dbg !57, !srcloc !60
  call void @proton_scope_end(ptr noundef nonnull @.str) #5, !dbg !62
  %31 = icmp sgt i32 %19, 0, !dbg !63
  br i1 %31, label %32, label %2293, !dbg !64

32:                                               ; preds = %28, %32
  %33 = phi i32 [ %50, %32 ], [ 0, %28 ]
  %34 = and i32 %33, 1, !dbg !65
  %35 = lshr i32 %33, 1, !dbg !66
  %36 = and i32 %35, 1, !dbg !67
  %37 = xor i32 %36, 1, !dbg !67
  %38 = shl nsw i32 %33, 7, !dbg !68
  %39 = add nsw i32 %38, %11, !dbg !69
  call void @proton_scope_start(ptr noundef nonnull @.str1) #5, !dbg !70
  %40 = shl nuw nsw i32 %34, 3, !dbg !71
  %41 = add nuw nsw i32 %40, add (i32 ptrtoint (ptr addrspace(3) @sharedBytes to i32), i32 163864), !dbg !72
  call void asm sideeffect "{\0A.reg .pred done;\0Aagain:\0Ambarrier.try_wait.parity.shared::cta.b64 done, [$0], $1;\0A@!done bra again;\0A}", "r,r,~{memory}"(i32 %41, i32 %37) #5, !dbg !73, !srcloc !76
  call void @proton_scope_end(ptr noundef nonnull @.str1) #5, !dbg !77
  call void @proton_scope_start(ptr noundef nonnull @.str2) #5, !dbg !78
  %42 = shl nuw nsw i32 %34, 15, !dbg !79
  %43 = add i32 %42, add (i32 ptrtoint (ptr addrspace(3) @sharedBytes to i32), i32 32768), !dbg !80
  %44 = add nuw nsw i32 %40, add (i32 ptrtoint (ptr addrspace(3) @sharedBytes to i32), i32 163848), !dbg !81
  call void asm sideeffect "{\0A.reg .pred leader;\0Asetp.ne.u32 leader, $2, 0;\0A@leader mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], $1;\0A}", "r,r,r,~{memory}"(i32 %44, i32 32768, i32 %29) #5, !dbg !82, !srcloc !56
  call void asm sideeffect "{\0A.reg .pred leader;\0Asetp.ne.u32 leader, $5, 0;\0A@leader cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1, {$2, $3}], [$4];\0A}", "r,l,r,r,r,r,~{memory}"(i32 %43, ptr nonnull %1, i32 0, i32 %39, i32 %44, i32 %29) #5, !dbg !86, !srcloc !60
  %45 = add i32 %42, add (i32 ptrtoint (ptr addrspace(3) @sharedBytes to i32), i32 49152), !dbg !88
  call void asm sideeffect "{\0A.reg .pred leader;\0Asetp.ne.u32 leader, $5, 0;\0A@leader cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1, {$2, $3}], [$4];\0A}", "r,l,r,r,r,r,~{memory}"(i32 %45, ptr nonnull %1, i32 64, i32 %39, i32 %44, i32 %29) #5, !dbg !89, !srcloc !60
  call void @proton_scope_end(ptr noundef nonnull @.str2) #5, !dbg !91
  call void @proton_scope_start(ptr noundef nonnull @.str3) #5, !dbg !92
  %46 = add nuw nsw i32 %40, add (i32 ptrtoint (ptr addrspace(3) @sharedBytes to i32), i32 163896), !dbg !93
  call void asm sideeffect "{\0A.reg .pred done;\0Aagain:\0Ambarrier.try_wait.parity.shared::cta.b64 done, [$0], $1;\0A@!done bra again;\0A}", "r,r,~{memory}"(i32 %46, i32 %37) #5, !dbg !94, !srcloc !76
  call void @proton_scope_end(ptr noundef nonnull @.str3) #5, !dbg !96
  call void @proton_scope_start(ptr noundef nonnull @.str4) #5, !dbg !97
  %47 = add i32 %42, add (i32 ptrtoint (ptr addrspace(3) @sharedBytes to i32), i32 98304), !dbg !98
  %48 = add nuw nsw i32 %40, add (i32 ptrtoint (ptr addrspace(3) @sharedBytes to i32), i32 163880), !dbg !99
  call void asm sideeffect "{\0A.reg .pred leader;\0Asetp.ne.u32 leader, $2, 0;\0A@leader mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], $1;\0A}", "r,r,r,~{memory}"(i32 %48, i32 32768, i32 %29) #5, !dbg !100, !srcloc !56
  call void asm sideeffect "{\0A.reg .pred leader;\0Asetp.ne.u32 leader, $5, 0;\0A@leader cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1, {$2, $3}], [$4];\0A}", "r,l,r,r,r,r,~{memory}"(i32 %47, ptr nonnull %2, i32 0, i32 %39, i32 %48, i32 %29) #5, !dbg !103, !srcloc !60
  %49 = add i32 %42, add (i32 ptrtoint (ptr addrspace(3) @sharedBytes to i32), i32 114688), !dbg !105
  call void asm sideeffect "{\0A.reg .pred leader;\0Asetp.ne.u32 leader, $5, 0;\0A@leader cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1, {$2, $3}], [$4];\0A}", "r,l,r,r,r,r,~{memory}"(i32 %49, ptr nonnull %2, i32 64, i32 %39, i32 %48, i32 %29) #5, !dbg !106, !srcloc !60
  call void @proton_scope_end(ptr noundef nonnull @.str4) #5, !dbg !108
  %50 = add nuw nsw i32 %33, 1, !dbg !109
  %51 = icmp eq i32 %50, %19, !dbg !63
  br i1 %51, label %2293, label %32, !dbg !64, !llvm.loop !110

52:                                               ; preds = %24
  tail call void asm sideeffect "setmaxnreg.inc.sync.aligned.u32 224;", ""() #5, !dbg !114, !srcloc !115
  %53 = lshr i32 %9, 2, !dbg !116
  %54 = add nsw i32 %53, -1, !dbg !117
  %55 = shl nsw i32 %54, 14, !dbg !120
  %56 = and i32 %7, 31, !dbg !121
  %57 = add i32 %55, ptrtoint (ptr addrspace(3) @sharedBytes to i32), !dbg !122
  %58 = icmp eq i32 %56, 0, !dbg !123
  %59 = icmp eq i32 %53, 2, !dbg !124
  br i1 %59, label %60, label %61, !dbg !125

60:                                               ; preds = %52
  tail call void asm sideeffect "bar.arrive $0, 256;", "r,~{memory}"(i32 1) #5, !dbg !126, !srcloc !129
  br label %61, !dbg !130

61:                                               ; preds = %60, %52
  tail call void @proton_scope_start(ptr noundef nonnull @.str5) #5, !dbg !131
  tail call void asm sideeffect "{\0A.reg .pred done;\0Aagain:\0Ambarrier.try_wait.parity.shared::cta.b64 done, [$0], $1;\0A@!done bra again;\0A}", "r,r,~{memory}"(i32 add (i32 ptrtoint (ptr addrspace(3) @sharedBytes to i32), i32 163840), i32 0) #5, !dbg !132, !srcloc !76
  tail call void asm sideeffect "{\0A.reg .pred done;\0Aagain:\0Ambarrier.try_wait.parity.shared::cta.b64 done, [$0], $1;\0A@!done bra again;\0A}", "r,r,~{memory}"(i32 add (i32 ptrtoint (ptr addrspace(3) @sharedBytes to i32), i32 163848), i32 0) #5, !dbg !134, !srcloc !76
  tail call void @proton_scope_end(ptr noundef nonnull @.str5) #5, !dbg !136
  tail call void @proton_scope_start(ptr noundef nonnull @.str6) #5, !dbg !137
  tail call void asm sideeffect "bar.sync $0, 256;", "r,~{memory}"(i32 %53) #5, !dbg !138, !srcloc !141
  %62 = lshr exact i32 %57, 4, !dbg !142
  %63 = and i32 %62, 16320, !dbg !142
  %64 = zext nneg i32 %63 to i64, !dbg !147
  %65 = or disjoint i64 %64, 4611686293305360384, !dbg !147
  %66 = lshr exact i32 add (i32 ptrtoint (ptr addrspace(3) @sharedBytes to i32), i32 32768), 4, !dbg !148
  %67 = and i32 %66, 16320, !dbg !148
  %68 = zext nneg i32 %67 to i64, !dbg !150
  %69 = or disjoint i64 %68, 4611686293305360384, !dbg !150
  %70 = tail call { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } asm sideeffect "{\0A.reg .b64 a, b;\0Awgmma.fence.sync.aligned;\0Aadd.s64 a, $64, 0;\0Aadd.s64 b, $65, 0;\0Awgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, $37, $38, $39, $40, $41, $42, $43, $44, $45, $46, $47, $48, $49, $50, $51, $52, $53, $54, $55, $56, $57, $58, $59, $60, $61, $62, $63}, a, b, 0, 1, 1, 0, 0;\0Aadd.s64 a, $64, 2;\0Aadd.s64 b, $65, 2;\0Awgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, $37, $38, $39, $40, $41, $42, $43, $44, $45, $46, $47, $48, $49, $50, $51, $52, $53, $54, $55, $56, $57, $58, $59, $60, $61, $62, $63}, a, b, 1, 1, 1, 0, 0;\0Aadd.s64 a, $64, 4;\0Aadd.s64 b, $65, 4;\0Awgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, $37, $38, $39, $40, $41, $42, $43, $44, $45, $46, $47, $48, $49, $50, $51, $52, $53, $54, $55, $56, $57, $58, $59, $60, $61, $62, $63}, a, b, 1, 1, 1, 0, 0;\0Aadd.s64 a, $64, 6;\0Aadd.s64 b, $65, 6;\0Awgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, $37, $38, $39, $40, $41, $42, $43, $44, $45, $46, $47, $48, $49, $50, $51, $52, $53, $54, $55, $56, $57, $58, $59, $60, $61, $62, $63}, a, b, 1, 1, 1, 0, 0;\0Aadd.s64 a, $64, 512;\0Aadd.s64 b, $65, 1024;\0Awgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, $37, $38, $39, $40, $41, $42, $43, $44, $45, $46, $47, $48, $49, $50, $51, $52, $53, $54, $55, $56, $57, $58, $59, $60, $61, $62, $63}, a, b, 1, 1, 1, 0, 0;\0Aadd.s64 a, $64, 514;\0Aadd.s64 b, $65, 1026;\0Awgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, $37, $38, $39, $40, $41, $42, $43, $44, $45, $46, $47, $48, $49, $50, $51, $52, $53, $54, $55, $56, $57, $58, $59, $60, $61, $62, $63}, a, b, 1, 1, 1, 0, 0;\0Aadd.s64 a, $64, 516;\0Aadd.s64 b, $65, 1028;\0Awgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, $37, $38, $39, $40, $41, $42, $43, $44, $45, $46, $47, $48, $49, $50, $51, $52, $53, $54, $55, $56, $57, $58, $59, $60, $61, $62, $63}, a, b, 1, 1, 1, 0, 0;\0Aadd.s64 a, $64, 518;\0Aadd.s64 b, $65, 1030;\0Awgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, $37, $38, $39, $40, $41, $42, $43, $44, $45, $46, $47, $48, $49, $50, $51, $52, $53, $54, $55, $56, $57, $58, $59, $60, $61, $62, $63}, a, b, 1, 1, 1, 0, 0;\0Awgmma.commit_group.sync.aligned;\0A}", "=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,l,l,~{memory}"(i64 %65, i64 %69) #5, !dbg !151, !srcloc !152
  %71 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %70, 0, !dbg !151
  %72 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %70, 1, !dbg !151
  %73 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %70, 2, !dbg !151
  %74 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %70, 3, !dbg !151
  %75 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %70, 4, !dbg !151
  %76 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %70, 5, !dbg !151
  %77 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %70, 6, !dbg !151
  %78 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %70, 7, !dbg !151
  %79 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %70, 8, !dbg !151
  %80 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %70, 9, !dbg !151
  %81 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %70, 10, !dbg !151
  %82 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %70, 11, !dbg !151
  %83 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %70, 12, !dbg !151
  %84 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %70, 13, !dbg !151
  %85 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %70, 14, !dbg !151
  %86 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %70, 15, !dbg !151
  %87 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %70, 16, !dbg !151
  %88 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %70, 17, !dbg !151
  %89 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %70, 18, !dbg !151
  %90 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %70, 19, !dbg !151
  %91 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %70, 20, !dbg !151
  %92 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %70, 21, !dbg !151
  %93 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %70, 22, !dbg !151
  %94 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %70, 23, !dbg !151
  %95 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %70, 24, !dbg !151
  %96 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %70, 25, !dbg !151
  %97 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %70, 26, !dbg !151
  %98 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %70, 27, !dbg !151
  %99 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %70, 28, !dbg !151
  %100 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %70, 29, !dbg !151
  %101 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %70, 30, !dbg !151
  %102 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %70, 31, !dbg !151
  %103 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %70, 32, !dbg !151
  %104 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %70, 33, !dbg !151
  %105 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %70, 34, !dbg !151
  %106 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %70, 35, !dbg !151
  %107 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %70, 36, !dbg !151
  %108 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %70, 37, !dbg !151
  %109 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %70, 38, !dbg !151
  %110 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %70, 39, !dbg !151
  %111 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %70, 40, !dbg !151
  %112 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %70, 41, !dbg !151
  %113 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %70, 42, !dbg !151
  %114 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %70, 43, !dbg !151
  %115 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %70, 44, !dbg !151
  %116 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %70, 45, !dbg !151
  %117 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %70, 46, !dbg !151
  %118 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %70, 47, !dbg !151
  %119 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %70, 48, !dbg !151
  %120 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %70, 49, !dbg !151
  %121 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %70, 50, !dbg !151
  %122 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %70, 51, !dbg !151
  %123 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %70, 52, !dbg !151
  %124 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %70, 53, !dbg !151
  %125 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %70, 54, !dbg !151
  %126 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %70, 55, !dbg !151
  %127 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %70, 56, !dbg !151
  %128 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %70, 57, !dbg !151
  %129 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %70, 58, !dbg !151
  %130 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %70, 59, !dbg !151
  %131 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %70, 60, !dbg !151
  %132 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %70, 61, !dbg !151
  %133 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %70, 62, !dbg !151
  %134 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %70, 63, !dbg !151
  %135 = sub nsw i32 3, %53, !dbg !153
  tail call void asm sideeffect "bar.arrive $0, 256;", "r,~{memory}"(i32 %135) #5, !dbg !155, !srcloc !129
  %136 = tail call { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } asm sideeffect "wgmma.wait_group.sync.aligned $64;", "=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,n,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57,58,59,60,61,62,63,~{memory}"(i32 0, float %71, float %72, float %73, float %74, float %75, float %76, float %77, float %78, float %79, float %80, float %81, float %82, float %83, float %84, float %85, float %86, float %87, float %88, float %89, float %90, float %91, float %92, float %93, float %94, float %95, float %96, float %97, float %98, float %99, float %100, float %101, float %102, float %103, float %104, float %105, float %106, float %107, float %108, float %109, float %110, float %111, float %112, float %113, float %114, float %115, float %116, float %117, float %118, float %119, float %120, float %121, float %122, float %123, float %124, float %125, float %126, float %127, float %128, float %129, float %130, float %131, float %132, float %133, float %134) #5, !dbg !156, !srcloc !159
  %137 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %136, 0, !dbg !156
  %138 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %136, 1, !dbg !156
  %139 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %136, 2, !dbg !156
  %140 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %136, 3, !dbg !156
  %141 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %136, 4, !dbg !156
  %142 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %136, 5, !dbg !156
  %143 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %136, 6, !dbg !156
  %144 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %136, 7, !dbg !156
  %145 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %136, 8, !dbg !156
  %146 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %136, 9, !dbg !156
  %147 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %136, 10, !dbg !156
  %148 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %136, 11, !dbg !156
  %149 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %136, 12, !dbg !156
  %150 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %136, 13, !dbg !156
  %151 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %136, 14, !dbg !156
  %152 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %136, 15, !dbg !156
  %153 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %136, 16, !dbg !156
  %154 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %136, 17, !dbg !156
  %155 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %136, 18, !dbg !156
  %156 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %136, 19, !dbg !156
  %157 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %136, 20, !dbg !156
  %158 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %136, 21, !dbg !156
  %159 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %136, 22, !dbg !156
  %160 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %136, 23, !dbg !156
  %161 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %136, 24, !dbg !156
  %162 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %136, 25, !dbg !156
  %163 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %136, 26, !dbg !156
  %164 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %136, 27, !dbg !156
  %165 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %136, 28, !dbg !156
  %166 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %136, 29, !dbg !156
  %167 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %136, 30, !dbg !156
  %168 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %136, 31, !dbg !156
  %169 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %136, 32, !dbg !156
  %170 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %136, 33, !dbg !156
  %171 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %136, 34, !dbg !156
  %172 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %136, 35, !dbg !156
  %173 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %136, 36, !dbg !156
  %174 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %136, 37, !dbg !156
  %175 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %136, 38, !dbg !156
  %176 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %136, 39, !dbg !156
  %177 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %136, 40, !dbg !156
  %178 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %136, 41, !dbg !156
  %179 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %136, 42, !dbg !156
  %180 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %136, 43, !dbg !156
  %181 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %136, 44, !dbg !156
  %182 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %136, 45, !dbg !156
  %183 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %136, 46, !dbg !156
  %184 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %136, 47, !dbg !156
  %185 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %136, 48, !dbg !156
  %186 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %136, 49, !dbg !156
  %187 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %136, 50, !dbg !156
  %188 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %136, 51, !dbg !156
  %189 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %136, 52, !dbg !156
  %190 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %136, 53, !dbg !156
  %191 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %136, 54, !dbg !156
  %192 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %136, 55, !dbg !156
  %193 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %136, 56, !dbg !156
  %194 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %136, 57, !dbg !156
  %195 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %136, 58, !dbg !156
  %196 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %136, 59, !dbg !156
  %197 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %136, 60, !dbg !156
  %198 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %136, 61, !dbg !156
  %199 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %136, 62, !dbg !156
  %200 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %136, 63, !dbg !156
  %201 = zext i1 %58 to i32, !dbg !160
  tail call void asm sideeffect "{\0A.reg .pred leader;\0Asetp.ne.u32 leader, $1, 0;\0A@leader mbarrier.arrive.shared::cta.b64 _, [$0];\0A}", "r,r,~{memory}"(i32 add (i32 ptrtoint (ptr addrspace(3) @sharedBytes to i32), i32 163864), i32 %201) #5, !dbg !163, !srcloc !164
  tail call void @proton_scope_end(ptr noundef nonnull @.str6) #5, !dbg !165
  tail call void @proton_scope_start(ptr noundef nonnull @.str7) #5, !dbg !166
  %202 = icmp eq i32 %17, 0, !dbg !167
  br i1 %202, label %203, label %314, !dbg !168

203:                                              ; preds = %61
  %204 = shl i32 %53, 6, !dbg !169
  %205 = add i32 %204, -64, !dbg !169
  %206 = lshr i32 %7, 1, !dbg !172
  %207 = and i32 %206, 48, !dbg !172
  %208 = or disjoint i32 %205, %207, !dbg !173
  %209 = lshr i32 %7, 2, !dbg !174
  %210 = and i32 %209, 7, !dbg !174
  %211 = shl nuw nsw i32 %7, 1, !dbg !175
  %212 = and i32 %211, 6, !dbg !175
  %213 = sub nsw i32 %210, %212, !dbg !176
  %214 = add i32 %213, %208, !dbg !177
  %215 = tail call i32 asm sideeffect "", "=r,0"(i32 %214) #5, !dbg !178, !srcloc !179
  %216 = icmp slt i32 %215, 0, !dbg !180
  %217 = select i1 %216, float 0xFFF0000000000000, float %137, !dbg !181
  %218 = icmp slt i32 %215, 1, !dbg !180
  %219 = select i1 %218, float 0xFFF0000000000000, float %138, !dbg !181
  %220 = icmp slt i32 %215, -8, !dbg !180
  %221 = select i1 %220, float 0xFFF0000000000000, float %139, !dbg !181
  %222 = icmp slt i32 %215, -7, !dbg !180
  %223 = select i1 %222, float 0xFFF0000000000000, float %140, !dbg !181
  %224 = icmp slt i32 %215, 8, !dbg !180
  %225 = select i1 %224, float 0xFFF0000000000000, float %141, !dbg !181
  %226 = icmp slt i32 %215, 9, !dbg !180
  %227 = select i1 %226, float 0xFFF0000000000000, float %142, !dbg !181
  %228 = select i1 %216, float 0xFFF0000000000000, float %143, !dbg !181
  %229 = select i1 %218, float 0xFFF0000000000000, float %144, !dbg !181
  %230 = icmp slt i32 %215, 16, !dbg !180
  %231 = select i1 %230, float 0xFFF0000000000000, float %145, !dbg !181
  %232 = icmp slt i32 %215, 17, !dbg !180
  %233 = select i1 %232, float 0xFFF0000000000000, float %146, !dbg !181
  %234 = select i1 %224, float 0xFFF0000000000000, float %147, !dbg !181
  %235 = select i1 %226, float 0xFFF0000000000000, float %148, !dbg !181
  %236 = icmp slt i32 %215, 24, !dbg !180
  %237 = select i1 %236, float 0xFFF0000000000000, float %149, !dbg !181
  %238 = icmp slt i32 %215, 25, !dbg !180
  %239 = select i1 %238, float 0xFFF0000000000000, float %150, !dbg !181
  %240 = select i1 %230, float 0xFFF0000000000000, float %151, !dbg !181
  %241 = select i1 %232, float 0xFFF0000000000000, float %152, !dbg !181
  %242 = icmp slt i32 %215, 32, !dbg !180
  %243 = select i1 %242, float 0xFFF0000000000000, float %153, !dbg !181
  %244 = icmp slt i32 %215, 33, !dbg !180
  %245 = select i1 %244, float 0xFFF0000000000000, float %154, !dbg !181
  %246 = select i1 %236, float 0xFFF0000000000000, float %155, !dbg !181
  %247 = select i1 %238, float 0xFFF0000000000000, float %156, !dbg !181
  %248 = icmp slt i32 %215, 40, !dbg !180
  %249 = select i1 %248, float 0xFFF0000000000000, float %157, !dbg !181
  %250 = icmp slt i32 %215, 41, !dbg !180
  %251 = select i1 %250, float 0xFFF0000000000000, float %158, !dbg !181
  %252 = select i1 %242, float 0xFFF0000000000000, float %159, !dbg !181
  %253 = select i1 %244, float 0xFFF0000000000000, float %160, !dbg !181
  %254 = icmp slt i32 %215, 48, !dbg !180
  %255 = select i1 %254, float 0xFFF0000000000000, float %161, !dbg !181
  %256 = icmp slt i32 %215, 49, !dbg !180
  %257 = select i1 %256, float 0xFFF0000000000000, float %162, !dbg !181
  %258 = select i1 %248, float 0xFFF0000000000000, float %163, !dbg !181
  %259 = select i1 %250, float 0xFFF0000000000000, float %164, !dbg !181
  %260 = icmp slt i32 %215, 56, !dbg !180
  %261 = select i1 %260, float 0xFFF0000000000000, float %165, !dbg !181
  %262 = icmp slt i32 %215, 57, !dbg !180
  %263 = select i1 %262, float 0xFFF0000000000000, float %166, !dbg !181
  %264 = select i1 %254, float 0xFFF0000000000000, float %167, !dbg !181
  %265 = select i1 %256, float 0xFFF0000000000000, float %168, !dbg !181
  %266 = icmp slt i32 %215, 64, !dbg !180
  %267 = select i1 %266, float 0xFFF0000000000000, float %169, !dbg !181
  %268 = icmp slt i32 %215, 65, !dbg !180
  %269 = select i1 %268, float 0xFFF0000000000000, float %170, !dbg !181
  %270 = select i1 %260, float 0xFFF0000000000000, float %171, !dbg !181
  %271 = select i1 %262, float 0xFFF0000000000000, float %172, !dbg !181
  %272 = icmp slt i32 %215, 72, !dbg !180
  %273 = select i1 %272, float 0xFFF0000000000000, float %173, !dbg !181
  %274 = icmp slt i32 %215, 73, !dbg !180
  %275 = select i1 %274, float 0xFFF0000000000000, float %174, !dbg !181
  %276 = select i1 %266, float 0xFFF0000000000000, float %175, !dbg !181
  %277 = select i1 %268, float 0xFFF0000000000000, float %176, !dbg !181
  %278 = icmp slt i32 %215, 80, !dbg !180
  %279 = select i1 %278, float 0xFFF0000000000000, float %177, !dbg !181
  %280 = icmp slt i32 %215, 81, !dbg !180
  %281 = select i1 %280, float 0xFFF0000000000000, float %178, !dbg !181
  %282 = select i1 %272, float 0xFFF0000000000000, float %179, !dbg !181
  %283 = select i1 %274, float 0xFFF0000000000000, float %180, !dbg !181
  %284 = icmp slt i32 %215, 88, !dbg !180
  %285 = select i1 %284, float 0xFFF0000000000000, float %181, !dbg !181
  %286 = icmp slt i32 %215, 89, !dbg !180
  %287 = select i1 %286, float 0xFFF0000000000000, float %182, !dbg !181
  %288 = select i1 %278, float 0xFFF0000000000000, float %183, !dbg !181
  %289 = select i1 %280, float 0xFFF0000000000000, float %184, !dbg !181
  %290 = icmp slt i32 %215, 96, !dbg !180
  %291 = select i1 %290, float 0xFFF0000000000000, float %185, !dbg !181
  %292 = icmp slt i32 %215, 97, !dbg !180
  %293 = select i1 %292, float 0xFFF0000000000000, float %186, !dbg !181
  %294 = select i1 %284, float 0xFFF0000000000000, float %187, !dbg !181
  %295 = select i1 %286, float 0xFFF0000000000000, float %188, !dbg !181
  %296 = icmp slt i32 %215, 104, !dbg !180
  %297 = select i1 %296, float 0xFFF0000000000000, float %189, !dbg !181
  %298 = icmp slt i32 %215, 105, !dbg !180
  %299 = select i1 %298, float 0xFFF0000000000000, float %190, !dbg !181
  %300 = select i1 %290, float 0xFFF0000000000000, float %191, !dbg !181
  %301 = select i1 %292, float 0xFFF0000000000000, float %192, !dbg !181
  %302 = icmp slt i32 %215, 112, !dbg !180
  %303 = select i1 %302, float 0xFFF0000000000000, float %193, !dbg !181
  %304 = icmp slt i32 %215, 113, !dbg !180
  %305 = select i1 %304, float 0xFFF0000000000000, float %194, !dbg !181
  %306 = select i1 %296, float 0xFFF0000000000000, float %195, !dbg !181
  %307 = select i1 %298, float 0xFFF0000000000000, float %196, !dbg !181
  %308 = icmp slt i32 %215, 120, !dbg !180
  %309 = select i1 %308, float 0xFFF0000000000000, float %197, !dbg !181
  %310 = icmp slt i32 %215, 121, !dbg !180
  %311 = select i1 %310, float 0xFFF0000000000000, float %198, !dbg !181
  %312 = select i1 %302, float 0xFFF0000000000000, float %199, !dbg !181
  %313 = select i1 %304, float 0xFFF0000000000000, float %200, !dbg !181
  br label %314, !dbg !182

314:                                              ; preds = %203, %61
  %315 = phi float [ %313, %203 ], [ %200, %61 ], !dbg !185
  %316 = phi float [ %312, %203 ], [ %199, %61 ], !dbg !185
  %317 = phi float [ %311, %203 ], [ %198, %61 ], !dbg !185
  %318 = phi float [ %309, %203 ], [ %197, %61 ], !dbg !185
  %319 = phi float [ %307, %203 ], [ %196, %61 ], !dbg !185
  %320 = phi float [ %306, %203 ], [ %195, %61 ], !dbg !185
  %321 = phi float [ %305, %203 ], [ %194, %61 ], !dbg !185
  %322 = phi float [ %303, %203 ], [ %193, %61 ], !dbg !185
  %323 = phi float [ %301, %203 ], [ %192, %61 ], !dbg !185
  %324 = phi float [ %300, %203 ], [ %191, %61 ], !dbg !185
  %325 = phi float [ %299, %203 ], [ %190, %61 ], !dbg !185
  %326 = phi float [ %297, %203 ], [ %189, %61 ], !dbg !185
  %327 = phi float [ %295, %203 ], [ %188, %61 ], !dbg !185
  %328 = phi float [ %294, %203 ], [ %187, %61 ], !dbg !185
  %329 = phi float [ %293, %203 ], [ %186, %61 ], !dbg !185
  %330 = phi float [ %291, %203 ], [ %185, %61 ], !dbg !185
  %331 = phi float [ %289, %203 ], [ %184, %61 ], !dbg !185
  %332 = phi float [ %288, %203 ], [ %183, %61 ], !dbg !185
  %333 = phi float [ %287, %203 ], [ %182, %61 ], !dbg !185
  %334 = phi float [ %285, %203 ], [ %181, %61 ], !dbg !185
  %335 = phi float [ %283, %203 ], [ %180, %61 ], !dbg !185
  %336 = phi float [ %282, %203 ], [ %179, %61 ], !dbg !185
  %337 = phi float [ %281, %203 ], [ %178, %61 ], !dbg !185
  %338 = phi float [ %279, %203 ], [ %177, %61 ], !dbg !185
  %339 = phi float [ %277, %203 ], [ %176, %61 ], !dbg !185
  %340 = phi float [ %276, %203 ], [ %175, %61 ], !dbg !185
  %341 = phi float [ %275, %203 ], [ %174, %61 ], !dbg !185
  %342 = phi float [ %273, %203 ], [ %173, %61 ], !dbg !185
  %343 = phi float [ %271, %203 ], [ %172, %61 ], !dbg !185
  %344 = phi float [ %270, %203 ], [ %171, %61 ], !dbg !185
  %345 = phi float [ %269, %203 ], [ %170, %61 ], !dbg !185
  %346 = phi float [ %267, %203 ], [ %169, %61 ], !dbg !185
  %347 = phi float [ %265, %203 ], [ %168, %61 ], !dbg !185
  %348 = phi float [ %264, %203 ], [ %167, %61 ], !dbg !185
  %349 = phi float [ %263, %203 ], [ %166, %61 ], !dbg !185
  %350 = phi float [ %261, %203 ], [ %165, %61 ], !dbg !185
  %351 = phi float [ %259, %203 ], [ %164, %61 ], !dbg !185
  %352 = phi float [ %258, %203 ], [ %163, %61 ], !dbg !185
  %353 = phi float [ %257, %203 ], [ %162, %61 ], !dbg !185
  %354 = phi float [ %255, %203 ], [ %161, %61 ], !dbg !185
  %355 = phi float [ %253, %203 ], [ %160, %61 ], !dbg !185
  %356 = phi float [ %252, %203 ], [ %159, %61 ], !dbg !185
  %357 = phi float [ %251, %203 ], [ %158, %61 ], !dbg !185
  %358 = phi float [ %249, %203 ], [ %157, %61 ], !dbg !185
  %359 = phi float [ %247, %203 ], [ %156, %61 ], !dbg !185
  %360 = phi float [ %246, %203 ], [ %155, %61 ], !dbg !185
  %361 = phi float [ %245, %203 ], [ %154, %61 ], !dbg !185
  %362 = phi float [ %243, %203 ], [ %153, %61 ], !dbg !185
  %363 = phi float [ %241, %203 ], [ %152, %61 ], !dbg !185
  %364 = phi float [ %240, %203 ], [ %151, %61 ], !dbg !185
  %365 = phi float [ %239, %203 ], [ %150, %61 ], !dbg !185
  %366 = phi float [ %237, %203 ], [ %149, %61 ], !dbg !185
  %367 = phi float [ %235, %203 ], [ %148, %61 ], !dbg !185
  %368 = phi float [ %234, %203 ], [ %147, %61 ], !dbg !185
  %369 = phi float [ %233, %203 ], [ %146, %61 ], !dbg !185
  %370 = phi float [ %231, %203 ], [ %145, %61 ], !dbg !185
  %371 = phi float [ %229, %203 ], [ %144, %61 ], !dbg !185
  %372 = phi float [ %228, %203 ], [ %143, %61 ], !dbg !185
  %373 = phi float [ %227, %203 ], [ %142, %61 ], !dbg !185
  %374 = phi float [ %225, %203 ], [ %141, %61 ], !dbg !185
  %375 = phi float [ %223, %203 ], [ %140, %61 ], !dbg !185
  %376 = phi float [ %221, %203 ], [ %139, %61 ], !dbg !185
  %377 = phi float [ %219, %203 ], [ %138, %61 ], !dbg !185
  %378 = phi float [ %217, %203 ], [ %137, %61 ], !dbg !185
  %379 = tail call contract noundef float @llvm.maxnum.f32(float %378, float %377), !dbg !186
  %380 = tail call contract noundef float @llvm.maxnum.f32(float %379, float 0xFFF0000000000000), !dbg !189
  %381 = tail call contract noundef float @llvm.maxnum.f32(float %374, float %373), !dbg !186
  %382 = tail call contract noundef float @llvm.maxnum.f32(float %380, float %381), !dbg !189
  %383 = tail call contract noundef float @llvm.maxnum.f32(float %370, float %369), !dbg !186
  %384 = tail call contract noundef float @llvm.maxnum.f32(float %382, float %383), !dbg !189
  %385 = tail call contract noundef float @llvm.maxnum.f32(float %366, float %365), !dbg !186
  %386 = tail call contract noundef float @llvm.maxnum.f32(float %384, float %385), !dbg !189
  %387 = tail call contract noundef float @llvm.maxnum.f32(float %362, float %361), !dbg !186
  %388 = tail call contract noundef float @llvm.maxnum.f32(float %386, float %387), !dbg !189
  %389 = tail call contract noundef float @llvm.maxnum.f32(float %358, float %357), !dbg !186
  %390 = tail call contract noundef float @llvm.maxnum.f32(float %388, float %389), !dbg !189
  %391 = tail call contract noundef float @llvm.maxnum.f32(float %354, float %353), !dbg !186
  %392 = tail call contract noundef float @llvm.maxnum.f32(float %390, float %391), !dbg !189
  %393 = tail call contract noundef float @llvm.maxnum.f32(float %350, float %349), !dbg !186
  %394 = tail call contract noundef float @llvm.maxnum.f32(float %392, float %393), !dbg !189
  %395 = tail call contract noundef float @llvm.maxnum.f32(float %346, float %345), !dbg !186
  %396 = tail call contract noundef float @llvm.maxnum.f32(float %394, float %395), !dbg !189
  %397 = tail call contract noundef float @llvm.maxnum.f32(float %342, float %341), !dbg !186
  %398 = tail call contract noundef float @llvm.maxnum.f32(float %396, float %397), !dbg !189
  %399 = tail call contract noundef float @llvm.maxnum.f32(float %338, float %337), !dbg !186
  %400 = tail call contract noundef float @llvm.maxnum.f32(float %398, float %399), !dbg !189
  %401 = tail call contract noundef float @llvm.maxnum.f32(float %334, float %333), !dbg !186
  %402 = tail call contract noundef float @llvm.maxnum.f32(float %400, float %401), !dbg !189
  %403 = tail call contract noundef float @llvm.maxnum.f32(float %330, float %329), !dbg !186
  %404 = tail call contract noundef float @llvm.maxnum.f32(float %402, float %403), !dbg !189
  %405 = tail call contract noundef float @llvm.maxnum.f32(float %326, float %325), !dbg !186
  %406 = tail call contract noundef float @llvm.maxnum.f32(float %404, float %405), !dbg !189
  %407 = tail call contract noundef float @llvm.maxnum.f32(float %322, float %321), !dbg !186
  %408 = tail call contract noundef float @llvm.maxnum.f32(float %406, float %407), !dbg !189
  %409 = tail call contract noundef float @llvm.maxnum.f32(float %318, float %317), !dbg !186
  %410 = tail call contract noundef float @llvm.maxnum.f32(float %408, float %409), !dbg !189
  %411 = tail call contract noundef float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %410, i32 1, i32 31), !dbg !191
  %412 = tail call contract noundef float @llvm.maxnum.f32(float %410, float %411), !dbg !194
  %413 = tail call contract noundef float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %412, i32 2, i32 31), !dbg !196
  %414 = tail call contract noundef float @llvm.maxnum.f32(float %412, float %413), !dbg !198
  %415 = fsub contract float 0xFFF0000000000000, %414, !dbg !200
  %416 = fmul contract float %415, 0x3FC0527DC0000000, !dbg !201
  %417 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %416) #6, !dbg !202, !srcloc !205
  %418 = fmul contract float %414, 0x3FC0527DC0000000, !dbg !206
  %419 = fmul contract float %378, 0x3FC0527DC0000000, !dbg !207
  %420 = fsub contract float %419, %418, !dbg !208
  %421 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %420) #6, !dbg !209, !srcloc !205
  %422 = fadd contract float %421, 0.000000e+00, !dbg !211
  %423 = fmul contract float %377, 0x3FC0527DC0000000, !dbg !207
  %424 = fsub contract float %423, %418, !dbg !208
  %425 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %424) #6, !dbg !209, !srcloc !205
  %426 = fadd contract float %422, %425, !dbg !211
  %427 = fmul contract float %374, 0x3FC0527DC0000000, !dbg !207
  %428 = fsub contract float %427, %418, !dbg !208
  %429 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %428) #6, !dbg !209, !srcloc !205
  %430 = fadd contract float %426, %429, !dbg !211
  %431 = fmul contract float %373, 0x3FC0527DC0000000, !dbg !207
  %432 = fsub contract float %431, %418, !dbg !208
  %433 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %432) #6, !dbg !209, !srcloc !205
  %434 = fadd contract float %430, %433, !dbg !211
  %435 = fmul contract float %370, 0x3FC0527DC0000000, !dbg !207
  %436 = fsub contract float %435, %418, !dbg !208
  %437 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %436) #6, !dbg !209, !srcloc !205
  %438 = fadd contract float %434, %437, !dbg !211
  %439 = fmul contract float %369, 0x3FC0527DC0000000, !dbg !207
  %440 = fsub contract float %439, %418, !dbg !208
  %441 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %440) #6, !dbg !209, !srcloc !205
  %442 = fadd contract float %438, %441, !dbg !211
  %443 = fmul contract float %366, 0x3FC0527DC0000000, !dbg !207
  %444 = fsub contract float %443, %418, !dbg !208
  %445 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %444) #6, !dbg !209, !srcloc !205
  %446 = fadd contract float %442, %445, !dbg !211
  %447 = fmul contract float %365, 0x3FC0527DC0000000, !dbg !207
  %448 = fsub contract float %447, %418, !dbg !208
  %449 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %448) #6, !dbg !209, !srcloc !205
  %450 = fadd contract float %446, %449, !dbg !211
  %451 = fmul contract float %362, 0x3FC0527DC0000000, !dbg !207
  %452 = fsub contract float %451, %418, !dbg !208
  %453 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %452) #6, !dbg !209, !srcloc !205
  %454 = fadd contract float %450, %453, !dbg !211
  %455 = fmul contract float %361, 0x3FC0527DC0000000, !dbg !207
  %456 = fsub contract float %455, %418, !dbg !208
  %457 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %456) #6, !dbg !209, !srcloc !205
  %458 = fadd contract float %454, %457, !dbg !211
  %459 = fmul contract float %358, 0x3FC0527DC0000000, !dbg !207
  %460 = fsub contract float %459, %418, !dbg !208
  %461 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %460) #6, !dbg !209, !srcloc !205
  %462 = fadd contract float %458, %461, !dbg !211
  %463 = fmul contract float %357, 0x3FC0527DC0000000, !dbg !207
  %464 = fsub contract float %463, %418, !dbg !208
  %465 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %464) #6, !dbg !209, !srcloc !205
  %466 = fadd contract float %462, %465, !dbg !211
  %467 = fmul contract float %354, 0x3FC0527DC0000000, !dbg !207
  %468 = fsub contract float %467, %418, !dbg !208
  %469 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %468) #6, !dbg !209, !srcloc !205
  %470 = fadd contract float %466, %469, !dbg !211
  %471 = fmul contract float %353, 0x3FC0527DC0000000, !dbg !207
  %472 = fsub contract float %471, %418, !dbg !208
  %473 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %472) #6, !dbg !209, !srcloc !205
  %474 = fadd contract float %470, %473, !dbg !211
  %475 = fmul contract float %350, 0x3FC0527DC0000000, !dbg !207
  %476 = fsub contract float %475, %418, !dbg !208
  %477 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %476) #6, !dbg !209, !srcloc !205
  %478 = fadd contract float %474, %477, !dbg !211
  %479 = fmul contract float %349, 0x3FC0527DC0000000, !dbg !207
  %480 = fsub contract float %479, %418, !dbg !208
  %481 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %480) #6, !dbg !209, !srcloc !205
  %482 = fadd contract float %478, %481, !dbg !211
  %483 = fmul contract float %346, 0x3FC0527DC0000000, !dbg !207
  %484 = fsub contract float %483, %418, !dbg !208
  %485 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %484) #6, !dbg !209, !srcloc !205
  %486 = fadd contract float %482, %485, !dbg !211
  %487 = fmul contract float %345, 0x3FC0527DC0000000, !dbg !207
  %488 = fsub contract float %487, %418, !dbg !208
  %489 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %488) #6, !dbg !209, !srcloc !205
  %490 = fadd contract float %486, %489, !dbg !211
  %491 = fmul contract float %342, 0x3FC0527DC0000000, !dbg !207
  %492 = fsub contract float %491, %418, !dbg !208
  %493 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %492) #6, !dbg !209, !srcloc !205
  %494 = fadd contract float %490, %493, !dbg !211
  %495 = fmul contract float %341, 0x3FC0527DC0000000, !dbg !207
  %496 = fsub contract float %495, %418, !dbg !208
  %497 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %496) #6, !dbg !209, !srcloc !205
  %498 = fadd contract float %494, %497, !dbg !211
  %499 = fmul contract float %338, 0x3FC0527DC0000000, !dbg !207
  %500 = fsub contract float %499, %418, !dbg !208
  %501 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %500) #6, !dbg !209, !srcloc !205
  %502 = fadd contract float %498, %501, !dbg !211
  %503 = fmul contract float %337, 0x3FC0527DC0000000, !dbg !207
  %504 = fsub contract float %503, %418, !dbg !208
  %505 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %504) #6, !dbg !209, !srcloc !205
  %506 = fadd contract float %502, %505, !dbg !211
  %507 = fmul contract float %334, 0x3FC0527DC0000000, !dbg !207
  %508 = fsub contract float %507, %418, !dbg !208
  %509 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %508) #6, !dbg !209, !srcloc !205
  %510 = fadd contract float %506, %509, !dbg !211
  %511 = fmul contract float %333, 0x3FC0527DC0000000, !dbg !207
  %512 = fsub contract float %511, %418, !dbg !208
  %513 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %512) #6, !dbg !209, !srcloc !205
  %514 = fadd contract float %510, %513, !dbg !211
  %515 = fmul contract float %330, 0x3FC0527DC0000000, !dbg !207
  %516 = fsub contract float %515, %418, !dbg !208
  %517 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %516) #6, !dbg !209, !srcloc !205
  %518 = fadd contract float %514, %517, !dbg !211
  %519 = fmul contract float %329, 0x3FC0527DC0000000, !dbg !207
  %520 = fsub contract float %519, %418, !dbg !208
  %521 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %520) #6, !dbg !209, !srcloc !205
  %522 = fadd contract float %518, %521, !dbg !211
  %523 = fmul contract float %326, 0x3FC0527DC0000000, !dbg !207
  %524 = fsub contract float %523, %418, !dbg !208
  %525 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %524) #6, !dbg !209, !srcloc !205
  %526 = fadd contract float %522, %525, !dbg !211
  %527 = fmul contract float %325, 0x3FC0527DC0000000, !dbg !207
  %528 = fsub contract float %527, %418, !dbg !208
  %529 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %528) #6, !dbg !209, !srcloc !205
  %530 = fadd contract float %526, %529, !dbg !211
  %531 = fmul contract float %322, 0x3FC0527DC0000000, !dbg !207
  %532 = fsub contract float %531, %418, !dbg !208
  %533 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %532) #6, !dbg !209, !srcloc !205
  %534 = fadd contract float %530, %533, !dbg !211
  %535 = fmul contract float %321, 0x3FC0527DC0000000, !dbg !207
  %536 = fsub contract float %535, %418, !dbg !208
  %537 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %536) #6, !dbg !209, !srcloc !205
  %538 = fadd contract float %534, %537, !dbg !211
  %539 = fmul contract float %318, 0x3FC0527DC0000000, !dbg !207
  %540 = fsub contract float %539, %418, !dbg !208
  %541 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %540) #6, !dbg !209, !srcloc !205
  %542 = fadd contract float %538, %541, !dbg !211
  %543 = fmul contract float %317, 0x3FC0527DC0000000, !dbg !207
  %544 = fsub contract float %543, %418, !dbg !208
  %545 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %544) #6, !dbg !209, !srcloc !205
  %546 = fadd contract float %542, %545, !dbg !211
  %547 = fmul contract float %417, 0.000000e+00, !dbg !212
  %548 = fadd contract float %546, %547, !dbg !213
  %549 = tail call contract noundef float @llvm.maxnum.f32(float %376, float %375), !dbg !186
  %550 = tail call contract noundef float @llvm.maxnum.f32(float %549, float 0xFFF0000000000000), !dbg !189
  %551 = tail call contract noundef float @llvm.maxnum.f32(float %372, float %371), !dbg !186
  %552 = tail call contract noundef float @llvm.maxnum.f32(float %550, float %551), !dbg !189
  %553 = tail call contract noundef float @llvm.maxnum.f32(float %368, float %367), !dbg !186
  %554 = tail call contract noundef float @llvm.maxnum.f32(float %552, float %553), !dbg !189
  %555 = tail call contract noundef float @llvm.maxnum.f32(float %364, float %363), !dbg !186
  %556 = tail call contract noundef float @llvm.maxnum.f32(float %554, float %555), !dbg !189
  %557 = tail call contract noundef float @llvm.maxnum.f32(float %360, float %359), !dbg !186
  %558 = tail call contract noundef float @llvm.maxnum.f32(float %556, float %557), !dbg !189
  %559 = tail call contract noundef float @llvm.maxnum.f32(float %356, float %355), !dbg !186
  %560 = tail call contract noundef float @llvm.maxnum.f32(float %558, float %559), !dbg !189
  %561 = tail call contract noundef float @llvm.maxnum.f32(float %352, float %351), !dbg !186
  %562 = tail call contract noundef float @llvm.maxnum.f32(float %560, float %561), !dbg !189
  %563 = tail call contract noundef float @llvm.maxnum.f32(float %348, float %347), !dbg !186
  %564 = tail call contract noundef float @llvm.maxnum.f32(float %562, float %563), !dbg !189
  %565 = tail call contract noundef float @llvm.maxnum.f32(float %344, float %343), !dbg !186
  %566 = tail call contract noundef float @llvm.maxnum.f32(float %564, float %565), !dbg !189
  %567 = tail call contract noundef float @llvm.maxnum.f32(float %340, float %339), !dbg !186
  %568 = tail call contract noundef float @llvm.maxnum.f32(float %566, float %567), !dbg !189
  %569 = tail call contract noundef float @llvm.maxnum.f32(float %336, float %335), !dbg !186
  %570 = tail call contract noundef float @llvm.maxnum.f32(float %568, float %569), !dbg !189
  %571 = tail call contract noundef float @llvm.maxnum.f32(float %332, float %331), !dbg !186
  %572 = tail call contract noundef float @llvm.maxnum.f32(float %570, float %571), !dbg !189
  %573 = tail call contract noundef float @llvm.maxnum.f32(float %328, float %327), !dbg !186
  %574 = tail call contract noundef float @llvm.maxnum.f32(float %572, float %573), !dbg !189
  %575 = tail call contract noundef float @llvm.maxnum.f32(float %324, float %323), !dbg !186
  %576 = tail call contract noundef float @llvm.maxnum.f32(float %574, float %575), !dbg !189
  %577 = tail call contract noundef float @llvm.maxnum.f32(float %320, float %319), !dbg !186
  %578 = tail call contract noundef float @llvm.maxnum.f32(float %576, float %577), !dbg !189
  %579 = tail call contract noundef float @llvm.maxnum.f32(float %316, float %315), !dbg !186
  %580 = tail call contract noundef float @llvm.maxnum.f32(float %578, float %579), !dbg !189
  %581 = tail call contract noundef float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %580, i32 1, i32 31), !dbg !191
  %582 = tail call contract noundef float @llvm.maxnum.f32(float %580, float %581), !dbg !194
  %583 = tail call contract noundef float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %582, i32 2, i32 31), !dbg !196
  %584 = tail call contract noundef float @llvm.maxnum.f32(float %582, float %583), !dbg !198
  %585 = fsub contract float 0xFFF0000000000000, %584, !dbg !200
  %586 = fmul contract float %585, 0x3FC0527DC0000000, !dbg !201
  %587 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %586) #6, !dbg !202, !srcloc !205
  %588 = fmul contract float %584, 0x3FC0527DC0000000, !dbg !206
  %589 = fmul contract float %376, 0x3FC0527DC0000000, !dbg !207
  %590 = fsub contract float %589, %588, !dbg !208
  %591 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %590) #6, !dbg !209, !srcloc !205
  %592 = fadd contract float %591, 0.000000e+00, !dbg !211
  %593 = fmul contract float %375, 0x3FC0527DC0000000, !dbg !207
  %594 = fsub contract float %593, %588, !dbg !208
  %595 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %594) #6, !dbg !209, !srcloc !205
  %596 = fadd contract float %592, %595, !dbg !211
  %597 = fmul contract float %372, 0x3FC0527DC0000000, !dbg !207
  %598 = fsub contract float %597, %588, !dbg !208
  %599 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %598) #6, !dbg !209, !srcloc !205
  %600 = fadd contract float %596, %599, !dbg !211
  %601 = fmul contract float %371, 0x3FC0527DC0000000, !dbg !207
  %602 = fsub contract float %601, %588, !dbg !208
  %603 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %602) #6, !dbg !209, !srcloc !205
  %604 = fadd contract float %600, %603, !dbg !211
  %605 = fmul contract float %368, 0x3FC0527DC0000000, !dbg !207
  %606 = fsub contract float %605, %588, !dbg !208
  %607 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %606) #6, !dbg !209, !srcloc !205
  %608 = fadd contract float %604, %607, !dbg !211
  %609 = fmul contract float %367, 0x3FC0527DC0000000, !dbg !207
  %610 = fsub contract float %609, %588, !dbg !208
  %611 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %610) #6, !dbg !209, !srcloc !205
  %612 = fadd contract float %608, %611, !dbg !211
  %613 = fmul contract float %364, 0x3FC0527DC0000000, !dbg !207
  %614 = fsub contract float %613, %588, !dbg !208
  %615 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %614) #6, !dbg !209, !srcloc !205
  %616 = fadd contract float %612, %615, !dbg !211
  %617 = fmul contract float %363, 0x3FC0527DC0000000, !dbg !207
  %618 = fsub contract float %617, %588, !dbg !208
  %619 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %618) #6, !dbg !209, !srcloc !205
  %620 = fadd contract float %616, %619, !dbg !211
  %621 = fmul contract float %360, 0x3FC0527DC0000000, !dbg !207
  %622 = fsub contract float %621, %588, !dbg !208
  %623 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %622) #6, !dbg !209, !srcloc !205
  %624 = fadd contract float %620, %623, !dbg !211
  %625 = fmul contract float %359, 0x3FC0527DC0000000, !dbg !207
  %626 = fsub contract float %625, %588, !dbg !208
  %627 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %626) #6, !dbg !209, !srcloc !205
  %628 = fadd contract float %624, %627, !dbg !211
  %629 = fmul contract float %356, 0x3FC0527DC0000000, !dbg !207
  %630 = fsub contract float %629, %588, !dbg !208
  %631 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %630) #6, !dbg !209, !srcloc !205
  %632 = fadd contract float %628, %631, !dbg !211
  %633 = fmul contract float %355, 0x3FC0527DC0000000, !dbg !207
  %634 = fsub contract float %633, %588, !dbg !208
  %635 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %634) #6, !dbg !209, !srcloc !205
  %636 = fadd contract float %632, %635, !dbg !211
  %637 = fmul contract float %352, 0x3FC0527DC0000000, !dbg !207
  %638 = fsub contract float %637, %588, !dbg !208
  %639 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %638) #6, !dbg !209, !srcloc !205
  %640 = fadd contract float %636, %639, !dbg !211
  %641 = fmul contract float %351, 0x3FC0527DC0000000, !dbg !207
  %642 = fsub contract float %641, %588, !dbg !208
  %643 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %642) #6, !dbg !209, !srcloc !205
  %644 = fadd contract float %640, %643, !dbg !211
  %645 = fmul contract float %348, 0x3FC0527DC0000000, !dbg !207
  %646 = fsub contract float %645, %588, !dbg !208
  %647 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %646) #6, !dbg !209, !srcloc !205
  %648 = fadd contract float %644, %647, !dbg !211
  %649 = fmul contract float %347, 0x3FC0527DC0000000, !dbg !207
  %650 = fsub contract float %649, %588, !dbg !208
  %651 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %650) #6, !dbg !209, !srcloc !205
  %652 = fadd contract float %648, %651, !dbg !211
  %653 = fmul contract float %344, 0x3FC0527DC0000000, !dbg !207
  %654 = fsub contract float %653, %588, !dbg !208
  %655 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %654) #6, !dbg !209, !srcloc !205
  %656 = fadd contract float %652, %655, !dbg !211
  %657 = fmul contract float %343, 0x3FC0527DC0000000, !dbg !207
  %658 = fsub contract float %657, %588, !dbg !208
  %659 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %658) #6, !dbg !209, !srcloc !205
  %660 = fadd contract float %656, %659, !dbg !211
  %661 = fmul contract float %340, 0x3FC0527DC0000000, !dbg !207
  %662 = fsub contract float %661, %588, !dbg !208
  %663 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %662) #6, !dbg !209, !srcloc !205
  %664 = fadd contract float %660, %663, !dbg !211
  %665 = fmul contract float %339, 0x3FC0527DC0000000, !dbg !207
  %666 = fsub contract float %665, %588, !dbg !208
  %667 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %666) #6, !dbg !209, !srcloc !205
  %668 = fadd contract float %664, %667, !dbg !211
  %669 = fmul contract float %336, 0x3FC0527DC0000000, !dbg !207
  %670 = fsub contract float %669, %588, !dbg !208
  %671 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %670) #6, !dbg !209, !srcloc !205
  %672 = fadd contract float %668, %671, !dbg !211
  %673 = fmul contract float %335, 0x3FC0527DC0000000, !dbg !207
  %674 = fsub contract float %673, %588, !dbg !208
  %675 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %674) #6, !dbg !209, !srcloc !205
  %676 = fadd contract float %672, %675, !dbg !211
  %677 = fmul contract float %332, 0x3FC0527DC0000000, !dbg !207
  %678 = fsub contract float %677, %588, !dbg !208
  %679 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %678) #6, !dbg !209, !srcloc !205
  %680 = fadd contract float %676, %679, !dbg !211
  %681 = fmul contract float %331, 0x3FC0527DC0000000, !dbg !207
  %682 = fsub contract float %681, %588, !dbg !208
  %683 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %682) #6, !dbg !209, !srcloc !205
  %684 = fadd contract float %680, %683, !dbg !211
  %685 = fmul contract float %328, 0x3FC0527DC0000000, !dbg !207
  %686 = fsub contract float %685, %588, !dbg !208
  %687 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %686) #6, !dbg !209, !srcloc !205
  %688 = fadd contract float %684, %687, !dbg !211
  %689 = fmul contract float %327, 0x3FC0527DC0000000, !dbg !207
  %690 = fsub contract float %689, %588, !dbg !208
  %691 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %690) #6, !dbg !209, !srcloc !205
  %692 = fadd contract float %688, %691, !dbg !211
  %693 = fmul contract float %324, 0x3FC0527DC0000000, !dbg !207
  %694 = fsub contract float %693, %588, !dbg !208
  %695 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %694) #6, !dbg !209, !srcloc !205
  %696 = fadd contract float %692, %695, !dbg !211
  %697 = fmul contract float %323, 0x3FC0527DC0000000, !dbg !207
  %698 = fsub contract float %697, %588, !dbg !208
  %699 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %698) #6, !dbg !209, !srcloc !205
  %700 = fadd contract float %696, %699, !dbg !211
  %701 = fmul contract float %320, 0x3FC0527DC0000000, !dbg !207
  %702 = fsub contract float %701, %588, !dbg !208
  %703 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %702) #6, !dbg !209, !srcloc !205
  %704 = fadd contract float %700, %703, !dbg !211
  %705 = fmul contract float %319, 0x3FC0527DC0000000, !dbg !207
  %706 = fsub contract float %705, %588, !dbg !208
  %707 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %706) #6, !dbg !209, !srcloc !205
  %708 = fadd contract float %704, %707, !dbg !211
  %709 = fmul contract float %316, 0x3FC0527DC0000000, !dbg !207
  %710 = fsub contract float %709, %588, !dbg !208
  %711 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %710) #6, !dbg !209, !srcloc !205
  %712 = fadd contract float %708, %711, !dbg !211
  %713 = fmul contract float %315, 0x3FC0527DC0000000, !dbg !207
  %714 = fsub contract float %713, %588, !dbg !208
  %715 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %714) #6, !dbg !209, !srcloc !205
  %716 = fadd contract float %712, %715, !dbg !211
  %717 = fmul contract float %587, 0.000000e+00, !dbg !212
  %718 = fadd contract float %716, %717, !dbg !213
  %719 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %425, float %421) #6, !dbg !214, !srcloc !219
  %720 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %595, float %591) #6, !dbg !214, !srcloc !219
  %721 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %433, float %429) #6, !dbg !214, !srcloc !219
  %722 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %603, float %599) #6, !dbg !214, !srcloc !219
  %723 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %441, float %437) #6, !dbg !214, !srcloc !219
  %724 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %611, float %607) #6, !dbg !214, !srcloc !219
  %725 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %449, float %445) #6, !dbg !214, !srcloc !219
  %726 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %619, float %615) #6, !dbg !214, !srcloc !219
  %727 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %457, float %453) #6, !dbg !214, !srcloc !219
  %728 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %627, float %623) #6, !dbg !214, !srcloc !219
  %729 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %465, float %461) #6, !dbg !214, !srcloc !219
  %730 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %635, float %631) #6, !dbg !214, !srcloc !219
  %731 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %473, float %469) #6, !dbg !214, !srcloc !219
  %732 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %643, float %639) #6, !dbg !214, !srcloc !219
  %733 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %481, float %477) #6, !dbg !214, !srcloc !219
  %734 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %651, float %647) #6, !dbg !214, !srcloc !219
  %735 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %489, float %485) #6, !dbg !214, !srcloc !219
  %736 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %659, float %655) #6, !dbg !214, !srcloc !219
  %737 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %497, float %493) #6, !dbg !214, !srcloc !219
  %738 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %667, float %663) #6, !dbg !214, !srcloc !219
  %739 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %505, float %501) #6, !dbg !214, !srcloc !219
  %740 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %675, float %671) #6, !dbg !214, !srcloc !219
  %741 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %513, float %509) #6, !dbg !214, !srcloc !219
  %742 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %683, float %679) #6, !dbg !214, !srcloc !219
  %743 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %521, float %517) #6, !dbg !214, !srcloc !219
  %744 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %691, float %687) #6, !dbg !214, !srcloc !219
  %745 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %529, float %525) #6, !dbg !214, !srcloc !219
  %746 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %699, float %695) #6, !dbg !214, !srcloc !219
  %747 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %537, float %533) #6, !dbg !214, !srcloc !219
  %748 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %707, float %703) #6, !dbg !214, !srcloc !219
  %749 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %545, float %541) #6, !dbg !214, !srcloc !219
  %750 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %715, float %711) #6, !dbg !214, !srcloc !219
  tail call void @proton_scope_end(ptr noundef nonnull @.str7) #5, !dbg !220
  %751 = icmp sgt i32 %19, 1, !dbg !221
  br i1 %751, label %757, label %752, !dbg !222

752:                                              ; preds = %314
  %753 = lshr i32 %7, 2
  %754 = and i32 %753, 7
  %755 = lshr i32 %7, 1
  %756 = and i32 %755, 48
  br label %1832, !dbg !222

757:                                              ; preds = %314
  %758 = icmp eq i32 %53, 1
  %759 = shl i32 %53, 6
  %760 = add i32 %759, -64
  %761 = lshr i32 %7, 1
  %762 = and i32 %761, 48
  %763 = or disjoint i32 %760, %762
  %764 = lshr i32 %7, 2
  %765 = and i32 %764, 7
  %766 = shl nuw nsw i32 %7, 1
  %767 = and i32 %766, 6
  %768 = sub nsw i32 %765, %767
  %769 = add i32 %768, %763
  br label %770, !dbg !222

770:                                              ; preds = %757, %1263
  %771 = phi float [ 0.000000e+00, %757 ], [ %1732, %1263 ], !dbg !185
  %772 = phi float [ 0.000000e+00, %757 ], [ %1731, %1263 ], !dbg !185
  %773 = phi float [ 0.000000e+00, %757 ], [ %1730, %1263 ], !dbg !185
  %774 = phi float [ 0.000000e+00, %757 ], [ %1729, %1263 ], !dbg !185
  %775 = phi float [ 0.000000e+00, %757 ], [ %1728, %1263 ], !dbg !185
  %776 = phi float [ 0.000000e+00, %757 ], [ %1727, %1263 ], !dbg !185
  %777 = phi float [ 0.000000e+00, %757 ], [ %1726, %1263 ], !dbg !185
  %778 = phi float [ 0.000000e+00, %757 ], [ %1725, %1263 ], !dbg !185
  %779 = phi float [ 0.000000e+00, %757 ], [ %1724, %1263 ], !dbg !185
  %780 = phi float [ 0.000000e+00, %757 ], [ %1723, %1263 ], !dbg !185
  %781 = phi float [ 0.000000e+00, %757 ], [ %1722, %1263 ], !dbg !185
  %782 = phi float [ 0.000000e+00, %757 ], [ %1721, %1263 ], !dbg !185
  %783 = phi float [ 0.000000e+00, %757 ], [ %1720, %1263 ], !dbg !185
  %784 = phi float [ 0.000000e+00, %757 ], [ %1719, %1263 ], !dbg !185
  %785 = phi float [ 0.000000e+00, %757 ], [ %1718, %1263 ], !dbg !185
  %786 = phi float [ 0.000000e+00, %757 ], [ %1717, %1263 ], !dbg !185
  %787 = phi float [ 0.000000e+00, %757 ], [ %1716, %1263 ], !dbg !185
  %788 = phi float [ 0.000000e+00, %757 ], [ %1715, %1263 ], !dbg !185
  %789 = phi float [ 0.000000e+00, %757 ], [ %1714, %1263 ], !dbg !185
  %790 = phi float [ 0.000000e+00, %757 ], [ %1713, %1263 ], !dbg !185
  %791 = phi float [ 0.000000e+00, %757 ], [ %1712, %1263 ], !dbg !185
  %792 = phi float [ 0.000000e+00, %757 ], [ %1711, %1263 ], !dbg !185
  %793 = phi float [ 0.000000e+00, %757 ], [ %1710, %1263 ], !dbg !185
  %794 = phi float [ 0.000000e+00, %757 ], [ %1709, %1263 ], !dbg !185
  %795 = phi float [ 0.000000e+00, %757 ], [ %1708, %1263 ], !dbg !185
  %796 = phi float [ 0.000000e+00, %757 ], [ %1707, %1263 ], !dbg !185
  %797 = phi float [ 0.000000e+00, %757 ], [ %1706, %1263 ], !dbg !185
  %798 = phi float [ 0.000000e+00, %757 ], [ %1705, %1263 ], !dbg !185
  %799 = phi float [ 0.000000e+00, %757 ], [ %1704, %1263 ], !dbg !185
  %800 = phi float [ 0.000000e+00, %757 ], [ %1703, %1263 ], !dbg !185
  %801 = phi float [ 0.000000e+00, %757 ], [ %1702, %1263 ], !dbg !185
  %802 = phi float [ 0.000000e+00, %757 ], [ %1701, %1263 ], !dbg !185
  %803 = phi float [ 0.000000e+00, %757 ], [ %1700, %1263 ], !dbg !185
  %804 = phi float [ 0.000000e+00, %757 ], [ %1699, %1263 ], !dbg !185
  %805 = phi float [ 0.000000e+00, %757 ], [ %1698, %1263 ], !dbg !185
  %806 = phi float [ 0.000000e+00, %757 ], [ %1697, %1263 ], !dbg !185
  %807 = phi float [ 0.000000e+00, %757 ], [ %1696, %1263 ], !dbg !185
  %808 = phi float [ 0.000000e+00, %757 ], [ %1695, %1263 ], !dbg !185
  %809 = phi float [ 0.000000e+00, %757 ], [ %1694, %1263 ], !dbg !185
  %810 = phi float [ 0.000000e+00, %757 ], [ %1693, %1263 ], !dbg !185
  %811 = phi float [ 0.000000e+00, %757 ], [ %1692, %1263 ], !dbg !185
  %812 = phi float [ 0.000000e+00, %757 ], [ %1691, %1263 ], !dbg !185
  %813 = phi float [ 0.000000e+00, %757 ], [ %1690, %1263 ], !dbg !185
  %814 = phi float [ 0.000000e+00, %757 ], [ %1689, %1263 ], !dbg !185
  %815 = phi float [ 0.000000e+00, %757 ], [ %1688, %1263 ], !dbg !185
  %816 = phi float [ 0.000000e+00, %757 ], [ %1687, %1263 ], !dbg !185
  %817 = phi float [ 0.000000e+00, %757 ], [ %1686, %1263 ], !dbg !185
  %818 = phi float [ 0.000000e+00, %757 ], [ %1685, %1263 ], !dbg !185
  %819 = phi float [ 0.000000e+00, %757 ], [ %1684, %1263 ], !dbg !185
  %820 = phi float [ 0.000000e+00, %757 ], [ %1683, %1263 ], !dbg !185
  %821 = phi float [ 0.000000e+00, %757 ], [ %1682, %1263 ], !dbg !185
  %822 = phi float [ 0.000000e+00, %757 ], [ %1681, %1263 ], !dbg !185
  %823 = phi float [ 0.000000e+00, %757 ], [ %1680, %1263 ], !dbg !185
  %824 = phi float [ 0.000000e+00, %757 ], [ %1679, %1263 ], !dbg !185
  %825 = phi float [ 0.000000e+00, %757 ], [ %1678, %1263 ], !dbg !185
  %826 = phi float [ 0.000000e+00, %757 ], [ %1677, %1263 ], !dbg !185
  %827 = phi float [ 0.000000e+00, %757 ], [ %1676, %1263 ], !dbg !185
  %828 = phi float [ 0.000000e+00, %757 ], [ %1675, %1263 ], !dbg !185
  %829 = phi float [ 0.000000e+00, %757 ], [ %1674, %1263 ], !dbg !185
  %830 = phi float [ 0.000000e+00, %757 ], [ %1673, %1263 ], !dbg !185
  %831 = phi float [ 0.000000e+00, %757 ], [ %1672, %1263 ], !dbg !185
  %832 = phi float [ 0.000000e+00, %757 ], [ %1671, %1263 ], !dbg !185
  %833 = phi float [ 0.000000e+00, %757 ], [ %1670, %1263 ], !dbg !185
  %834 = phi float [ 0.000000e+00, %757 ], [ %1669, %1263 ], !dbg !185
  %835 = phi i32 [ %750, %757 ], [ %1765, %1263 ], !dbg !223
  %836 = phi i32 [ %749, %757 ], [ %1764, %1263 ], !dbg !223
  %837 = phi i32 [ %748, %757 ], [ %1763, %1263 ], !dbg !223
  %838 = phi i32 [ %747, %757 ], [ %1762, %1263 ], !dbg !223
  %839 = phi i32 [ %746, %757 ], [ %1761, %1263 ], !dbg !223
  %840 = phi i32 [ %745, %757 ], [ %1760, %1263 ], !dbg !223
  %841 = phi i32 [ %744, %757 ], [ %1759, %1263 ], !dbg !223
  %842 = phi i32 [ %743, %757 ], [ %1758, %1263 ], !dbg !223
  %843 = phi i32 [ %742, %757 ], [ %1757, %1263 ], !dbg !223
  %844 = phi i32 [ %741, %757 ], [ %1756, %1263 ], !dbg !223
  %845 = phi i32 [ %740, %757 ], [ %1755, %1263 ], !dbg !223
  %846 = phi i32 [ %739, %757 ], [ %1754, %1263 ], !dbg !223
  %847 = phi i32 [ %738, %757 ], [ %1753, %1263 ], !dbg !223
  %848 = phi i32 [ %737, %757 ], [ %1752, %1263 ], !dbg !223
  %849 = phi i32 [ %736, %757 ], [ %1751, %1263 ], !dbg !223
  %850 = phi i32 [ %735, %757 ], [ %1750, %1263 ], !dbg !223
  %851 = phi i32 [ %734, %757 ], [ %1749, %1263 ], !dbg !223
  %852 = phi i32 [ %733, %757 ], [ %1748, %1263 ], !dbg !223
  %853 = phi i32 [ %732, %757 ], [ %1747, %1263 ], !dbg !223
  %854 = phi i32 [ %731, %757 ], [ %1746, %1263 ], !dbg !223
  %855 = phi i32 [ %730, %757 ], [ %1745, %1263 ], !dbg !223
  %856 = phi i32 [ %729, %757 ], [ %1744, %1263 ], !dbg !223
  %857 = phi i32 [ %728, %757 ], [ %1743, %1263 ], !dbg !223
  %858 = phi i32 [ %727, %757 ], [ %1742, %1263 ], !dbg !223
  %859 = phi i32 [ %726, %757 ], [ %1741, %1263 ], !dbg !223
  %860 = phi i32 [ %725, %757 ], [ %1740, %1263 ], !dbg !223
  %861 = phi i32 [ %724, %757 ], [ %1739, %1263 ], !dbg !223
  %862 = phi i32 [ %723, %757 ], [ %1738, %1263 ], !dbg !223
  %863 = phi i32 [ %722, %757 ], [ %1737, %1263 ], !dbg !223
  %864 = phi i32 [ %721, %757 ], [ %1736, %1263 ], !dbg !223
  %865 = phi i32 [ %720, %757 ], [ %1735, %1263 ], !dbg !223
  %866 = phi i32 [ %719, %757 ], [ %1734, %1263 ], !dbg !223
  %867 = phi float [ %587, %757 ], [ %1536, %1263 ], !dbg !224
  %868 = phi float [ %417, %757 ], [ %1366, %1263 ], !dbg !224
  %869 = phi float [ %718, %757 ], [ %1667, %1263 ], !dbg !225
  %870 = phi float [ %548, %757 ], [ %1497, %1263 ], !dbg !225
  %871 = phi float [ %584, %757 ], [ %1533, %1263 ], !dbg !226
  %872 = phi float [ %414, %757 ], [ %1363, %1263 ], !dbg !226
  %873 = phi i32 [ 1, %757 ], [ %1091, %1263 ]
  %874 = and i32 %873, 1, !dbg !227
  %875 = add nsw i32 %873, -1, !dbg !228
  %876 = and i32 %875, 1, !dbg !229
  tail call void @proton_scope_start(ptr noundef nonnull @.str8) #5, !dbg !230
  %877 = shl nuw nsw i32 %874, 3, !dbg !231
  %878 = add nuw nsw i32 %877, add (i32 ptrtoint (ptr addrspace(3) @sharedBytes to i32), i32 163848), !dbg !232
  %879 = lshr i32 %873, 1, !dbg !233
  %880 = and i32 %879, 1, !dbg !234
  tail call void asm sideeffect "{\0A.reg .pred done;\0Aagain:\0Ambarrier.try_wait.parity.shared::cta.b64 done, [$0], $1;\0A@!done bra again;\0A}", "r,r,~{memory}"(i32 %878, i32 %880) #5, !dbg !235, !srcloc !76
  tail call void @proton_scope_end(ptr noundef nonnull @.str8) #5, !dbg !237
  tail call void @proton_scope_start(ptr noundef nonnull @.str9) #5, !dbg !238
  %881 = shl nuw nsw i32 %876, 3, !dbg !239
  %882 = add nuw nsw i32 %881, add (i32 ptrtoint (ptr addrspace(3) @sharedBytes to i32), i32 163880), !dbg !240
  %883 = lshr i32 %875, 1, !dbg !241
  %884 = and i32 %883, 1, !dbg !242
  tail call void asm sideeffect "{\0A.reg .pred done;\0Aagain:\0Ambarrier.try_wait.parity.shared::cta.b64 done, [$0], $1;\0A@!done bra again;\0A}", "r,r,~{memory}"(i32 %882, i32 %884) #5, !dbg !243, !srcloc !76
  tail call void @proton_scope_end(ptr noundef nonnull @.str9) #5, !dbg !245
  tail call void @proton_scope_start(ptr noundef nonnull @.str10) #5, !dbg !246
  tail call void asm sideeffect "bar.sync $0, 256;", "r,~{memory}"(i32 %53) #5, !dbg !247, !srcloc !141
  %885 = shl nuw nsw i32 %874, 15, !dbg !249
  %886 = add i32 %885, add (i32 ptrtoint (ptr addrspace(3) @sharedBytes to i32), i32 32768), !dbg !250
  %887 = lshr exact i32 %886, 4, !dbg !251
  %888 = and i32 %887, 16320, !dbg !251
  %889 = zext nneg i32 %888 to i64, !dbg !254
  %890 = or disjoint i64 %889, 4611686293305360384, !dbg !254
  %891 = tail call { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } asm sideeffect "{\0A.reg .b64 a, b;\0Awgmma.fence.sync.aligned;\0Aadd.s64 a, $64, 0;\0Aadd.s64 b, $65, 0;\0Awgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, $37, $38, $39, $40, $41, $42, $43, $44, $45, $46, $47, $48, $49, $50, $51, $52, $53, $54, $55, $56, $57, $58, $59, $60, $61, $62, $63}, a, b, 0, 1, 1, 0, 0;\0Aadd.s64 a, $64, 2;\0Aadd.s64 b, $65, 2;\0Awgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, $37, $38, $39, $40, $41, $42, $43, $44, $45, $46, $47, $48, $49, $50, $51, $52, $53, $54, $55, $56, $57, $58, $59, $60, $61, $62, $63}, a, b, 1, 1, 1, 0, 0;\0Aadd.s64 a, $64, 4;\0Aadd.s64 b, $65, 4;\0Awgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, $37, $38, $39, $40, $41, $42, $43, $44, $45, $46, $47, $48, $49, $50, $51, $52, $53, $54, $55, $56, $57, $58, $59, $60, $61, $62, $63}, a, b, 1, 1, 1, 0, 0;\0Aadd.s64 a, $64, 6;\0Aadd.s64 b, $65, 6;\0Awgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, $37, $38, $39, $40, $41, $42, $43, $44, $45, $46, $47, $48, $49, $50, $51, $52, $53, $54, $55, $56, $57, $58, $59, $60, $61, $62, $63}, a, b, 1, 1, 1, 0, 0;\0Aadd.s64 a, $64, 512;\0Aadd.s64 b, $65, 1024;\0Awgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, $37, $38, $39, $40, $41, $42, $43, $44, $45, $46, $47, $48, $49, $50, $51, $52, $53, $54, $55, $56, $57, $58, $59, $60, $61, $62, $63}, a, b, 1, 1, 1, 0, 0;\0Aadd.s64 a, $64, 514;\0Aadd.s64 b, $65, 1026;\0Awgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, $37, $38, $39, $40, $41, $42, $43, $44, $45, $46, $47, $48, $49, $50, $51, $52, $53, $54, $55, $56, $57, $58, $59, $60, $61, $62, $63}, a, b, 1, 1, 1, 0, 0;\0Aadd.s64 a, $64, 516;\0Aadd.s64 b, $65, 1028;\0Awgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, $37, $38, $39, $40, $41, $42, $43, $44, $45, $46, $47, $48, $49, $50, $51, $52, $53, $54, $55, $56, $57, $58, $59, $60, $61, $62, $63}, a, b, 1, 1, 1, 0, 0;\0Aadd.s64 a, $64, 518;\0Aadd.s64 b, $65, 1030;\0Awgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, $37, $38, $39, $40, $41, $42, $43, $44, $45, $46, $47, $48, $49, $50, $51, $52, $53, $54, $55, $56, $57, $58, $59, $60, $61, $62, $63}, a, b, 1, 1, 1, 0, 0;\0Awgmma.commit_group.sync.aligned;\0A}", "=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,l,l,~{memory}"(i64 %65, i64 %890) #5, !dbg !255, !srcloc !152
  %892 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %891, 0, !dbg !255
  %893 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %891, 1, !dbg !255
  %894 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %891, 2, !dbg !255
  %895 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %891, 3, !dbg !255
  %896 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %891, 4, !dbg !255
  %897 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %891, 5, !dbg !255
  %898 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %891, 6, !dbg !255
  %899 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %891, 7, !dbg !255
  %900 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %891, 8, !dbg !255
  %901 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %891, 9, !dbg !255
  %902 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %891, 10, !dbg !255
  %903 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %891, 11, !dbg !255
  %904 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %891, 12, !dbg !255
  %905 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %891, 13, !dbg !255
  %906 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %891, 14, !dbg !255
  %907 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %891, 15, !dbg !255
  %908 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %891, 16, !dbg !255
  %909 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %891, 17, !dbg !255
  %910 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %891, 18, !dbg !255
  %911 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %891, 19, !dbg !255
  %912 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %891, 20, !dbg !255
  %913 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %891, 21, !dbg !255
  %914 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %891, 22, !dbg !255
  %915 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %891, 23, !dbg !255
  %916 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %891, 24, !dbg !255
  %917 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %891, 25, !dbg !255
  %918 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %891, 26, !dbg !255
  %919 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %891, 27, !dbg !255
  %920 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %891, 28, !dbg !255
  %921 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %891, 29, !dbg !255
  %922 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %891, 30, !dbg !255
  %923 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %891, 31, !dbg !255
  %924 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %891, 32, !dbg !255
  %925 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %891, 33, !dbg !255
  %926 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %891, 34, !dbg !255
  %927 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %891, 35, !dbg !255
  %928 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %891, 36, !dbg !255
  %929 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %891, 37, !dbg !255
  %930 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %891, 38, !dbg !255
  %931 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %891, 39, !dbg !255
  %932 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %891, 40, !dbg !255
  %933 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %891, 41, !dbg !255
  %934 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %891, 42, !dbg !255
  %935 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %891, 43, !dbg !255
  %936 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %891, 44, !dbg !255
  %937 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %891, 45, !dbg !255
  %938 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %891, 46, !dbg !255
  %939 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %891, 47, !dbg !255
  %940 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %891, 48, !dbg !255
  %941 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %891, 49, !dbg !255
  %942 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %891, 50, !dbg !255
  %943 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %891, 51, !dbg !255
  %944 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %891, 52, !dbg !255
  %945 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %891, 53, !dbg !255
  %946 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %891, 54, !dbg !255
  %947 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %891, 55, !dbg !255
  %948 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %891, 56, !dbg !255
  %949 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %891, 57, !dbg !255
  %950 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %891, 58, !dbg !255
  %951 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %891, 59, !dbg !255
  %952 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %891, 60, !dbg !255
  %953 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %891, 61, !dbg !255
  %954 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %891, 62, !dbg !255
  %955 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %891, 63, !dbg !255
  %956 = fmul contract float %868, %834, !dbg !256
  %957 = fmul contract float %868, %833, !dbg !256
  %958 = fmul contract float %867, %832, !dbg !256
  %959 = fmul contract float %867, %831, !dbg !256
  %960 = fmul contract float %868, %830, !dbg !256
  %961 = fmul contract float %868, %829, !dbg !256
  %962 = fmul contract float %867, %828, !dbg !256
  %963 = fmul contract float %867, %827, !dbg !256
  %964 = fmul contract float %868, %826, !dbg !256
  %965 = fmul contract float %868, %825, !dbg !256
  %966 = fmul contract float %867, %824, !dbg !256
  %967 = fmul contract float %867, %823, !dbg !256
  %968 = fmul contract float %868, %822, !dbg !256
  %969 = fmul contract float %868, %821, !dbg !256
  %970 = fmul contract float %867, %820, !dbg !256
  %971 = fmul contract float %867, %819, !dbg !256
  %972 = fmul contract float %868, %818, !dbg !256
  %973 = fmul contract float %868, %817, !dbg !256
  %974 = fmul contract float %867, %816, !dbg !256
  %975 = fmul contract float %867, %815, !dbg !256
  %976 = fmul contract float %868, %814, !dbg !256
  %977 = fmul contract float %868, %813, !dbg !256
  %978 = fmul contract float %867, %812, !dbg !256
  %979 = fmul contract float %867, %811, !dbg !256
  %980 = fmul contract float %868, %810, !dbg !256
  %981 = fmul contract float %868, %809, !dbg !256
  %982 = fmul contract float %867, %808, !dbg !256
  %983 = fmul contract float %867, %807, !dbg !256
  %984 = fmul contract float %868, %806, !dbg !256
  %985 = fmul contract float %868, %805, !dbg !256
  %986 = fmul contract float %867, %804, !dbg !256
  %987 = fmul contract float %867, %803, !dbg !256
  %988 = fmul contract float %868, %802, !dbg !256
  %989 = fmul contract float %868, %801, !dbg !256
  %990 = fmul contract float %867, %800, !dbg !256
  %991 = fmul contract float %867, %799, !dbg !256
  %992 = fmul contract float %868, %798, !dbg !256
  %993 = fmul contract float %868, %797, !dbg !256
  %994 = fmul contract float %867, %796, !dbg !256
  %995 = fmul contract float %867, %795, !dbg !256
  %996 = fmul contract float %868, %794, !dbg !256
  %997 = fmul contract float %868, %793, !dbg !256
  %998 = fmul contract float %867, %792, !dbg !256
  %999 = fmul contract float %867, %791, !dbg !256
  %1000 = fmul contract float %868, %790, !dbg !256
  %1001 = fmul contract float %868, %789, !dbg !256
  %1002 = fmul contract float %867, %788, !dbg !256
  %1003 = fmul contract float %867, %787, !dbg !256
  %1004 = fmul contract float %868, %786, !dbg !256
  %1005 = fmul contract float %868, %785, !dbg !256
  %1006 = fmul contract float %867, %784, !dbg !256
  %1007 = fmul contract float %867, %783, !dbg !256
  %1008 = fmul contract float %868, %782, !dbg !256
  %1009 = fmul contract float %868, %781, !dbg !256
  %1010 = fmul contract float %867, %780, !dbg !256
  %1011 = fmul contract float %867, %779, !dbg !256
  %1012 = fmul contract float %868, %778, !dbg !256
  %1013 = fmul contract float %868, %777, !dbg !256
  %1014 = fmul contract float %867, %776, !dbg !256
  %1015 = fmul contract float %867, %775, !dbg !256
  %1016 = fmul contract float %868, %774, !dbg !256
  %1017 = fmul contract float %868, %773, !dbg !256
  %1018 = fmul contract float %867, %772, !dbg !256
  %1019 = fmul contract float %867, %771, !dbg !256
  %1020 = shl nuw nsw i32 %876, 15, !dbg !259
  %1021 = add i32 %1020, add (i32 ptrtoint (ptr addrspace(3) @sharedBytes to i32), i32 98304), !dbg !260
  %1022 = lshr exact i32 %1021, 4, !dbg !261
  %1023 = and i32 %1022, 16320, !dbg !261
  %1024 = zext nneg i32 %1023 to i64, !dbg !265
  %1025 = or disjoint i64 %1024, 4611686293372403712, !dbg !265
  %1026 = tail call { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } asm sideeffect "{\0A.reg .b64 b;\0Awgmma.fence.sync.aligned;\0Aadd.s64 b, $96, 0;\0Awgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, $37, $38, $39, $40, $41, $42, $43, $44, $45, $46, $47, $48, $49, $50, $51, $52, $53, $54, $55, $56, $57, $58, $59, $60, $61, $62, $63}, {$64, $65, $66, $67}, b, 1, 1, 1, 1;\0Aadd.s64 b, $96, 128;\0Awgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, $37, $38, $39, $40, $41, $42, $43, $44, $45, $46, $47, $48, $49, $50, $51, $52, $53, $54, $55, $56, $57, $58, $59, $60, $61, $62, $63}, {$68, $69, $70, $71}, b, 1, 1, 1, 1;\0Aadd.s64 b, $96, 256;\0Awgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, $37, $38, $39, $40, $41, $42, $43, $44, $45, $46, $47, $48, $49, $50, $51, $52, $53, $54, $55, $56, $57, $58, $59, $60, $61, $62, $63}, {$72, $73, $74, $75}, b, 1, 1, 1, 1;\0Aadd.s64 b, $96, 384;\0Awgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, $37, $38, $39, $40, $41, $42, $43, $44, $45, $46, $47, $48, $49, $50, $51, $52, $53, $54, $55, $56, $57, $58, $59, $60, $61, $62, $63}, {$76, $77, $78, $79}, b, 1, 1, 1, 1;\0Aadd.s64 b, $96, 512;\0Awgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, $37, $38, $39, $40, $41, $42, $43, $44, $45, $46, $47, $48, $49, $50, $51, $52, $53, $54, $55, $56, $57, $58, $59, $60, $61, $62, $63}, {$80, $81, $82, $83}, b, 1, 1, 1, 1;\0Aadd.s64 b, $96, 640;\0Awgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, $37, $38, $39, $40, $41, $42, $43, $44, $45, $46, $47, $48, $49, $50, $51, $52, $53, $54, $55, $56, $57, $58, $59, $60, $61, $62, $63}, {$84, $85, $86, $87}, b, 1, 1, 1, 1;\0Aadd.s64 b, $96, 768;\0Awgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, $37, $38, $39, $40, $41, $42, $43, $44, $45, $46, $47, $48, $49, $50, $51, $52, $53, $54, $55, $56, $57, $58, $59, $60, $61, $62, $63}, {$88, $89, $90, $91}, b, 1, 1, 1, 1;\0Aadd.s64 b, $96, 896;\0Awgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, $37, $38, $39, $40, $41, $42, $43, $44, $45, $46, $47, $48, $49, $50, $51, $52, $53, $54, $55, $56, $57, $58, $59, $60, $61, $62, $63}, {$92, $93, $94, $95}, b, 1, 1, 1, 1;\0Awgmma.commit_group.sync.aligned;\0A}", "=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,r,r,r,r,r,r,r,r,r,r,r,r,r,r,r,r,r,r,r,r,r,r,r,r,r,r,r,r,r,r,r,r,l,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57,58,59,60,61,62,63,~{memory}"(i32 %866, i32 %865, i32 %864, i32 %863, i32 %862, i32 %861, i32 %860, i32 %859, i32 %858, i32 %857, i32 %856, i32 %855, i32 %854, i32 %853, i32 %852, i32 %851, i32 %850, i32 %849, i32 %848, i32 %847, i32 %846, i32 %845, i32 %844, i32 %843, i32 %842, i32 %841, i32 %840, i32 %839, i32 %838, i32 %837, i32 %836, i32 %835, i64 %1025, float %956, float %957, float %958, float %959, float %960, float %961, float %962, float %963, float %964, float %965, float %966, float %967, float %968, float %969, float %970, float %971, float %972, float %973, float %974, float %975, float %976, float %977, float %978, float %979, float %980, float %981, float %982, float %983, float %984, float %985, float %986, float %987, float %988, float %989, float %990, float %991, float %992, float %993, float %994, float %995, float %996, float %997, float %998, float %999, float %1000, float %1001, float %1002, float %1003, float %1004, float %1005, float %1006, float %1007, float %1008, float %1009, float %1010, float %1011, float %1012, float %1013, float %1014, float %1015, float %1016, float %1017, float %1018, float %1019) #5, !dbg !266, !srcloc !267
  %1027 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1026, 0, !dbg !266
  %1028 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1026, 1, !dbg !266
  %1029 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1026, 2, !dbg !266
  %1030 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1026, 3, !dbg !266
  %1031 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1026, 4, !dbg !266
  %1032 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1026, 5, !dbg !266
  %1033 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1026, 6, !dbg !266
  %1034 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1026, 7, !dbg !266
  %1035 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1026, 8, !dbg !266
  %1036 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1026, 9, !dbg !266
  %1037 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1026, 10, !dbg !266
  %1038 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1026, 11, !dbg !266
  %1039 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1026, 12, !dbg !266
  %1040 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1026, 13, !dbg !266
  %1041 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1026, 14, !dbg !266
  %1042 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1026, 15, !dbg !266
  %1043 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1026, 16, !dbg !266
  %1044 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1026, 17, !dbg !266
  %1045 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1026, 18, !dbg !266
  %1046 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1026, 19, !dbg !266
  %1047 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1026, 20, !dbg !266
  %1048 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1026, 21, !dbg !266
  %1049 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1026, 22, !dbg !266
  %1050 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1026, 23, !dbg !266
  %1051 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1026, 24, !dbg !266
  %1052 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1026, 25, !dbg !266
  %1053 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1026, 26, !dbg !266
  %1054 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1026, 27, !dbg !266
  %1055 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1026, 28, !dbg !266
  %1056 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1026, 29, !dbg !266
  %1057 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1026, 30, !dbg !266
  %1058 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1026, 31, !dbg !266
  %1059 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1026, 32, !dbg !266
  %1060 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1026, 33, !dbg !266
  %1061 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1026, 34, !dbg !266
  %1062 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1026, 35, !dbg !266
  %1063 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1026, 36, !dbg !266
  %1064 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1026, 37, !dbg !266
  %1065 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1026, 38, !dbg !266
  %1066 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1026, 39, !dbg !266
  %1067 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1026, 40, !dbg !266
  %1068 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1026, 41, !dbg !266
  %1069 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1026, 42, !dbg !266
  %1070 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1026, 43, !dbg !266
  %1071 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1026, 44, !dbg !266
  %1072 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1026, 45, !dbg !266
  %1073 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1026, 46, !dbg !266
  %1074 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1026, 47, !dbg !266
  %1075 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1026, 48, !dbg !266
  %1076 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1026, 49, !dbg !266
  %1077 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1026, 50, !dbg !266
  %1078 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1026, 51, !dbg !266
  %1079 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1026, 52, !dbg !266
  %1080 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1026, 53, !dbg !266
  %1081 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1026, 54, !dbg !266
  %1082 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1026, 55, !dbg !266
  %1083 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1026, 56, !dbg !266
  %1084 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1026, 57, !dbg !266
  %1085 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1026, 58, !dbg !266
  %1086 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1026, 59, !dbg !266
  %1087 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1026, 60, !dbg !266
  %1088 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1026, 61, !dbg !266
  %1089 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1026, 62, !dbg !266
  %1090 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1026, 63, !dbg !266
  %1091 = add nuw nsw i32 %873, 1, !dbg !268
  %1092 = icmp slt i32 %1091, %19, !dbg !269
  %1093 = or i1 %758, %1092, !dbg !270
  br i1 %1093, label %1094, label %1095, !dbg !270

1094:                                             ; preds = %770
  tail call void asm sideeffect "bar.arrive $0, 256;", "r,~{memory}"(i32 %135) #5, !dbg !271, !srcloc !129
  br label %1095, !dbg !273

1095:                                             ; preds = %1094, %770
  tail call void @proton_scope_end(ptr noundef nonnull @.str10) #5, !dbg !274
  tail call void @proton_scope_start(ptr noundef nonnull @.str6) #5, !dbg !275
  %1096 = tail call { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } asm sideeffect "wgmma.wait_group.sync.aligned $64;", "=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,n,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57,58,59,60,61,62,63,~{memory}"(i32 1, float %892, float %893, float %894, float %895, float %896, float %897, float %898, float %899, float %900, float %901, float %902, float %903, float %904, float %905, float %906, float %907, float %908, float %909, float %910, float %911, float %912, float %913, float %914, float %915, float %916, float %917, float %918, float %919, float %920, float %921, float %922, float %923, float %924, float %925, float %926, float %927, float %928, float %929, float %930, float %931, float %932, float %933, float %934, float %935, float %936, float %937, float %938, float %939, float %940, float %941, float %942, float %943, float %944, float %945, float %946, float %947, float %948, float %949, float %950, float %951, float %952, float %953, float %954, float %955) #5, !dbg !276, !srcloc !159
  %1097 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1096, 0, !dbg !276
  %1098 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1096, 1, !dbg !276
  %1099 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1096, 2, !dbg !276
  %1100 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1096, 3, !dbg !276
  %1101 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1096, 4, !dbg !276
  %1102 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1096, 5, !dbg !276
  %1103 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1096, 6, !dbg !276
  %1104 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1096, 7, !dbg !276
  %1105 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1096, 8, !dbg !276
  %1106 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1096, 9, !dbg !276
  %1107 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1096, 10, !dbg !276
  %1108 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1096, 11, !dbg !276
  %1109 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1096, 12, !dbg !276
  %1110 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1096, 13, !dbg !276
  %1111 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1096, 14, !dbg !276
  %1112 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1096, 15, !dbg !276
  %1113 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1096, 16, !dbg !276
  %1114 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1096, 17, !dbg !276
  %1115 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1096, 18, !dbg !276
  %1116 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1096, 19, !dbg !276
  %1117 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1096, 20, !dbg !276
  %1118 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1096, 21, !dbg !276
  %1119 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1096, 22, !dbg !276
  %1120 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1096, 23, !dbg !276
  %1121 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1096, 24, !dbg !276
  %1122 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1096, 25, !dbg !276
  %1123 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1096, 26, !dbg !276
  %1124 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1096, 27, !dbg !276
  %1125 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1096, 28, !dbg !276
  %1126 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1096, 29, !dbg !276
  %1127 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1096, 30, !dbg !276
  %1128 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1096, 31, !dbg !276
  %1129 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1096, 32, !dbg !276
  %1130 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1096, 33, !dbg !276
  %1131 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1096, 34, !dbg !276
  %1132 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1096, 35, !dbg !276
  %1133 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1096, 36, !dbg !276
  %1134 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1096, 37, !dbg !276
  %1135 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1096, 38, !dbg !276
  %1136 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1096, 39, !dbg !276
  %1137 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1096, 40, !dbg !276
  %1138 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1096, 41, !dbg !276
  %1139 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1096, 42, !dbg !276
  %1140 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1096, 43, !dbg !276
  %1141 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1096, 44, !dbg !276
  %1142 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1096, 45, !dbg !276
  %1143 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1096, 46, !dbg !276
  %1144 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1096, 47, !dbg !276
  %1145 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1096, 48, !dbg !276
  %1146 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1096, 49, !dbg !276
  %1147 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1096, 50, !dbg !276
  %1148 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1096, 51, !dbg !276
  %1149 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1096, 52, !dbg !276
  %1150 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1096, 53, !dbg !276
  %1151 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1096, 54, !dbg !276
  %1152 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1096, 55, !dbg !276
  %1153 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1096, 56, !dbg !276
  %1154 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1096, 57, !dbg !276
  %1155 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1096, 58, !dbg !276
  %1156 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1096, 59, !dbg !276
  %1157 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1096, 60, !dbg !276
  %1158 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1096, 61, !dbg !276
  %1159 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1096, 62, !dbg !276
  %1160 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1096, 63, !dbg !276
  %1161 = add nuw nsw i32 %877, add (i32 ptrtoint (ptr addrspace(3) @sharedBytes to i32), i32 163864), !dbg !279
  tail call void asm sideeffect "{\0A.reg .pred leader;\0Asetp.ne.u32 leader, $1, 0;\0A@leader mbarrier.arrive.shared::cta.b64 _, [$0];\0A}", "r,r,~{memory}"(i32 %1161, i32 %201) #5, !dbg !280, !srcloc !164
  tail call void @proton_scope_end(ptr noundef nonnull @.str6) #5, !dbg !282
  tail call void @proton_scope_start(ptr noundef nonnull @.str7) #5, !dbg !283
  %1162 = icmp eq i32 %873, %17, !dbg !284
  br i1 %1162, label %1163, label %1263, !dbg !285

1163:                                             ; preds = %1095
  %1164 = tail call i32 asm sideeffect "", "=r,0"(i32 %769) #5, !dbg !286, !srcloc !179
  %1165 = icmp slt i32 %1164, 0, !dbg !288
  %1166 = select i1 %1165, float 0xFFF0000000000000, float %1097, !dbg !289
  %1167 = icmp slt i32 %1164, 1, !dbg !288
  %1168 = select i1 %1167, float 0xFFF0000000000000, float %1098, !dbg !289
  %1169 = icmp slt i32 %1164, -8, !dbg !288
  %1170 = select i1 %1169, float 0xFFF0000000000000, float %1099, !dbg !289
  %1171 = icmp slt i32 %1164, -7, !dbg !288
  %1172 = select i1 %1171, float 0xFFF0000000000000, float %1100, !dbg !289
  %1173 = icmp slt i32 %1164, 8, !dbg !288
  %1174 = select i1 %1173, float 0xFFF0000000000000, float %1101, !dbg !289
  %1175 = icmp slt i32 %1164, 9, !dbg !288
  %1176 = select i1 %1175, float 0xFFF0000000000000, float %1102, !dbg !289
  %1177 = select i1 %1165, float 0xFFF0000000000000, float %1103, !dbg !289
  %1178 = select i1 %1167, float 0xFFF0000000000000, float %1104, !dbg !289
  %1179 = icmp slt i32 %1164, 16, !dbg !288
  %1180 = select i1 %1179, float 0xFFF0000000000000, float %1105, !dbg !289
  %1181 = icmp slt i32 %1164, 17, !dbg !288
  %1182 = select i1 %1181, float 0xFFF0000000000000, float %1106, !dbg !289
  %1183 = select i1 %1173, float 0xFFF0000000000000, float %1107, !dbg !289
  %1184 = select i1 %1175, float 0xFFF0000000000000, float %1108, !dbg !289
  %1185 = icmp slt i32 %1164, 24, !dbg !288
  %1186 = select i1 %1185, float 0xFFF0000000000000, float %1109, !dbg !289
  %1187 = icmp slt i32 %1164, 25, !dbg !288
  %1188 = select i1 %1187, float 0xFFF0000000000000, float %1110, !dbg !289
  %1189 = select i1 %1179, float 0xFFF0000000000000, float %1111, !dbg !289
  %1190 = select i1 %1181, float 0xFFF0000000000000, float %1112, !dbg !289
  %1191 = icmp slt i32 %1164, 32, !dbg !288
  %1192 = select i1 %1191, float 0xFFF0000000000000, float %1113, !dbg !289
  %1193 = icmp slt i32 %1164, 33, !dbg !288
  %1194 = select i1 %1193, float 0xFFF0000000000000, float %1114, !dbg !289
  %1195 = select i1 %1185, float 0xFFF0000000000000, float %1115, !dbg !289
  %1196 = select i1 %1187, float 0xFFF0000000000000, float %1116, !dbg !289
  %1197 = icmp slt i32 %1164, 40, !dbg !288
  %1198 = select i1 %1197, float 0xFFF0000000000000, float %1117, !dbg !289
  %1199 = icmp slt i32 %1164, 41, !dbg !288
  %1200 = select i1 %1199, float 0xFFF0000000000000, float %1118, !dbg !289
  %1201 = select i1 %1191, float 0xFFF0000000000000, float %1119, !dbg !289
  %1202 = select i1 %1193, float 0xFFF0000000000000, float %1120, !dbg !289
  %1203 = icmp slt i32 %1164, 48, !dbg !288
  %1204 = select i1 %1203, float 0xFFF0000000000000, float %1121, !dbg !289
  %1205 = icmp slt i32 %1164, 49, !dbg !288
  %1206 = select i1 %1205, float 0xFFF0000000000000, float %1122, !dbg !289
  %1207 = select i1 %1197, float 0xFFF0000000000000, float %1123, !dbg !289
  %1208 = select i1 %1199, float 0xFFF0000000000000, float %1124, !dbg !289
  %1209 = icmp slt i32 %1164, 56, !dbg !288
  %1210 = select i1 %1209, float 0xFFF0000000000000, float %1125, !dbg !289
  %1211 = icmp slt i32 %1164, 57, !dbg !288
  %1212 = select i1 %1211, float 0xFFF0000000000000, float %1126, !dbg !289
  %1213 = select i1 %1203, float 0xFFF0000000000000, float %1127, !dbg !289
  %1214 = select i1 %1205, float 0xFFF0000000000000, float %1128, !dbg !289
  %1215 = icmp slt i32 %1164, 64, !dbg !288
  %1216 = select i1 %1215, float 0xFFF0000000000000, float %1129, !dbg !289
  %1217 = icmp slt i32 %1164, 65, !dbg !288
  %1218 = select i1 %1217, float 0xFFF0000000000000, float %1130, !dbg !289
  %1219 = select i1 %1209, float 0xFFF0000000000000, float %1131, !dbg !289
  %1220 = select i1 %1211, float 0xFFF0000000000000, float %1132, !dbg !289
  %1221 = icmp slt i32 %1164, 72, !dbg !288
  %1222 = select i1 %1221, float 0xFFF0000000000000, float %1133, !dbg !289
  %1223 = icmp slt i32 %1164, 73, !dbg !288
  %1224 = select i1 %1223, float 0xFFF0000000000000, float %1134, !dbg !289
  %1225 = select i1 %1215, float 0xFFF0000000000000, float %1135, !dbg !289
  %1226 = select i1 %1217, float 0xFFF0000000000000, float %1136, !dbg !289
  %1227 = icmp slt i32 %1164, 80, !dbg !288
  %1228 = select i1 %1227, float 0xFFF0000000000000, float %1137, !dbg !289
  %1229 = icmp slt i32 %1164, 81, !dbg !288
  %1230 = select i1 %1229, float 0xFFF0000000000000, float %1138, !dbg !289
  %1231 = select i1 %1221, float 0xFFF0000000000000, float %1139, !dbg !289
  %1232 = select i1 %1223, float 0xFFF0000000000000, float %1140, !dbg !289
  %1233 = icmp slt i32 %1164, 88, !dbg !288
  %1234 = select i1 %1233, float 0xFFF0000000000000, float %1141, !dbg !289
  %1235 = icmp slt i32 %1164, 89, !dbg !288
  %1236 = select i1 %1235, float 0xFFF0000000000000, float %1142, !dbg !289
  %1237 = select i1 %1227, float 0xFFF0000000000000, float %1143, !dbg !289
  %1238 = select i1 %1229, float 0xFFF0000000000000, float %1144, !dbg !289
  %1239 = icmp slt i32 %1164, 96, !dbg !288
  %1240 = select i1 %1239, float 0xFFF0000000000000, float %1145, !dbg !289
  %1241 = icmp slt i32 %1164, 97, !dbg !288
  %1242 = select i1 %1241, float 0xFFF0000000000000, float %1146, !dbg !289
  %1243 = select i1 %1233, float 0xFFF0000000000000, float %1147, !dbg !289
  %1244 = select i1 %1235, float 0xFFF0000000000000, float %1148, !dbg !289
  %1245 = icmp slt i32 %1164, 104, !dbg !288
  %1246 = select i1 %1245, float 0xFFF0000000000000, float %1149, !dbg !289
  %1247 = icmp slt i32 %1164, 105, !dbg !288
  %1248 = select i1 %1247, float 0xFFF0000000000000, float %1150, !dbg !289
  %1249 = select i1 %1239, float 0xFFF0000000000000, float %1151, !dbg !289
  %1250 = select i1 %1241, float 0xFFF0000000000000, float %1152, !dbg !289
  %1251 = icmp slt i32 %1164, 112, !dbg !288
  %1252 = select i1 %1251, float 0xFFF0000000000000, float %1153, !dbg !289
  %1253 = icmp slt i32 %1164, 113, !dbg !288
  %1254 = select i1 %1253, float 0xFFF0000000000000, float %1154, !dbg !289
  %1255 = select i1 %1245, float 0xFFF0000000000000, float %1155, !dbg !289
  %1256 = select i1 %1247, float 0xFFF0000000000000, float %1156, !dbg !289
  %1257 = icmp slt i32 %1164, 120, !dbg !288
  %1258 = select i1 %1257, float 0xFFF0000000000000, float %1157, !dbg !289
  %1259 = icmp slt i32 %1164, 121, !dbg !288
  %1260 = select i1 %1259, float 0xFFF0000000000000, float %1158, !dbg !289
  %1261 = select i1 %1251, float 0xFFF0000000000000, float %1159, !dbg !289
  %1262 = select i1 %1253, float 0xFFF0000000000000, float %1160, !dbg !289
  br label %1263, !dbg !290

1263:                                             ; preds = %1163, %1095
  %1264 = phi float [ %1262, %1163 ], [ %1160, %1095 ], !dbg !185
  %1265 = phi float [ %1261, %1163 ], [ %1159, %1095 ], !dbg !185
  %1266 = phi float [ %1260, %1163 ], [ %1158, %1095 ], !dbg !185
  %1267 = phi float [ %1258, %1163 ], [ %1157, %1095 ], !dbg !185
  %1268 = phi float [ %1256, %1163 ], [ %1156, %1095 ], !dbg !185
  %1269 = phi float [ %1255, %1163 ], [ %1155, %1095 ], !dbg !185
  %1270 = phi float [ %1254, %1163 ], [ %1154, %1095 ], !dbg !185
  %1271 = phi float [ %1252, %1163 ], [ %1153, %1095 ], !dbg !185
  %1272 = phi float [ %1250, %1163 ], [ %1152, %1095 ], !dbg !185
  %1273 = phi float [ %1249, %1163 ], [ %1151, %1095 ], !dbg !185
  %1274 = phi float [ %1248, %1163 ], [ %1150, %1095 ], !dbg !185
  %1275 = phi float [ %1246, %1163 ], [ %1149, %1095 ], !dbg !185
  %1276 = phi float [ %1244, %1163 ], [ %1148, %1095 ], !dbg !185
  %1277 = phi float [ %1243, %1163 ], [ %1147, %1095 ], !dbg !185
  %1278 = phi float [ %1242, %1163 ], [ %1146, %1095 ], !dbg !185
  %1279 = phi float [ %1240, %1163 ], [ %1145, %1095 ], !dbg !185
  %1280 = phi float [ %1238, %1163 ], [ %1144, %1095 ], !dbg !185
  %1281 = phi float [ %1237, %1163 ], [ %1143, %1095 ], !dbg !185
  %1282 = phi float [ %1236, %1163 ], [ %1142, %1095 ], !dbg !185
  %1283 = phi float [ %1234, %1163 ], [ %1141, %1095 ], !dbg !185
  %1284 = phi float [ %1232, %1163 ], [ %1140, %1095 ], !dbg !185
  %1285 = phi float [ %1231, %1163 ], [ %1139, %1095 ], !dbg !185
  %1286 = phi float [ %1230, %1163 ], [ %1138, %1095 ], !dbg !185
  %1287 = phi float [ %1228, %1163 ], [ %1137, %1095 ], !dbg !185
  %1288 = phi float [ %1226, %1163 ], [ %1136, %1095 ], !dbg !185
  %1289 = phi float [ %1225, %1163 ], [ %1135, %1095 ], !dbg !185
  %1290 = phi float [ %1224, %1163 ], [ %1134, %1095 ], !dbg !185
  %1291 = phi float [ %1222, %1163 ], [ %1133, %1095 ], !dbg !185
  %1292 = phi float [ %1220, %1163 ], [ %1132, %1095 ], !dbg !185
  %1293 = phi float [ %1219, %1163 ], [ %1131, %1095 ], !dbg !185
  %1294 = phi float [ %1218, %1163 ], [ %1130, %1095 ], !dbg !185
  %1295 = phi float [ %1216, %1163 ], [ %1129, %1095 ], !dbg !185
  %1296 = phi float [ %1214, %1163 ], [ %1128, %1095 ], !dbg !185
  %1297 = phi float [ %1213, %1163 ], [ %1127, %1095 ], !dbg !185
  %1298 = phi float [ %1212, %1163 ], [ %1126, %1095 ], !dbg !185
  %1299 = phi float [ %1210, %1163 ], [ %1125, %1095 ], !dbg !185
  %1300 = phi float [ %1208, %1163 ], [ %1124, %1095 ], !dbg !185
  %1301 = phi float [ %1207, %1163 ], [ %1123, %1095 ], !dbg !185
  %1302 = phi float [ %1206, %1163 ], [ %1122, %1095 ], !dbg !185
  %1303 = phi float [ %1204, %1163 ], [ %1121, %1095 ], !dbg !185
  %1304 = phi float [ %1202, %1163 ], [ %1120, %1095 ], !dbg !185
  %1305 = phi float [ %1201, %1163 ], [ %1119, %1095 ], !dbg !185
  %1306 = phi float [ %1200, %1163 ], [ %1118, %1095 ], !dbg !185
  %1307 = phi float [ %1198, %1163 ], [ %1117, %1095 ], !dbg !185
  %1308 = phi float [ %1196, %1163 ], [ %1116, %1095 ], !dbg !185
  %1309 = phi float [ %1195, %1163 ], [ %1115, %1095 ], !dbg !185
  %1310 = phi float [ %1194, %1163 ], [ %1114, %1095 ], !dbg !185
  %1311 = phi float [ %1192, %1163 ], [ %1113, %1095 ], !dbg !185
  %1312 = phi float [ %1190, %1163 ], [ %1112, %1095 ], !dbg !185
  %1313 = phi float [ %1189, %1163 ], [ %1111, %1095 ], !dbg !185
  %1314 = phi float [ %1188, %1163 ], [ %1110, %1095 ], !dbg !185
  %1315 = phi float [ %1186, %1163 ], [ %1109, %1095 ], !dbg !185
  %1316 = phi float [ %1184, %1163 ], [ %1108, %1095 ], !dbg !185
  %1317 = phi float [ %1183, %1163 ], [ %1107, %1095 ], !dbg !185
  %1318 = phi float [ %1182, %1163 ], [ %1106, %1095 ], !dbg !185
  %1319 = phi float [ %1180, %1163 ], [ %1105, %1095 ], !dbg !185
  %1320 = phi float [ %1178, %1163 ], [ %1104, %1095 ], !dbg !185
  %1321 = phi float [ %1177, %1163 ], [ %1103, %1095 ], !dbg !185
  %1322 = phi float [ %1176, %1163 ], [ %1102, %1095 ], !dbg !185
  %1323 = phi float [ %1174, %1163 ], [ %1101, %1095 ], !dbg !185
  %1324 = phi float [ %1172, %1163 ], [ %1100, %1095 ], !dbg !185
  %1325 = phi float [ %1170, %1163 ], [ %1099, %1095 ], !dbg !185
  %1326 = phi float [ %1168, %1163 ], [ %1098, %1095 ], !dbg !185
  %1327 = phi float [ %1166, %1163 ], [ %1097, %1095 ], !dbg !185
  %1328 = tail call contract noundef float @llvm.maxnum.f32(float %1327, float %1326), !dbg !292
  %1329 = tail call contract noundef float @llvm.maxnum.f32(float %872, float %1328), !dbg !294
  %1330 = tail call contract noundef float @llvm.maxnum.f32(float %1323, float %1322), !dbg !292
  %1331 = tail call contract noundef float @llvm.maxnum.f32(float %1329, float %1330), !dbg !294
  %1332 = tail call contract noundef float @llvm.maxnum.f32(float %1319, float %1318), !dbg !292
  %1333 = tail call contract noundef float @llvm.maxnum.f32(float %1331, float %1332), !dbg !294
  %1334 = tail call contract noundef float @llvm.maxnum.f32(float %1315, float %1314), !dbg !292
  %1335 = tail call contract noundef float @llvm.maxnum.f32(float %1333, float %1334), !dbg !294
  %1336 = tail call contract noundef float @llvm.maxnum.f32(float %1311, float %1310), !dbg !292
  %1337 = tail call contract noundef float @llvm.maxnum.f32(float %1335, float %1336), !dbg !294
  %1338 = tail call contract noundef float @llvm.maxnum.f32(float %1307, float %1306), !dbg !292
  %1339 = tail call contract noundef float @llvm.maxnum.f32(float %1337, float %1338), !dbg !294
  %1340 = tail call contract noundef float @llvm.maxnum.f32(float %1303, float %1302), !dbg !292
  %1341 = tail call contract noundef float @llvm.maxnum.f32(float %1339, float %1340), !dbg !294
  %1342 = tail call contract noundef float @llvm.maxnum.f32(float %1299, float %1298), !dbg !292
  %1343 = tail call contract noundef float @llvm.maxnum.f32(float %1341, float %1342), !dbg !294
  %1344 = tail call contract noundef float @llvm.maxnum.f32(float %1295, float %1294), !dbg !292
  %1345 = tail call contract noundef float @llvm.maxnum.f32(float %1343, float %1344), !dbg !294
  %1346 = tail call contract noundef float @llvm.maxnum.f32(float %1291, float %1290), !dbg !292
  %1347 = tail call contract noundef float @llvm.maxnum.f32(float %1345, float %1346), !dbg !294
  %1348 = tail call contract noundef float @llvm.maxnum.f32(float %1287, float %1286), !dbg !292
  %1349 = tail call contract noundef float @llvm.maxnum.f32(float %1347, float %1348), !dbg !294
  %1350 = tail call contract noundef float @llvm.maxnum.f32(float %1283, float %1282), !dbg !292
  %1351 = tail call contract noundef float @llvm.maxnum.f32(float %1349, float %1350), !dbg !294
  %1352 = tail call contract noundef float @llvm.maxnum.f32(float %1279, float %1278), !dbg !292
  %1353 = tail call contract noundef float @llvm.maxnum.f32(float %1351, float %1352), !dbg !294
  %1354 = tail call contract noundef float @llvm.maxnum.f32(float %1275, float %1274), !dbg !292
  %1355 = tail call contract noundef float @llvm.maxnum.f32(float %1353, float %1354), !dbg !294
  %1356 = tail call contract noundef float @llvm.maxnum.f32(float %1271, float %1270), !dbg !292
  %1357 = tail call contract noundef float @llvm.maxnum.f32(float %1355, float %1356), !dbg !294
  %1358 = tail call contract noundef float @llvm.maxnum.f32(float %1267, float %1266), !dbg !292
  %1359 = tail call contract noundef float @llvm.maxnum.f32(float %1357, float %1358), !dbg !294
  %1360 = tail call contract noundef float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %1359, i32 1, i32 31), !dbg !296
  %1361 = tail call contract noundef float @llvm.maxnum.f32(float %1359, float %1360), !dbg !298
  %1362 = tail call contract noundef float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %1361, i32 2, i32 31), !dbg !300
  %1363 = tail call contract noundef float @llvm.maxnum.f32(float %1361, float %1362), !dbg !302
  %1364 = fsub contract float %872, %1363, !dbg !304
  %1365 = fmul contract float %1364, 0x3FC0527DC0000000, !dbg !305
  %1366 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %1365) #6, !dbg !306, !srcloc !205
  %1367 = fmul contract float %1363, 0x3FC0527DC0000000, !dbg !308
  %1368 = fmul contract float %1327, 0x3FC0527DC0000000, !dbg !309
  %1369 = fsub contract float %1368, %1367, !dbg !310
  %1370 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %1369) #6, !dbg !311, !srcloc !205
  %1371 = fadd contract float %1370, 0.000000e+00, !dbg !313
  %1372 = fmul contract float %1326, 0x3FC0527DC0000000, !dbg !309
  %1373 = fsub contract float %1372, %1367, !dbg !310
  %1374 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %1373) #6, !dbg !311, !srcloc !205
  %1375 = fadd contract float %1371, %1374, !dbg !313
  %1376 = fmul contract float %1323, 0x3FC0527DC0000000, !dbg !309
  %1377 = fsub contract float %1376, %1367, !dbg !310
  %1378 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %1377) #6, !dbg !311, !srcloc !205
  %1379 = fadd contract float %1375, %1378, !dbg !313
  %1380 = fmul contract float %1322, 0x3FC0527DC0000000, !dbg !309
  %1381 = fsub contract float %1380, %1367, !dbg !310
  %1382 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %1381) #6, !dbg !311, !srcloc !205
  %1383 = fadd contract float %1379, %1382, !dbg !313
  %1384 = fmul contract float %1319, 0x3FC0527DC0000000, !dbg !309
  %1385 = fsub contract float %1384, %1367, !dbg !310
  %1386 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %1385) #6, !dbg !311, !srcloc !205
  %1387 = fadd contract float %1383, %1386, !dbg !313
  %1388 = fmul contract float %1318, 0x3FC0527DC0000000, !dbg !309
  %1389 = fsub contract float %1388, %1367, !dbg !310
  %1390 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %1389) #6, !dbg !311, !srcloc !205
  %1391 = fadd contract float %1387, %1390, !dbg !313
  %1392 = fmul contract float %1315, 0x3FC0527DC0000000, !dbg !309
  %1393 = fsub contract float %1392, %1367, !dbg !310
  %1394 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %1393) #6, !dbg !311, !srcloc !205
  %1395 = fadd contract float %1391, %1394, !dbg !313
  %1396 = fmul contract float %1314, 0x3FC0527DC0000000, !dbg !309
  %1397 = fsub contract float %1396, %1367, !dbg !310
  %1398 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %1397) #6, !dbg !311, !srcloc !205
  %1399 = fadd contract float %1395, %1398, !dbg !313
  %1400 = fmul contract float %1311, 0x3FC0527DC0000000, !dbg !309
  %1401 = fsub contract float %1400, %1367, !dbg !310
  %1402 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %1401) #6, !dbg !311, !srcloc !205
  %1403 = fadd contract float %1399, %1402, !dbg !313
  %1404 = fmul contract float %1310, 0x3FC0527DC0000000, !dbg !309
  %1405 = fsub contract float %1404, %1367, !dbg !310
  %1406 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %1405) #6, !dbg !311, !srcloc !205
  %1407 = fadd contract float %1403, %1406, !dbg !313
  %1408 = fmul contract float %1307, 0x3FC0527DC0000000, !dbg !309
  %1409 = fsub contract float %1408, %1367, !dbg !310
  %1410 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %1409) #6, !dbg !311, !srcloc !205
  %1411 = fadd contract float %1407, %1410, !dbg !313
  %1412 = fmul contract float %1306, 0x3FC0527DC0000000, !dbg !309
  %1413 = fsub contract float %1412, %1367, !dbg !310
  %1414 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %1413) #6, !dbg !311, !srcloc !205
  %1415 = fadd contract float %1411, %1414, !dbg !313
  %1416 = fmul contract float %1303, 0x3FC0527DC0000000, !dbg !309
  %1417 = fsub contract float %1416, %1367, !dbg !310
  %1418 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %1417) #6, !dbg !311, !srcloc !205
  %1419 = fadd contract float %1415, %1418, !dbg !313
  %1420 = fmul contract float %1302, 0x3FC0527DC0000000, !dbg !309
  %1421 = fsub contract float %1420, %1367, !dbg !310
  %1422 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %1421) #6, !dbg !311, !srcloc !205
  %1423 = fadd contract float %1419, %1422, !dbg !313
  %1424 = fmul contract float %1299, 0x3FC0527DC0000000, !dbg !309
  %1425 = fsub contract float %1424, %1367, !dbg !310
  %1426 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %1425) #6, !dbg !311, !srcloc !205
  %1427 = fadd contract float %1423, %1426, !dbg !313
  %1428 = fmul contract float %1298, 0x3FC0527DC0000000, !dbg !309
  %1429 = fsub contract float %1428, %1367, !dbg !310
  %1430 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %1429) #6, !dbg !311, !srcloc !205
  %1431 = fadd contract float %1427, %1430, !dbg !313
  %1432 = fmul contract float %1295, 0x3FC0527DC0000000, !dbg !309
  %1433 = fsub contract float %1432, %1367, !dbg !310
  %1434 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %1433) #6, !dbg !311, !srcloc !205
  %1435 = fadd contract float %1431, %1434, !dbg !313
  %1436 = fmul contract float %1294, 0x3FC0527DC0000000, !dbg !309
  %1437 = fsub contract float %1436, %1367, !dbg !310
  %1438 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %1437) #6, !dbg !311, !srcloc !205
  %1439 = fadd contract float %1435, %1438, !dbg !313
  %1440 = fmul contract float %1291, 0x3FC0527DC0000000, !dbg !309
  %1441 = fsub contract float %1440, %1367, !dbg !310
  %1442 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %1441) #6, !dbg !311, !srcloc !205
  %1443 = fadd contract float %1439, %1442, !dbg !313
  %1444 = fmul contract float %1290, 0x3FC0527DC0000000, !dbg !309
  %1445 = fsub contract float %1444, %1367, !dbg !310
  %1446 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %1445) #6, !dbg !311, !srcloc !205
  %1447 = fadd contract float %1443, %1446, !dbg !313
  %1448 = fmul contract float %1287, 0x3FC0527DC0000000, !dbg !309
  %1449 = fsub contract float %1448, %1367, !dbg !310
  %1450 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %1449) #6, !dbg !311, !srcloc !205
  %1451 = fadd contract float %1447, %1450, !dbg !313
  %1452 = fmul contract float %1286, 0x3FC0527DC0000000, !dbg !309
  %1453 = fsub contract float %1452, %1367, !dbg !310
  %1454 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %1453) #6, !dbg !311, !srcloc !205
  %1455 = fadd contract float %1451, %1454, !dbg !313
  %1456 = fmul contract float %1283, 0x3FC0527DC0000000, !dbg !309
  %1457 = fsub contract float %1456, %1367, !dbg !310
  %1458 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %1457) #6, !dbg !311, !srcloc !205
  %1459 = fadd contract float %1455, %1458, !dbg !313
  %1460 = fmul contract float %1282, 0x3FC0527DC0000000, !dbg !309
  %1461 = fsub contract float %1460, %1367, !dbg !310
  %1462 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %1461) #6, !dbg !311, !srcloc !205
  %1463 = fadd contract float %1459, %1462, !dbg !313
  %1464 = fmul contract float %1279, 0x3FC0527DC0000000, !dbg !309
  %1465 = fsub contract float %1464, %1367, !dbg !310
  %1466 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %1465) #6, !dbg !311, !srcloc !205
  %1467 = fadd contract float %1463, %1466, !dbg !313
  %1468 = fmul contract float %1278, 0x3FC0527DC0000000, !dbg !309
  %1469 = fsub contract float %1468, %1367, !dbg !310
  %1470 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %1469) #6, !dbg !311, !srcloc !205
  %1471 = fadd contract float %1467, %1470, !dbg !313
  %1472 = fmul contract float %1275, 0x3FC0527DC0000000, !dbg !309
  %1473 = fsub contract float %1472, %1367, !dbg !310
  %1474 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %1473) #6, !dbg !311, !srcloc !205
  %1475 = fadd contract float %1471, %1474, !dbg !313
  %1476 = fmul contract float %1274, 0x3FC0527DC0000000, !dbg !309
  %1477 = fsub contract float %1476, %1367, !dbg !310
  %1478 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %1477) #6, !dbg !311, !srcloc !205
  %1479 = fadd contract float %1475, %1478, !dbg !313
  %1480 = fmul contract float %1271, 0x3FC0527DC0000000, !dbg !309
  %1481 = fsub contract float %1480, %1367, !dbg !310
  %1482 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %1481) #6, !dbg !311, !srcloc !205
  %1483 = fadd contract float %1479, %1482, !dbg !313
  %1484 = fmul contract float %1270, 0x3FC0527DC0000000, !dbg !309
  %1485 = fsub contract float %1484, %1367, !dbg !310
  %1486 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %1485) #6, !dbg !311, !srcloc !205
  %1487 = fadd contract float %1483, %1486, !dbg !313
  %1488 = fmul contract float %1267, 0x3FC0527DC0000000, !dbg !309
  %1489 = fsub contract float %1488, %1367, !dbg !310
  %1490 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %1489) #6, !dbg !311, !srcloc !205
  %1491 = fadd contract float %1487, %1490, !dbg !313
  %1492 = fmul contract float %1266, 0x3FC0527DC0000000, !dbg !309
  %1493 = fsub contract float %1492, %1367, !dbg !310
  %1494 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %1493) #6, !dbg !311, !srcloc !205
  %1495 = fadd contract float %1491, %1494, !dbg !313
  %1496 = fmul contract float %870, %1366, !dbg !314
  %1497 = fadd contract float %1495, %1496, !dbg !315
  %1498 = tail call contract noundef float @llvm.maxnum.f32(float %1325, float %1324), !dbg !292
  %1499 = tail call contract noundef float @llvm.maxnum.f32(float %871, float %1498), !dbg !294
  %1500 = tail call contract noundef float @llvm.maxnum.f32(float %1321, float %1320), !dbg !292
  %1501 = tail call contract noundef float @llvm.maxnum.f32(float %1499, float %1500), !dbg !294
  %1502 = tail call contract noundef float @llvm.maxnum.f32(float %1317, float %1316), !dbg !292
  %1503 = tail call contract noundef float @llvm.maxnum.f32(float %1501, float %1502), !dbg !294
  %1504 = tail call contract noundef float @llvm.maxnum.f32(float %1313, float %1312), !dbg !292
  %1505 = tail call contract noundef float @llvm.maxnum.f32(float %1503, float %1504), !dbg !294
  %1506 = tail call contract noundef float @llvm.maxnum.f32(float %1309, float %1308), !dbg !292
  %1507 = tail call contract noundef float @llvm.maxnum.f32(float %1505, float %1506), !dbg !294
  %1508 = tail call contract noundef float @llvm.maxnum.f32(float %1305, float %1304), !dbg !292
  %1509 = tail call contract noundef float @llvm.maxnum.f32(float %1507, float %1508), !dbg !294
  %1510 = tail call contract noundef float @llvm.maxnum.f32(float %1301, float %1300), !dbg !292
  %1511 = tail call contract noundef float @llvm.maxnum.f32(float %1509, float %1510), !dbg !294
  %1512 = tail call contract noundef float @llvm.maxnum.f32(float %1297, float %1296), !dbg !292
  %1513 = tail call contract noundef float @llvm.maxnum.f32(float %1511, float %1512), !dbg !294
  %1514 = tail call contract noundef float @llvm.maxnum.f32(float %1293, float %1292), !dbg !292
  %1515 = tail call contract noundef float @llvm.maxnum.f32(float %1513, float %1514), !dbg !294
  %1516 = tail call contract noundef float @llvm.maxnum.f32(float %1289, float %1288), !dbg !292
  %1517 = tail call contract noundef float @llvm.maxnum.f32(float %1515, float %1516), !dbg !294
  %1518 = tail call contract noundef float @llvm.maxnum.f32(float %1285, float %1284), !dbg !292
  %1519 = tail call contract noundef float @llvm.maxnum.f32(float %1517, float %1518), !dbg !294
  %1520 = tail call contract noundef float @llvm.maxnum.f32(float %1281, float %1280), !dbg !292
  %1521 = tail call contract noundef float @llvm.maxnum.f32(float %1519, float %1520), !dbg !294
  %1522 = tail call contract noundef float @llvm.maxnum.f32(float %1277, float %1276), !dbg !292
  %1523 = tail call contract noundef float @llvm.maxnum.f32(float %1521, float %1522), !dbg !294
  %1524 = tail call contract noundef float @llvm.maxnum.f32(float %1273, float %1272), !dbg !292
  %1525 = tail call contract noundef float @llvm.maxnum.f32(float %1523, float %1524), !dbg !294
  %1526 = tail call contract noundef float @llvm.maxnum.f32(float %1269, float %1268), !dbg !292
  %1527 = tail call contract noundef float @llvm.maxnum.f32(float %1525, float %1526), !dbg !294
  %1528 = tail call contract noundef float @llvm.maxnum.f32(float %1265, float %1264), !dbg !292
  %1529 = tail call contract noundef float @llvm.maxnum.f32(float %1527, float %1528), !dbg !294
  %1530 = tail call contract noundef float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %1529, i32 1, i32 31), !dbg !296
  %1531 = tail call contract noundef float @llvm.maxnum.f32(float %1529, float %1530), !dbg !298
  %1532 = tail call contract noundef float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %1531, i32 2, i32 31), !dbg !300
  %1533 = tail call contract noundef float @llvm.maxnum.f32(float %1531, float %1532), !dbg !302
  %1534 = fsub contract float %871, %1533, !dbg !304
  %1535 = fmul contract float %1534, 0x3FC0527DC0000000, !dbg !305
  %1536 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %1535) #6, !dbg !306, !srcloc !205
  %1537 = fmul contract float %1533, 0x3FC0527DC0000000, !dbg !308
  %1538 = fmul contract float %1325, 0x3FC0527DC0000000, !dbg !309
  %1539 = fsub contract float %1538, %1537, !dbg !310
  %1540 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %1539) #6, !dbg !311, !srcloc !205
  %1541 = fadd contract float %1540, 0.000000e+00, !dbg !313
  %1542 = fmul contract float %1324, 0x3FC0527DC0000000, !dbg !309
  %1543 = fsub contract float %1542, %1537, !dbg !310
  %1544 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %1543) #6, !dbg !311, !srcloc !205
  %1545 = fadd contract float %1541, %1544, !dbg !313
  %1546 = fmul contract float %1321, 0x3FC0527DC0000000, !dbg !309
  %1547 = fsub contract float %1546, %1537, !dbg !310
  %1548 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %1547) #6, !dbg !311, !srcloc !205
  %1549 = fadd contract float %1545, %1548, !dbg !313
  %1550 = fmul contract float %1320, 0x3FC0527DC0000000, !dbg !309
  %1551 = fsub contract float %1550, %1537, !dbg !310
  %1552 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %1551) #6, !dbg !311, !srcloc !205
  %1553 = fadd contract float %1549, %1552, !dbg !313
  %1554 = fmul contract float %1317, 0x3FC0527DC0000000, !dbg !309
  %1555 = fsub contract float %1554, %1537, !dbg !310
  %1556 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %1555) #6, !dbg !311, !srcloc !205
  %1557 = fadd contract float %1553, %1556, !dbg !313
  %1558 = fmul contract float %1316, 0x3FC0527DC0000000, !dbg !309
  %1559 = fsub contract float %1558, %1537, !dbg !310
  %1560 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %1559) #6, !dbg !311, !srcloc !205
  %1561 = fadd contract float %1557, %1560, !dbg !313
  %1562 = fmul contract float %1313, 0x3FC0527DC0000000, !dbg !309
  %1563 = fsub contract float %1562, %1537, !dbg !310
  %1564 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %1563) #6, !dbg !311, !srcloc !205
  %1565 = fadd contract float %1561, %1564, !dbg !313
  %1566 = fmul contract float %1312, 0x3FC0527DC0000000, !dbg !309
  %1567 = fsub contract float %1566, %1537, !dbg !310
  %1568 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %1567) #6, !dbg !311, !srcloc !205
  %1569 = fadd contract float %1565, %1568, !dbg !313
  %1570 = fmul contract float %1309, 0x3FC0527DC0000000, !dbg !309
  %1571 = fsub contract float %1570, %1537, !dbg !310
  %1572 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %1571) #6, !dbg !311, !srcloc !205
  %1573 = fadd contract float %1569, %1572, !dbg !313
  %1574 = fmul contract float %1308, 0x3FC0527DC0000000, !dbg !309
  %1575 = fsub contract float %1574, %1537, !dbg !310
  %1576 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %1575) #6, !dbg !311, !srcloc !205
  %1577 = fadd contract float %1573, %1576, !dbg !313
  %1578 = fmul contract float %1305, 0x3FC0527DC0000000, !dbg !309
  %1579 = fsub contract float %1578, %1537, !dbg !310
  %1580 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %1579) #6, !dbg !311, !srcloc !205
  %1581 = fadd contract float %1577, %1580, !dbg !313
  %1582 = fmul contract float %1304, 0x3FC0527DC0000000, !dbg !309
  %1583 = fsub contract float %1582, %1537, !dbg !310
  %1584 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %1583) #6, !dbg !311, !srcloc !205
  %1585 = fadd contract float %1581, %1584, !dbg !313
  %1586 = fmul contract float %1301, 0x3FC0527DC0000000, !dbg !309
  %1587 = fsub contract float %1586, %1537, !dbg !310
  %1588 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %1587) #6, !dbg !311, !srcloc !205
  %1589 = fadd contract float %1585, %1588, !dbg !313
  %1590 = fmul contract float %1300, 0x3FC0527DC0000000, !dbg !309
  %1591 = fsub contract float %1590, %1537, !dbg !310
  %1592 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %1591) #6, !dbg !311, !srcloc !205
  %1593 = fadd contract float %1589, %1592, !dbg !313
  %1594 = fmul contract float %1297, 0x3FC0527DC0000000, !dbg !309
  %1595 = fsub contract float %1594, %1537, !dbg !310
  %1596 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %1595) #6, !dbg !311, !srcloc !205
  %1597 = fadd contract float %1593, %1596, !dbg !313
  %1598 = fmul contract float %1296, 0x3FC0527DC0000000, !dbg !309
  %1599 = fsub contract float %1598, %1537, !dbg !310
  %1600 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %1599) #6, !dbg !311, !srcloc !205
  %1601 = fadd contract float %1597, %1600, !dbg !313
  %1602 = fmul contract float %1293, 0x3FC0527DC0000000, !dbg !309
  %1603 = fsub contract float %1602, %1537, !dbg !310
  %1604 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %1603) #6, !dbg !311, !srcloc !205
  %1605 = fadd contract float %1601, %1604, !dbg !313
  %1606 = fmul contract float %1292, 0x3FC0527DC0000000, !dbg !309
  %1607 = fsub contract float %1606, %1537, !dbg !310
  %1608 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %1607) #6, !dbg !311, !srcloc !205
  %1609 = fadd contract float %1605, %1608, !dbg !313
  %1610 = fmul contract float %1289, 0x3FC0527DC0000000, !dbg !309
  %1611 = fsub contract float %1610, %1537, !dbg !310
  %1612 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %1611) #6, !dbg !311, !srcloc !205
  %1613 = fadd contract float %1609, %1612, !dbg !313
  %1614 = fmul contract float %1288, 0x3FC0527DC0000000, !dbg !309
  %1615 = fsub contract float %1614, %1537, !dbg !310
  %1616 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %1615) #6, !dbg !311, !srcloc !205
  %1617 = fadd contract float %1613, %1616, !dbg !313
  %1618 = fmul contract float %1285, 0x3FC0527DC0000000, !dbg !309
  %1619 = fsub contract float %1618, %1537, !dbg !310
  %1620 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %1619) #6, !dbg !311, !srcloc !205
  %1621 = fadd contract float %1617, %1620, !dbg !313
  %1622 = fmul contract float %1284, 0x3FC0527DC0000000, !dbg !309
  %1623 = fsub contract float %1622, %1537, !dbg !310
  %1624 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %1623) #6, !dbg !311, !srcloc !205
  %1625 = fadd contract float %1621, %1624, !dbg !313
  %1626 = fmul contract float %1281, 0x3FC0527DC0000000, !dbg !309
  %1627 = fsub contract float %1626, %1537, !dbg !310
  %1628 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %1627) #6, !dbg !311, !srcloc !205
  %1629 = fadd contract float %1625, %1628, !dbg !313
  %1630 = fmul contract float %1280, 0x3FC0527DC0000000, !dbg !309
  %1631 = fsub contract float %1630, %1537, !dbg !310
  %1632 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %1631) #6, !dbg !311, !srcloc !205
  %1633 = fadd contract float %1629, %1632, !dbg !313
  %1634 = fmul contract float %1277, 0x3FC0527DC0000000, !dbg !309
  %1635 = fsub contract float %1634, %1537, !dbg !310
  %1636 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %1635) #6, !dbg !311, !srcloc !205
  %1637 = fadd contract float %1633, %1636, !dbg !313
  %1638 = fmul contract float %1276, 0x3FC0527DC0000000, !dbg !309
  %1639 = fsub contract float %1638, %1537, !dbg !310
  %1640 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %1639) #6, !dbg !311, !srcloc !205
  %1641 = fadd contract float %1637, %1640, !dbg !313
  %1642 = fmul contract float %1273, 0x3FC0527DC0000000, !dbg !309
  %1643 = fsub contract float %1642, %1537, !dbg !310
  %1644 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %1643) #6, !dbg !311, !srcloc !205
  %1645 = fadd contract float %1641, %1644, !dbg !313
  %1646 = fmul contract float %1272, 0x3FC0527DC0000000, !dbg !309
  %1647 = fsub contract float %1646, %1537, !dbg !310
  %1648 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %1647) #6, !dbg !311, !srcloc !205
  %1649 = fadd contract float %1645, %1648, !dbg !313
  %1650 = fmul contract float %1269, 0x3FC0527DC0000000, !dbg !309
  %1651 = fsub contract float %1650, %1537, !dbg !310
  %1652 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %1651) #6, !dbg !311, !srcloc !205
  %1653 = fadd contract float %1649, %1652, !dbg !313
  %1654 = fmul contract float %1268, 0x3FC0527DC0000000, !dbg !309
  %1655 = fsub contract float %1654, %1537, !dbg !310
  %1656 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %1655) #6, !dbg !311, !srcloc !205
  %1657 = fadd contract float %1653, %1656, !dbg !313
  %1658 = fmul contract float %1265, 0x3FC0527DC0000000, !dbg !309
  %1659 = fsub contract float %1658, %1537, !dbg !310
  %1660 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %1659) #6, !dbg !311, !srcloc !205
  %1661 = fadd contract float %1657, %1660, !dbg !313
  %1662 = fmul contract float %1264, 0x3FC0527DC0000000, !dbg !309
  %1663 = fsub contract float %1662, %1537, !dbg !310
  %1664 = tail call contract noundef float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %1663) #6, !dbg !311, !srcloc !205
  %1665 = fadd contract float %1661, %1664, !dbg !313
  %1666 = fmul contract float %869, %1536, !dbg !314
  %1667 = fadd contract float %1665, %1666, !dbg !315
  tail call void @proton_scope_end(ptr noundef nonnull @.str7) #5, !dbg !316
  tail call void @proton_scope_start(ptr noundef nonnull @.str11) #5, !dbg !317
  %1668 = tail call { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } asm sideeffect "wgmma.wait_group.sync.aligned $64;", "=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,n,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57,58,59,60,61,62,63,~{memory}"(i32 0, float %1027, float %1028, float %1029, float %1030, float %1031, float %1032, float %1033, float %1034, float %1035, float %1036, float %1037, float %1038, float %1039, float %1040, float %1041, float %1042, float %1043, float %1044, float %1045, float %1046, float %1047, float %1048, float %1049, float %1050, float %1051, float %1052, float %1053, float %1054, float %1055, float %1056, float %1057, float %1058, float %1059, float %1060, float %1061, float %1062, float %1063, float %1064, float %1065, float %1066, float %1067, float %1068, float %1069, float %1070, float %1071, float %1072, float %1073, float %1074, float %1075, float %1076, float %1077, float %1078, float %1079, float %1080, float %1081, float %1082, float %1083, float %1084, float %1085, float %1086, float %1087, float %1088, float %1089, float %1090) #5, !dbg !318, !srcloc !159
  %1669 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1668, 0, !dbg !318
  %1670 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1668, 1, !dbg !318
  %1671 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1668, 2, !dbg !318
  %1672 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1668, 3, !dbg !318
  %1673 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1668, 4, !dbg !318
  %1674 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1668, 5, !dbg !318
  %1675 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1668, 6, !dbg !318
  %1676 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1668, 7, !dbg !318
  %1677 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1668, 8, !dbg !318
  %1678 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1668, 9, !dbg !318
  %1679 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1668, 10, !dbg !318
  %1680 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1668, 11, !dbg !318
  %1681 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1668, 12, !dbg !318
  %1682 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1668, 13, !dbg !318
  %1683 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1668, 14, !dbg !318
  %1684 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1668, 15, !dbg !318
  %1685 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1668, 16, !dbg !318
  %1686 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1668, 17, !dbg !318
  %1687 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1668, 18, !dbg !318
  %1688 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1668, 19, !dbg !318
  %1689 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1668, 20, !dbg !318
  %1690 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1668, 21, !dbg !318
  %1691 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1668, 22, !dbg !318
  %1692 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1668, 23, !dbg !318
  %1693 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1668, 24, !dbg !318
  %1694 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1668, 25, !dbg !318
  %1695 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1668, 26, !dbg !318
  %1696 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1668, 27, !dbg !318
  %1697 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1668, 28, !dbg !318
  %1698 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1668, 29, !dbg !318
  %1699 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1668, 30, !dbg !318
  %1700 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1668, 31, !dbg !318
  %1701 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1668, 32, !dbg !318
  %1702 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1668, 33, !dbg !318
  %1703 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1668, 34, !dbg !318
  %1704 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1668, 35, !dbg !318
  %1705 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1668, 36, !dbg !318
  %1706 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1668, 37, !dbg !318
  %1707 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1668, 38, !dbg !318
  %1708 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1668, 39, !dbg !318
  %1709 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1668, 40, !dbg !318
  %1710 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1668, 41, !dbg !318
  %1711 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1668, 42, !dbg !318
  %1712 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1668, 43, !dbg !318
  %1713 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1668, 44, !dbg !318
  %1714 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1668, 45, !dbg !318
  %1715 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1668, 46, !dbg !318
  %1716 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1668, 47, !dbg !318
  %1717 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1668, 48, !dbg !318
  %1718 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1668, 49, !dbg !318
  %1719 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1668, 50, !dbg !318
  %1720 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1668, 51, !dbg !318
  %1721 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1668, 52, !dbg !318
  %1722 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1668, 53, !dbg !318
  %1723 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1668, 54, !dbg !318
  %1724 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1668, 55, !dbg !318
  %1725 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1668, 56, !dbg !318
  %1726 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1668, 57, !dbg !318
  %1727 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1668, 58, !dbg !318
  %1728 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1668, 59, !dbg !318
  %1729 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1668, 60, !dbg !318
  %1730 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1668, 61, !dbg !318
  %1731 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1668, 62, !dbg !318
  %1732 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1668, 63, !dbg !318
  %1733 = add nuw nsw i32 %881, add (i32 ptrtoint (ptr addrspace(3) @sharedBytes to i32), i32 163896), !dbg !320
  tail call void asm sideeffect "{\0A.reg .pred leader;\0Asetp.ne.u32 leader, $1, 0;\0A@leader mbarrier.arrive.shared::cta.b64 _, [$0];\0A}", "r,r,~{memory}"(i32 %1733, i32 %201) #5, !dbg !321, !srcloc !164
  %1734 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %1374, float %1370) #6, !dbg !323, !srcloc !219
  %1735 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %1544, float %1540) #6, !dbg !323, !srcloc !219
  %1736 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %1382, float %1378) #6, !dbg !323, !srcloc !219
  %1737 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %1552, float %1548) #6, !dbg !323, !srcloc !219
  %1738 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %1390, float %1386) #6, !dbg !323, !srcloc !219
  %1739 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %1560, float %1556) #6, !dbg !323, !srcloc !219
  %1740 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %1398, float %1394) #6, !dbg !323, !srcloc !219
  %1741 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %1568, float %1564) #6, !dbg !323, !srcloc !219
  %1742 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %1406, float %1402) #6, !dbg !323, !srcloc !219
  %1743 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %1576, float %1572) #6, !dbg !323, !srcloc !219
  %1744 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %1414, float %1410) #6, !dbg !323, !srcloc !219
  %1745 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %1584, float %1580) #6, !dbg !323, !srcloc !219
  %1746 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %1422, float %1418) #6, !dbg !323, !srcloc !219
  %1747 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %1592, float %1588) #6, !dbg !323, !srcloc !219
  %1748 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %1430, float %1426) #6, !dbg !323, !srcloc !219
  %1749 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %1600, float %1596) #6, !dbg !323, !srcloc !219
  %1750 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %1438, float %1434) #6, !dbg !323, !srcloc !219
  %1751 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %1608, float %1604) #6, !dbg !323, !srcloc !219
  %1752 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %1446, float %1442) #6, !dbg !323, !srcloc !219
  %1753 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %1616, float %1612) #6, !dbg !323, !srcloc !219
  %1754 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %1454, float %1450) #6, !dbg !323, !srcloc !219
  %1755 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %1624, float %1620) #6, !dbg !323, !srcloc !219
  %1756 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %1462, float %1458) #6, !dbg !323, !srcloc !219
  %1757 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %1632, float %1628) #6, !dbg !323, !srcloc !219
  %1758 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %1470, float %1466) #6, !dbg !323, !srcloc !219
  %1759 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %1640, float %1636) #6, !dbg !323, !srcloc !219
  %1760 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %1478, float %1474) #6, !dbg !323, !srcloc !219
  %1761 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %1648, float %1644) #6, !dbg !323, !srcloc !219
  %1762 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %1486, float %1482) #6, !dbg !323, !srcloc !219
  %1763 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %1656, float %1652) #6, !dbg !323, !srcloc !219
  %1764 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %1494, float %1490) #6, !dbg !323, !srcloc !219
  %1765 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %1664, float %1660) #6, !dbg !323, !srcloc !219
  tail call void @proton_scope_end(ptr noundef nonnull @.str11) #5, !dbg !326
  %1766 = icmp eq i32 %1091, %19, !dbg !221
  br i1 %1766, label %1767, label %770, !dbg !222, !llvm.loop !327

1767:                                             ; preds = %1263
  %1768 = fmul contract float %1366, %1669, !dbg !329
  %1769 = fmul contract float %1366, %1670, !dbg !329
  %1770 = fmul contract float %1536, %1671, !dbg !329
  %1771 = fmul contract float %1536, %1672, !dbg !329
  %1772 = fmul contract float %1366, %1673, !dbg !329
  %1773 = fmul contract float %1366, %1674, !dbg !329
  %1774 = fmul contract float %1536, %1675, !dbg !329
  %1775 = fmul contract float %1536, %1676, !dbg !329
  %1776 = fmul contract float %1366, %1677, !dbg !329
  %1777 = fmul contract float %1366, %1678, !dbg !329
  %1778 = fmul contract float %1536, %1679, !dbg !329
  %1779 = fmul contract float %1536, %1680, !dbg !329
  %1780 = fmul contract float %1366, %1681, !dbg !329
  %1781 = fmul contract float %1366, %1682, !dbg !329
  %1782 = fmul contract float %1536, %1683, !dbg !329
  %1783 = fmul contract float %1536, %1684, !dbg !329
  %1784 = fmul contract float %1366, %1685, !dbg !329
  %1785 = fmul contract float %1366, %1686, !dbg !329
  %1786 = fmul contract float %1536, %1687, !dbg !329
  %1787 = fmul contract float %1536, %1688, !dbg !329
  %1788 = fmul contract float %1366, %1689, !dbg !329
  %1789 = fmul contract float %1366, %1690, !dbg !329
  %1790 = fmul contract float %1536, %1691, !dbg !329
  %1791 = fmul contract float %1536, %1692, !dbg !329
  %1792 = fmul contract float %1366, %1693, !dbg !329
  %1793 = fmul contract float %1366, %1694, !dbg !329
  %1794 = fmul contract float %1536, %1695, !dbg !329
  %1795 = fmul contract float %1536, %1696, !dbg !329
  %1796 = fmul contract float %1366, %1697, !dbg !329
  %1797 = fmul contract float %1366, %1698, !dbg !329
  %1798 = fmul contract float %1536, %1699, !dbg !329
  %1799 = fmul contract float %1536, %1700, !dbg !329
  %1800 = fmul contract float %1366, %1701, !dbg !329
  %1801 = fmul contract float %1366, %1702, !dbg !329
  %1802 = fmul contract float %1536, %1703, !dbg !329
  %1803 = fmul contract float %1536, %1704, !dbg !329
  %1804 = fmul contract float %1366, %1705, !dbg !329
  %1805 = fmul contract float %1366, %1706, !dbg !329
  %1806 = fmul contract float %1536, %1707, !dbg !329
  %1807 = fmul contract float %1536, %1708, !dbg !329
  %1808 = fmul contract float %1366, %1709, !dbg !329
  %1809 = fmul contract float %1366, %1710, !dbg !329
  %1810 = fmul contract float %1536, %1711, !dbg !329
  %1811 = fmul contract float %1536, %1712, !dbg !329
  %1812 = fmul contract float %1366, %1713, !dbg !329
  %1813 = fmul contract float %1366, %1714, !dbg !329
  %1814 = fmul contract float %1536, %1715, !dbg !329
  %1815 = fmul contract float %1536, %1716, !dbg !329
  %1816 = fmul contract float %1366, %1717, !dbg !329
  %1817 = fmul contract float %1366, %1718, !dbg !329
  %1818 = fmul contract float %1536, %1719, !dbg !329
  %1819 = fmul contract float %1536, %1720, !dbg !329
  %1820 = fmul contract float %1366, %1721, !dbg !329
  %1821 = fmul contract float %1366, %1722, !dbg !329
  %1822 = fmul contract float %1536, %1723, !dbg !329
  %1823 = fmul contract float %1536, %1724, !dbg !329
  %1824 = fmul contract float %1366, %1725, !dbg !329
  %1825 = fmul contract float %1366, %1726, !dbg !329
  %1826 = fmul contract float %1536, %1727, !dbg !329
  %1827 = fmul contract float %1536, %1728, !dbg !329
  %1828 = fmul contract float %1366, %1729, !dbg !329
  %1829 = fmul contract float %1366, %1730, !dbg !329
  %1830 = fmul contract float %1536, %1731, !dbg !329
  %1831 = fmul contract float %1536, %1732, !dbg !329
  br label %1832, !dbg !331

1832:                                             ; preds = %752, %1767
  %1833 = phi i32 [ %756, %752 ], [ %762, %1767 ]
  %1834 = phi i32 [ %754, %752 ], [ %765, %1767 ]
  %1835 = phi i32 [ %753, %752 ], [ %764, %1767 ]
  %1836 = phi float [ %717, %752 ], [ %1831, %1767 ], !dbg !329
  %1837 = phi float [ %717, %752 ], [ %1830, %1767 ], !dbg !329
  %1838 = phi float [ %547, %752 ], [ %1829, %1767 ], !dbg !329
  %1839 = phi float [ %547, %752 ], [ %1828, %1767 ], !dbg !329
  %1840 = phi float [ %717, %752 ], [ %1827, %1767 ], !dbg !329
  %1841 = phi float [ %717, %752 ], [ %1826, %1767 ], !dbg !329
  %1842 = phi float [ %547, %752 ], [ %1825, %1767 ], !dbg !329
  %1843 = phi float [ %547, %752 ], [ %1824, %1767 ], !dbg !329
  %1844 = phi float [ %717, %752 ], [ %1823, %1767 ], !dbg !329
  %1845 = phi float [ %717, %752 ], [ %1822, %1767 ], !dbg !329
  %1846 = phi float [ %547, %752 ], [ %1821, %1767 ], !dbg !329
  %1847 = phi float [ %547, %752 ], [ %1820, %1767 ], !dbg !329
  %1848 = phi float [ %717, %752 ], [ %1819, %1767 ], !dbg !329
  %1849 = phi float [ %717, %752 ], [ %1818, %1767 ], !dbg !329
  %1850 = phi float [ %547, %752 ], [ %1817, %1767 ], !dbg !329
  %1851 = phi float [ %547, %752 ], [ %1816, %1767 ], !dbg !329
  %1852 = phi float [ %717, %752 ], [ %1815, %1767 ], !dbg !329
  %1853 = phi float [ %717, %752 ], [ %1814, %1767 ], !dbg !329
  %1854 = phi float [ %547, %752 ], [ %1813, %1767 ], !dbg !329
  %1855 = phi float [ %547, %752 ], [ %1812, %1767 ], !dbg !329
  %1856 = phi float [ %717, %752 ], [ %1811, %1767 ], !dbg !329
  %1857 = phi float [ %717, %752 ], [ %1810, %1767 ], !dbg !329
  %1858 = phi float [ %547, %752 ], [ %1809, %1767 ], !dbg !329
  %1859 = phi float [ %547, %752 ], [ %1808, %1767 ], !dbg !329
  %1860 = phi float [ %717, %752 ], [ %1807, %1767 ], !dbg !329
  %1861 = phi float [ %717, %752 ], [ %1806, %1767 ], !dbg !329
  %1862 = phi float [ %547, %752 ], [ %1805, %1767 ], !dbg !329
  %1863 = phi float [ %547, %752 ], [ %1804, %1767 ], !dbg !329
  %1864 = phi float [ %717, %752 ], [ %1803, %1767 ], !dbg !329
  %1865 = phi float [ %717, %752 ], [ %1802, %1767 ], !dbg !329
  %1866 = phi float [ %547, %752 ], [ %1801, %1767 ], !dbg !329
  %1867 = phi float [ %547, %752 ], [ %1800, %1767 ], !dbg !329
  %1868 = phi float [ %717, %752 ], [ %1799, %1767 ], !dbg !329
  %1869 = phi float [ %717, %752 ], [ %1798, %1767 ], !dbg !329
  %1870 = phi float [ %547, %752 ], [ %1797, %1767 ], !dbg !329
  %1871 = phi float [ %547, %752 ], [ %1796, %1767 ], !dbg !329
  %1872 = phi float [ %717, %752 ], [ %1795, %1767 ], !dbg !329
  %1873 = phi float [ %717, %752 ], [ %1794, %1767 ], !dbg !329
  %1874 = phi float [ %547, %752 ], [ %1793, %1767 ], !dbg !329
  %1875 = phi float [ %547, %752 ], [ %1792, %1767 ], !dbg !329
  %1876 = phi float [ %717, %752 ], [ %1791, %1767 ], !dbg !329
  %1877 = phi float [ %717, %752 ], [ %1790, %1767 ], !dbg !329
  %1878 = phi float [ %547, %752 ], [ %1789, %1767 ], !dbg !329
  %1879 = phi float [ %547, %752 ], [ %1788, %1767 ], !dbg !329
  %1880 = phi float [ %717, %752 ], [ %1787, %1767 ], !dbg !329
  %1881 = phi float [ %717, %752 ], [ %1786, %1767 ], !dbg !329
  %1882 = phi float [ %547, %752 ], [ %1785, %1767 ], !dbg !329
  %1883 = phi float [ %547, %752 ], [ %1784, %1767 ], !dbg !329
  %1884 = phi float [ %717, %752 ], [ %1783, %1767 ], !dbg !329
  %1885 = phi float [ %717, %752 ], [ %1782, %1767 ], !dbg !329
  %1886 = phi float [ %547, %752 ], [ %1781, %1767 ], !dbg !329
  %1887 = phi float [ %547, %752 ], [ %1780, %1767 ], !dbg !329
  %1888 = phi float [ %717, %752 ], [ %1779, %1767 ], !dbg !329
  %1889 = phi float [ %717, %752 ], [ %1778, %1767 ], !dbg !329
  %1890 = phi float [ %547, %752 ], [ %1777, %1767 ], !dbg !329
  %1891 = phi float [ %547, %752 ], [ %1776, %1767 ], !dbg !329
  %1892 = phi float [ %717, %752 ], [ %1775, %1767 ], !dbg !329
  %1893 = phi float [ %717, %752 ], [ %1774, %1767 ], !dbg !329
  %1894 = phi float [ %547, %752 ], [ %1773, %1767 ], !dbg !329
  %1895 = phi float [ %547, %752 ], [ %1772, %1767 ], !dbg !329
  %1896 = phi float [ %717, %752 ], [ %1771, %1767 ], !dbg !329
  %1897 = phi float [ %717, %752 ], [ %1770, %1767 ], !dbg !329
  %1898 = phi float [ %547, %752 ], [ %1769, %1767 ], !dbg !329
  %1899 = phi float [ %547, %752 ], [ %1768, %1767 ], !dbg !329
  %1900 = phi i32 [ %750, %752 ], [ %1765, %1767 ], !dbg !223
  %1901 = phi i32 [ %749, %752 ], [ %1764, %1767 ], !dbg !223
  %1902 = phi i32 [ %748, %752 ], [ %1763, %1767 ], !dbg !223
  %1903 = phi i32 [ %747, %752 ], [ %1762, %1767 ], !dbg !223
  %1904 = phi i32 [ %746, %752 ], [ %1761, %1767 ], !dbg !223
  %1905 = phi i32 [ %745, %752 ], [ %1760, %1767 ], !dbg !223
  %1906 = phi i32 [ %744, %752 ], [ %1759, %1767 ], !dbg !223
  %1907 = phi i32 [ %743, %752 ], [ %1758, %1767 ], !dbg !223
  %1908 = phi i32 [ %742, %752 ], [ %1757, %1767 ], !dbg !223
  %1909 = phi i32 [ %741, %752 ], [ %1756, %1767 ], !dbg !223
  %1910 = phi i32 [ %740, %752 ], [ %1755, %1767 ], !dbg !223
  %1911 = phi i32 [ %739, %752 ], [ %1754, %1767 ], !dbg !223
  %1912 = phi i32 [ %738, %752 ], [ %1753, %1767 ], !dbg !223
  %1913 = phi i32 [ %737, %752 ], [ %1752, %1767 ], !dbg !223
  %1914 = phi i32 [ %736, %752 ], [ %1751, %1767 ], !dbg !223
  %1915 = phi i32 [ %735, %752 ], [ %1750, %1767 ], !dbg !223
  %1916 = phi i32 [ %734, %752 ], [ %1749, %1767 ], !dbg !223
  %1917 = phi i32 [ %733, %752 ], [ %1748, %1767 ], !dbg !223
  %1918 = phi i32 [ %732, %752 ], [ %1747, %1767 ], !dbg !223
  %1919 = phi i32 [ %731, %752 ], [ %1746, %1767 ], !dbg !223
  %1920 = phi i32 [ %730, %752 ], [ %1745, %1767 ], !dbg !223
  %1921 = phi i32 [ %729, %752 ], [ %1744, %1767 ], !dbg !223
  %1922 = phi i32 [ %728, %752 ], [ %1743, %1767 ], !dbg !223
  %1923 = phi i32 [ %727, %752 ], [ %1742, %1767 ], !dbg !223
  %1924 = phi i32 [ %726, %752 ], [ %1741, %1767 ], !dbg !223
  %1925 = phi i32 [ %725, %752 ], [ %1740, %1767 ], !dbg !223
  %1926 = phi i32 [ %724, %752 ], [ %1739, %1767 ], !dbg !223
  %1927 = phi i32 [ %723, %752 ], [ %1738, %1767 ], !dbg !223
  %1928 = phi i32 [ %722, %752 ], [ %1737, %1767 ], !dbg !223
  %1929 = phi i32 [ %721, %752 ], [ %1736, %1767 ], !dbg !223
  %1930 = phi i32 [ %720, %752 ], [ %1735, %1767 ], !dbg !223
  %1931 = phi i32 [ %719, %752 ], [ %1734, %1767 ], !dbg !223
  %1932 = phi float [ %718, %752 ], [ %1667, %1767 ], !dbg !225
  %1933 = phi float [ %548, %752 ], [ %1497, %1767 ], !dbg !225
  %1934 = add nsw i32 %19, -1, !dbg !331
  %1935 = sdiv i32 %1934, 2, !dbg !332
  %1936 = mul i32 %1935, 2, !dbg !333
  %1937 = sub i32 %1934, %1936, !dbg !333
  tail call void @proton_scope_start(ptr noundef nonnull @.str9) #5, !dbg !334
  %1938 = shl nsw i32 %1937, 3, !dbg !335
  %1939 = add i32 %1938, add (i32 ptrtoint (ptr addrspace(3) @sharedBytes to i32), i32 163880), !dbg !336
  %1940 = and i32 %1935, 1, !dbg !337
  tail call void asm sideeffect "{\0A.reg .pred done;\0Aagain:\0Ambarrier.try_wait.parity.shared::cta.b64 done, [$0], $1;\0A@!done bra again;\0A}", "r,r,~{memory}"(i32 %1939, i32 %1940) #5, !dbg !338, !srcloc !76
  tail call void @proton_scope_end(ptr noundef nonnull @.str9) #5, !dbg !340
  tail call void @proton_scope_start(ptr noundef nonnull @.str11) #5, !dbg !341
  %1941 = shl nsw i32 %1937, 15, !dbg !342
  %1942 = add i32 %1941, add (i32 ptrtoint (ptr addrspace(3) @sharedBytes to i32), i32 98304), !dbg !343
  %1943 = lshr exact i32 %1942, 4, !dbg !344
  %1944 = and i32 %1943, 16320, !dbg !344
  %1945 = zext nneg i32 %1944 to i64, !dbg !347
  %1946 = or disjoint i64 %1945, 4611686293372403712, !dbg !347
  %1947 = tail call { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } asm sideeffect "{\0A.reg .b64 b;\0Awgmma.fence.sync.aligned;\0Aadd.s64 b, $96, 0;\0Awgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, $37, $38, $39, $40, $41, $42, $43, $44, $45, $46, $47, $48, $49, $50, $51, $52, $53, $54, $55, $56, $57, $58, $59, $60, $61, $62, $63}, {$64, $65, $66, $67}, b, 1, 1, 1, 1;\0Aadd.s64 b, $96, 128;\0Awgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, $37, $38, $39, $40, $41, $42, $43, $44, $45, $46, $47, $48, $49, $50, $51, $52, $53, $54, $55, $56, $57, $58, $59, $60, $61, $62, $63}, {$68, $69, $70, $71}, b, 1, 1, 1, 1;\0Aadd.s64 b, $96, 256;\0Awgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, $37, $38, $39, $40, $41, $42, $43, $44, $45, $46, $47, $48, $49, $50, $51, $52, $53, $54, $55, $56, $57, $58, $59, $60, $61, $62, $63}, {$72, $73, $74, $75}, b, 1, 1, 1, 1;\0Aadd.s64 b, $96, 384;\0Awgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, $37, $38, $39, $40, $41, $42, $43, $44, $45, $46, $47, $48, $49, $50, $51, $52, $53, $54, $55, $56, $57, $58, $59, $60, $61, $62, $63}, {$76, $77, $78, $79}, b, 1, 1, 1, 1;\0Aadd.s64 b, $96, 512;\0Awgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, $37, $38, $39, $40, $41, $42, $43, $44, $45, $46, $47, $48, $49, $50, $51, $52, $53, $54, $55, $56, $57, $58, $59, $60, $61, $62, $63}, {$80, $81, $82, $83}, b, 1, 1, 1, 1;\0Aadd.s64 b, $96, 640;\0Awgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, $37, $38, $39, $40, $41, $42, $43, $44, $45, $46, $47, $48, $49, $50, $51, $52, $53, $54, $55, $56, $57, $58, $59, $60, $61, $62, $63}, {$84, $85, $86, $87}, b, 1, 1, 1, 1;\0Aadd.s64 b, $96, 768;\0Awgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, $37, $38, $39, $40, $41, $42, $43, $44, $45, $46, $47, $48, $49, $50, $51, $52, $53, $54, $55, $56, $57, $58, $59, $60, $61, $62, $63}, {$88, $89, $90, $91}, b, 1, 1, 1, 1;\0Aadd.s64 b, $96, 896;\0Awgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, $37, $38, $39, $40, $41, $42, $43, $44, $45, $46, $47, $48, $49, $50, $51, $52, $53, $54, $55, $56, $57, $58, $59, $60, $61, $62, $63}, {$92, $93, $94, $95}, b, 1, 1, 1, 1;\0Awgmma.commit_group.sync.aligned;\0A}", "=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,r,r,r,r,r,r,r,r,r,r,r,r,r,r,r,r,r,r,r,r,r,r,r,r,r,r,r,r,r,r,r,r,l,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57,58,59,60,61,62,63,~{memory}"(i32 %1931, i32 %1930, i32 %1929, i32 %1928, i32 %1927, i32 %1926, i32 %1925, i32 %1924, i32 %1923, i32 %1922, i32 %1921, i32 %1920, i32 %1919, i32 %1918, i32 %1917, i32 %1916, i32 %1915, i32 %1914, i32 %1913, i32 %1912, i32 %1911, i32 %1910, i32 %1909, i32 %1908, i32 %1907, i32 %1906, i32 %1905, i32 %1904, i32 %1903, i32 %1902, i32 %1901, i32 %1900, i64 %1946, float %1899, float %1898, float %1897, float %1896, float %1895, float %1894, float %1893, float %1892, float %1891, float %1890, float %1889, float %1888, float %1887, float %1886, float %1885, float %1884, float %1883, float %1882, float %1881, float %1880, float %1879, float %1878, float %1877, float %1876, float %1875, float %1874, float %1873, float %1872, float %1871, float %1870, float %1869, float %1868, float %1867, float %1866, float %1865, float %1864, float %1863, float %1862, float %1861, float %1860, float %1859, float %1858, float %1857, float %1856, float %1855, float %1854, float %1853, float %1852, float %1851, float %1850, float %1849, float %1848, float %1847, float %1846, float %1845, float %1844, float %1843, float %1842, float %1841, float %1840, float %1839, float %1838, float %1837, float %1836) #5, !dbg !348, !srcloc !267
  %1948 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1947, 0, !dbg !348
  %1949 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1947, 1, !dbg !348
  %1950 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1947, 2, !dbg !348
  %1951 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1947, 3, !dbg !348
  %1952 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1947, 4, !dbg !348
  %1953 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1947, 5, !dbg !348
  %1954 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1947, 6, !dbg !348
  %1955 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1947, 7, !dbg !348
  %1956 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1947, 8, !dbg !348
  %1957 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1947, 9, !dbg !348
  %1958 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1947, 10, !dbg !348
  %1959 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1947, 11, !dbg !348
  %1960 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1947, 12, !dbg !348
  %1961 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1947, 13, !dbg !348
  %1962 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1947, 14, !dbg !348
  %1963 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1947, 15, !dbg !348
  %1964 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1947, 16, !dbg !348
  %1965 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1947, 17, !dbg !348
  %1966 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1947, 18, !dbg !348
  %1967 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1947, 19, !dbg !348
  %1968 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1947, 20, !dbg !348
  %1969 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1947, 21, !dbg !348
  %1970 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1947, 22, !dbg !348
  %1971 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1947, 23, !dbg !348
  %1972 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1947, 24, !dbg !348
  %1973 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1947, 25, !dbg !348
  %1974 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1947, 26, !dbg !348
  %1975 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1947, 27, !dbg !348
  %1976 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1947, 28, !dbg !348
  %1977 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1947, 29, !dbg !348
  %1978 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1947, 30, !dbg !348
  %1979 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1947, 31, !dbg !348
  %1980 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1947, 32, !dbg !348
  %1981 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1947, 33, !dbg !348
  %1982 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1947, 34, !dbg !348
  %1983 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1947, 35, !dbg !348
  %1984 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1947, 36, !dbg !348
  %1985 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1947, 37, !dbg !348
  %1986 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1947, 38, !dbg !348
  %1987 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1947, 39, !dbg !348
  %1988 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1947, 40, !dbg !348
  %1989 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1947, 41, !dbg !348
  %1990 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1947, 42, !dbg !348
  %1991 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1947, 43, !dbg !348
  %1992 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1947, 44, !dbg !348
  %1993 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1947, 45, !dbg !348
  %1994 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1947, 46, !dbg !348
  %1995 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1947, 47, !dbg !348
  %1996 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1947, 48, !dbg !348
  %1997 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1947, 49, !dbg !348
  %1998 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1947, 50, !dbg !348
  %1999 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1947, 51, !dbg !348
  %2000 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1947, 52, !dbg !348
  %2001 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1947, 53, !dbg !348
  %2002 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1947, 54, !dbg !348
  %2003 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1947, 55, !dbg !348
  %2004 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1947, 56, !dbg !348
  %2005 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1947, 57, !dbg !348
  %2006 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1947, 58, !dbg !348
  %2007 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1947, 59, !dbg !348
  %2008 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1947, 60, !dbg !348
  %2009 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1947, 61, !dbg !348
  %2010 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1947, 62, !dbg !348
  %2011 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %1947, 63, !dbg !348
  %2012 = tail call { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } asm sideeffect "wgmma.wait_group.sync.aligned $64;", "=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,n,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57,58,59,60,61,62,63,~{memory}"(i32 0, float %1948, float %1949, float %1950, float %1951, float %1952, float %1953, float %1954, float %1955, float %1956, float %1957, float %1958, float %1959, float %1960, float %1961, float %1962, float %1963, float %1964, float %1965, float %1966, float %1967, float %1968, float %1969, float %1970, float %1971, float %1972, float %1973, float %1974, float %1975, float %1976, float %1977, float %1978, float %1979, float %1980, float %1981, float %1982, float %1983, float %1984, float %1985, float %1986, float %1987, float %1988, float %1989, float %1990, float %1991, float %1992, float %1993, float %1994, float %1995, float %1996, float %1997, float %1998, float %1999, float %2000, float %2001, float %2002, float %2003, float %2004, float %2005, float %2006, float %2007, float %2008, float %2009, float %2010, float %2011) #5, !dbg !349, !srcloc !159
  %2013 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %2012, 0, !dbg !349
  %2014 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %2012, 1, !dbg !349
  %2015 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %2012, 2, !dbg !349
  %2016 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %2012, 3, !dbg !349
  %2017 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %2012, 4, !dbg !349
  %2018 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %2012, 5, !dbg !349
  %2019 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %2012, 6, !dbg !349
  %2020 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %2012, 7, !dbg !349
  %2021 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %2012, 8, !dbg !349
  %2022 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %2012, 9, !dbg !349
  %2023 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %2012, 10, !dbg !349
  %2024 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %2012, 11, !dbg !349
  %2025 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %2012, 12, !dbg !349
  %2026 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %2012, 13, !dbg !349
  %2027 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %2012, 14, !dbg !349
  %2028 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %2012, 15, !dbg !349
  %2029 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %2012, 16, !dbg !349
  %2030 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %2012, 17, !dbg !349
  %2031 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %2012, 18, !dbg !349
  %2032 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %2012, 19, !dbg !349
  %2033 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %2012, 20, !dbg !349
  %2034 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %2012, 21, !dbg !349
  %2035 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %2012, 22, !dbg !349
  %2036 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %2012, 23, !dbg !349
  %2037 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %2012, 24, !dbg !349
  %2038 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %2012, 25, !dbg !349
  %2039 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %2012, 26, !dbg !349
  %2040 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %2012, 27, !dbg !349
  %2041 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %2012, 28, !dbg !349
  %2042 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %2012, 29, !dbg !349
  %2043 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %2012, 30, !dbg !349
  %2044 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %2012, 31, !dbg !349
  %2045 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %2012, 32, !dbg !349
  %2046 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %2012, 33, !dbg !349
  %2047 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %2012, 34, !dbg !349
  %2048 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %2012, 35, !dbg !349
  %2049 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %2012, 36, !dbg !349
  %2050 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %2012, 37, !dbg !349
  %2051 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %2012, 38, !dbg !349
  %2052 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %2012, 39, !dbg !349
  %2053 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %2012, 40, !dbg !349
  %2054 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %2012, 41, !dbg !349
  %2055 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %2012, 42, !dbg !349
  %2056 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %2012, 43, !dbg !349
  %2057 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %2012, 44, !dbg !349
  %2058 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %2012, 45, !dbg !349
  %2059 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %2012, 46, !dbg !349
  %2060 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %2012, 47, !dbg !349
  %2061 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %2012, 48, !dbg !349
  %2062 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %2012, 49, !dbg !349
  %2063 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %2012, 50, !dbg !349
  %2064 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %2012, 51, !dbg !349
  %2065 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %2012, 52, !dbg !349
  %2066 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %2012, 53, !dbg !349
  %2067 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %2012, 54, !dbg !349
  %2068 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %2012, 55, !dbg !349
  %2069 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %2012, 56, !dbg !349
  %2070 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %2012, 57, !dbg !349
  %2071 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %2012, 58, !dbg !349
  %2072 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %2012, 59, !dbg !349
  %2073 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %2012, 60, !dbg !349
  %2074 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %2012, 61, !dbg !349
  %2075 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %2012, 62, !dbg !349
  %2076 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %2012, 63, !dbg !349
  tail call void @proton_scope_end(ptr noundef nonnull @.str11) #5, !dbg !351
  tail call void @proton_scope_start(ptr noundef nonnull @.str12) #5, !dbg !352
  %2077 = shl nsw i32 %54, 6, !dbg !353
  %2078 = tail call contract noundef float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %1933, i32 1, i32 31), !dbg !354
  %2079 = fadd contract float %1933, %2078, !dbg !358
  %2080 = tail call contract noundef float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %2079, i32 2, i32 31), !dbg !359
  %2081 = fadd contract float %2079, %2080, !dbg !361
  %2082 = fdiv contract float 1.000000e+00, %2081, !dbg !362
  %2083 = tail call contract noundef float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %1932, i32 1, i32 31), !dbg !354
  %2084 = fadd contract float %1932, %2083, !dbg !358
  %2085 = tail call contract noundef float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %2084, i32 2, i32 31), !dbg !359
  %2086 = fadd contract float %2084, %2085, !dbg !361
  %2087 = fdiv contract float 1.000000e+00, %2086, !dbg !362
  %2088 = add nuw nsw i32 %53, 2, !dbg !363
  tail call void asm sideeffect "bar.sync $0, 128;", "r,~{memory}"(i32 %2088) #5, !dbg !366, !srcloc !367
  %2089 = shl nuw nsw i32 %7, 2
  %2090 = and i32 %2089, 12
  %2091 = or disjoint i32 %57, %2090
  %2092 = or disjoint i32 %1833, %1834, !dbg !368
  %2093 = shl nuw nsw i32 %2092, 7, !dbg !369
  %2094 = shl nuw nsw i32 %1835, 4
  %2095 = and i32 %2094, 112
  %2096 = or disjoint i32 %2091, %2095
  %2097 = add i32 %2096, %2093, !dbg !370
  %2098 = fmul contract float %2013, %2082, !dbg !371
  %2099 = fmul contract float %2082, %2014, !dbg !372
  %2100 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %2099, float %2098) #6, !dbg !373, !srcloc !219
  tail call void asm sideeffect "st.shared.b32 [$0], $1;", "r,r,~{memory}"(i32 %2097, i32 %2100) #5, !dbg !375, !srcloc !376
  %2101 = or disjoint i32 %1833, %1834, !dbg !368
  %2102 = shl nuw nsw i32 %2101, 7, !dbg !369
  %2103 = or disjoint i32 %2102, 1024, !dbg !369
  %2104 = add i32 %2096, %2103, !dbg !370
  %2105 = fmul contract float %2015, %2087, !dbg !371
  %2106 = fmul contract float %2087, %2016, !dbg !372
  %2107 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %2106, float %2105) #6, !dbg !373, !srcloc !219
  tail call void asm sideeffect "st.shared.b32 [$0], $1;", "r,r,~{memory}"(i32 %2104, i32 %2107) #5, !dbg !375, !srcloc !376
  %2108 = shl nsw i32 %1835, 4
  %2109 = and i32 %2108, 112
  %2110 = or disjoint i32 %2109, %2091
  %2111 = xor i32 %2110, 16
  %2112 = add i32 %2111, %2093, !dbg !370
  %2113 = fmul contract float %2017, %2082, !dbg !371
  %2114 = fmul contract float %2082, %2018, !dbg !372
  %2115 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %2114, float %2113) #6, !dbg !373, !srcloc !219
  tail call void asm sideeffect "st.shared.b32 [$0], $1;", "r,r,~{memory}"(i32 %2112, i32 %2115) #5, !dbg !375, !srcloc !376
  %2116 = add i32 %2111, %2103, !dbg !370
  %2117 = fmul contract float %2019, %2087, !dbg !371
  %2118 = fmul contract float %2087, %2020, !dbg !372
  %2119 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %2118, float %2117) #6, !dbg !373, !srcloc !219
  tail call void asm sideeffect "st.shared.b32 [$0], $1;", "r,r,~{memory}"(i32 %2116, i32 %2119) #5, !dbg !375, !srcloc !376
  %2120 = shl nsw i32 %1835, 4
  %2121 = and i32 %2120, 112
  %2122 = or disjoint i32 %2121, %2091
  %2123 = xor i32 %2122, 32
  %2124 = add i32 %2123, %2093, !dbg !370
  %2125 = fmul contract float %2021, %2082, !dbg !371
  %2126 = fmul contract float %2082, %2022, !dbg !372
  %2127 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %2126, float %2125) #6, !dbg !373, !srcloc !219
  tail call void asm sideeffect "st.shared.b32 [$0], $1;", "r,r,~{memory}"(i32 %2124, i32 %2127) #5, !dbg !375, !srcloc !376
  %2128 = add i32 %2123, %2103, !dbg !370
  %2129 = fmul contract float %2023, %2087, !dbg !371
  %2130 = fmul contract float %2087, %2024, !dbg !372
  %2131 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %2130, float %2129) #6, !dbg !373, !srcloc !219
  tail call void asm sideeffect "st.shared.b32 [$0], $1;", "r,r,~{memory}"(i32 %2128, i32 %2131) #5, !dbg !375, !srcloc !376
  %2132 = shl nsw i32 %1835, 4
  %2133 = and i32 %2132, 112
  %2134 = or disjoint i32 %2133, %2091
  %2135 = xor i32 %2134, 48
  %2136 = add i32 %2135, %2093, !dbg !370
  %2137 = fmul contract float %2025, %2082, !dbg !371
  %2138 = fmul contract float %2082, %2026, !dbg !372
  %2139 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %2138, float %2137) #6, !dbg !373, !srcloc !219
  tail call void asm sideeffect "st.shared.b32 [$0], $1;", "r,r,~{memory}"(i32 %2136, i32 %2139) #5, !dbg !375, !srcloc !376
  %2140 = add i32 %2135, %2103, !dbg !370
  %2141 = fmul contract float %2027, %2087, !dbg !371
  %2142 = fmul contract float %2087, %2028, !dbg !372
  %2143 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %2142, float %2141) #6, !dbg !373, !srcloc !219
  tail call void asm sideeffect "st.shared.b32 [$0], $1;", "r,r,~{memory}"(i32 %2140, i32 %2143) #5, !dbg !375, !srcloc !376
  %2144 = shl nsw i32 %1835, 4
  %2145 = and i32 %2144, 112
  %2146 = or disjoint i32 %2145, %2091
  %2147 = xor i32 %2146, 64
  %2148 = add i32 %2147, %2093, !dbg !370
  %2149 = fmul contract float %2029, %2082, !dbg !371
  %2150 = fmul contract float %2082, %2030, !dbg !372
  %2151 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %2150, float %2149) #6, !dbg !373, !srcloc !219
  tail call void asm sideeffect "st.shared.b32 [$0], $1;", "r,r,~{memory}"(i32 %2148, i32 %2151) #5, !dbg !375, !srcloc !376
  %2152 = add i32 %2147, %2103, !dbg !370
  %2153 = fmul contract float %2031, %2087, !dbg !371
  %2154 = fmul contract float %2087, %2032, !dbg !372
  %2155 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %2154, float %2153) #6, !dbg !373, !srcloc !219
  tail call void asm sideeffect "st.shared.b32 [$0], $1;", "r,r,~{memory}"(i32 %2152, i32 %2155) #5, !dbg !375, !srcloc !376
  %2156 = shl nsw i32 %1835, 4
  %2157 = and i32 %2156, 112
  %2158 = or disjoint i32 %2157, %2091
  %2159 = xor i32 %2158, 80
  %2160 = add i32 %2159, %2093, !dbg !370
  %2161 = fmul contract float %2033, %2082, !dbg !371
  %2162 = fmul contract float %2082, %2034, !dbg !372
  %2163 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %2162, float %2161) #6, !dbg !373, !srcloc !219
  tail call void asm sideeffect "st.shared.b32 [$0], $1;", "r,r,~{memory}"(i32 %2160, i32 %2163) #5, !dbg !375, !srcloc !376
  %2164 = add i32 %2159, %2103, !dbg !370
  %2165 = fmul contract float %2035, %2087, !dbg !371
  %2166 = fmul contract float %2087, %2036, !dbg !372
  %2167 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %2166, float %2165) #6, !dbg !373, !srcloc !219
  tail call void asm sideeffect "st.shared.b32 [$0], $1;", "r,r,~{memory}"(i32 %2164, i32 %2167) #5, !dbg !375, !srcloc !376
  %2168 = shl nsw i32 %1835, 4
  %2169 = and i32 %2168, 112
  %2170 = or disjoint i32 %2169, %2091
  %2171 = xor i32 %2170, 96
  %2172 = add i32 %2171, %2093, !dbg !370
  %2173 = fmul contract float %2037, %2082, !dbg !371
  %2174 = fmul contract float %2082, %2038, !dbg !372
  %2175 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %2174, float %2173) #6, !dbg !373, !srcloc !219
  tail call void asm sideeffect "st.shared.b32 [$0], $1;", "r,r,~{memory}"(i32 %2172, i32 %2175) #5, !dbg !375, !srcloc !376
  %2176 = add i32 %2171, %2103, !dbg !370
  %2177 = fmul contract float %2039, %2087, !dbg !371
  %2178 = fmul contract float %2087, %2040, !dbg !372
  %2179 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %2178, float %2177) #6, !dbg !373, !srcloc !219
  tail call void asm sideeffect "st.shared.b32 [$0], $1;", "r,r,~{memory}"(i32 %2176, i32 %2179) #5, !dbg !375, !srcloc !376
  %2180 = shl nsw i32 %1835, 4
  %2181 = and i32 %2180, 112
  %2182 = or disjoint i32 %2181, %2091
  %2183 = xor i32 %2182, 112
  %2184 = add i32 %2183, %2093, !dbg !370
  %2185 = fmul contract float %2041, %2082, !dbg !371
  %2186 = fmul contract float %2082, %2042, !dbg !372
  %2187 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %2186, float %2185) #6, !dbg !373, !srcloc !219
  tail call void asm sideeffect "st.shared.b32 [$0], $1;", "r,r,~{memory}"(i32 %2184, i32 %2187) #5, !dbg !375, !srcloc !376
  %2188 = add i32 %2183, %2103, !dbg !370
  %2189 = fmul contract float %2043, %2087, !dbg !371
  %2190 = fmul contract float %2087, %2044, !dbg !372
  %2191 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %2190, float %2189) #6, !dbg !373, !srcloc !219
  tail call void asm sideeffect "st.shared.b32 [$0], $1;", "r,r,~{memory}"(i32 %2188, i32 %2191) #5, !dbg !375, !srcloc !376
  %2192 = shl nsw i32 %1835, 4
  %2193 = and i32 %2192, 112
  %2194 = add i32 %2091, 8192
  %2195 = or disjoint i32 %2194, %2193
  %2196 = add i32 %2195, %2093, !dbg !370
  %2197 = fmul contract float %2045, %2082, !dbg !371
  %2198 = fmul contract float %2082, %2046, !dbg !372
  %2199 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %2198, float %2197) #6, !dbg !373, !srcloc !219
  tail call void asm sideeffect "st.shared.b32 [$0], $1;", "r,r,~{memory}"(i32 %2196, i32 %2199) #5, !dbg !375, !srcloc !376
  %2200 = add i32 %2195, %2103, !dbg !370
  %2201 = fmul contract float %2047, %2087, !dbg !371
  %2202 = fmul contract float %2087, %2048, !dbg !372
  %2203 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %2202, float %2201) #6, !dbg !373, !srcloc !219
  tail call void asm sideeffect "st.shared.b32 [$0], $1;", "r,r,~{memory}"(i32 %2200, i32 %2203) #5, !dbg !375, !srcloc !376
  %2204 = shl nsw i32 %1835, 4
  %2205 = and i32 %2204, 112
  %2206 = or disjoint i32 %2205, %2194
  %2207 = xor i32 %2206, 16
  %2208 = add i32 %2207, %2093, !dbg !370
  %2209 = fmul contract float %2049, %2082, !dbg !371
  %2210 = fmul contract float %2082, %2050, !dbg !372
  %2211 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %2210, float %2209) #6, !dbg !373, !srcloc !219
  tail call void asm sideeffect "st.shared.b32 [$0], $1;", "r,r,~{memory}"(i32 %2208, i32 %2211) #5, !dbg !375, !srcloc !376
  %2212 = add i32 %2207, %2103, !dbg !370
  %2213 = fmul contract float %2051, %2087, !dbg !371
  %2214 = fmul contract float %2087, %2052, !dbg !372
  %2215 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %2214, float %2213) #6, !dbg !373, !srcloc !219
  tail call void asm sideeffect "st.shared.b32 [$0], $1;", "r,r,~{memory}"(i32 %2212, i32 %2215) #5, !dbg !375, !srcloc !376
  %2216 = shl nsw i32 %1835, 4
  %2217 = and i32 %2216, 112
  %2218 = or disjoint i32 %2217, %2194
  %2219 = xor i32 %2218, 32
  %2220 = add i32 %2219, %2093, !dbg !370
  %2221 = fmul contract float %2053, %2082, !dbg !371
  %2222 = fmul contract float %2082, %2054, !dbg !372
  %2223 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %2222, float %2221) #6, !dbg !373, !srcloc !219
  tail call void asm sideeffect "st.shared.b32 [$0], $1;", "r,r,~{memory}"(i32 %2220, i32 %2223) #5, !dbg !375, !srcloc !376
  %2224 = add i32 %2219, %2103, !dbg !370
  %2225 = fmul contract float %2055, %2087, !dbg !371
  %2226 = fmul contract float %2087, %2056, !dbg !372
  %2227 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %2226, float %2225) #6, !dbg !373, !srcloc !219
  tail call void asm sideeffect "st.shared.b32 [$0], $1;", "r,r,~{memory}"(i32 %2224, i32 %2227) #5, !dbg !375, !srcloc !376
  %2228 = shl nsw i32 %1835, 4
  %2229 = and i32 %2228, 112
  %2230 = or disjoint i32 %2229, %2194
  %2231 = xor i32 %2230, 48
  %2232 = add i32 %2231, %2093, !dbg !370
  %2233 = fmul contract float %2057, %2082, !dbg !371
  %2234 = fmul contract float %2082, %2058, !dbg !372
  %2235 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %2234, float %2233) #6, !dbg !373, !srcloc !219
  tail call void asm sideeffect "st.shared.b32 [$0], $1;", "r,r,~{memory}"(i32 %2232, i32 %2235) #5, !dbg !375, !srcloc !376
  %2236 = add i32 %2231, %2103, !dbg !370
  %2237 = fmul contract float %2059, %2087, !dbg !371
  %2238 = fmul contract float %2087, %2060, !dbg !372
  %2239 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %2238, float %2237) #6, !dbg !373, !srcloc !219
  tail call void asm sideeffect "st.shared.b32 [$0], $1;", "r,r,~{memory}"(i32 %2236, i32 %2239) #5, !dbg !375, !srcloc !376
  %2240 = shl nsw i32 %1835, 4
  %2241 = and i32 %2240, 112
  %2242 = or disjoint i32 %2241, %2194
  %2243 = xor i32 %2242, 64
  %2244 = add i32 %2243, %2093, !dbg !370
  %2245 = fmul contract float %2061, %2082, !dbg !371
  %2246 = fmul contract float %2082, %2062, !dbg !372
  %2247 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %2246, float %2245) #6, !dbg !373, !srcloc !219
  tail call void asm sideeffect "st.shared.b32 [$0], $1;", "r,r,~{memory}"(i32 %2244, i32 %2247) #5, !dbg !375, !srcloc !376
  %2248 = add i32 %2243, %2103, !dbg !370
  %2249 = fmul contract float %2063, %2087, !dbg !371
  %2250 = fmul contract float %2087, %2064, !dbg !372
  %2251 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %2250, float %2249) #6, !dbg !373, !srcloc !219
  tail call void asm sideeffect "st.shared.b32 [$0], $1;", "r,r,~{memory}"(i32 %2248, i32 %2251) #5, !dbg !375, !srcloc !376
  %2252 = shl nsw i32 %1835, 4
  %2253 = and i32 %2252, 112
  %2254 = or disjoint i32 %2253, %2194
  %2255 = xor i32 %2254, 80
  %2256 = add i32 %2255, %2093, !dbg !370
  %2257 = fmul contract float %2065, %2082, !dbg !371
  %2258 = fmul contract float %2082, %2066, !dbg !372
  %2259 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %2258, float %2257) #6, !dbg !373, !srcloc !219
  tail call void asm sideeffect "st.shared.b32 [$0], $1;", "r,r,~{memory}"(i32 %2256, i32 %2259) #5, !dbg !375, !srcloc !376
  %2260 = add i32 %2255, %2103, !dbg !370
  %2261 = fmul contract float %2067, %2087, !dbg !371
  %2262 = fmul contract float %2087, %2068, !dbg !372
  %2263 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %2262, float %2261) #6, !dbg !373, !srcloc !219
  tail call void asm sideeffect "st.shared.b32 [$0], $1;", "r,r,~{memory}"(i32 %2260, i32 %2263) #5, !dbg !375, !srcloc !376
  %2264 = shl nsw i32 %1835, 4
  %2265 = and i32 %2264, 112
  %2266 = or disjoint i32 %2265, %2194
  %2267 = xor i32 %2266, 96
  %2268 = add i32 %2267, %2093, !dbg !370
  %2269 = fmul contract float %2069, %2082, !dbg !371
  %2270 = fmul contract float %2082, %2070, !dbg !372
  %2271 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %2270, float %2269) #6, !dbg !373, !srcloc !219
  tail call void asm sideeffect "st.shared.b32 [$0], $1;", "r,r,~{memory}"(i32 %2268, i32 %2271) #5, !dbg !375, !srcloc !376
  %2272 = add i32 %2267, %2103, !dbg !370
  %2273 = fmul contract float %2071, %2087, !dbg !371
  %2274 = fmul contract float %2087, %2072, !dbg !372
  %2275 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %2274, float %2273) #6, !dbg !373, !srcloc !219
  tail call void asm sideeffect "st.shared.b32 [$0], $1;", "r,r,~{memory}"(i32 %2272, i32 %2275) #5, !dbg !375, !srcloc !376
  %2276 = shl nsw i32 %1835, 4
  %2277 = and i32 %2276, 112
  %2278 = or disjoint i32 %2277, %2194
  %2279 = xor i32 %2278, 112
  %2280 = add i32 %2279, %2093, !dbg !370
  %2281 = fmul contract float %2073, %2082, !dbg !371
  %2282 = fmul contract float %2082, %2074, !dbg !372
  %2283 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %2282, float %2281) #6, !dbg !373, !srcloc !219
  tail call void asm sideeffect "st.shared.b32 [$0], $1;", "r,r,~{memory}"(i32 %2280, i32 %2283) #5, !dbg !375, !srcloc !376
  %2284 = add i32 %2279, %2103, !dbg !370
  %2285 = fmul contract float %2075, %2087, !dbg !371
  %2286 = fmul contract float %2087, %2076, !dbg !372
  %2287 = tail call noundef i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %2286, float %2285) #6, !dbg !373, !srcloc !219
  tail call void asm sideeffect "st.shared.b32 [$0], $1;", "r,r,~{memory}"(i32 %2284, i32 %2287) #5, !dbg !375, !srcloc !376
  %2288 = add nsw i32 %2077, %21, !dbg !377
  tail call void asm sideeffect "fence.proxy.async.shared::cta;", "~{memory}"() #5, !dbg !378, !srcloc !379
  tail call void asm sideeffect "bar.sync $0, 128;", "r,~{memory}"(i32 %2088) #5, !dbg !380, !srcloc !367
  %2289 = and i32 %7, 127, !dbg !382
  %2290 = icmp eq i32 %2289, 0, !dbg !383
  %2291 = zext i1 %2290 to i32, !dbg !384
  call void asm sideeffect "{\0A.reg .pred leader;\0Asetp.ne.u32 leader, $4, 0;\0A@leader cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [$0, {$1, $2}], [$3];\0A}", "l,r,r,r,r,~{memory}"(ptr nonnull %3, i32 0, i32 %2288, i32 %57, i32 %2291) #5, !dbg !387, !srcloc !388
  %2292 = add i32 %55, add (i32 ptrtoint (ptr addrspace(3) @sharedBytes to i32), i32 8192), !dbg !389
  call void asm sideeffect "{\0A.reg .pred leader;\0Asetp.ne.u32 leader, $4, 0;\0A@leader cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [$0, {$1, $2}], [$3];\0A}", "l,r,r,r,r,~{memory}"(ptr nonnull %3, i32 64, i32 %2288, i32 %2292, i32 %2291) #5, !dbg !390, !srcloc !388
  call void asm sideeffect "cp.async.bulk.commit_group;\0Acp.async.bulk.wait_group 0;", "~{memory}"() #5, !dbg !392, !srcloc !393
  call void @proton_scope_end(ptr noundef nonnull @.str12) #5, !dbg !394
  br label %2293

2293:                                             ; preds = %32, %28, %26, %1832
  ret void, !dbg !395
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

; Function Attrs: convergent nocallback nounwind memory(inaccessiblemem: readwrite)
declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32) #2

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.y() #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #1

; Function Attrs: convergent nocallback nounwind
declare void @llvm.nvvm.bar.sync(i32) #3

; Function Attrs: convergent nounwind
declare dso_local void @proton_scope_start(ptr noundef) local_unnamed_addr #4

; Function Attrs: convergent nounwind
declare dso_local void @proton_scope_end(ptr noundef) local_unnamed_addr #4

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.maxnum.f32(float, float) #1

; Function Attrs: convergent nocallback nounwind memory(inaccessiblemem: readwrite)
declare float @llvm.nvvm.shfl.sync.bfly.f32(i32, float, i32, i32) #2

attributes #0 = { convergent mustprogress norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_90a" "target-features"="+ptx42,+ptx80,+sm_90a" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { convergent nocallback nounwind memory(inaccessiblemem: readwrite) }
attributes #3 = { convergent nocallback nounwind }
attributes #4 = { convergent nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_90a" "target-features"="+ptx42,+ptx80,+sm_90a" }
attributes #5 = { convergent nounwind }
attributes #6 = { convergent nounwind memory(none) }

!llvm.dbg.cu = !{!0}
!nvvm.annotations = !{!2, !3, !4}
!llvm.module.flags = !{!5, !6, !7, !8, !9}
!llvm.ident = !{!10}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, producer: "Debian clang version 19.1.7 (3~deb12u1)", isOptimized: true, runtimeVersion: 0, emissionKind: DebugDirectivesOnly, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "attention_forward.cu", directory: "resources/kernels")
!2 = !{ptr @attention_forward, !"kernel", i32 1}
!3 = !{ptr @attention_forward, !"maxntidx", i32 384}
!4 = !{ptr @attention_forward, !"minctasm", i32 1}
!5 = !{i32 7, !"Dwarf Version", i32 2}
!6 = !{i32 2, !"Debug Info Version", i32 3}
!7 = !{i32 1, !"wchar_size", i32 4}
!8 = !{i32 4, !"nvvm-reflect-ftz", i32 0}
!9 = !{i32 7, !"frame-pointer", i32 2}
!10 = !{!"Debian clang version 19.1.7 (3~deb12u1)"}
!11 = distinct !DISubprogram(name: "attention_forward", scope: !1, file: !1, line: 447, type: !12, scopeLine: 449, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!12 = !DISubroutineType(types: !13)
!13 = !{}
!14 = !DILocation(line: 450, column: 22, scope: !11)
!15 = !DILocation(line: 451, column: 64, scope: !11)
!16 = !DILocation(line: 451, column: 20, scope: !11)
!17 = !DILocation(line: 452, column: 20, scope: !11)
!18 = !DILocation(line: 452, column: 51, scope: !11)
!19 = !DILocation(line: 456, column: 27, scope: !11)
!20 = !DILocation(line: 456, column: 41, scope: !11)
!21 = !DILocation(line: 456, column: 39, scope: !11)
!22 = !DILocation(line: 457, column: 16, scope: !11)
!23 = !DILocation(line: 459, column: 33, scope: !11)
!24 = !DILocation(line: 459, column: 26, scope: !11)
!25 = !DILocation(line: 461, column: 14, scope: !11)
!26 = !DILocation(line: 461, column: 7, scope: !11)
!27 = !DILocation(line: 66, column: 3, scope: !28, inlinedAt: !29)
!28 = distinct !DISubprogram(name: "initBarrier", scope: !1, file: !1, line: 65, type: !12, scopeLine: 65, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!29 = distinct !DILocation(line: 462, column: 5, scope: !11)
!30 = !{i64 3396}
!31 = !DILocation(line: 66, column: 3, scope: !28, inlinedAt: !32)
!32 = distinct !DILocation(line: 464, column: 7, scope: !11)
!33 = !DILocation(line: 66, column: 3, scope: !28, inlinedAt: !34)
!34 = distinct !DILocation(line: 465, column: 7, scope: !11)
!35 = !DILocation(line: 66, column: 3, scope: !28, inlinedAt: !36)
!36 = distinct !DILocation(line: 466, column: 7, scope: !11)
!37 = !DILocation(line: 66, column: 3, scope: !28, inlinedAt: !38)
!38 = distinct !DILocation(line: 467, column: 7, scope: !11)
!39 = !DILocation(line: 469, column: 5, scope: !11)
!40 = !{i64 19883}
!41 = !DILocation(line: 470, column: 3, scope: !11)
!42 = !DILocation(line: 471, column: 3, scope: !11)
!43 = !DILocation(line: 472, column: 12, scope: !11)
!44 = !DILocation(line: 472, column: 7, scope: !11)
!45 = !DILocation(line: 473, column: 5, scope: !11)
!46 = !{i64 19998}
!47 = !DILocation(line: 474, column: 14, scope: !11)
!48 = !DILocation(line: 474, column: 9, scope: !11)
!49 = !DILocation(line: 293, column: 3, scope: !50, inlinedAt: !51)
!50 = distinct !DISubprogram(name: "produce", scope: !1, file: !1, line: 290, type: !12, scopeLine: 291, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!51 = distinct !DILocation(line: 475, column: 7, scope: !11)
!52 = !DILocation(line: 99, column: 42, scope: !53, inlinedAt: !54)
!53 = distinct !DISubprogram(name: "expectBytes", scope: !1, file: !1, line: 93, type: !12, scopeLine: 93, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!54 = distinct !DILocation(line: 294, column: 3, scope: !50, inlinedAt: !51)
!55 = !DILocation(line: 94, column: 3, scope: !53, inlinedAt: !54)
!56 = !{i64 4418, i64 4440, i64 4478, i64 4524, i64 4606}
!57 = !DILocation(line: 106, column: 3, scope: !58, inlinedAt: !59)
!58 = distinct !DISubprogram(name: "load", scope: !1, file: !1, line: 104, type: !12, scopeLine: 105, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!59 = distinct !DILocation(line: 297, column: 5, scope: !50, inlinedAt: !51)
!60 = !{i64 4905, i64 4927, i64 4965, i64 5011, i64 5160}
!61 = !DILocation(line: 297, column: 77, scope: !50, inlinedAt: !51)
!62 = !DILocation(line: 299, column: 3, scope: !50, inlinedAt: !51)
!63 = !DILocation(line: 301, column: 27, scope: !50, inlinedAt: !51)
!64 = !DILocation(line: 301, column: 3, scope: !50, inlinedAt: !51)
!65 = !DILocation(line: 302, column: 28, scope: !50, inlinedAt: !51)
!66 = !DILocation(line: 303, column: 35, scope: !50, inlinedAt: !51)
!67 = !DILocation(line: 303, column: 50, scope: !50, inlinedAt: !51)
!68 = !DILocation(line: 304, column: 42, scope: !50, inlinedAt: !51)
!69 = !DILocation(line: 304, column: 35, scope: !50, inlinedAt: !51)
!70 = !DILocation(line: 305, column: 5, scope: !50, inlinedAt: !51)
!71 = !DILocation(line: 306, column: 33, scope: !50, inlinedAt: !51)
!72 = !DILocation(line: 306, column: 29, scope: !50, inlinedAt: !51)
!73 = !DILocation(line: 71, column: 3, scope: !74, inlinedAt: !75)
!74 = distinct !DISubprogram(name: "wait", scope: !1, file: !1, line: 70, type: !12, scopeLine: 70, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!75 = distinct !DILocation(line: 306, column: 5, scope: !50, inlinedAt: !51)
!76 = !{i64 3602, i64 3624, i64 3660, i64 3686, i64 3762, i64 3799}
!77 = !DILocation(line: 307, column: 5, scope: !50, inlinedAt: !51)
!78 = !DILocation(line: 308, column: 5, scope: !50, inlinedAt: !51)
!79 = !DILocation(line: 309, column: 39, scope: !50, inlinedAt: !51)
!80 = !DILocation(line: 309, column: 31, scope: !50, inlinedAt: !51)
!81 = !DILocation(line: 309, column: 79, scope: !50, inlinedAt: !51)
!82 = !DILocation(line: 94, column: 3, scope: !53, inlinedAt: !83)
!83 = distinct !DILocation(line: 284, column: 3, scope: !84, inlinedAt: !85)
!84 = distinct !DISubprogram(name: "loadTile", scope: !1, file: !1, line: 283, type: !12, scopeLine: 283, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!85 = distinct !DILocation(line: 309, column: 5, scope: !50, inlinedAt: !51)
!86 = !DILocation(line: 106, column: 3, scope: !58, inlinedAt: !87)
!87 = distinct !DILocation(line: 285, column: 3, scope: !84, inlinedAt: !85)
!88 = !DILocation(line: 286, column: 11, scope: !84, inlinedAt: !85)
!89 = !DILocation(line: 106, column: 3, scope: !58, inlinedAt: !90)
!90 = distinct !DILocation(line: 286, column: 3, scope: !84, inlinedAt: !85)
!91 = !DILocation(line: 310, column: 5, scope: !50, inlinedAt: !51)
!92 = !DILocation(line: 311, column: 5, scope: !50, inlinedAt: !51)
!93 = !DILocation(line: 312, column: 31, scope: !50, inlinedAt: !51)
!94 = !DILocation(line: 71, column: 3, scope: !74, inlinedAt: !95)
!95 = distinct !DILocation(line: 312, column: 5, scope: !50, inlinedAt: !51)
!96 = !DILocation(line: 313, column: 5, scope: !50, inlinedAt: !51)
!97 = !DILocation(line: 314, column: 5, scope: !50, inlinedAt: !51)
!98 = !DILocation(line: 315, column: 33, scope: !50, inlinedAt: !51)
!99 = !DILocation(line: 315, column: 83, scope: !50, inlinedAt: !51)
!100 = !DILocation(line: 94, column: 3, scope: !53, inlinedAt: !101)
!101 = distinct !DILocation(line: 284, column: 3, scope: !84, inlinedAt: !102)
!102 = distinct !DILocation(line: 315, column: 5, scope: !50, inlinedAt: !51)
!103 = !DILocation(line: 106, column: 3, scope: !58, inlinedAt: !104)
!104 = distinct !DILocation(line: 285, column: 3, scope: !84, inlinedAt: !102)
!105 = !DILocation(line: 286, column: 11, scope: !84, inlinedAt: !102)
!106 = !DILocation(line: 106, column: 3, scope: !58, inlinedAt: !107)
!107 = distinct !DILocation(line: 286, column: 3, scope: !84, inlinedAt: !102)
!108 = !DILocation(line: 317, column: 5, scope: !50, inlinedAt: !51)
!109 = !DILocation(line: 301, column: 41, scope: !50, inlinedAt: !51)
!110 = distinct !{!110, !64, !111, !112, !113}
!111 = !DILocation(line: 318, column: 3, scope: !50, inlinedAt: !51)
!112 = !{!"llvm.loop.mustprogress"}
!113 = !{!"llvm.loop.unroll.disable"}
!114 = !DILocation(line: 477, column: 5, scope: !11)
!115 = !{i64 20128}
!116 = !DILocation(line: 478, column: 27, scope: !11)
!117 = !DILocation(line: 369, column: 44, scope: !118, inlinedAt: !119)
!118 = distinct !DISubprogram(name: "consume", scope: !1, file: !1, line: 367, type: !12, scopeLine: 367, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!119 = distinct !DILocation(line: 478, column: 5, scope: !11)
!120 = !DILocation(line: 369, column: 53, scope: !118, inlinedAt: !119)
!121 = !DILocation(line: 370, column: 32, scope: !118, inlinedAt: !119)
!122 = !DILocation(line: 369, column: 35, scope: !118, inlinedAt: !119)
!123 = !DILocation(line: 370, column: 37, scope: !118, inlinedAt: !119)
!124 = !DILocation(line: 377, column: 13, scope: !118, inlinedAt: !119)
!125 = !DILocation(line: 377, column: 7, scope: !118, inlinedAt: !119)
!126 = !DILocation(line: 327, column: 3, scope: !127, inlinedAt: !128)
!127 = distinct !DISubprogram(name: "passTurn", scope: !1, file: !1, line: 326, type: !12, scopeLine: 326, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!128 = distinct !DILocation(line: 378, column: 5, scope: !118, inlinedAt: !119)
!129 = !{i64 14342}
!130 = !DILocation(line: 378, column: 5, scope: !118, inlinedAt: !119)
!131 = !DILocation(line: 380, column: 3, scope: !118, inlinedAt: !119)
!132 = !DILocation(line: 71, column: 3, scope: !74, inlinedAt: !133)
!133 = distinct !DILocation(line: 381, column: 3, scope: !118, inlinedAt: !119)
!134 = !DILocation(line: 71, column: 3, scope: !74, inlinedAt: !135)
!135 = distinct !DILocation(line: 382, column: 3, scope: !118, inlinedAt: !119)
!136 = !DILocation(line: 383, column: 3, scope: !118, inlinedAt: !119)
!137 = !DILocation(line: 384, column: 3, scope: !118, inlinedAt: !119)
!138 = !DILocation(line: 323, column: 3, scope: !139, inlinedAt: !140)
!139 = distinct !DISubprogram(name: "takeTurn", scope: !1, file: !1, line: 322, type: !12, scopeLine: 322, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!140 = distinct !DILocation(line: 385, column: 3, scope: !118, inlinedAt: !119)
!141 = !{i64 14244}
!142 = !DILocation(line: 137, column: 30, scope: !143, inlinedAt: !144)
!143 = distinct !DISubprogram(name: "descriptor", scope: !1, file: !1, line: 133, type: !12, scopeLine: 133, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!144 = distinct !DILocation(line: 161, column: 22, scope: !145, inlinedAt: !146)
!145 = distinct !DISubprogram(name: "beginScores", scope: !1, file: !1, line: 151, type: !12, scopeLine: 151, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!146 = distinct !DILocation(line: 386, column: 3, scope: !118, inlinedAt: !119)
!147 = !DILocation(line: 136, column: 88, scope: !143, inlinedAt: !144)
!148 = !DILocation(line: 137, column: 30, scope: !143, inlinedAt: !149)
!149 = distinct !DILocation(line: 161, column: 52, scope: !145, inlinedAt: !146)
!150 = !DILocation(line: 136, column: 88, scope: !143, inlinedAt: !149)
!151 = !DILocation(line: 155, column: 3, scope: !145, inlinedAt: !146)
!152 = !{i64 7576, i64 7580, i64 7615, i64 2147541750, i64 2147541775, i64 2147541807, i64 2147542246, i64 2147542271, i64 2147542303, i64 2147542742, i64 2147542767, i64 2147542799, i64 2147543238, i64 2147543263, i64 2147543295, i64 2147543734, i64 2147543759, i64 2147543791, i64 2147544235, i64 2147544260, i64 2147544292, i64 2147544736, i64 2147544761, i64 2147544793, i64 2147545237, i64 2147545262, i64 2147545294, i64 7822, i64 7856}
!153 = !DILocation(line: 327, column: 46, scope: !127, inlinedAt: !154)
!154 = distinct !DILocation(line: 387, column: 3, scope: !118, inlinedAt: !119)
!155 = !DILocation(line: 327, column: 3, scope: !127, inlinedAt: !154)
!156 = !DILocation(line: 188, column: 3, scope: !157, inlinedAt: !158)
!157 = distinct !DISubprogram(name: "finish<0>", scope: !1, file: !1, line: 187, type: !12, scopeLine: 187, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!158 = distinct !DILocation(line: 388, column: 3, scope: !118, inlinedAt: !119)
!159 = !{i64 9307}
!160 = !DILocation(line: 88, column: 30, scope: !161, inlinedAt: !162)
!161 = distinct !DISubprogram(name: "release", scope: !1, file: !1, line: 82, type: !12, scopeLine: 82, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!162 = distinct !DILocation(line: 389, column: 3, scope: !118, inlinedAt: !119)
!163 = !DILocation(line: 83, column: 3, scope: !161, inlinedAt: !162)
!164 = !{i64 4005, i64 4027, i64 4065, i64 4111, i64 4179}
!165 = !DILocation(line: 390, column: 3, scope: !118, inlinedAt: !119)
!166 = !DILocation(line: 391, column: 3, scope: !118, inlinedAt: !119)
!167 = !DILocation(line: 392, column: 21, scope: !118, inlinedAt: !119)
!168 = !DILocation(line: 392, column: 7, scope: !118, inlinedAt: !119)
!169 = !DILocation(line: 244, column: 18, scope: !170, inlinedAt: !171)
!170 = distinct !DISubprogram(name: "hideLaterKeys", scope: !1, file: !1, line: 242, type: !12, scopeLine: 242, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!171 = distinct !DILocation(line: 393, column: 5, scope: !118, inlinedAt: !119)
!172 = !DILocation(line: 244, column: 37, scope: !170, inlinedAt: !171)
!173 = !DILocation(line: 244, column: 32, scope: !170, inlinedAt: !171)
!174 = !DILocation(line: 244, column: 64, scope: !170, inlinedAt: !171)
!175 = !DILocation(line: 244, column: 72, scope: !170, inlinedAt: !171)
!176 = !DILocation(line: 244, column: 57, scope: !170, inlinedAt: !171)
!177 = !DILocation(line: 244, column: 68, scope: !170, inlinedAt: !171)
!178 = !DILocation(line: 245, column: 3, scope: !170, inlinedAt: !171)
!179 = !{i64 11325}
!180 = !DILocation(line: 248, column: 47, scope: !170, inlinedAt: !171)
!181 = !DILocation(line: 248, column: 9, scope: !170, inlinedAt: !171)
!182 = !DILocation(line: 218, column: 3, scope: !183, inlinedAt: !184)
!183 = distinct !DISubprogram(name: "softmax", scope: !1, file: !1, line: 215, type: !12, scopeLine: 215, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!184 = distinct !DILocation(line: 394, column: 3, scope: !118, inlinedAt: !119)
!185 = !DILocation(line: 0, scope: !118, inlinedAt: !119)
!186 = !DILocation(line: 200, column: 10, scope: !187, inlinedAt: !188)
!187 = distinct !DISubprogram(name: "larger", scope: !1, file: !1, line: 199, type: !12, scopeLine: 199, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!188 = distinct !DILocation(line: 222, column: 33, scope: !183, inlinedAt: !184)
!189 = !DILocation(line: 200, column: 10, scope: !187, inlinedAt: !190)
!190 = distinct !DILocation(line: 222, column: 17, scope: !183, inlinedAt: !184)
!191 = !DILocation(line: 204, column: 10, scope: !192, inlinedAt: !193)
!192 = distinct !DISubprogram(name: "exchange", scope: !1, file: !1, line: 203, type: !12, scopeLine: 203, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!193 = distinct !DILocation(line: 223, column: 31, scope: !183, inlinedAt: !184)
!194 = !DILocation(line: 200, column: 10, scope: !187, inlinedAt: !195)
!195 = distinct !DILocation(line: 223, column: 15, scope: !183, inlinedAt: !184)
!196 = !DILocation(line: 204, column: 10, scope: !192, inlinedAt: !197)
!197 = distinct !DILocation(line: 224, column: 31, scope: !183, inlinedAt: !184)
!198 = !DILocation(line: 200, column: 10, scope: !187, inlinedAt: !199)
!199 = distinct !DILocation(line: 224, column: 15, scope: !183, inlinedAt: !184)
!200 = !DILocation(line: 225, column: 45, scope: !183, inlinedAt: !184)
!201 = !DILocation(line: 225, column: 56, scope: !183, inlinedAt: !184)
!202 = !DILocation(line: 195, column: 3, scope: !203, inlinedAt: !204)
!203 = distinct !DISubprogram(name: "exp2", scope: !1, file: !1, line: 193, type: !12, scopeLine: 193, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!204 = distinct !DILocation(line: 225, column: 23, scope: !183, inlinedAt: !184)
!205 = !{i64 9548}
!206 = !DILocation(line: 227, column: 33, scope: !183, inlinedAt: !184)
!207 = !DILocation(line: 234, column: 20, scope: !183, inlinedAt: !184)
!208 = !DILocation(line: 234, column: 29, scope: !183, inlinedAt: !184)
!209 = !DILocation(line: 195, column: 3, scope: !203, inlinedAt: !210)
!210 = distinct !DILocation(line: 234, column: 13, scope: !183, inlinedAt: !184)
!211 = !DILocation(line: 235, column: 13, scope: !183, inlinedAt: !184)
!212 = !DILocation(line: 237, column: 31, scope: !183, inlinedAt: !184)
!213 = !DILocation(line: 237, column: 49, scope: !183, inlinedAt: !184)
!214 = !DILocation(line: 254, column: 3, scope: !215, inlinedAt: !216)
!215 = distinct !DISubprogram(name: "pack", scope: !1, file: !1, line: 252, type: !12, scopeLine: 252, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!216 = distinct !DILocation(line: 263, column: 12, scope: !217, inlinedAt: !218)
!217 = distinct !DISubprogram(name: "packAll", scope: !1, file: !1, line: 260, type: !12, scopeLine: 260, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!218 = distinct !DILocation(line: 395, column: 3, scope: !118, inlinedAt: !119)
!219 = !{i64 11605}
!220 = !DILocation(line: 396, column: 3, scope: !118, inlinedAt: !119)
!221 = !DILocation(line: 399, column: 27, scope: !118, inlinedAt: !119)
!222 = !DILocation(line: 399, column: 3, scope: !118, inlinedAt: !119)
!223 = !DILocation(line: 263, column: 10, scope: !217, inlinedAt: !185)
!224 = !DILocation(line: 225, column: 21, scope: !183, inlinedAt: !185)
!225 = !DILocation(line: 237, column: 17, scope: !183, inlinedAt: !185)
!226 = !DILocation(line: 226, column: 21, scope: !183, inlinedAt: !185)
!227 = !DILocation(line: 400, column: 28, scope: !118, inlinedAt: !119)
!228 = !DILocation(line: 400, column: 52, scope: !118, inlinedAt: !119)
!229 = !DILocation(line: 400, column: 57, scope: !118, inlinedAt: !119)
!230 = !DILocation(line: 401, column: 5, scope: !118, inlinedAt: !119)
!231 = !DILocation(line: 402, column: 32, scope: !118, inlinedAt: !119)
!232 = !DILocation(line: 402, column: 28, scope: !118, inlinedAt: !119)
!233 = !DILocation(line: 402, column: 46, scope: !118, inlinedAt: !119)
!234 = !DILocation(line: 402, column: 56, scope: !118, inlinedAt: !119)
!235 = !DILocation(line: 71, column: 3, scope: !74, inlinedAt: !236)
!236 = distinct !DILocation(line: 402, column: 5, scope: !118, inlinedAt: !119)
!237 = !DILocation(line: 403, column: 5, scope: !118, inlinedAt: !119)
!238 = !DILocation(line: 404, column: 5, scope: !118, inlinedAt: !119)
!239 = !DILocation(line: 405, column: 34, scope: !118, inlinedAt: !119)
!240 = !DILocation(line: 405, column: 30, scope: !118, inlinedAt: !119)
!241 = !DILocation(line: 405, column: 53, scope: !118, inlinedAt: !119)
!242 = !DILocation(line: 405, column: 63, scope: !118, inlinedAt: !119)
!243 = !DILocation(line: 71, column: 3, scope: !74, inlinedAt: !244)
!244 = distinct !DILocation(line: 405, column: 5, scope: !118, inlinedAt: !119)
!245 = !DILocation(line: 406, column: 5, scope: !118, inlinedAt: !119)
!246 = !DILocation(line: 407, column: 5, scope: !118, inlinedAt: !119)
!247 = !DILocation(line: 323, column: 3, scope: !139, inlinedAt: !248)
!248 = distinct !DILocation(line: 408, column: 5, scope: !118, inlinedAt: !119)
!249 = !DILocation(line: 409, column: 54, scope: !118, inlinedAt: !119)
!250 = !DILocation(line: 409, column: 46, scope: !118, inlinedAt: !119)
!251 = !DILocation(line: 137, column: 30, scope: !143, inlinedAt: !252)
!252 = distinct !DILocation(line: 161, column: 52, scope: !145, inlinedAt: !253)
!253 = distinct !DILocation(line: 409, column: 5, scope: !118, inlinedAt: !119)
!254 = !DILocation(line: 136, column: 88, scope: !143, inlinedAt: !252)
!255 = !DILocation(line: 155, column: 3, scope: !145, inlinedAt: !253)
!256 = !DILocation(line: 269, column: 10, scope: !257, inlinedAt: !258)
!257 = distinct !DISubprogram(name: "multiply", scope: !1, file: !1, line: 266, type: !12, scopeLine: 266, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!258 = distinct !DILocation(line: 410, column: 5, scope: !118, inlinedAt: !119)
!259 = !DILocation(line: 411, column: 50, scope: !118, inlinedAt: !119)
!260 = !DILocation(line: 411, column: 43, scope: !118, inlinedAt: !119)
!261 = !DILocation(line: 137, column: 30, scope: !143, inlinedAt: !262)
!262 = distinct !DILocation(line: 181, column: 22, scope: !263, inlinedAt: !264)
!263 = distinct !DISubprogram(name: "beginProduct", scope: !1, file: !1, line: 168, type: !12, scopeLine: 168, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!264 = distinct !DILocation(line: 411, column: 5, scope: !118, inlinedAt: !119)
!265 = !DILocation(line: 136, column: 88, scope: !143, inlinedAt: !262)
!266 = !DILocation(line: 172, column: 3, scope: !263, inlinedAt: !264)
!267 = !{i64 8457, i64 8461, i64 8493, i64 2147547459, i64 2147547493, i64 2147547941, i64 2147547975, i64 2147548425, i64 2147548459, i64 2147548909, i64 2147548943, i64 2147549393, i64 2147549427, i64 2147549877, i64 2147549911, i64 2147550361, i64 2147550395, i64 2147550845, i64 2147550879, i64 8868, i64 8902}
!268 = !DILocation(line: 412, column: 14, scope: !118, inlinedAt: !119)
!269 = !DILocation(line: 412, column: 18, scope: !118, inlinedAt: !119)
!270 = !DILocation(line: 412, column: 31, scope: !118, inlinedAt: !119)
!271 = !DILocation(line: 327, column: 3, scope: !127, inlinedAt: !272)
!272 = distinct !DILocation(line: 413, column: 7, scope: !118, inlinedAt: !119)
!273 = !DILocation(line: 413, column: 7, scope: !118, inlinedAt: !119)
!274 = !DILocation(line: 414, column: 5, scope: !118, inlinedAt: !119)
!275 = !DILocation(line: 415, column: 5, scope: !118, inlinedAt: !119)
!276 = !DILocation(line: 188, column: 3, scope: !277, inlinedAt: !278)
!277 = distinct !DISubprogram(name: "finish<1>", scope: !1, file: !1, line: 187, type: !12, scopeLine: 187, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!278 = distinct !DILocation(line: 416, column: 5, scope: !118, inlinedAt: !119)
!279 = !DILocation(line: 417, column: 32, scope: !118, inlinedAt: !119)
!280 = !DILocation(line: 83, column: 3, scope: !161, inlinedAt: !281)
!281 = distinct !DILocation(line: 417, column: 5, scope: !118, inlinedAt: !119)
!282 = !DILocation(line: 418, column: 5, scope: !118, inlinedAt: !119)
!283 = !DILocation(line: 419, column: 5, scope: !118, inlinedAt: !119)
!284 = !DILocation(line: 420, column: 14, scope: !118, inlinedAt: !119)
!285 = !DILocation(line: 420, column: 9, scope: !118, inlinedAt: !119)
!286 = !DILocation(line: 245, column: 3, scope: !170, inlinedAt: !287)
!287 = distinct !DILocation(line: 421, column: 7, scope: !118, inlinedAt: !119)
!288 = !DILocation(line: 248, column: 47, scope: !170, inlinedAt: !287)
!289 = !DILocation(line: 248, column: 9, scope: !170, inlinedAt: !287)
!290 = !DILocation(line: 218, column: 3, scope: !183, inlinedAt: !291)
!291 = distinct !DILocation(line: 422, column: 5, scope: !118, inlinedAt: !119)
!292 = !DILocation(line: 200, column: 10, scope: !187, inlinedAt: !293)
!293 = distinct !DILocation(line: 222, column: 33, scope: !183, inlinedAt: !291)
!294 = !DILocation(line: 200, column: 10, scope: !187, inlinedAt: !295)
!295 = distinct !DILocation(line: 222, column: 17, scope: !183, inlinedAt: !291)
!296 = !DILocation(line: 204, column: 10, scope: !192, inlinedAt: !297)
!297 = distinct !DILocation(line: 223, column: 31, scope: !183, inlinedAt: !291)
!298 = !DILocation(line: 200, column: 10, scope: !187, inlinedAt: !299)
!299 = distinct !DILocation(line: 223, column: 15, scope: !183, inlinedAt: !291)
!300 = !DILocation(line: 204, column: 10, scope: !192, inlinedAt: !301)
!301 = distinct !DILocation(line: 224, column: 31, scope: !183, inlinedAt: !291)
!302 = !DILocation(line: 200, column: 10, scope: !187, inlinedAt: !303)
!303 = distinct !DILocation(line: 224, column: 15, scope: !183, inlinedAt: !291)
!304 = !DILocation(line: 225, column: 45, scope: !183, inlinedAt: !291)
!305 = !DILocation(line: 225, column: 56, scope: !183, inlinedAt: !291)
!306 = !DILocation(line: 195, column: 3, scope: !203, inlinedAt: !307)
!307 = distinct !DILocation(line: 225, column: 23, scope: !183, inlinedAt: !291)
!308 = !DILocation(line: 227, column: 33, scope: !183, inlinedAt: !291)
!309 = !DILocation(line: 234, column: 20, scope: !183, inlinedAt: !291)
!310 = !DILocation(line: 234, column: 29, scope: !183, inlinedAt: !291)
!311 = !DILocation(line: 195, column: 3, scope: !203, inlinedAt: !312)
!312 = distinct !DILocation(line: 234, column: 13, scope: !183, inlinedAt: !291)
!313 = !DILocation(line: 235, column: 13, scope: !183, inlinedAt: !291)
!314 = !DILocation(line: 237, column: 31, scope: !183, inlinedAt: !291)
!315 = !DILocation(line: 237, column: 49, scope: !183, inlinedAt: !291)
!316 = !DILocation(line: 423, column: 5, scope: !118, inlinedAt: !119)
!317 = !DILocation(line: 424, column: 5, scope: !118, inlinedAt: !119)
!318 = !DILocation(line: 188, column: 3, scope: !157, inlinedAt: !319)
!319 = distinct !DILocation(line: 425, column: 5, scope: !118, inlinedAt: !119)
!320 = !DILocation(line: 426, column: 34, scope: !118, inlinedAt: !119)
!321 = !DILocation(line: 83, column: 3, scope: !161, inlinedAt: !322)
!322 = distinct !DILocation(line: 426, column: 5, scope: !118, inlinedAt: !119)
!323 = !DILocation(line: 254, column: 3, scope: !215, inlinedAt: !324)
!324 = distinct !DILocation(line: 263, column: 12, scope: !217, inlinedAt: !325)
!325 = distinct !DILocation(line: 427, column: 5, scope: !118, inlinedAt: !119)
!326 = !DILocation(line: 428, column: 5, scope: !118, inlinedAt: !119)
!327 = distinct !{!327, !222, !328, !112, !113}
!328 = !DILocation(line: 429, column: 3, scope: !118, inlinedAt: !119)
!329 = !DILocation(line: 269, column: 10, scope: !257, inlinedAt: !330)
!330 = distinct !DILocation(line: 436, column: 3, scope: !118, inlinedAt: !119)
!331 = !DILocation(line: 431, column: 32, scope: !118, inlinedAt: !119)
!332 = !DILocation(line: 433, column: 57, scope: !118, inlinedAt: !119)
!333 = !DILocation(line: 431, column: 37, scope: !118, inlinedAt: !119)
!334 = !DILocation(line: 432, column: 3, scope: !118, inlinedAt: !119)
!335 = !DILocation(line: 433, column: 32, scope: !118, inlinedAt: !119)
!336 = !DILocation(line: 433, column: 28, scope: !118, inlinedAt: !119)
!337 = !DILocation(line: 433, column: 67, scope: !118, inlinedAt: !119)
!338 = !DILocation(line: 71, column: 3, scope: !74, inlinedAt: !339)
!339 = distinct !DILocation(line: 433, column: 3, scope: !118, inlinedAt: !119)
!340 = !DILocation(line: 434, column: 3, scope: !118, inlinedAt: !119)
!341 = !DILocation(line: 435, column: 3, scope: !118, inlinedAt: !119)
!342 = !DILocation(line: 437, column: 48, scope: !118, inlinedAt: !119)
!343 = !DILocation(line: 437, column: 41, scope: !118, inlinedAt: !119)
!344 = !DILocation(line: 137, column: 30, scope: !143, inlinedAt: !345)
!345 = distinct !DILocation(line: 181, column: 22, scope: !263, inlinedAt: !346)
!346 = distinct !DILocation(line: 437, column: 3, scope: !118, inlinedAt: !119)
!347 = !DILocation(line: 136, column: 88, scope: !143, inlinedAt: !345)
!348 = !DILocation(line: 172, column: 3, scope: !263, inlinedAt: !346)
!349 = !DILocation(line: 188, column: 3, scope: !157, inlinedAt: !350)
!350 = distinct !DILocation(line: 438, column: 3, scope: !118, inlinedAt: !119)
!351 = !DILocation(line: 439, column: 3, scope: !118, inlinedAt: !119)
!352 = !DILocation(line: 440, column: 3, scope: !118, inlinedAt: !119)
!353 = !DILocation(line: 441, column: 66, scope: !118, inlinedAt: !119)
!354 = !DILocation(line: 204, column: 10, scope: !192, inlinedAt: !355)
!355 = distinct !DILocation(line: 343, column: 31, scope: !356, inlinedAt: !357)
!356 = distinct !DISubprogram(name: "storeRows", scope: !1, file: !1, line: 336, type: !12, scopeLine: 337, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!357 = distinct !DILocation(line: 441, column: 3, scope: !118, inlinedAt: !119)
!358 = !DILocation(line: 343, column: 29, scope: !356, inlinedAt: !357)
!359 = !DILocation(line: 204, column: 10, scope: !192, inlinedAt: !360)
!360 = distinct !DILocation(line: 344, column: 12, scope: !356, inlinedAt: !357)
!361 = !DILocation(line: 344, column: 9, scope: !356, inlinedAt: !357)
!362 = !DILocation(line: 345, column: 23, scope: !356, inlinedAt: !357)
!363 = !DILocation(line: 332, column: 44, scope: !364, inlinedAt: !365)
!364 = distinct !DISubprogram(name: "meet", scope: !1, file: !1, line: 331, type: !12, scopeLine: 331, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!365 = distinct !DILocation(line: 347, column: 3, scope: !356, inlinedAt: !357)
!366 = !DILocation(line: 332, column: 3, scope: !364, inlinedAt: !365)
!367 = !{i64 14483}
!368 = !DILocation(line: 353, column: 82, scope: !356, inlinedAt: !357)
!369 = !DILocation(line: 353, column: 94, scope: !356, inlinedAt: !357)
!370 = !DILocation(line: 354, column: 46, scope: !356, inlinedAt: !357)
!371 = !DILocation(line: 355, column: 48, scope: !356, inlinedAt: !357)
!372 = !DILocation(line: 355, column: 83, scope: !356, inlinedAt: !357)
!373 = !DILocation(line: 254, column: 3, scope: !215, inlinedAt: !374)
!374 = distinct !DILocation(line: 355, column: 26, scope: !356, inlinedAt: !357)
!375 = !DILocation(line: 356, column: 7, scope: !356, inlinedAt: !357)
!376 = !{i64 15539}
!377 = !DILocation(line: 441, column: 52, scope: !118, inlinedAt: !119)
!378 = !DILocation(line: 358, column: 3, scope: !356, inlinedAt: !357)
!379 = !{i64 15625}
!380 = !DILocation(line: 332, column: 3, scope: !364, inlinedAt: !381)
!381 = distinct !DILocation(line: 359, column: 3, scope: !356, inlinedAt: !357)
!382 = !DILocation(line: 360, column: 32, scope: !356, inlinedAt: !357)
!383 = !DILocation(line: 360, column: 38, scope: !356, inlinedAt: !357)
!384 = !DILocation(line: 122, column: 64, scope: !385, inlinedAt: !386)
!385 = distinct !DISubprogram(name: "store", scope: !1, file: !1, line: 116, type: !12, scopeLine: 116, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!386 = distinct !DILocation(line: 361, column: 3, scope: !356, inlinedAt: !357)
!387 = !DILocation(line: 117, column: 3, scope: !385, inlinedAt: !386)
!388 = !{i64 5400, i64 5422, i64 5460, i64 5506, i64 5609}
!389 = !DILocation(line: 362, column: 32, scope: !356, inlinedAt: !357)
!390 = !DILocation(line: 117, column: 3, scope: !385, inlinedAt: !391)
!391 = distinct !DILocation(line: 362, column: 3, scope: !356, inlinedAt: !357)
!392 = !DILocation(line: 363, column: 3, scope: !356, inlinedAt: !357)
!393 = !{i64 15843, i64 15873}
!394 = !DILocation(line: 442, column: 3, scope: !118, inlinedAt: !119)
!395 = !DILocation(line: 480, column: 1, scope: !11)
