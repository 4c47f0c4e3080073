// SPDX-License-Identifier: Apache-2.0
// Names and sizes of element types.
#include <array>
#include <utility>

#include "core/run/run_spec.h"
#include "core/run/run_spec_forms.h"

namespace pstudio {
namespace {

struct DTypeRow {
  DType type;
  std::string_view name;
  uint64_t bytes;
};
constexpr std::array<DTypeRow, 8> kDTypes{{{DType::F16, "f16", 2},
                                           {DType::BF16, "bf16", 2},
                                           {DType::F32, "f32", 4},
                                           {DType::F64, "f64", 8},
                                           {DType::I8, "i8", 1},
                                           {DType::I16, "i16", 2},
                                           {DType::I32, "i32", 4},
                                           {DType::I64, "i64", 8}}};

constexpr const DTypeRow &rowOf(DType type) {
  return kDTypes[static_cast<size_t>(type)];
}

constexpr bool rowsAreInOrder() {
  for (size_t i = 0; i < kDTypes.size(); ++i)
    if (static_cast<size_t>(kDTypes[i].type) != i)
      return false;
  return true;
}
static_assert(rowsAreInOrder());

} // namespace

std::span<const std::string_view> dtypeNames() {
  static constexpr auto kNames = [] {
    std::array<std::string_view, kDTypes.size()> names;
    for (size_t i = 0; i < names.size(); ++i)
      names[i] = kDTypes[i].name;
    return names;
  }();
  return kNames;
}

std::string_view dtypeName(DType type) {
  return rowOf(type).name;
}

std::optional<DType> dtypeFromName(std::string_view name) {
  for (const DTypeRow &row : kDTypes)
    if (row.name == name)
      return row.type;
  return std::nullopt;
}

Bytes dtypeSize(DType type) {
  return Bytes(rowOf(type).bytes);
}

uint64_t byteCountOf(const BufferArgument &buffer) {
  uint64_t bytes = dtypeSize(buffer.dtype).value;
  for (const int64_t extent : buffer.shape)
    if (__builtin_mul_overflow(bytes, static_cast<uint64_t>(extent), &bytes))
      return UINT64_MAX;
  return bytes;
}

bool dtypeIsFloating(DType type) {
  return type == DType::F16 || type == DType::BF16 || type == DType::F32 || type == DType::F64;
}

} // namespace pstudio
