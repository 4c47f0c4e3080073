// SPDX-License-Identifier: Apache-2.0
// The rules of cuTensorMapEncodeTiled (cuda.h of CUDA 13.0), each with words of its own: the driver
// answers all of them with "invalid value".
#include "core/run/tensor_map_layout.h"

#include <algorithm>
#include <string>

#include "core/base/json_field.h"
#include "core/run/host_buffer.h"

namespace pstudio {
namespace {

tl::unexpected<Error> reject(std::string where, std::string message, std::string hint = {}) {
  return fail(ErrorCode::InvalidInput, std::move(message), std::move(where), std::move(hint));
}

std::string element(std::string_view field, size_t index) {
  return std::string(field) + "[" + std::to_string(index) + "]";
}

int64_t swizzleBytes(TensorSwizzle swizzle) {
  return swizzle == TensorSwizzle::None ? 0 : int64_t{16} << static_cast<int>(swizzle);
}

/// One map over one buffer, everything in the specification's order.
class MapRules {
public:
  MapRules(const TensorMapArgument &map, const BufferArgument &buffer)
      : m_map(map), m_buffer(buffer), m_shape(map.shape.empty() ? buffer.shape : map.shape),
        m_elementBytes(static_cast<int64_t>(dtypeSize(buffer.dtype).value)) {}

  Result<TensorMapLayout> check() {
    PSTUDIO_TRY(checkRank());
    PSTUDIO_TRY(checkExtents());
    PSTUDIO_TRY(checkStrides());
    PSTUDIO_TRY(checkFitsBuffer());
    PSTUDIO_TRY(checkBox());
    PSTUDIO_TRY(checkInnerBox());
    PSTUDIO_TRY(checkElementStrides());
    PSTUDIO_TRY(checkModes());
    return layout();
  }

private:
  size_t rank() const { return m_shape.size(); }
  bool isInterleaved() const { return m_map.interleave != TensorInterleave::None; }
  std::string shapeField() const { return m_map.shape.empty() ? "buffer" : "shape"; }

  Result<void> checkCount(std::string_view field, size_t count) const {
    if (count == rank())
      return {};
    return reject(std::string(field), "has " + std::to_string(count) + " numbers, but the tensor " +
                                          describeShape(m_buffer.dtype, m_shape) + " has " +
                                          std::to_string(rank()) + " dimensions");
  }

  Result<void> checkRank() const {
    if (rank() < 1 || rank() > TensorMapLimits::kMaxRank)
      return reject(shapeField(),
                    "a tensor map has 1 to " + std::to_string(TensorMapLimits::kMaxRank) +
                        " dimensions, this tensor " + std::to_string(rank()),
                    "give a shape with fewer dimensions that covers the same elements");
    PSTUDIO_TRY(checkCount("box", m_map.box.size()));
    if (!m_map.strides.empty())
      PSTUDIO_TRY(checkCount("strides", m_map.strides.size()));
    if (!m_map.elementStrides.empty())
      PSTUDIO_TRY(checkCount("element_strides", m_map.elementStrides.size()));
    if (isInterleaved() && rank() < TensorMapLimits::kMinRankInterleaved)
      return reject("interleave", "an interleaved tensor has at least " +
                                      std::to_string(TensorMapLimits::kMinRankInterleaved) +
                                      " dimensions, this one " + std::to_string(rank()));
    return {};
  }

  Result<void> checkExtents() const {
    for (size_t d = 0; d < rank(); ++d)
      if (m_shape[d] < 1 || m_shape[d] > TensorMapLimits::kMaxExtent)
        return reject(m_map.shape.empty() ? shapeField() : element("shape", d),
                      "extent " + std::to_string(m_shape[d]) + " is outside 1 to 2^32");
    return {};
  }

  /// Fills m_strideBytes; the last dimension's is the size of an element.
  Result<void> checkStrides() {
    m_strideBytes.assign(rank(), m_elementBytes);
    if (!m_map.strides.empty() && m_map.strides.back() != 1)
      return reject(element("strides", rank() - 1),
                    "the elements of the last dimension must be contiguous: stride 1, not " +
                        std::to_string(m_map.strides.back()));
    const int64_t unit = m_map.interleave == TensorInterleave::Bytes32
                             ? 2 * TensorMapLimits::kUnitBytes
                             : TensorMapLimits::kUnitBytes;
    for (size_t d = rank() - 1; d-- > 0;) {
      const bool tooLong =
          m_map.strides.empty()
              ? __builtin_mul_overflow(m_strideBytes[d + 1], m_shape[d + 1], &m_strideBytes[d])
              : __builtin_mul_overflow(m_map.strides[d], m_elementBytes, &m_strideBytes[d]);
      const std::string where =
          m_map.strides.empty() ? element(shapeField(), d + 1) : element("strides", d);
      if (tooLong || m_strideBytes[d] < 1 || m_strideBytes[d] > TensorMapLimits::kMaxStrideBytes)
        return reject(m_map.strides.empty() ? shapeField() : where,
                      "the stride of dimension " + std::to_string(d) +
                          " is not above 0 and below 2^40 bytes");
      if (m_strideBytes[d] % unit != 0)
        return reject(
            m_map.shape.empty() && m_map.strides.empty() ? shapeField() : where,
            "the stride of dimension " + std::to_string(d) + " is " +
                std::to_string(m_strideBytes[d]) + " bytes, not a multiple of " +
                std::to_string(unit),
            "pad the rows of the buffer, and give shape and strides of the part that counts");
    }
    return {};
  }

  Result<void> checkFitsBuffer() const {
    PSTUDIO_TRY_ASSIGN(const uint64_t elements, countElements(m_buffer.dtype, m_buffer.shape));
    const auto available = static_cast<int64_t>(elements) * m_elementBytes;
    int64_t needed = m_elementBytes;
    for (size_t d = 0; d < rank(); ++d) {
      int64_t reach = 0;
      if (__builtin_mul_overflow(m_shape[d] - 1, m_strideBytes[d], &reach) ||
          __builtin_add_overflow(needed, reach, &needed))
        needed = INT64_MAX;
      if (needed > available)
        break;
    }
    if (needed <= available)
      return {};
    return reject(m_map.shape.empty() ? "strides" : "shape",
                  "the tensor " + describeShape(m_buffer.dtype, m_shape) +
                      " reaches beyond the end of buffer " + m_map.buffer + ", which is " +
                      describeShape(m_buffer.dtype, m_buffer.shape) + " = " +
                      std::to_string(available) + " bytes",
                  "make the buffer larger, or the shape smaller");
  }

  Result<void> checkBox() const {
    for (size_t d = 0; d < rank(); ++d) {
      const int64_t extent = m_map.box[d];
      if (extent < 1 || extent > TensorMapLimits::kMaxBox)
        return reject(element("box", d),
                      std::to_string(extent) + " is outside 1 to " +
                          std::to_string(TensorMapLimits::kMaxBox),
                      "use a smaller box and more copies");
      if (extent > m_shape[d] && !m_map.fill)
        return reject(element("box", d),
                      "the box does not fit: it has " + std::to_string(extent) +
                          " elements in a dimension in which " + m_map.buffer + " has " +
                          std::to_string(m_shape[d]),
                      "make it smaller, or set \"fill\" to the value of elements outside");
    }
    return {};
  }

  Result<void> checkInnerBox() const {
    if (isInterleaved())
      return {};
    const int64_t bytes = m_map.box.back() * m_elementBytes;
    const std::string text = std::to_string(m_map.box.back()) + " elements of " +
                             std::string(dtypeName(m_buffer.dtype)) + " are " +
                             std::to_string(bytes) + " bytes";
    if (bytes % TensorMapLimits::kUnitBytes != 0)
      return reject(element("box", rank() - 1), text + ", not a multiple of 16",
                    "the last dimension of a box is moved in pieces of 16 bytes");
    const int64_t span = swizzleBytes(m_map.swizzle);
    if (span != 0 && bytes > span)
      return reject(element("box", rank() - 1),
                    text + ", more than the " + std::to_string(span) + " bytes of the swizzle",
                    "make the last dimension of the box at most " +
                        std::to_string(span / m_elementBytes) + ", or the swizzle wider");
    return {};
  }

  Result<void> checkElementStrides() const {
    for (size_t d = 0; d < m_map.elementStrides.size(); ++d) {
      const int64_t stride = m_map.elementStrides[d];
      if (stride < 1 || stride > TensorMapLimits::kMaxElementStride)
        return reject(element("element_strides", d),
                      std::to_string(stride) + " is outside 1 to " +
                          std::to_string(TensorMapLimits::kMaxElementStride));
      if (stride != 1 && d + 1 == rank() && !isInterleaved())
        return reject(element("element_strides", d),
                      "the hardware cannot step over elements of the last dimension",
                      "give 1 there");
    }
    return {};
  }

  Result<void> checkModes() const {
    // The documentation says so; the driver of CUDA 13.0 takes others.
    if (m_map.interleave == TensorInterleave::Bytes32 && m_map.swizzle != TensorSwizzle::Bytes32)
      return reject("swizzle", "interleave 32B goes with swizzle 32B only");
    if (m_map.fill == TensorFill::Nan && !dtypeIsFloating(m_buffer.dtype))
      return reject("fill", "nan needs a floating-point buffer, " + m_map.buffer + " holds " +
                                std::string(dtypeName(m_buffer.dtype)));
    return {};
  }

  TensorMapLayout layout() const {
    TensorMapLayout result{m_buffer.dtype,
                           {},
                           {},
                           {},
                           {},
                           m_map.swizzle,
                           m_map.interleave,
                           m_map.l2Promotion,
                           m_map.fill.value_or(TensorFill::Zeros)};
    for (size_t d = rank(); d-- > 0;) {
      result.extents.push_back(static_cast<uint64_t>(m_shape[d]));
      if (d + 1 != rank())
        result.strideBytes.push_back(static_cast<uint64_t>(m_strideBytes[d]));
      result.box.push_back(static_cast<uint32_t>(m_map.box[d]));
      result.elementStrides.push_back(
          m_map.elementStrides.empty() ? 1 : static_cast<uint32_t>(m_map.elementStrides[d]));
    }
    return result;
  }

  const TensorMapArgument &m_map;
  const BufferArgument &m_buffer;
  const std::vector<int64_t> m_shape;
  const int64_t m_elementBytes;
  std::vector<int64_t> m_strideBytes;
};

Result<const BufferArgument *> bufferOf(const RunSpec &spec, const TensorMapArgument &map) {
  if (const BufferArgument *buffer = findBuffer(spec, map.buffer))
    return buffer;
  const std::vector<std::string_view> names = bufferNames(spec);
  return reject("buffer", "there is no buffer '" + map.buffer + "'",
                names.empty() ? "add it to \"buffers\"" : nameHint(map.buffer, names));
}

} // namespace

Result<TensorMapLayout> layOutTensorMap(const TensorMapArgument &map,
                                        const BufferArgument &buffer) {
  return MapRules(map, buffer).check();
}

Result<void> validateTensorMaps(const RunSpec &spec) {
  for (size_t i = 0; i < spec.arguments.size(); ++i) {
    const auto *map = std::get_if<TensorMapArgument>(&spec.arguments[i].value);
    if (!map)
      continue;
    const auto buffer = bufferOf(spec, *map);
    const auto layout = buffer ? layOutTensorMap(*map, **buffer) : tl::unexpected(buffer.error());
    if (layout)
      continue;
    Error error = layout.error();
    error.where = element("arguments", i) + ".tensor_map." + error.where;
    return tl::unexpected<Error>(std::move(error));
  }
  return {};
}

} // namespace pstudio
