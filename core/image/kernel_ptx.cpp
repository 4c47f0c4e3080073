// SPDX-License-Identifier: Apache-2.0
#include "core/image/kernel_ptx.h"

#include <algorithm>
#include <tuple>
#include <vector>

#include "core/image/cubin.h"
#include "core/image/ptx_outline.h"

namespace pstudio::image {
namespace {

using Entries = std::vector<const ImageEntry *>;

/// Orders a choice of the driver: the largest number first; at one number the most specific code.
bool isPreferred(const ImageEntry *one, const ImageEntry *other) {
  const auto rank = [](const ImageEntry &entry) {
    const char suffix = entry.architecture.suffix;
    return std::tuple(entry.architecture.number, suffix == 'a' ? 2 : suffix == 'f' ? 1 : 0);
  };
  return rank(*one) > rank(*other);
}

template <class Fits> Entries entriesFor(const GpuImage &image, EntryKind kind, const Fits &fits) {
  Entries entries;
  for (const ImageEntry &entry : image.entries)
    if (entry.kind == kind && fits(entry.architecture))
      entries.push_back(&entry);
  std::stable_sort(entries.begin(), entries.end(), isPreferred);
  return entries;
}

PtxAnswer without(NoPtxReason reason, std::string detail = {}) {
  return {std::nullopt, reason, std::move(detail)};
}

PtxAnswer without(const Error &error) {
  return without(error.code == ErrorCode::Unsupported ? NoPtxReason::UnknownCompression
                                                      : NoPtxReason::Damaged,
                 error.toString());
}

/// "sm_80, sm_90" of all PTX of the image.
std::string targetsIn(const GpuImage &image) {
  std::string text;
  for (const ImageEntry &entry : image.entries)
    if (entry.kind == EntryKind::Ptx)
      text += (text.empty() ? "" : ", ") + toString(entry.architecture);
  return text;
}

/// The machine code that runs.
struct RunningCode {
  Architecture architecture;
  Architecture madeFrom; ///< of its PTX
  bool isLinked = false;
};

/// The machine code with the kernel among entries of the driver's choice; nullopt if none has it.
Result<std::optional<RunningCode>> runningCode(const Entries &entries, std::string_view kernel) {
  for (const ImageEntry *entry : entries) {
    if (entry->architecture != entries.front()->architecture)
      break; // the driver has chosen another one
    PSTUDIO_TRY_ASSIGN(const std::string elf, payloadOf(*entry));
    Result<CubinFacts> facts = readCubin(std::as_bytes(std::span(elf)));
    if (!facts) {
      facts.error().where = "code at byte " + std::to_string(entry->offset) +
                            (facts.error().where.empty() ? "" : ", ") + facts.error().where;
      return tl::unexpected<Error>(std::move(facts).error());
    }
    if (!facts->contains(kernel))
      continue;
    RunningCode code;
    code.architecture = entry->architecture;
    code.madeFrom = entry->architecture;
    if (facts->virtualNumber != 0)
      code.madeFrom.number = facts->virtualNumber;
    code.isLinked = facts->isLinked || facts->isRelocatable;
    return std::optional(code);
  }
  return std::optional<RunningCode>();
}

/// Objects of a program that is linked for the device.
bool isObject(const ImageEntry &entry) {
  return entry.ptxasOptions.find("--compile-only") != std::string::npos;
}

/// The kernel's PTX among entries that all fit.
PtxAnswer ptxIn(const Entries &entries, std::string_view kernel, Architecture running) {
  for (const ImageEntry *entry : entries) {
    Result<std::string> text = payloadOf(*entry);
    if (!text)
      return without(text.error());
    const PtxOutline outline(*text);
    if (!outline.hasKernel(kernel))
      continue;
    const PtxUses uses = outline.usesOf(kernel);
    if (!uses.deviceLaunch.empty())
      return without(NoPtxReason::DynamicParallelism, "it calls " + uses.deviceLaunch);
    if (!uses.external.empty())
      return without(NoPtxReason::Relocatable, "it calls " + uses.external);
    if (isObject(*entry))
      return without(NoPtxReason::Relocatable);
    KernelPtx ptx;
    ptx.target = outline.target();
    ptx.running = running;
    if (running.suffix == 0)
      ptx.running.suffix = ptx.target.number == running.number ? ptx.target.suffix : char(0);
    ptx.ptxasOptions = entry->ptxasOptions;
    ptx.hasIndirectCalls = uses.isIndirect;
    ptx.hasBlock = outline.hasBlock(kernel);
    ptx.text = *std::move(text);
    return {std::move(ptx), {}, {}};
  }
  return without(NoPtxReason::NoCode);
}

/// PTX for machine code of the image.
PtxAnswer ptxOfCode(const GpuImage &image, std::string_view kernel, const RunningCode &code) {
  const Entries sources = entriesFor(image, EntryKind::Ptx, [&](Architecture architecture) {
    return architecture == code.madeFrom;
  });
  if (!sources.empty())
    return ptxIn(sources, kernel, code.architecture);
  if (code.isLinked)
    return without(NoPtxReason::Relocatable);
  const std::string targets = targetsIn(image);
  if (targets.empty())
    return without(NoPtxReason::NoPtx);
  return without(NoPtxReason::OtherArchitecture,
                 toString(code.architecture) + " runs, PTX is for " + targets);
}

PtxAnswer ptxOfFatBinary(const GpuImage &image, std::string_view kernel, Architecture device) {
  const Entries codes = entriesFor(image, EntryKind::Elf, [&](Architecture architecture) {
    return runsOn(architecture, device);
  });
  if (!codes.empty()) {
    const Result<std::optional<RunningCode>> code = runningCode(codes, kernel);
    if (!code)
      return without(code.error());
    return *code ? ptxOfCode(image, kernel, **code) : without(NoPtxReason::NoCode);
  }
  Entries sources = entriesFor(image, EntryKind::Ptx, [&](Architecture architecture) {
    return compilesFor(architecture, device);
  });
  if (sources.empty())
    return without(NoPtxReason::NoCode, "for " + toString(device));
  std::erase_if(sources, [chosen = sources.front()->architecture](const ImageEntry *entry) {
    return entry->architecture != chosen;
  });
  PtxAnswer answer = ptxIn(sources, kernel, device);
  if (answer.ptx)
    answer.ptx->isDriverCompiled = true;
  return answer;
}

} // namespace

std::string_view wordsOf(NoPtxReason reason) {
  switch (reason) {
  case NoPtxReason::NoPtx:
    return "the image has machine code only";
  case NoPtxReason::OtherArchitecture:
    return "the image has PTX of another architecture only, from which the running code was not "
           "made";
  case NoPtxReason::Relocatable:
    return "the code was linked of several objects (-rdc=true)";
  case NoPtxReason::DynamicParallelism:
    return "the kernel launches kernels from the device";
  case NoPtxReason::UnknownCompression:
    return "the image has an unknown format";
  case NoPtxReason::Damaged:
    return "the image is damaged";
  case NoPtxReason::NoCode:
    return "the image has no code of this kernel for the device";
  }
  return "unknown";
}

PtxAnswer findPtx(const GpuImage &image, std::string_view kernel, Architecture device) {
  if (image.kind == GpuImage::Kind::Cubin)
    return without(NoPtxReason::NoPtx);
  if (image.kind == GpuImage::Kind::FatBinary)
    return ptxOfFatBinary(image, kernel, device);
  PtxAnswer answer = ptxIn({&image.entries.front()}, kernel, device);
  if (answer.ptx)
    answer.ptx->isDriverCompiled = true;
  return answer;
}

PtxAnswer findPtx(std::span<const std::byte> image, std::string_view kernel, Architecture device) {
  const Result<GpuImage> read = readImage(image);
  return read ? findPtx(*read, kernel, device) : without(read.error());
}

} // namespace pstudio::image
