// SPDX-License-Identifier: Apache-2.0
#include "collector/attach/host/kernel_ptx.h"

#include <algorithm>
#include <string_view>

#include <fcntl.h>
#include <unistd.h>

#include "collector/attach/host/assembler_options.h"
#include "collector/attach/protocol/image_hash.h"
#include "collector/attach/protocol/wire.h"
#include "core/process/descriptor.h"
#include "core/ptx/original_variables.h"

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

/// The bytes of an image, as the program loaded them.
Result<std::string> bytesAt(const ImagePlace &place) {
  std::string bytes = bytesOf(place);
  if (bytes.empty() || !isChecked(bytes, place.check))
    return fail(ErrorCode::Io, "the image is not in the file any more: " + place.file.string());
  return bytes;
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
  return {std::nullopt, {}, {std::move(code), std::move(detail)}, {}};
}

/// Part of a message that a list of variables may take; the rest is short [bytes].
constexpr size_t kMostVariableBytes = kMaxMessageBytes - 8 * 1024;

/// Bytes of the list in a message.
size_t messageBytes(const std::vector<TwinVariable> &variables) {
  std::string bytes;
  WireWriter writer(bytes);
  writer(variables);
  return bytes.size();
}

/// The list as the preloaded library gets it.
std::vector<TwinVariable> listOf(std::vector<ptx::OriginalVariable> variables) {
  std::vector<TwinVariable> list;
  for (ptx::OriginalVariable &variable : variables)
    list.push_back({variable.form == ptx::VariableForm::Copied ? VariableForm::Copied
                                                               : VariableForm::Addressed,
                    std::move(variable.name), std::move(variable.symbol), variable.bytes});
  return list;
}

/// The PTX of a kernel, with the variables of the original's module.
FoundPtx withVariables(image::KernelPtx found, const std::string &kernel) {
  if (!found.hasVariables)
    return {std::move(found), {}, {}, {}};
  const Result<ptx::Module> module = ptx::readModule(found.text, kernel + ".ptx");
  if (!module)
    return without("code.rejected", module.error().toString());
  Result<ptx::SharedModule> shared = ptx::withOriginalVariables(*module, kernel, kernel + ".ptx");
  if (!shared)
    return without(shared.error().code == ErrorCode::Unsupported ? "code.variable"
                                                                 : "code.rejected",
                   shared.error().toString());
  std::vector<TwinVariable> variables = listOf(std::move(shared->variables));
  if (messageBytes(variables) > kMostVariableBytes)
    return without("code.variable", std::to_string(variables.size()) + " variables are too many");
  found.text = std::move(shared->text);
  return {std::move(found), std::move(variables), {}, {}};
}

FoundPtx without(const image::PtxAnswer &answer) {
  return without(codeOf(answer.reason),
                 answer.reason == image::NoPtxReason::NoCode && answer.detail.empty()
                     ? std::string(wordsOf(answer.reason))
                     : answer.detail);
}

} // namespace

Result<std::string> imageBytes(const KernelImage &image) {
  if (!image.place)
    return fail(ErrorCode::Io, "the image of the kernel was not stored");
  return bytesAt(*image.place);
}

FoundPtx ptxIn(std::string_view bytes, const KernelImage &image) {
  const auto device = image::architectureFrom(image.architecture);
  if (!device)
    return without("code.none", "the architecture of the device is unknown");
  image::PtxAnswer answer = image::findPtx(std::as_bytes(std::span(bytes)), image.name, *device);
  return answer.ptx ? withVariables(*std::move(answer.ptx), image.name) : without(answer);
}

/// The image, as the one used last.
std::shared_ptr<KernelPtxFinder::Image> KernelPtxFinder::imageAt(const ImagePlace &place,
                                                                 image::Architecture device) {
  const std::lock_guard lock(m_mutex);
  const auto found = std::ranges::find_if(m_images, [&](const std::shared_ptr<Image> &image) {
    return image->place == place && image->device == device;
  });
  if (found == m_images.end()) {
    m_images.push_front(std::make_shared<Image>());
    m_images.front()->place = place;
    m_images.front()->device = device;
  } else {
    m_images.splice(m_images.begin(), m_images, found);
  }
  return m_images.front();
}

/// Counts an image that was read, then drops images until the rest is within the limit.
void KernelPtxFinder::keep(Image &image, uint64_t textBytes) {
  const std::lock_guard lock(m_mutex);
  image.textBytes = textBytes;
  m_textBytes += textBytes;
  for (auto at = m_images.end(); m_textBytes > m_mostBytes && at != m_images.begin();) {
    --at;
    m_textBytes -= (*at)->textBytes;
    if ((*at)->textBytes != 0)
      at = m_images.erase(at);
  }
}

/// Reads the image if no call has done so. Returns why it cannot be read.
std::optional<CodeProblem> KernelPtxFinder::read(Image &image) {
  const std::lock_guard lock(image.mutex);
  if (image.code)
    return std::nullopt;
  const Result<std::string> bytes = bytesAt(image.place);
  if (!bytes)
    return CodeProblem{"code.none", bytes.error().toString()};
  const Result<image::GpuImage> parsed = image::readImage(std::as_bytes(std::span(*bytes)));
  if (!parsed)
    return without(image::withoutImage(parsed.error())).problem;
  image.code.emplace(*parsed, image.device);
  keep(image, image.code->textBytes());
  return std::nullopt;
}

FoundPtx KernelPtxFinder::find(const KernelImage &kernel) {
  if (!kernel.place)
    return without("code.none", "the image of the kernel was not stored");
  const auto device = image::architectureFrom(kernel.architecture);
  if (!device)
    return without("code.none", "the architecture of the device is unknown");
  const std::shared_ptr<Image> image = imageAt(*kernel.place, *device);
  if (std::optional<CodeProblem> problem = read(*image))
    return {std::nullopt, {}, *std::move(problem), {}};
  image::PtxAnswer answer = image->code->findPtx(kernel.name);
  if (!answer.ptx)
    return without(answer);
  if (kernel.place->isCompiled) {
    answer.ptx->isDriverCompiled = false;
    answer.ptx->running = answer.ptx->target; // NVRTC compiles both for one architecture
    answer.ptx->ptxasOptions = optionsForAssembler(kernel.place->options);
  }
  return withVariables(*std::move(answer.ptx), kernel.name);
}

} // namespace pstudio::attach
