// SPDX-License-Identifier: Apache-2.0
// PTX of a kernel that a program launches, from the image that the driver was given.
#pragma once

#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "collector/attach/host/kernel_files.h"
#include "collector/attach/protocol/messages.h"
#include "core/image/device_code.h"

namespace pstudio::attach {

struct FoundPtx {
  /// Its text works on the variables of the original's module (core/ptx/original_variables.h).
  std::optional<image::KernelPtx> ptx;
  std::vector<TwinVariable> variables; ///< of the original's module
  CodeProblem problem;                 ///< valid if there is no PTX
  /// Line of the report about each recorded launch of the PTX; its code is empty: none.
  CodeProblem remark = {};
};

/// The bytes of the file that `image.place` names, as the program loaded them. Io if the file has
/// others. O(size). [thread: any]
Result<std::string> imageBytes(const KernelImage &image);

/// The PTX of the kernel `image.name` in an image, if a twin can share the variables of its module.
/// O(size of the code for the device). [thread: any]
FoundPtx ptxIn(std::string_view bytes, const KernelImage &image);

/// Finds PTX of kernels. The code of an image stays in memory for its other kernels, up to a limit:
/// the images that were used least recently are dropped first. [thread: any]
class KernelPtxFinder {
public:
  /// \param mostBytes  of PTX text that stays
  explicit KernelPtxFinder(uint64_t mostBytes = uint64_t{256} << 20) : m_mostBytes(mostBytes) {}

  /// The PTX from which the running code was made. Accepts only a file that has the image's bytes
  /// when it is read, and only PTX whose variables a twin can share with the original. O(size of
  /// the code for the device) for the first kernel of an image, O(PTX) for others. Waits for a call
  /// that reads the same image.
  FoundPtx find(const KernelImage &image);

private:
  /// An image that was read, or is being read.
  struct Image {
    ImagePlace place;
    image::Architecture device;
    std::mutex mutex;                      ///< of reading it
    std::optional<image::DeviceCode> code; ///< does not change once it was read
    uint64_t textBytes = 0;                ///< of `code`, once it counts in m_textBytes
  };

  std::shared_ptr<Image> imageAt(const ImagePlace &place, image::Architecture device);
  void keep(Image &image, uint64_t textBytes);
  std::optional<CodeProblem> read(Image &image);

  const uint64_t m_mostBytes;
  std::mutex m_mutex;                         ///< of all below
  std::list<std::shared_ptr<Image>> m_images; ///< the last used one first
  uint64_t m_textBytes = 0;
};

} // namespace pstudio::attach
