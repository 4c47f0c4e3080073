// SPDX-License-Identifier: Apache-2.0
// Checks arguments against parameters and makes buffers and scalar words.
#include "collector/session/argument_binding.h"

#include <algorithm>
#include <cstring>
#include <variant>

#include "core/base/check.h"
#include "core/base/number_text.h"

namespace pstudio {
namespace {

constexpr uint64_t kAddressBytes = 8;

std::string fieldOf(const RunSpec &spec, size_t index) {
  return spec.path.string() + ": arguments[" + std::to_string(index) + "]";
}

Result<uint64_t> bytesOf(DType dtype, std::span<const int64_t> shape) {
  PSTUDIO_TRY_ASSIGN(const uint64_t elements, countElements(dtype, shape));
  return elements * dtypeSize(dtype).value;
}

Result<void> checkBuffer(const std::string &name, const BufferArgument &buffer,
                         const KernelParameter &parameter, const std::string &where) {
  if (parameter.isTensorMap)
    return fail(ErrorCode::InvalidInput,
                name + " is a buffer, but the kernel takes a tensor map (" + parameter.typeText +
                    ")",
                where, "give a \"tensor_map\" over the buffer, and the buffer in \"buffers\"");
  if (parameter.isBits && dtypeSize(parameter.dtype).value == kAddressBytes)
    return {};
  if (!parameter.isBuffer)
    return fail(ErrorCode::InvalidInput,
                name + " is a buffer, but the kernel takes a " + parameter.typeText, where);
  if (parameter.isBarePointer)
    return {};
  const std::string given = describeShape(buffer.dtype, buffer.shape);
  if (buffer.dtype != parameter.dtype)
    return fail(ErrorCode::InvalidInput,
                "buffer " + name + " has the wrong element type: kernel needs " +
                    parameter.typeText + ", specification gives " + given,
                where);
  PSTUDIO_TRY_ASSIGN(const uint64_t needed, bytesOf(parameter.dtype, parameter.shape));
  PSTUDIO_TRY_ASSIGN(const uint64_t available, bytesOf(buffer.dtype, buffer.shape));
  if (available < needed)
    return fail(ErrorCode::InvalidInput,
                "buffer " + name + " too small: kernel needs " + parameter.typeText + " = " +
                    countText(needed) + " bytes, specification gives " + given + " = " +
                    countText(available) + " bytes",
                where);
  if (buffer.shape != parameter.shape)
    return fail(ErrorCode::InvalidInput,
                "buffer " + name + " has the wrong shape: kernel needs " + parameter.typeText +
                    ", specification gives " + given,
                where);
  return {};
}

/// The bits of a scalar as the kernel's parameter type holds them.
Result<uint64_t> bitsOf(const ScalarArgument &scalar) {
  PSTUDIO_TRY_ASSIGN(HostBuffer one, HostBuffer::make(scalar.dtype, {1}));
  const bool isInteger = scalar.dtype == DType::I8 || scalar.dtype == DType::I16 ||
                         scalar.dtype == DType::I32 || scalar.dtype == DType::I64;
  if (isInteger)
    one.setInteger(0, scalar.intValue);
  else
    one.set(0, scalar.value);
  uint64_t bits = 0;
  std::memcpy(&bits, one.bytes().data(), one.bytes().size());
  return bits;
}

Result<void> checkScalar(const std::string &name, const ScalarArgument &scalar,
                         const KernelParameter &parameter, const std::string &where) {
  if (parameter.isBarePointer && scalar.dtype == DType::I64 && scalar.intValue == 0)
    return {}; // the null pointer
  if (parameter.isBarePointer)
    return fail(ErrorCode::InvalidInput,
                name + " is a scalar, but the kernel takes a " + parameter.typeText, where,
                "give a buffer, or the i64 0 for a null pointer");
  if (parameter.isBits && dtypeSize(scalar.dtype) == dtypeSize(parameter.dtype))
    return {};
  if (parameter.isBuffer || parameter.isTensorMap || scalar.dtype != parameter.dtype)
    return fail(ErrorCode::InvalidInput,
                name + " is a scalar of type " + std::string(dtypeName(scalar.dtype)) +
                    ", but the kernel takes a " + parameter.typeText,
                where);
  return {};
}

/// By value, or by a pointer to a copy.
Result<void> checkTensorMap(const std::string &name, const KernelParameter &parameter,
                            const std::string &where) {
  const bool isAddress = parameter.isBits && dtypeSize(parameter.dtype).value == kAddressBytes;
  if (parameter.isTensorMap || parameter.isBarePointer || isAddress)
    return {};
  return fail(
      ErrorCode::InvalidInput,
      name + " is a tensor map, but the kernel takes a " + parameter.typeText, where,
      "declare the parameter as !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, llvm.align = "
      "64 : i64}");
}

/// The code of a kernel whose parameter is a descriptor reads shared memory as that says.
Result<void> checkExpected(const std::string &name, const TensorMapArgument &map, DType dtype,
                           const std::optional<ExpectedTensorMap> &expected,
                           const std::string &where) {
  if (!expected)
    return {};
  const auto differs = [&](std::string_view field, const std::string &given,
                           const std::string &needed) {
    return fail(ErrorCode::InvalidInput,
                "tensor map " + name + " has " + given + ", the kernel expects " + needed,
                where + ".tensor_map." + std::string(field));
  };
  if (map.box != expected->box || dtype != expected->dtype)
    return differs("box", "boxes of " + describeShape(dtype, map.box),
                   describeShape(expected->dtype, expected->box));
  const auto swizzle = [](TensorSwizzle s) {
    return "swizzle " + std::string(kTensorSwizzleNames[static_cast<size_t>(s)]);
  };
  if (map.swizzle != expected->swizzle)
    return differs("swizzle", swizzle(map.swizzle), swizzle(expected->swizzle));
  const auto interleave = [](TensorInterleave i) {
    return "interleave " + std::string(kTensorInterleaveNames[static_cast<size_t>(i)]);
  };
  if (map.interleave != expected->interleave)
    return differs("interleave", interleave(map.interleave), interleave(expected->interleave));
  return {};
}

} // namespace

Result<void> BoundArguments::addBuffer(const std::string &name, const BufferArgument &buffer,
                                       uint32_t launches) {
  PSTUDIO_TRY_ASSIGN(HostBuffer memory, makeHostBuffer(buffer));
  if (launches > 1)
    m_initialBytes.emplace_back(memory.bytes().begin(), memory.bytes().end());
  m_buffers.push_back(std::move(memory));
  m_bufferNames.push_back(name);
  return {};
}

Result<void> BoundArguments::bindArgument(const RunSpec &spec, size_t index,
                                          const KernelParameter &parameter, uint32_t launches) {
  const Argument &argument = spec.arguments[index];
  const std::string where = fieldOf(spec, index);
  Bound entry{argument.name, kNone, 0, 0, static_cast<uint32_t>(index)};
  if (const auto *buffer = std::get_if<BufferArgument>(&argument.value)) {
    PSTUDIO_TRY(checkBuffer(argument.name, *buffer, parameter, where));
    entry.buffer = m_buffers.size();
    PSTUDIO_TRY(addBuffer(argument.name, *buffer, launches));
  } else if (std::holds_alternative<TensorMapArgument>(argument.value)) {
    PSTUDIO_TRY(checkTensorMap(argument.name, parameter, where));
    entry.tensorMap.emplace().isByValue = parameter.isTensorMap;
  } else {
    const auto &scalar = std::get<ScalarArgument>(argument.value);
    PSTUDIO_TRY(checkScalar(argument.name, scalar, parameter, where));
    PSTUDIO_TRY_ASSIGN(entry.scalarBits, bitsOf(scalar));
  }
  m_arguments.push_back(std::move(entry));
  return {};
}

/// Once all buffers are there.
Result<void> BoundArguments::bindTensorMaps(const RunSpec &spec, const KernelSignature &signature) {
  if (Result<void> valid = validateTensorMaps(spec); !valid) {
    valid.error().where = spec.path.string() + ": " + valid.error().where;
    return valid;
  }
  for (size_t i = 0; i < m_arguments.size(); ++i) {
    const auto *map = std::get_if<TensorMapArgument>(&spec.arguments[i].value);
    if (!map)
      continue;
    const BufferArgument &buffer = *pstudio::findBuffer(spec, map->buffer);
    BoundTensorMap &bound = *m_arguments[i].tensorMap;
    PSTUDIO_TRY_ASSIGN(bound.layout, layOutTensorMap(*map, buffer));
    PSTUDIO_TRY(checkExpected(m_arguments[i].name, *map, buffer.dtype,
                              signature.parameters[i].expectedMap, fieldOf(spec, i)));
    bound.buffer =
        static_cast<size_t>(std::ranges::find(m_bufferNames, map->buffer) - m_bufferNames.begin());
  }
  return {};
}

Result<BoundArguments> BoundArguments::bind(const RunSpec &spec, const KernelSignature &signature,
                                            uint32_t launches) {
  if (spec.arguments.size() != signature.parameters.size())
    return fail(ErrorCode::InvalidInput,
                "kernel " + spec.function + " takes " +
                    std::to_string(signature.parameters.size()) +
                    " arguments, specification gives " + std::to_string(spec.arguments.size()),
                spec.path.string() + ": arguments");
  BoundArguments bound;
  for (size_t i = 0; i < spec.arguments.size(); ++i)
    PSTUDIO_TRY(bound.bindArgument(spec, i, signature.parameters[i], launches));
  for (const NamedBuffer &buffer : spec.buffers)
    PSTUDIO_TRY(bound.addBuffer(buffer.name, buffer.buffer, launches));
  PSTUDIO_TRY(bound.bindTensorMaps(spec, signature));
  return bound;
}

BoundArguments BoundArguments::ofWords(std::vector<DeviceWord> words) {
  BoundArguments bound;
  for (DeviceWord &word : words)
    bound.m_arguments.push_back({std::move(word.name), kNone, word.word, word.reachableBytes,
                                 word.parameter, std::nullopt, std::move(word.tensorMap)});
  return bound;
}

HostBuffer *BoundArguments::buffer(size_t index) {
  const size_t buffer = m_arguments[index].buffer;
  return buffer == kNone ? nullptr : &m_buffers[buffer];
}

const BoundTensorMap *BoundArguments::tensorMap(size_t index) const {
  const std::optional<BoundTensorMap> &map = m_arguments[index].tensorMap;
  return map ? &*map : nullptr;
}

const DeviceTensorMap *BoundArguments::tensorMapAt(size_t index) const {
  const std::optional<DeviceTensorMap> &map = m_arguments[index].mapInMemory;
  return map ? &*map : nullptr;
}

const HostBuffer *BoundArguments::findBuffer(std::string_view name) const {
  for (size_t i = 0; i < m_buffers.size(); ++i)
    if (m_bufferNames[i] == name)
      return &m_buffers[i];
  return nullptr;
}

void BoundArguments::reset() {
  for (size_t i = 0; i < m_initialBytes.size(); ++i)
    std::copy(m_initialBytes[i].begin(), m_initialBytes[i].end(), m_buffers[i].bytes().begin());
}

} // namespace pstudio
