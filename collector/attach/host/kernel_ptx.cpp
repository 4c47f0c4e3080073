// SPDX-License-Identifier: Apache-2.0
#include "collector/attach/host/kernel_ptx.h"

#include <algorithm>
#include <string_view>

#include <fcntl.h>
#include <unistd.h>

#include "collector/attach/host/assembler_options.h"
#include "collector/attach/protocol/image_hash.h"
#include "core/process/descriptor.h"

namespace pstudio::attach {
namespace {

/// No image of a program is larger.
constexpr uint64_t kMaxImageBytes = uint64_t{4} << 30;

/// The bytes of a file; empty if they cannot all be read. Read, not mapped: the program may
/// truncate the file.
std::string bytesOf(const ImagePlace &place) {
  std::string bytes;
  const Descriptor file(::open(place.file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file.isOpen() || place.bytes > kMaxImageBytes ||
      place.bytes + place.offset > static_cast<uint64_t>(::lseek(file.get(), 0, SEEK_END)))
    return bytes;
  bytes.resize(place.bytes);
  for (size_t done = 0; done < bytes.size();) {
    const ssize_t count = ::pread(file.get(), bytes.data() + done, bytes.size() - done,
                                  static_cast<off_t>(place.offset + done));
    if (count <= 0)
      return {};
    done += static_cast<size_t>(count);
  }
  return bytes;
}

bool isChecked(std::string_view bytes, uint64_t check) {
  const size_t size = std::min<uint64_t>(bytes.size(), kCheckedBytes);
  return imageCheck(bytes.substr(0, size), bytes.substr(bytes.size() - size)) == check;
}

const char *codeOf(image::NoPtxReason reason) {
  switch (reason) {
  case image::NoPtxReason::NoPtx:
    return "code.machine";
  case image::NoPtxReason::OtherArchitecture:
    return "code.architecture";
  case image::NoPtxReason::Relocatable:
    return "code.linked";
  case image::NoPtxReason::DynamicParallelism:
    return "code.launches";
  case image::NoPtxReason::UnknownCompression:
    return "code.format";
  case image::NoPtxReason::Damaged:
    return "code.damaged";
  case image::NoPtxReason::NoCode:
    return "code.none";
  }
  return "code.none";
}

FoundPtx without(std::string code, std::string detail) {
  return {std::nullopt, {std::move(code), std::move(detail)}, {}};
}

} // namespace

Result<std::string> imageBytes(const KernelImage &image) {
  if (!image.place)
    return fail(ErrorCode::Io, "the image of the kernel was not stored");
  std::string bytes = bytesOf(*image.place);
  if (bytes.empty() || !isChecked(bytes, image.place->check))
    return fail(ErrorCode::Io,
                "the image is not in the file any more: " + image.place->file.string());
  return bytes;
}

FoundPtx ptxIn(std::string_view bytes, const KernelImage &image) {
  const auto device = image::architectureFrom(image.architecture);
  if (!device)
    return without("code.none", "the architecture of the device is unknown");
  image::PtxAnswer answer = image::findPtx(std::as_bytes(std::span(bytes)), image.name, *device);
  if (!answer.ptx)
    return without(codeOf(answer.reason),
                   answer.reason == image::NoPtxReason::NoCode && answer.detail.empty()
                       ? std::string(wordsOf(answer.reason))
                       : std::move(answer.detail));
  if (!answer.ptx->variable.empty())
    return without("code.variable", answer.ptx->variable);
  return {std::move(answer.ptx), {}, {}};
}

FoundPtx findKernelPtx(const KernelImage &image) {
  const Result<std::string> bytes = imageBytes(image);
  if (!bytes)
    return without("code.none", bytes.error().toString());
  FoundPtx found = ptxIn(*bytes, image);
  if (found.ptx && image.place->isCompiled) {
    found.ptx->isDriverCompiled = false;
    found.ptx->running = found.ptx->target; // NVRTC compiles both for one architecture
    found.ptx->ptxasOptions = optionsForAssembler(image.place->options);
  }
  return found;
}

} // namespace pstudio::attach
