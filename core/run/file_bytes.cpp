// SPDX-License-Identifier: Apache-2.0
#include "core/run/file_bytes.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <system_error>

namespace pstudio {

Result<std::vector<std::byte>> readFileBytes(const std::filesystem::path &file, uint64_t maxBytes) {
  std::error_code error;
  const auto status = std::filesystem::status(file, error);
  if (status.type() == std::filesystem::file_type::not_found)
    return fail(ErrorCode::Io, "no such file", file.string());
  if (status.type() != std::filesystem::file_type::regular)
    return fail(ErrorCode::Io, "not a regular file", file.string());
  const uint64_t size = std::filesystem::file_size(file, error);
  if (error)
    return fail(ErrorCode::Io, "cannot read the file: " + error.message(), file.string());
  if (size > maxBytes)
    return fail(ErrorCode::InvalidInput,
                "the file has " + std::to_string(size) + " bytes, the limit is " +
                    std::to_string(maxBytes),
                file.string());
  errno = 0;
  std::ifstream stream(file, std::ios::binary);
  std::vector<std::byte> bytes(size);
  stream.read(reinterpret_cast<char *>(bytes.data()), static_cast<std::streamsize>(size));
  if (!stream)
    return fail(ErrorCode::Io,
                std::string("cannot read the file: ") +
                    (errno != 0 ? std::strerror(errno) : "it became shorter"),
                file.string());
  return bytes;
}

} // namespace pstudio
