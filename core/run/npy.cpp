// SPDX-License-Identifier: Apache-2.0
#include "core/run/npy.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

#include "core/base/byte_reader.h"
#include "core/base/file_bytes.h"
#include "core/base/output_file.h"
#include "core/run/npy_header.h"

namespace pstudio {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";

struct DescrRow {
  std::string_view descr; ///< without the byte-order character
  DType type;
};
constexpr std::array<DescrRow, 7> kDescrs{{{"f2", DType::F16},
                                           {"f4", DType::F32},
                                           {"f8", DType::F64},
                                           {"i1", DType::I8},
                                           {"i2", DType::I16},
                                           {"i4", DType::I32},
                                           {"i8", DType::I64}}};

Result<DType> dtypeFromDescr(const std::string &descr) {
  const auto unsupported = [](std::string message, std::string hint) {
    return fail(ErrorCode::Unsupported, std::move(message), "header field descr", std::move(hint));
  };
  const std::string_view kind = std::string_view(descr).substr(std::min<size_t>(1, descr.size()));
  if (kind.starts_with('O'))
    return unsupported("arrays of Python objects cannot be read", "convert it with .astype first");
  if (descr.starts_with('>') && kind != "i1")
    return unsupported("big-endian element type '" + descr + "'",
                       "save it with .astype('<" + std::string(kind) + "')");
  for (const DescrRow &row : kDescrs)
    if (row.descr == kind && (descr[0] == '<' || kind == "i1"))
      return row.type;
  return unsupported("element type '" + descr + "' cannot be read",
                     "supported: f2, f4, f8, i1, i2, i4, i8, little-endian");
}

Result<std::string_view> readHeaderText(ByteReader &reader) {
  PSTUDIO_TRY_ASSIGN(const auto magic, reader.take(kMagic.size()));
  if (std::memcmp(magic.data(), kMagic.data(), kMagic.size()) != 0)
    return fail(ErrorCode::InvalidFormat, "not a .npy file: the magic number is missing", "byte 0");
  PSTUDIO_TRY_ASSIGN(const uint8_t major, reader.read<uint8_t>());
  PSTUDIO_TRY_ASSIGN(const uint8_t minor, reader.read<uint8_t>());
  if ((major != 1 && major != 2) || minor != 0)
    return fail(ErrorCode::Unsupported,
                ".npy version " + std::to_string(major) + "." + std::to_string(minor) +
                    " cannot be read",
                "byte 6", "versions 1.0 and 2.0 can");
  uint32_t length = 0;
  if (major == 1) {
    PSTUDIO_TRY_ASSIGN(length, reader.read<uint16_t>());
  } else {
    PSTUDIO_TRY_ASSIGN(length, reader.read<uint32_t>());
  }
  PSTUDIO_TRY_ASSIGN(const auto text, reader.take(length));
  return std::string_view(reinterpret_cast<const char *>(text.data()), text.size());
}

std::optional<std::string> descrFromDtype(DType type) {
  for (const DescrRow &row : kDescrs)
    if (row.type == type)
      return (type == DType::I8 ? "|" : "<") + std::string(row.descr);
  return std::nullopt;
}

/// The dictionary, padded with spaces so that the data starts at a multiple of 64, as NumPy does.
std::string headerText(const std::string &descr, std::span<const int64_t> shape) {
  constexpr size_t kPrefixBytes = kMagic.size() + 2 + 2;
  std::string text = "{'descr': '" + descr + "', 'fortran_order': False, 'shape': (";
  for (int64_t extent : shape)
    text += std::to_string(extent) + ", ";
  text += "), }";
  while ((kPrefixBytes + text.size() + 1) % 64 != 0)
    text += ' ';
  return text + '\n';
}

} // namespace

Result<HostBuffer> decodeNpy(std::span<const std::byte> file) {
  ByteReader reader(file);
  PSTUDIO_TRY_ASSIGN(const std::string_view text, readHeaderText(reader));
  PSTUDIO_TRY_ASSIGN(const NpyHeader header, parseNpyHeader(text));
  PSTUDIO_TRY_ASSIGN(const DType dtype, dtypeFromDescr(header.descr));
  // With one dimension both orders are the same, and NumPy writes True for some of those.
  if (header.fortranOrder && header.shape.size() > 1)
    return fail(ErrorCode::Unsupported, "the array is in Fortran (column-major) order",
                "header field fortran_order", "save numpy.ascontiguousarray(array)");
  PSTUDIO_TRY_ASSIGN(const uint64_t count, countElements(dtype, header.shape));
  const uint64_t needed = count * dtypeSize(dtype).value;
  // Checked before the allocation: a forged shape must not allocate gigabytes.
  if (needed != reader.remaining())
    return fail(ErrorCode::InvalidFormat,
                describeShape(dtype, header.shape) + " needs " + std::to_string(needed) +
                    " bytes of data, the file has " + std::to_string(reader.remaining()),
                "byte " + std::to_string(reader.offset()));
  PSTUDIO_TRY_ASSIGN(HostBuffer buffer, HostBuffer::make(dtype, header.shape));
  PSTUDIO_TRY_ASSIGN(const auto data, reader.take(needed));
  std::ranges::copy(data, buffer.bytes().begin());
  return buffer;
}

Result<HostBuffer> readNpy(const std::filesystem::path &file) {
  PSTUDIO_TRY_ASSIGN(const FileBytes content, FileBytes::read(file, kMaxHostBufferBytes));
  Result<HostBuffer> buffer = decodeNpy(content.bytes());
  if (!buffer) {
    Error error = std::move(buffer).error();
    error.where = file.string() + (error.where.empty() ? "" : ": " + error.where);
    return tl::unexpected<Error>(std::move(error));
  }
  return buffer;
}

Result<std::vector<std::byte>> encodeNpy(const HostBuffer &buffer) {
  const std::optional<std::string> descr = descrFromDtype(buffer.dtype());
  if (!descr)
    return fail(ErrorCode::Unsupported,
                ".npy files cannot hold " + std::string(dtypeName(buffer.dtype())), {},
                "write it as f32");
  const std::string text = headerText(*descr, buffer.shape());
  std::string prefix(kMagic);
  prefix +=
      {'\x01', '\x00', static_cast<char>(text.size() & 0xff), static_cast<char>(text.size() >> 8)};
  prefix += text;
  std::vector<std::byte> file(prefix.size() + buffer.bytes().size());
  std::memcpy(file.data(), prefix.data(), prefix.size());
  std::ranges::copy(buffer.bytes(), file.begin() + static_cast<ptrdiff_t>(prefix.size()));
  return file;
}

Result<void> writeNpy(const HostBuffer &buffer, const std::filesystem::path &file) {
  PSTUDIO_TRY_ASSIGN(const std::vector<std::byte> bytes, encodeNpy(buffer));
  return writeOutput(file, {reinterpret_cast<const char *>(bytes.data()), bytes.size()});
}

} // namespace pstudio
