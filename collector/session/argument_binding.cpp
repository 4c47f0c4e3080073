// SPDX-License-Identifier: Apache-2.0
// Checks arguments against parameters and makes buffers and scalar words.
#include "collector/session/argument_binding.h"

#include <algorithm>
#include <cstring>
#include <variant>

#include "core/base/check.h"

namespace pstudio {
namespace {

std::string fieldOf(const RunSpec &spec, size_t index) {
  return spec.path.string() + ": arguments[" + std::to_string(index) + "]";
}

std::string withSeparators(uint64_t number) {
  std::string text = std::to_string(number);
  for (size_t i = text.size(); i > 3; i -= 3)
    text.insert(i - 3, ",");
  return text;
}

Result<uint64_t> bytesOf(DType dtype, std::span<const int64_t> shape) {
  PSTUDIO_TRY_ASSIGN(const uint64_t elements, countElements(dtype, shape));
  return elements * dtypeSize(dtype).value;
}

Result<void> checkBuffer(const std::string &name, const BufferArgument &buffer,
                         const KernelParameter &parameter, const std::string &where) {
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
                    withSeparators(needed) + " bytes, specification gives " + given + " = " +
                    withSeparators(available) + " bytes",
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
  if (parameter.isBuffer || scalar.dtype != parameter.dtype)
    return fail(ErrorCode::InvalidInput,
                name + " is a scalar of type " + std::string(dtypeName(scalar.dtype)) +
                    ", but the kernel takes a " + parameter.typeText,
                where);
  return {};
}

} // namespace

Result<BoundArguments> BoundArguments::bind(const RunSpec &spec, const KernelSignature &signature,
                                            uint32_t launches) {
  if (spec.arguments.size() != signature.parameters.size())
    return fail(ErrorCode::InvalidInput,
                "kernel " + spec.function + " takes " +
                    std::to_string(signature.parameters.size()) +
                    " arguments, specification gives " + std::to_string(spec.arguments.size()),
                spec.path.string() + ": arguments");
  BoundArguments bound;
  for (size_t i = 0; i < spec.arguments.size(); ++i) {
    const Argument &argument = spec.arguments[i];
    Bound entry{argument.name, kScalar, 0, 0};
    if (const auto *buffer = std::get_if<BufferArgument>(&argument.value)) {
      PSTUDIO_TRY(checkBuffer(argument.name, *buffer, signature.parameters[i], fieldOf(spec, i)));
      PSTUDIO_TRY_ASSIGN(HostBuffer memory, makeHostBuffer(*buffer));
      if (launches > 1)
        bound.m_initialBytes.emplace_back(memory.bytes().begin(), memory.bytes().end());
      entry.buffer = bound.m_buffers.size();
      bound.m_buffers.push_back(std::move(memory));
    } else {
      const auto &scalar = std::get<ScalarArgument>(argument.value);
      PSTUDIO_TRY(checkScalar(argument.name, scalar, signature.parameters[i], fieldOf(spec, i)));
      PSTUDIO_TRY_ASSIGN(entry.scalarBits, bitsOf(scalar));
    }
    bound.m_arguments.push_back(std::move(entry));
  }
  return bound;
}

BoundArguments BoundArguments::ofWords(std::vector<DeviceWord> words) {
  BoundArguments bound;
  for (DeviceWord &word : words)
    bound.m_arguments.push_back({std::move(word.name), kScalar, word.word, word.reachableBytes});
  return bound;
}

HostBuffer *BoundArguments::buffer(size_t index) {
  const size_t buffer = m_arguments[index].buffer;
  return buffer == kScalar ? nullptr : &m_buffers[buffer];
}

const HostBuffer *BoundArguments::findBuffer(std::string_view name) const {
  for (const Bound &argument : m_arguments)
    if (argument.name == name && argument.buffer != kScalar)
      return &m_buffers[argument.buffer];
  return nullptr;
}

void BoundArguments::reset() {
  for (size_t i = 0; i < m_initialBytes.size(); ++i)
    std::copy(m_initialBytes[i].begin(), m_initialBytes[i].end(), m_buffers[i].bytes().begin());
}

} // namespace pstudio
