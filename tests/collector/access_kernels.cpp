// SPDX-License-Identifier: Apache-2.0
#include "tests/collector/access_kernels.h"

#include <fstream>

namespace pstudio::test {
namespace {

AccessKernel mlirKernel(const std::string &body, const std::string &block = "64") {
  const std::string text = R"(
gpu.module @m { gpu.func @k(%A: memref<4096xi32>, %B: memref<4096xi32>, %C: memref<4096xi32>) kernel {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c10 = arith.constant 10 : index
  %one = arith.constant 1 : i32
  %x = gpu.thread_id x
  %g = gpu.global_id x
  %m2 = arith.remui %x, %c2 : index
  %odd = arith.cmpi eq, %m2, %c1 : index
  %m3 = arith.remui %x, %c3 : index
  %third = arith.cmpi eq, %m3, %c1 : index
)" + body + "\n} }\n";
  return {"k.mlir", text, block};
}

constexpr const char *kAccess = R"(
    %v = memref.load %A[%g] : memref<4096xi32>
    memref.store %v, %B[%g] : memref<4096xi32>
)";

} // namespace

AccessKernel llAccessKernel(const std::string &body) {
  const std::string text = R"(
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@tile = internal addrspace(3) global [64 x i32] undef, align 4
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.bar.sync(i32)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.masked.store.v2i32.p0(<2 x i32>, ptr, i32, <2 x i1>)
define void @k(ptr %A, ptr %B, ptr %C) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %odd = trunc i32 %t to i1
)" + body + R"(
  ret void
}
!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
)";
  return {"k.ll", text, "64"};
}

AccessKernel typedAccessKernel(const std::string &type, int bytes, int alignment) {
  const std::string size = std::to_string(bytes), align = ", align " + std::to_string(alignment);
  return llAccessKernel("%o = mul i64 %i, " + size + "\n%p = getelementptr i8, ptr %A, i64 %o\n" +
                        "%q = getelementptr i8, ptr %B, i64 %o\n%v = load " + type + ", ptr %p" +
                        align + "\nstore " + type + " %v, ptr %q" + align);
}

const std::map<std::string, AccessKernel> &divergentKernels() {
  const std::string access = kAccess;
  static const std::map<std::string, AccessKernel> kKernels{
      {"early return",
       mlirKernel("cf.cond_br %odd, ^a, ^b\n^b:\n gpu.return\n^a:\n" + access + " gpu.return")},
      {"equal arms",
       mlirKernel("cf.cond_br %odd, ^a, ^b\n^a:\n memref.store %one, %B[%c0] : memref<4096xi32>\n"
                  "cf.br ^c\n^b:\n memref.store %one, %B[%c1] : memref<4096xi32>\ncf.br ^c\n"
                  "^c:\n gpu.return")},
      {"guard", mlirKernel("scf.if %odd {\n" + access + "}\n gpu.return")},
      {"guard of the last warp",
       mlirKernel("%n = arith.constant 52 : index\n%in = arith.cmpi ult, %x, %n : index\n"
                  "scf.if %in {\n" +
                  access + "}\n gpu.return")},
      {"nested guards",
       mlirKernel("scf.if %odd { scf.if %third {\n" + access + "} }\n gpu.return")},
      {"loop of each lane",
       mlirKernel("%e = arith.remui %x, %c10 : index\nscf.for %i = %c0 to %e step %c1 {\n" +
                  access + "}\n gpu.return")},
      {"break",
       mlirKernel("cf.br ^head(%c0 : index)\n^head(%i: index):\n" + access +
                  "%n = arith.addi %i, %c1 : index\n%more = arith.cmpi ult, %n, %m3 : index\n"
                  "cf.cond_br %more, ^head(%n : index), ^out\n^out:\n"
                  "memref.store %one, %C[%g] : memref<4096xi32>\ngpu.return")},
      {"gather under a guard",
       mlirKernel("scf.if %third {\n%w = memref.load %A[%g] : memref<4096xi32>\n"
                  "%at = arith.index_cast %w : i32 to index\n"
                  "%u = memref.load %C[%at] : memref<4096xi32>\n"
                  "memref.store %u, %B[%g] : memref<4096xi32>\n}\n gpu.return")},
      {"gather after an early return",
       mlirKernel("cf.cond_br %third, ^a, ^b\n^b:\n gpu.return\n^a:\n"
                  "%w = memref.load %A[%g] : memref<4096xi32>\n"
                  "%at = arith.index_cast %w : i32 to index\n"
                  "%u = memref.load %C[%at] : memref<4096xi32>\n"
                  "memref.store %u, %B[%g] : memref<4096xi32>\n gpu.return")},
      {"atomic under a guard",
       mlirKernel("scf.if %odd {\n%old = memref.atomic_rmw addi %one, %B[%c0] : (i32, "
                  "memref<4096xi32>) -> i32\n}\n gpu.return")},
      {"partial warp", mlirKernel(access + " gpu.return", "40")},
      {"partial warp under a guard",
       mlirKernel("scf.if %odd {\n" + access + "}\n gpu.return", "40")},
      {"block of two dimensions",
       mlirKernel("scf.if %odd {\n" + access + "}\n gpu.return", "12, 5")},
  };
  return kKernels;
}

const std::map<std::string, AccessKernel> &genericKernels() {
  const std::string tile = "addrspacecast (ptr addrspace(3) @tile to ptr)";
  static const std::map<std::string, AccessKernel> kKernels{
      {"constant expression", llAccessKernel("%p = getelementptr [64 x i32], ptr " + tile +
                                             ", i64 0, i64 %i\nstore i32 1, ptr %p, align 4")},
      {"cast",
       llAccessKernel("%b = getelementptr [64 x i32], ptr addrspace(3) @tile, i64 0, i64 %i\n"
                      "%p = addrspacecast ptr addrspace(3) %b to ptr\n"
                      "store i32 1, ptr %p, align 4")},
      {"loop",
       llAccessKernel("br label %head\nhead:\n%p = phi ptr [ " + tile +
                      ", %0 ], [ %n, %head ]\n%j = phi i32 [ 0, %0 ], [ %k, %head ]\n"
                      "store i32 %j, ptr %p, align 4\n%n = getelementptr i8, ptr %p, i64 4\n"
                      "%k = add i32 %j, 1\n%c = icmp ult i32 %k, 2\n"
                      "br i1 %c, label %head, label %out\nout:")},
      {"number", llAccessKernel("%b = ptrtoint ptr " + tile +
                                " to i64\n%o = shl i64 %i, 2\n%s = add i64 %b, %o\n"
                                "%p = inttoptr i64 %s to ptr\nstore i32 1, ptr %p, align 4")},
      {"stack variable",
       llAccessKernel("%v = alloca ptr, align 8\n%b = getelementptr i32, ptr " + tile +
                      ", i64 %i\nstore ptr %b, ptr %v, align 8\n%p = load ptr, ptr %v, align 8\n"
                      "store i32 1, ptr %p, align 4")},
      {"selection of one space",
       llAccessKernel(
           "%a = getelementptr i32, ptr %A, i64 %i\n%b = getelementptr i32, ptr %B, i64 %i\n"
           "%p = select i1 %odd, ptr %a, ptr %b\nstore i32 1, ptr %p, align 4")},
      {"selection of both spaces",
       llAccessKernel(
           "%a = getelementptr i32, ptr %A, i64 %i\n%b = getelementptr i32, ptr " + tile +
           ", i64 %i\n%p = select i1 %odd, ptr %a, ptr %b\nstore i32 1, ptr %p, align 4")},
      {"atomic", llAccessKernel("%p = getelementptr i32, ptr " + tile + ", i64 %i\n" +
                                "store i32 0, ptr %p, align 4\n"
                                "%old = atomicrmw add ptr %p, i32 1 monotonic")},
      {"copy", llAccessKernel("%o = shl i64 %i, 2\n%a = getelementptr i8, ptr %A, i64 %o\n"
                              "%p = getelementptr i8, ptr " +
                              tile + ", i64 %o\n" +
                              "call void @llvm.memcpy.p0.p0.i64(ptr align 4 %p, ptr align 4 %a, "
                              "i64 4, i1 false)")},
      {"fill",
       llAccessKernel("%o = shl i64 %i, 4\n%a = getelementptr i8, ptr %A, i64 %o\n"
                      "call void @llvm.memset.p0.i64(ptr align 4 %a, i8 0, i64 16, i1 false)")},
      {"masked", llAccessKernel("%o = shl i64 %i, 3\n%a = getelementptr i8, ptr %A, i64 %o\n"
                                "%m = insertelement <2 x i1> <i1 true, i1 false>, i1 %odd, i32 1\n"
                                "call void @llvm.masked.store.v2i32.p0(<2 x i32> <i32 1, i32 2>, "
                                "ptr %a, i32 4, <2 x i1> %m)")},
  };
  return kKernels;
}

Result<RunSpec> specOf(const AccessKernel &kernel, const std::string &folder,
                       const std::string &target) {
  std::ofstream(folder + "/" + kernel.file) << kernel.text;
  std::string buffers;
  for (const char *name : {"A", "B", "C"})
    buffers += std::string(buffers.empty() ? "" : ",") + R"({"name": ")" + name +
               R"(", "buffer": {"dtype": "i32", "shape": [4096], "init": "iota"}})";
  return parseRunSpec(
      R"({"kernel": {"file": ")" + kernel.file + R"(", "function": "k"}, "target": ")" + target +
          R"(", "grid": [2], "block": [)" + kernel.block + R"(], "arguments": [)" + buffers + "]}",
      folder);
}

} // namespace pstudio::test
