// SPDX-License-Identifier: Apache-2.0
#include "tests/support/amd_interpreter/memory_access.h"

#include <cinttypes>
#include <cstdio>
#include <optional>

namespace pstudio::test::amdgpu {
namespace {

void failAccess(Wave &wave, uint32_t lane, uint64_t address, size_t bytes, const char *space) {
  char text[160];
  std::snprintf(text, sizeof text,
                "lane %u accesses %zu bytes at 0x%" PRIx64 " of %s, outside of its allocations",
                lane, bytes, address, space);
  wave.fail(text);
}

void checkOrder(Wave &wave, StoreOrder &stores, uint64_t address, size_t bytes, StoredBy storedBy) {
  if (std::string problem = stores.problemOf(wave, address, bytes); !problem.empty())
    wave.fail(std::move(problem));
  if (storedBy)
    stores.store(wave, *storedBy, address, bytes);
}

} // namespace

void loadLane(const std::byte *from, const MemoryFormat &format, uint32_t *const *registers,
              uint32_t lane) {
  if (format.bytes >= 4) {
    for (uint32_t i = 0; i < format.bytes / 4u; ++i)
      std::memcpy(&registers[i][lane], from + 4 * i, 4);
    return;
  }
  uint32_t value = 0;
  std::memcpy(&value, from, format.bytes);
  if (format.isSigned)
    value = format.bytes == 1 ? static_cast<uint32_t>(static_cast<int8_t>(value))
                              : static_cast<uint32_t>(static_cast<int16_t>(value));
  uint32_t &to = registers[0][lane];
  to = format.part == RegisterPart::Whole ? value
       : format.part == RegisterPart::Low ? (to & 0xffff0000) | (value & 0xffff)
                                          : (to & 0xffff) | value << 16;
}

void storeLane(std::byte *to, const MemoryFormat &format, const uint32_t *const *registers,
               uint32_t lane) {
  if (format.bytes >= 4) {
    for (uint32_t i = 0; i < format.bytes / 4u; ++i)
      std::memcpy(to + 4 * i, &registers[i][lane], 4);
    return;
  }
  const uint32_t value = registers[0][lane] >> (format.part == RegisterPart::High ? 16 : 0);
  std::memcpy(to, &value, format.bytes);
}

std::byte *globalBytes(Wave &wave, uint32_t lane, uint64_t address, size_t bytes,
                       StoredBy storedBy) {
  std::byte *found = wave.machine->memory.find(address, bytes, storedBy.has_value());
  if (!found)
    failAccess(wave, lane, address, bytes, "global memory");
  else if (wave.cta->isOnSeveralUnits)
    checkOrder(wave, wave.cta->globalStores, address, bytes, storedBy);
  return found;
}

std::byte *ldsBytes(Wave &wave, uint32_t lane, uint64_t address, size_t bytes, StoredBy storedBy) {
  std::vector<std::byte> &lds = wave.cta->lds;
  if (address > lds.size() || bytes > lds.size() - address) {
    failAccess(wave, lane, address, bytes, "LDS");
    return nullptr;
  }
  checkOrder(wave, wave.cta->ldsStores, address, bytes, storedBy);
  return lds.data() + address;
}

std::byte *scratchBytes(Wave &wave, uint32_t lane, uint64_t address, size_t bytes) {
  if (address <= wave.scratchBytes && bytes <= wave.scratchBytes - address)
    return wave.scratch.data() + size_t(lane) * wave.scratchBytes + address;
  failAccess(wave, lane, address, bytes, "scratch");
  return nullptr;
}

std::byte *flatBytes(Wave &wave, uint32_t lane, uint64_t address, size_t bytes, StoredBy storedBy) {
  const auto aperture = static_cast<uint32_t>(address >> 32);
  if (aperture == kSharedAperture)
    return ldsBytes(wave, lane, static_cast<uint32_t>(address), bytes,
                    storedBy ? StoredBy(Counter::LdsAndScalar) : std::nullopt);
  if (aperture == kPrivateAperture)
    return scratchBytes(wave, lane, static_cast<uint32_t>(address), bytes);
  return globalBytes(wave, lane, address, bytes, storedBy);
}

namespace {

/// The scalar register that the instruction reads without an operand for it.
std::optional<Operand> implicitOperand(const Wave &wave, const Instruction &instruction) {
  Operand operand;
  operand.kind = Operand::Kind::Scalar;
  if (instruction.name.starts_with("v_div_fmas") || instruction.name.starts_with("s_cbranch_vcc") ||
      instruction.mnemonic.starts_with("v_dual_cndmask")) {
    operand.index = kVcc;
    operand.count = wave.lanes() == 64 ? 2 : 1;
    return operand;
  }
  if (!instruction.modifiers.loadsToLds)
    return std::nullopt;
  operand.index = kM0;
  return operand;
}

} // namespace

bool usesPending(Wave &wave, const Instruction &instruction, const Operand *destination,
                 Counter counter, PendingKind kind) {
  if (wave.waits.isIdle())
    return false;
  if (const auto operand = implicitOperand(wave, instruction);
      operand && wave.waits.isPending(*operand)) {
    wave.fail("a register is used before the wait for the operation that loads it");
    return true;
  }
  for (const Operand &operand : instruction.operands) {
    if (!operand.isRegister())
      continue;
    const bool isPending = &operand == destination ? wave.waits.isPending(operand, counter, kind)
                                                   : wave.waits.isPending(operand);
    if (isPending) {
      wave.fail("a register is used before the wait for the operation that loads it");
      return true;
    }
  }
  return false;
}

namespace {

struct AtomicList {
  void (*add)(const NamedAtomic &, void *);
  void *context;

  template <class T, class Function>
  void row(const std::string &name, Function, bool compares = false) const {
    static constexpr AtomicLane kApply = [](std::byte *at, uint64_t source, uint64_t compared) {
      using Bits = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;
      const T old = applyAtomic(at, std::bit_cast<T>(static_cast<Bits>(source)),
                                std::bit_cast<T>(static_cast<Bits>(compared)), Function{});
      return uint64_t(std::bit_cast<Bits>(old));
    };
    add({name, sizeof(T), compares, kApply}, context);
  }
  /// Both widths; gfx9 names them "add" and "add_x2", gfx11 "add_u32" and "add_u64".
  template <template <class> class Function>
  void integers(const std::string &old, const std::string &name, bool isSigned) const {
    const std::string type =
        name == "and" || name == "or" || name == "xor" || name == "swap" || name == "cmpswap" ? "_b"
        : isSigned                                                                            ? "_i"
                   : "_u";
    const bool compares = name == "cmpswap";
    for (const std::string &narrow : {old, name + type + "32"})
      isSigned ? row<int32_t>(narrow, Function<int32_t>(), compares)
               : row<uint32_t>(narrow, Function<uint32_t>(), compares);
    for (const std::string &wide : {old + "_x2", name + type + "64"})
      isSigned ? row<int64_t>(wide, Function<int64_t>(), compares)
               : row<uint64_t>(wide, Function<uint64_t>(), compares);
  }
};

template <class T> struct AtomicAdd {
  T operator()(T old, T source, T) const { return T(std::make_unsigned_t<T>(old) + source); }
};
template <class T> struct AtomicSubtract {
  T operator()(T old, T source, T) const { return T(old - source); }
};
template <class T> struct AtomicMinimum {
  T operator()(T old, T source, T) const { return std::min(old, source); }
};
template <class T> struct AtomicMaximum {
  T operator()(T old, T source, T) const { return std::max(old, source); }
};
template <class T> struct AtomicAnd {
  T operator()(T old, T source, T) const { return old & source; }
};
template <class T> struct AtomicOr {
  T operator()(T old, T source, T) const { return old | source; }
};
template <class T> struct AtomicXor {
  T operator()(T old, T source, T) const { return old ^ source; }
};
template <class T> struct AtomicSwap {
  T operator()(T, T source, T) const { return source; }
};
template <class T> struct AtomicCompareSwap {
  T operator()(T old, T source, T compared) const { return old == compared ? source : old; }
};
template <class T> struct AtomicIncrement {
  T operator()(T old, T source, T) const { return old >= source ? 0 : old + 1; }
};
template <class T> struct AtomicDecrement {
  T operator()(T old, T source, T) const { return old == 0 || old > source ? source : old - 1; }
};

} // namespace

void forEachAtomic(void (*add)(const NamedAtomic &, void *), void *context) {
  const AtomicList list{add, context};
  list.integers<AtomicAdd>("add", "add", false);
  list.integers<AtomicSubtract>("sub", "sub", false);
  list.integers<AtomicMinimum>("umin", "min", false);
  list.integers<AtomicMaximum>("umax", "max", false);
  list.integers<AtomicMinimum>("smin", "min", true);
  list.integers<AtomicMaximum>("smax", "max", true);
  list.integers<AtomicAnd>("and", "and", false);
  list.integers<AtomicOr>("or", "or", false);
  list.integers<AtomicXor>("xor", "xor", false);
  list.integers<AtomicSwap>("swap", "swap", false);
  list.integers<AtomicCompareSwap>("cmpswap", "cmpswap", false);
  list.integers<AtomicIncrement>("inc", "inc", false);
  list.integers<AtomicDecrement>("dec", "dec", false);
  list.row<float>("add_f32", [](float old, float source, float) { return old + source; });
  list.row<double>("add_f64", [](double old, double source, double) { return old + source; });
  for (const char *name : {"min_f32", "fmin"})
    list.row<float>(name, [](float old, float source, float) { return std::min(old, source); });
  for (const char *name : {"max_f32", "fmax"})
    list.row<float>(name, [](float old, float source, float) { return std::max(old, source); });
  list.row<double>("min_f64", [](double old, double s, double) { return std::min(old, s); });
  list.row<double>("max_f64", [](double old, double s, double) { return std::max(old, s); });
}

} // namespace pstudio::test::amdgpu
