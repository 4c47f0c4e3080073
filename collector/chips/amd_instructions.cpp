// SPDX-License-Identifier: Apache-2.0
#include "collector/chips/amd_instructions.h"

#include <algorithm>
#include <charconv>
#include <span>

#include "core/base/text_lines.h"

namespace pstudio {
namespace {

using analysis::AsyncQueue;

struct PrefixRow {
  std::string_view prefix;
  AmdOperation operation;
};

// The first row that matches decides.
constexpr PrefixRow kMnemonics[] = {
    {"s_waitcnt_depctr", AmdOperation::Other},
    {"s_waitcnt", AmdOperation::Wait},
    {"s_wait_alu", AmdOperation::Other},
    {"s_wait_event", AmdOperation::Control},
    {"s_wait_", AmdOperation::Wait}, // gfx12: a mnemonic for each counter
    {"s_barrier_signal", AmdOperation::BarrierSignal},
    {"s_barrier_wait", AmdOperation::BarrierWait},
    {"s_barrier", AmdOperation::Barrier},
    {"s_load_", AmdOperation::ScalarLoad},
    {"s_buffer_load_", AmdOperation::ScalarLoad},
    {"s_branch", AmdOperation::Control},
    {"s_cbranch", AmdOperation::Control},
    {"s_setpc", AmdOperation::Control},
    {"s_swappc", AmdOperation::Control},
    {"s_call", AmdOperation::Control},
    {"s_endpgm", AmdOperation::Control},
    {"s_", AmdOperation::Other},
    {"v_mfma_", AmdOperation::Matrix},
    {"v_smfmac_", AmdOperation::Matrix},
    {"v_wmma_", AmdOperation::Matrix},
    {"v_swmmac_", AmdOperation::Matrix},
    {"v_", AmdOperation::Other},
    {"ds_nop", AmdOperation::Other},
    {"ds_read", AmdOperation::LdsLoad},
    {"ds_load", AmdOperation::LdsLoad},
    {"ds_write", AmdOperation::LdsStore},
    {"ds_store", AmdOperation::LdsStore},
    {"ds_swizzle", AmdOperation::LdsExchange},
    {"ds_permute", AmdOperation::LdsExchange},
    {"ds_bpermute", AmdOperation::LdsExchange},
    {"ds_gws_", AmdOperation::LdsExchange},
    {"ds_", AmdOperation::LdsAtomic},
    {"global_load_lds_", AmdOperation::LoadToLds},
    {"global_load_async_to_lds_", AmdOperation::LoadToLds},
    {"global_load_", AmdOperation::VectorLoad},
    {"global_store_", AmdOperation::VectorStore},
    {"global_atomic_", AmdOperation::VectorAtomic},
    {"buffer_load_", AmdOperation::VectorLoad},
    {"buffer_store_", AmdOperation::VectorStore},
    {"buffer_atomic_", AmdOperation::VectorAtomic},
    {"buffer_", AmdOperation::Other}, // invalidations and write backs of caches
    {"tbuffer_load_", AmdOperation::VectorLoad},
    {"tbuffer_store_", AmdOperation::VectorStore},
    {"scratch_load_", AmdOperation::VectorLoad},
    {"scratch_store_", AmdOperation::VectorStore},
    {"image_store", AmdOperation::VectorStore},
    {"image_atomic", AmdOperation::VectorAtomic},
    {"image_", AmdOperation::VectorLoad},
    {"flat_load_", AmdOperation::FlatLoad},
    {"flat_store_", AmdOperation::FlatStore},
    {"flat_atomic_", AmdOperation::FlatAtomic},
};

// Name without the prefix "llvm.amdgcn." or "rocdl.". Arithmetic is listed, so that it ends no run.
constexpr PrefixRow kIntrinsics[] = {
    {"s.waitcnt", AmdOperation::Wait},
    {"s.barrier.signal", AmdOperation::BarrierSignal},
    {"s.barrier.wait", AmdOperation::BarrierWait},
    {"s.barrier", AmdOperation::Barrier},
    {"raw.buffer.load.lds", AmdOperation::LoadToLds},
    {"raw.ptr.buffer.load.lds", AmdOperation::LoadToLds},
    {"raw.ptr.buffer.load.async.lds", AmdOperation::LoadToLds},
    {"struct.buffer.load.lds", AmdOperation::LoadToLds},
    {"struct.ptr.buffer.load.lds", AmdOperation::LoadToLds},
    {"struct.ptr.buffer.load.async.lds", AmdOperation::LoadToLds},
    {"global.load.lds", AmdOperation::LoadToLds},
    {"global.load.async", AmdOperation::LoadToLds}, // .lds, .to.lds
    {"load.to.lds", AmdOperation::LoadToLds},
    {"global.load.tr", AmdOperation::VectorLoad},
    {"global.atomic.", AmdOperation::VectorAtomic},
    {"flat.atomic.", AmdOperation::FlatAtomic},
    {"s.buffer.load", AmdOperation::ScalarLoad},
    {"ds.swizzle", AmdOperation::LdsExchange},
    {"ds.permute", AmdOperation::LdsExchange},
    {"ds.bpermute", AmdOperation::LdsExchange},
    {"ds.gws.", AmdOperation::LdsExchange},
    {"ds.read.tr", AmdOperation::LdsLoad}, // a tile, transposed between lanes
    {"ds.load.tr", AmdOperation::LdsLoad},
    {"ds.", AmdOperation::LdsAtomic}, // append, consume, ordered additions
    {"mfma.", AmdOperation::Matrix},
    {"smfmac.", AmdOperation::Matrix},
    {"wmma.", AmdOperation::Matrix},
    {"swmmac.", AmdOperation::Matrix},
    {"sched.", AmdOperation::Other},
    {"iglp.opt", AmdOperation::Other},
    {"s.setprio", AmdOperation::Other},
    {"readfirstlane", AmdOperation::Other},
    {"readlane", AmdOperation::Other},
    {"writelane", AmdOperation::Other},
    {"update.dpp", AmdOperation::Other},
    {"mov.dpp", AmdOperation::Other},
    {"permlane", AmdOperation::Other},
    {"perm", AmdOperation::Other},
    {"ballot", AmdOperation::Other},
    {"icmp.", AmdOperation::Other},
    {"fcmp.", AmdOperation::Other},
    {"mbcnt.", AmdOperation::Other},
    {"exp2.", AmdOperation::Other},
    {"log.", AmdOperation::Other},
    {"sqrt.", AmdOperation::Other},
    {"rsq.", AmdOperation::Other},
    {"rcp.", AmdOperation::Other},
    {"sin.", AmdOperation::Other},
    {"cos.", AmdOperation::Other},
    {"fract.", AmdOperation::Other},
    {"fmed3.", AmdOperation::Other},
    {"frexp.", AmdOperation::Other},
    {"div.", AmdOperation::Other},
    {"cvt.", AmdOperation::Other},
    {"sdot", AmdOperation::Other},
    {"udot", AmdOperation::Other},
    {"fdot", AmdOperation::Other},
    {"sbfe", AmdOperation::Other},
    {"ubfe", AmdOperation::Other},
    {"alignbyte", AmdOperation::Other},
    {"implicitarg.ptr", AmdOperation::Other},
    {"dispatch.ptr", AmdOperation::Other},
    {"is.shared", AmdOperation::Other},
    {"is.private", AmdOperation::Other},
    {"make.buffer.rsrc", AmdOperation::Other},
    {"workitem.id", AmdOperation::Other},
    {"workgroup.id", AmdOperation::Other},
};

std::optional<AmdOperation> find(std::string_view name, std::span<const PrefixRow> rows) {
  for (const PrefixRow &row : rows)
    if (name.starts_with(row.prefix))
      return row.operation;
  return std::nullopt;
}

std::string_view trimmed(std::string_view text) {
  const size_t first = text.find_first_not_of(" \t\r");
  return first == text.npos ? std::string_view()
                            : text.substr(first, text.find_last_not_of(" \t\r") + 1 - first);
}

/// Decimal, or hexadecimal with 0x; none for other text.
std::optional<uint32_t> numberIn(std::string_view text) {
  text = trimmed(text);
  const bool isHex = text.starts_with("0x");
  text.remove_prefix(isHex ? 2 : 0);
  uint32_t number = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), number, isHex ? 16 : 10);
  const bool isAll = error == std::errc() && end == text.data() + text.size();
  return isAll ? std::optional(number) : std::nullopt;
}

bool hasWord(std::string_view text, std::string_view word) {
  for (size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
    const bool begins = at == 0 || text[at - 1] == ' ' || text[at - 1] == '\t';
    const size_t behind = at + word.size();
    if (begins && (behind == text.size() || text[behind] == ' ' || text[behind] == '\t'))
      return true;
  }
  return false;
}

/// Parses "vmcnt(0) & lgkmcnt(1)"; none for other text.
std::optional<std::vector<AmdWait>> namedWaits(std::string_view operands) {
  static constexpr std::pair<std::string_view, AsyncQueue> kNames[] = {
      {"vmcnt", AsyncQueue::LoadCounter},
      {"lgkmcnt", AsyncQueue::SharedCounter},
      {"expcnt", AsyncQueue::ExportCounter}};
  std::vector<AmdWait> waits;
  while (true) {
    operands.remove_prefix(std::min(operands.find_first_not_of(" \t,&"), operands.size()));
    if (operands.empty())
      return waits;
    const auto *name = std::ranges::find_if(
        kNames, [&](const auto &known) { return operands.starts_with(known.first); });
    const size_t open = operands.find('('), close = operands.find(')');
    if (name == std::end(kNames) || open == operands.npos || close == operands.npos || close < open)
      return std::nullopt;
    const auto pending = numberIn(operands.substr(open + 1, close - open - 1));
    if (!pending)
      return std::nullopt;
    waits.push_back({name->second, *pending});
    operands.remove_prefix(close + 1);
  }
}

/// Parses "s_waitcnt_vscnt null, 0": the counter in the mnemonic, and a number.
std::optional<std::vector<AmdWait>> singleWait(std::string_view counter,
                                               std::string_view operands) {
  static constexpr std::pair<std::string_view, AsyncQueue> kNames[] = {
      {"vmcnt", AsyncQueue::LoadCounter},
      {"vscnt", AsyncQueue::StoreCounter},
      {"lgkmcnt", AsyncQueue::SharedCounter},
      {"expcnt", AsyncQueue::ExportCounter}};
  for (const auto &[name, queue] : kNames)
    if (counter == name)
      if (const auto pending = numberIn(operands.substr(operands.find(',') + 1)))
        return std::vector<AmdWait>{{queue, *pending}};
  return std::nullopt;
}

/// Parses the waits of gfx12, "s_wait_loadcnt 0" without "s_wait_"; none for other text. Bits 13:8
/// of the immediate of a wait for two counters are those of the first.
std::optional<std::vector<AmdWait>> wordWait(std::string_view counters, std::string_view operands) {
  const auto number = numberIn(operands);
  if (counters == "idle")
    return std::vector<AmdWait>{{AsyncQueue::LoadCounter, 0},
                                {AsyncQueue::StoreCounter, 0},
                                {AsyncQueue::SharedCounter, 0},
                                {AsyncQueue::ExportCounter, 0}};
  if (!number)
    return std::nullopt;
  if (counters == "loadcnt")
    return std::vector<AmdWait>{{AsyncQueue::LoadCounter, *number}};
  if (counters == "storecnt")
    return std::vector<AmdWait>{{AsyncQueue::StoreCounter, *number}};
  if (counters == "dscnt")
    return std::vector<AmdWait>{{AsyncQueue::SharedCounter, *number}};
  if (counters == "expcnt")
    return std::vector<AmdWait>{{AsyncQueue::ExportCounter, *number}};
  if (counters == "loadcnt_dscnt")
    return std::vector<AmdWait>{{AsyncQueue::LoadCounter, *number >> 8 & 63},
                                {AsyncQueue::SharedCounter, *number & 63}};
  if (counters == "storecnt_dscnt")
    return std::vector<AmdWait>{{AsyncQueue::StoreCounter, *number >> 8 & 63},
                                {AsyncQueue::SharedCounter, *number & 63}};
  // Scalar loads, samplers and ray tracing have counters that are no queues here.
  if (counters == "kmcnt" || counters == "samplecnt" || counters == "bvhcnt")
    return std::vector<AmdWait>();
  return std::nullopt;
}

bool isMnemonic(std::string_view word) {
  return !word.empty() &&
         word.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == std::string_view::npos;
}

/// The operation of a mnemonic, adjusted by modifiers. None if it is no mnemonic of AMD's GPUs.
std::optional<AmdOperation> operationOf(std::string_view mnemonic, std::string_view operands) {
  if (!isMnemonic(mnemonic))
    return std::nullopt;
  if (mnemonic == "exp")
    return AmdOperation::Export;
  const auto found = find(mnemonic, kMnemonics);
  if (found == AmdOperation::VectorLoad && hasWord(operands, "lds"))
    return AmdOperation::LoadToLds;
  // An atomic returns the previous value with glc, on gfx940 with sc0.
  if (!hasWord(operands, "glc") && !hasWord(operands, "sc0"))
    return found;
  if (found == AmdOperation::VectorAtomic)
    return AmdOperation::VectorLoad;
  return found == AmdOperation::FlatAtomic ? AmdOperation::FlatLoad : found;
}

/// The line without comments, which begin with ';' or "//".
std::string_view withoutComment(std::string_view line) {
  line = line.substr(0, line.find(';'));
  return trimmed(line.substr(0, line.find("//")));
}

} // namespace

std::vector<AsyncQueue> amdCountersOf(AmdOperation operation, const std::optional<AmdChip> &chip) {
  const auto storeCounters = [&]() -> std::vector<AsyncQueue> {
    if (!chip)
      return {};
    return {chip->hasStoreCounter() ? AsyncQueue::StoreCounter : AsyncQueue::LoadCounter};
  };
  switch (operation) {
  case AmdOperation::VectorLoad:
  case AmdOperation::LoadToLds:
    return {AsyncQueue::LoadCounter};
  case AmdOperation::VectorStore:
  case AmdOperation::VectorAtomic:
    return storeCounters();
  case AmdOperation::FlatLoad:
    return {AsyncQueue::LoadCounter, AsyncQueue::SharedCounter};
  case AmdOperation::FlatStore:
  case AmdOperation::FlatAtomic: {
    std::vector<AsyncQueue> counters = storeCounters();
    counters.push_back(AsyncQueue::SharedCounter);
    return counters;
  }
  case AmdOperation::LdsLoad:
  case AmdOperation::LdsStore:
  case AmdOperation::LdsAtomic:
  case AmdOperation::LdsExchange:
    return {AsyncQueue::SharedCounter};
  case AmdOperation::ScalarLoad:
    if (chip && chip->hasScalarCounter())
      return {};
    return {AsyncQueue::SharedCounter};
  case AmdOperation::Export:
    return {AsyncQueue::ExportCounter};
  default:
    return {};
  }
}

std::vector<AmdWait> decodeWaitcnt(uint32_t immediate, const AmdChip &chip) {
  const auto bits = [&](uint32_t first, uint32_t count) {
    return immediate >> first & ((1u << count) - 1);
  };
  const bool isGfx11 = chip.family == AmdChip::Family::Gfx11;
  const uint32_t sharedBits =
      isGfx11 || chip.family == AmdChip::Family::Gfx10 ? 6 : 4; // gfx9 counts to 15
  const uint32_t loads = isGfx11 ? bits(10, 6) : bits(14, 2) << 4 | bits(0, 4);
  const uint32_t shared = bits(isGfx11 ? 4 : 8, sharedBits);
  const uint32_t exports = bits(isGfx11 ? 0 : 4, 3);
  std::vector<AmdWait> waits;
  if (loads != 63)
    waits.push_back({AsyncQueue::LoadCounter, loads});
  if (shared != (1u << sharedBits) - 1)
    waits.push_back({AsyncQueue::SharedCounter, shared});
  if (exports != 7)
    waits.push_back({AsyncQueue::ExportCounter, exports});
  return waits;
}

std::optional<AmdOperation> amdIntrinsic(std::string_view stem, bool hasUsers) {
  std::optional<AmdOperation> found = find(stem, kIntrinsics);
  const bool isBuffer = stem.find("buffer.") != stem.npos || stem.starts_with("image.");
  if (!found && isBuffer)
    found = stem.find(".atomic.") != stem.npos ? AmdOperation::VectorAtomic
            : stem.find(".store") != stem.npos ? AmdOperation::VectorStore
            : stem.starts_with("buffer.")      ? AmdOperation::Control // of caches
                                               : AmdOperation::VectorLoad;
  if (!found && stem == "exp")
    return AmdOperation::Export;
  if (!hasUsers)
    return found;
  if (found == AmdOperation::VectorAtomic)
    return AmdOperation::VectorLoad;
  return found == AmdOperation::FlatAtomic ? AmdOperation::FlatLoad : found;
}

std::optional<std::vector<AmdWait>>
AmdInstruction::waits(const std::optional<AmdChip> &chip) const {
  if (operation != AmdOperation::Wait)
    return std::vector<AmdWait>();
  constexpr std::string_view kOfGfx12 = "s_wait_";
  if (mnemonic.starts_with(kOfGfx12))
    return wordWait(mnemonic.substr(kOfGfx12.size()), operands);
  if (mnemonic != "s_waitcnt")
    return singleWait(mnemonic.substr(std::string_view("s_waitcnt_").size()), operands);
  if (auto named = namedWaits(operands))
    return named;
  const auto immediate = numberIn(operands);
  if (!immediate || !chip)
    return std::nullopt;
  return decodeWaitcnt(*immediate, *chip);
}

std::optional<std::vector<AmdInstruction>> parseAmdAssembly(std::string_view text) {
  std::vector<AmdInstruction> instructions;
  while (!text.empty()) {
    std::string_view line = withoutComment(takeLine(text));
    if (const size_t colon = line.find(':'); colon != line.npos && line.find(' ') > colon)
      line = trimmed(line.substr(colon + 1));
    if (line.empty() || line.starts_with("."))
      continue;
    const size_t space = std::min(line.find_first_of(" \t"), line.size());
    const std::string_view mnemonic = line.substr(0, space), operands = trimmed(line.substr(space));
    const auto operation = operationOf(mnemonic, operands);
    if (!operation)
      return std::nullopt;
    instructions.push_back({mnemonic, operands, *operation});
  }
  return instructions;
}

} // namespace pstudio
