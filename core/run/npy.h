// SPDX-License-Identifier: Apache-2.0
// NumPy's .npy files, versions 1 and 2, row-major and little-endian.
// Format: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <vector>

#include "core/base/result.h"
#include "core/run/host_buffer.h"

namespace pstudio {

/// The array of a file. Element types f2, f4, f8, i1, i2, i4, i8. Fortran order, big-endian,
/// unsigned, structured and object arrays are rejected as Unsupported with a hint; anything that is
/// not a .npy file, is cut off or has bytes left over is InvalidFormat. Never reads outside the
/// file, whatever it holds. O(file).
Result<HostBuffer> readNpy(const std::filesystem::path &file);

/// As readNpy, of a file's bytes. An error's `where` is the byte offset or the header field.
Result<HostBuffer> decodeNpy(std::span<const std::byte> file);

/// The array as a version 1 file. Fails with Unsupported for bf16, which .npy cannot name.
Result<std::vector<std::byte>> encodeNpy(const HostBuffer &buffer);

/// Writes encodeNpy's bytes through an OutputFile.
Result<void> writeNpy(const HostBuffer &buffer, const std::filesystem::path &file);

} // namespace pstudio
