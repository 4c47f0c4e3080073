// SPDX-License-Identifier: Apache-2.0
// The choice of the driver among machine code decides which PTX is read.
#include "core/image/device_code.h"

#include <algorithm>
#include <tuple>

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

/// Leaves the entries of the driver's choice.
void keepPreferred(Entries &entries) {
  if (entries.empty())
    return;
  std::erase_if(entries, [chosen = entries.front()->architecture](const ImageEntry *entry) {
    return entry->architecture != chosen;
  });
}

PtxAnswer without(NoPtxReason reason, std::string detail = {}) {
  return {std::nullopt, reason, std::move(detail)};
}

/// "sm_80, sm_90" of all PTX of the image.
std::string targetsIn(const GpuImage &image) {
  std::string text;
  for (const ImageEntry &entry : image.entries)
    if (entry.kind == EntryKind::Ptx)
      text += (text.empty() ? "" : ", ") + toString(entry.architecture);
  return text;
}

Result<CubinFacts> factsOf(const ImageEntry &entry) {
  PSTUDIO_TRY_ASSIGN(const std::string elf, payloadOf(entry));
  Result<CubinFacts> facts = readCubin(std::as_bytes(std::span(elf)));
  if (!facts)
    facts.error().where = "code at byte " + std::to_string(entry.offset) +
                          (facts.error().where.empty() ? "" : ", ") + facts.error().where;
  return facts;
}

/// Architecture of the PTX that machine code was made from.
Architecture madeFrom(Architecture architecture, const CubinFacts &facts) {
  if (facts.virtualNumber != 0)
    architecture.number = facts.virtualNumber;
  return architecture;
}

/// Objects of a program that is linked for the device.
bool isObject(std::string_view ptxasOptions) {
  return ptxasOptions.find("--compile-only") != std::string_view::npos;
}

} // namespace

/// PTX of one entry.
struct DeviceCode::Ptx {
  explicit Ptx(const ImageEntry &entry)
      : architecture(entry.architecture), ptxasOptions(entry.ptxasOptions), text(payloadOf(entry)),
        outline(text ? std::string_view(*text) : std::string_view()) {}

  Architecture architecture;
  std::string ptxasOptions;
  Result<std::string> text;
  PtxOutline outline; ///< of `text`
};

DeviceCode::~DeviceCode() = default;
DeviceCode::DeviceCode(DeviceCode &&) noexcept = default;
DeviceCode &DeviceCode::operator=(DeviceCode &&) noexcept = default;

DeviceCode::DeviceCode(const GpuImage &image, Architecture device)
    : m_device(device), m_kind(image.kind), m_targets(targetsIn(image)) {
  if (m_kind == GpuImage::Kind::Ptx)
    readPtx({&image.entries.front()});
  if (m_kind != GpuImage::Kind::FatBinary)
    return;
  readMachineCode(image);
  const auto isSource = [&](Architecture architecture) {
    return m_machineCode.empty()
               ? compilesFor(architecture, device)
               : std::ranges::any_of(m_machineCode, [&](const Machine &code) {
                   return code.facts && madeFrom(code.architecture, *code.facts) == architecture;
                 });
  };
  Entries sources = entriesFor(image, EntryKind::Ptx, isSource);
  if (m_machineCode.empty())
    keepPreferred(sources);
  readPtx(sources);
}

void DeviceCode::readMachineCode(const GpuImage &image) {
  Entries entries = entriesFor(image, EntryKind::Elf, [&](Architecture architecture) {
    return runsOn(architecture, m_device);
  });
  keepPreferred(entries);
  for (const ImageEntry *entry : entries)
    m_machineCode.push_back({entry->architecture, factsOf(*entry)});
}

void DeviceCode::readPtx(const Entries &entries) {
  for (const ImageEntry *entry : entries)
    m_ptx.push_back(std::make_unique<const Ptx>(*entry));
}

uint64_t DeviceCode::textBytes() const {
  uint64_t bytes = 0;
  for (const auto &ptx : m_ptx)
    bytes += ptx->text ? ptx->text->size() : 0;
  return bytes;
}

/// The kernel's PTX among sources that all fit.
PtxAnswer DeviceCode::ptxIn(const std::vector<const Ptx *> &sources, std::string_view kernel,
                            Architecture running) const {
  for (const Ptx *source : sources) {
    if (!source->text)
      return withoutImage(source->text.error());
    const PtxOutline &outline = source->outline;
    if (!outline.hasKernel(kernel))
      continue;
    PtxUses uses = outline.usesOf(kernel);
    if (!uses.deviceLaunch.empty())
      return without(NoPtxReason::DynamicParallelism, "it calls " + uses.deviceLaunch);
    if (!uses.external.empty())
      return without(NoPtxReason::Relocatable, "it calls " + uses.external);
    if (isObject(source->ptxasOptions))
      return without(NoPtxReason::Relocatable);
    KernelPtx ptx;
    ptx.target = outline.target();
    ptx.running = running;
    if (running.suffix == 0)
      ptx.running.suffix = ptx.target.number == running.number ? ptx.target.suffix : char(0);
    ptx.ptxasOptions = source->ptxasOptions;
    ptx.isDriverCompiled = m_machineCode.empty();
    ptx.hasIndirectCalls = uses.isIndirect;
    ptx.hasBlock = outline.hasBlock(kernel);
    ptx.hasVariables = outline.hasVariables();
    ptx.text = outline.textFor(kernel);
    return {std::move(ptx), {}, {}};
  }
  return without(NoPtxReason::NoCode);
}

/// PTX of a kernel that machine code contains.
PtxAnswer DeviceCode::ptxOf(const Machine &code, std::string_view kernel) const {
  const Architecture architecture = madeFrom(code.architecture, *code.facts);
  std::vector<const Ptx *> sources;
  for (const auto &ptx : m_ptx)
    if (ptx->architecture == architecture)
      sources.push_back(ptx.get());
  if (!sources.empty())
    return ptxIn(sources, kernel, code.architecture);
  if (code.facts->isLinked || code.facts->isRelocatable)
    return without(NoPtxReason::Relocatable);
  if (m_targets.empty())
    return without(NoPtxReason::NoPtx);
  return without(NoPtxReason::OtherArchitecture,
                 toString(code.architecture) + " runs, PTX is for " + m_targets);
}

PtxAnswer DeviceCode::findPtx(std::string_view kernel) const {
  if (m_kind == GpuImage::Kind::Cubin)
    return without(NoPtxReason::NoPtx);
  for (const Machine &code : m_machineCode) {
    if (!code.facts)
      return withoutImage(code.facts.error());
    if (code.facts->contains(kernel))
      return ptxOf(code, kernel);
  }
  if (!m_machineCode.empty())
    return without(NoPtxReason::NoCode);
  if (m_ptx.empty())
    return without(NoPtxReason::NoCode, "for " + toString(m_device));
  std::vector<const Ptx *> sources;
  for (const auto &ptx : m_ptx)
    sources.push_back(ptx.get());
  return ptxIn(sources, kernel, m_device);
}

} // namespace pstudio::image
