// SPDX-License-Identifier: Apache-2.0
#include "core/run/host_buffer.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <new>

#include "core/base/check.h"
#include "core/base/half_float.h"

namespace pstudio {
namespace {

// Elements are stored as the machine stores them, and files and record blocks are little-endian.
static_assert(std::endian::native == std::endian::little);

template <class T> T load(const std::byte *bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof(T));
  return value;
}

template <class T> void store(std::byte *bytes, T value) {
  std::memcpy(bytes, &value, sizeof(T));
}

/// A conversion that is defined for every double.
template <class T> T clampToInteger(double value) {
  if (std::isnan(value))
    return 0;
  if (value <= static_cast<double>(std::numeric_limits<T>::min()))
    return std::numeric_limits<T>::min();
  // For 64 bits the maximum rounds up to 2^63, which is itself out of range.
  if (value >= static_cast<double>(std::numeric_limits<T>::max()))
    return std::numeric_limits<T>::max();
  return static_cast<T>(value);
}

/// A conversion of double to float that is defined for every double.
float toFloat(double value) {
  if (std::isfinite(value) && std::fabs(value) > std::numeric_limits<float>::max()) {
    // Halfway to the next binade is where rounding to nearest gives infinity.
    const double overflow = std::ldexp(1.0, 128) - std::ldexp(1.0, 103);
    const float limit = std::fabs(value) >= overflow ? std::numeric_limits<float>::infinity()
                                                     : std::numeric_limits<float>::max();
    return std::copysign(limit, static_cast<float>(std::copysign(1.0, value)));
  }
  return static_cast<float>(value);
}

} // namespace

Result<uint64_t> countElements(DType dtype, std::span<const int64_t> shape) {
  const uint64_t limit = kMaxHostBufferBytes / dtypeSize(dtype).value;
  uint64_t count = 1;
  for (int64_t extent : shape) {
    if (extent < 0)
      return fail(ErrorCode::InvalidInput, "extent " + std::to_string(extent) + " is negative");
    if (extent != 0 && count > limit / static_cast<uint64_t>(extent))
      return fail(ErrorCode::InvalidInput, describeShape(dtype, shape) + " is larger than " +
                                               std::to_string(kMaxHostBufferBytes >> 30) + " GiB");
    count *= static_cast<uint64_t>(extent);
  }
  return count;
}

std::string describeShape(DType dtype, std::span<const int64_t> shape) {
  std::string text(dtypeName(dtype));
  text += '[';
  for (size_t i = 0; i < shape.size(); ++i)
    text += (i == 0 ? "" : ", ") + std::to_string(shape[i]);
  return text + ']';
}

void HostBuffer::AlignedDelete::operator()(std::byte *bytes) const {
  ::operator delete(bytes, std::align_val_t(kHostBufferAlignment));
}

Result<HostBuffer> HostBuffer::make(DType dtype, std::vector<int64_t> shape) {
  PSTUDIO_TRY_ASSIGN(const uint64_t count, countElements(dtype, shape));
  HostBuffer buffer;
  buffer.m_dtype = dtype;
  buffer.m_elementCount = count;
  buffer.m_byteCount = count * dtypeSize(dtype).value;
  buffer.m_bytes.reset(static_cast<std::byte *>(
      ::operator new(buffer.m_byteCount, std::align_val_t(kHostBufferAlignment), std::nothrow)));
  if (!buffer.m_bytes)
    return fail(ErrorCode::RunFailed, "no memory for a buffer of " + describeShape(dtype, shape));
  std::memset(buffer.m_bytes.get(), 0, buffer.m_byteCount);
  buffer.m_shape = std::move(shape);
  return buffer;
}

double HostBuffer::at(uint64_t index) const {
  PSTUDIO_DCHECK(index < m_elementCount);
  const std::byte *element = m_bytes.get() + index * dtypeSize(m_dtype).value;
  switch (m_dtype) {
  case DType::F16:
    return decodeF16(load<uint16_t>(element));
  case DType::BF16:
    return decodeBF16(load<uint16_t>(element));
  case DType::F32:
    return static_cast<double>(load<float>(element));
  case DType::F64:
    return load<double>(element);
  case DType::I8:
    return load<int8_t>(element);
  case DType::I16:
    return load<int16_t>(element);
  case DType::I32:
    return load<int32_t>(element);
  case DType::I64:
    return static_cast<double>(load<int64_t>(element));
  }
  return 0.0;
}

void HostBuffer::set(uint64_t index, double value) {
  PSTUDIO_DCHECK(index < m_elementCount);
  std::byte *element = m_bytes.get() + index * dtypeSize(m_dtype).value;
  switch (m_dtype) {
  case DType::F16:
    return store(element, encodeF16(value));
  case DType::BF16:
    return store(element, encodeBF16(value));
  case DType::F32:
    return store(element, toFloat(value));
  case DType::F64:
    return store(element, value);
  case DType::I8:
    return store(element, clampToInteger<int8_t>(value));
  case DType::I16:
    return store(element, clampToInteger<int16_t>(value));
  case DType::I32:
    return store(element, clampToInteger<int32_t>(value));
  case DType::I64:
    return store(element, clampToInteger<int64_t>(value));
  }
}

void HostBuffer::setInteger(uint64_t index, int64_t value) {
  PSTUDIO_DCHECK(index < m_elementCount);
  if (dtypeIsFloating(m_dtype))
    return set(index, static_cast<double>(value));
  // Little-endian two's complement: the low bytes are the wrapped value.
  const size_t size = dtypeSize(m_dtype).value;
  std::memcpy(m_bytes.get() + index * size, &value, size);
}

} // namespace pstudio
