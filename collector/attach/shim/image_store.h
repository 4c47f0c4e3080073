// SPDX-License-Identifier: Apache-2.0
// Images that the program loads and that may contain PTX, each once, as bytes of a file.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "collector/attach/protocol/messages.h"
#include "collector/attach/shim/file_mappings.h"

namespace pstudio::attach {

/// Images in a file that the process has mapped, or that it names, are not copied. Others are
/// copied into a file of the raw folder. [thread: any]
class ImageStore {
public:
  /// Limits of copies: of one image, and of all in the process. [bytes]
  static constexpr uint64_t kMaxCopyBytes = uint64_t{256} << 20;
  static constexpr uint64_t kMaxCopiedBytes = uint64_t{1} << 30;
  static constexpr uint32_t kMaxImages = 65536;

  /// \param prefix  of the files of copies: RAW/PID. Must precede all other calls.
  void open(std::string prefix) { m_prefix = std::move(prefix); }

  /// Stores an image that the driver has accepted: a fat binary or PTX text. \return its number,
  /// the same for the same image; kNoImage for other kinds, and for bytes that cannot be read.
  /// `problem` is a code of report_codes.h the first time that the copy of an image fails.
  uint32_t keep(const void *image, ImageKind kind, std::string_view &problem);
  /// Stores the PTX from which a compiler of the process made a cubin, by the SHA-256 of the cubin.
  /// \return its number; kNoImage if the cubin was not compiled in the process.
  uint32_t keepCompiled(const std::string &cubinHash, std::string_view &problem);
  /// Stores a cubin of `bytes` bytes whose compiler writes PTX into a folder. Others are no use.
  /// \param options  those of the message (ImageSeen)
  uint32_t keepDumped(const void *cubin, uint64_t bytes, std::vector<std::string> options,
                      std::string_view &problem);
  /// As keep(), for a file that the driver has accepted.
  uint32_t keepFile(const char *path, ImageKind kind);
  /// The message about an image; nullopt after the first call, and for kNoImage.
  std::optional<ImageSeen> takeUnsent(uint32_t number);
  /// Called when an image is unloaded: its library may be unmapped next.
  void forgetMappings();

private:
  struct Kept {
    ImageSeen seen;
    bool isSent = false;
  };
  using Range = std::pair<std::pair<std::string, uint64_t>, uint64_t>; ///< file, offset; bytes

  using Options = std::vector<std::string>;

  uint32_t add(ImageKind kind, FileRange range, uint64_t check, Options options = {});
  uint32_t copy(const void *image, uint64_t bytes, ImageKind kind, std::string_view &problem,
                Options options = {});

  std::mutex m_mutex;
  std::string m_prefix;
  FileMappings m_mappings;
  std::vector<Kept> m_images;
  std::map<Range, uint32_t> m_byRange;
  std::map<std::pair<uint64_t, uint64_t>, uint32_t> m_byContents; ///< of copies: hash and size
  std::map<std::string, uint32_t> m_byCubin; ///< of compiled PTX: SHA-256 of the cubin
  uint64_t m_copiedBytes = 0;
  uint32_t m_copies = 0;
  bool m_hasFailed = false;
};

} // namespace pstudio::attach
