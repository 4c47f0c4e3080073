// SPDX-License-Identifier: Apache-2.0
// The printing functions of MLIR's runner utilities.
#include <array>
#include <cinttypes>
#include <cstdio>
#include <cstring>

#include "collector/program/memref_text.h"
#include "collector/program/program_run.h"
#include "collector/program/runtime_tables.h"

namespace pstudio::program {
namespace {

template <class Value> void printFormatted(ProgramRun &run, const char *format, Value value) {
  std::array<char, 64> text{};
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  std::snprintf(text.data(), text.size(), format, value);
#pragma GCC diagnostic pop
  run.print(text.data());
}

Result<void> printI64(ProgramRun &run, int64_t value) {
  printFormatted(run, "%" PRId64, value);
  return {};
}
Result<void> printU64(ProgramRun &run, int64_t value) {
  printFormatted(run, "%" PRIu64, static_cast<uint64_t>(value));
  return {};
}
Result<void> printF32(ProgramRun &run, float value) {
  printFormatted(run, "%g", double{value});
  return {};
}
Result<void> printF64(ProgramRun &run, double value) {
  printFormatted(run, "%lg", value);
  return {};
}
Result<void> printString(ProgramRun &run, void *text) {
  run.print(static_cast<const char *>(text));
  return {};
}
Result<void> printLine(ProgramRun &run, void *text) {
  run.print(static_cast<const char *>(text));
  run.print("\n");
  return {};
}

struct Open {
  static constexpr const char *text = "( ";
};
struct Close {
  static constexpr const char *text = " )";
};
struct Comma {
  static constexpr const char *text = ", ";
};
struct Newline {
  static constexpr const char *text = "\n";
};
template <class Piece> Result<void> printPiece(ProgramRun &run) {
  run.print(Piece::text);
  return {};
}

/// An unranked memref as the C interface passes it: rank and pointer in memory.
struct PrintedMemref {
  int64_t rank = 0;
  void *descriptor = nullptr;
};
PrintedMemref unrankedAt(const void *memory) {
  PrintedMemref unranked;
  std::memcpy(&unranked, memory, sizeof unranked);
  return unranked;
}

constexpr const char *kUnranked = "Unranked Memref ";

template <ElementKind Kind>
Result<void> printMemref(ProgramRun &run, int64_t rank, void *descriptor) {
  run.print(memrefText(MemrefView(rank, descriptor), Kind, kUnranked));
  return {};
}
template <ElementKind Kind> Result<void> printMemrefByPointer(ProgramRun &run, void *memref) {
  const PrintedMemref unranked = unrankedAt(memref);
  return printMemref<Kind>(run, unranked.rank, unranked.descriptor);
}
template <ElementKind Kind, int64_t Rank>
Result<void> printRanked(ProgramRun &run, void *descriptor) {
  run.print(memrefText(MemrefView(Rank, descriptor), Kind, "Memref "));
  return {};
}
Result<void> printShape(ProgramRun &run, void *memref) {
  const PrintedMemref unranked = unrankedAt(memref);
  run.print(memrefShapeText(MemrefView(unranked.rank, unranked.descriptor), kUnranked));
  return {};
}

void addMemrefPrinters(std::vector<RuntimeFunction> &table) {
  using enum ElementKind;
  table.insert(table.end(),
               {
                   runtimeFunction<printMemref<I32>>("printMemrefI32"),
                   runtimeFunction<printMemref<I64>>("printMemrefI64"),
                   runtimeFunction<printMemref<I64>>("printMemrefInd"),
                   runtimeFunction<printMemref<F32>>("printMemrefF32"),
                   runtimeFunction<printMemref<F64>>("printMemrefF64"),
                   runtimeFunction<printMemrefByPointer<I8>>("_mlir_ciface_printMemrefI8"),
                   runtimeFunction<printMemrefByPointer<I16>>("_mlir_ciface_printMemrefI16"),
                   runtimeFunction<printMemrefByPointer<I32>>("_mlir_ciface_printMemrefI32"),
                   runtimeFunction<printMemrefByPointer<I64>>("_mlir_ciface_printMemrefI64"),
                   runtimeFunction<printMemrefByPointer<I64>>("_mlir_ciface_printMemrefInd"),
                   runtimeFunction<printMemrefByPointer<F32>>("_mlir_ciface_printMemrefF32"),
                   runtimeFunction<printMemrefByPointer<F64>>("_mlir_ciface_printMemrefF64"),
                   runtimeFunction<printRanked<I8, 1>>("_mlir_ciface_printMemref1dI8"),
                   runtimeFunction<printRanked<I32, 1>>("_mlir_ciface_printMemref1dI32"),
                   runtimeFunction<printRanked<I64, 1>>("_mlir_ciface_printMemref1dI64"),
                   runtimeFunction<printRanked<I64, 1>>("_mlir_ciface_printMemref1dInd"),
                   runtimeFunction<printRanked<F64, 1>>("_mlir_ciface_printMemref1dF64"),
                   runtimeFunction<printRanked<F32, 0>>("_mlir_ciface_printMemref0dF32"),
                   runtimeFunction<printRanked<F32, 1>>("_mlir_ciface_printMemref1dF32"),
                   runtimeFunction<printRanked<F32, 2>>("_mlir_ciface_printMemref2dF32"),
                   runtimeFunction<printRanked<F32, 3>>("_mlir_ciface_printMemref3dF32"),
                   runtimeFunction<printRanked<F32, 4>>("_mlir_ciface_printMemref4dF32"),
                   runtimeFunction<printShape>("_mlir_ciface_printMemrefShapeI8"),
                   runtimeFunction<printShape>("_mlir_ciface_printMemrefShapeI32"),
                   runtimeFunction<printShape>("_mlir_ciface_printMemrefShapeI64"),
                   runtimeFunction<printShape>("_mlir_ciface_printMemrefShapeInd"),
                   runtimeFunction<printShape>("_mlir_ciface_printMemrefShapeF32"),
                   runtimeFunction<printShape>("_mlir_ciface_printMemrefShapeF64"),
               });
}

} // namespace

std::vector<RuntimeFunction> printFunctions() {
  std::vector<RuntimeFunction> table{
      runtimeFunction<printI64>("printI64"),
      runtimeFunction<printU64>("printU64"),
      runtimeFunction<printF32>("printF32"),
      runtimeFunction<printF64>("printF64"),
      runtimeFunction<printString>("printString"),
      runtimeFunction<printLine>("puts"),
      runtimeFunction<printPiece<Open>>("printOpen"),
      runtimeFunction<printPiece<Close>>("printClose"),
      runtimeFunction<printPiece<Comma>>("printComma"),
      runtimeFunction<printPiece<Newline>>("printNewline"),
  };
  addMemrefPrinters(table);
  return table;
}

} // namespace pstudio::program
