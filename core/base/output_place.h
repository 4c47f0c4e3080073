// SPDX-License-Identifier: Apache-2.0
// Kind of the file at an output path of a program.
#pragma once

#include <cstdint>
#include <filesystem>

#include "core/base/result.h"

namespace pstudio {

/// The path that stands for standard output; a file of this name is "./-".
inline constexpr const char *kStandardOutputPath = "-";

/// Where bytes for a path go, after all symbolic links in its last component.
struct OutputPlace {
  enum class Kind : uint8_t {
    File,       ///< a regular file or nothing yet: may be replaced by a rename
    Special,    ///< a device, a FIFO or a file that another process holds open: written directly
    Descriptor, ///< a descriptor of this process ("-", /dev/stdout, /dev/fd/N): written directly
  };
  Kind kind = Kind::File;
  std::filesystem::path path; ///< relative where `target` is; of a Descriptor as the user wrote it
  int descriptor = -1;        ///< of a Descriptor; open or not

  /// Examines `target` without changes. A link whose target is missing gives that target. Io for a
  /// folder, for a chain of more than 40 links, for a link of another user's in a shared folder and
  /// for a path that cannot be examined.
  static Result<OutputPlace> of(const std::filesystem::path &target);

  bool isFile() const { return kind == Kind::File; }
  /// True for this process's standard output, also by the path of the FIFO that it is connected to.
  bool isStandardOutput() const;
};

/// OutputPlace::isStandardOutput() of a path; false for an empty path and where of() fails.
bool isStandardOutput(const std::filesystem::path &target);

/// True if a file can be kept beside `target`, such as a table or the trace of a failed run: it is
/// not where devices and FIFOs are.
bool mayHaveSiblings(const std::filesystem::path &target);

} // namespace pstudio
