// SPDX-License-Identifier: Apache-2.0
// Structs to CBOR and back. Each is taken apart by a structured binding, so that a member that is
// added somewhere and forgotten here does not compile.
#include "collector/cache/kernel_entry.h"

#include <type_traits>
#include <utility>

#include <nlohmann/json.hpp>

namespace pstudio {
namespace {

using nlohmann::json;

json binary(std::string_view bytes) {
  return json::binary(std::vector<uint8_t>(bytes.begin(), bytes.end()));
}

std::string textOf(const json &value) {
  const json::binary_t &bytes = value.get_binary();
  return {bytes.begin(), bytes.end()};
}

std::string bytesOf(const json &value) {
  const std::vector<uint8_t> bytes = json::to_cbor(value);
  return {bytes.begin(), bytes.end()};
}

template <class T> constexpr bool isInteger = std::is_integral_v<T> && !std::is_same_v<T, bool>;

/// A value as T. The library would convert any number to an integer, also one that T cannot hold.
template <class T> T valueOf(const json &value) {
  if constexpr (isInteger<T>) {
    const bool fits = value.is_number_unsigned()
                          ? std::in_range<T>(value.get<uint64_t>())
                          : value.is_number_integer() && std::in_range<T>(value.get<int64_t>());
    if (!fits)
      throw json::out_of_range::create(406, "a number is not an integer of the expected range",
                                       &value);
  }
  return value.get<T>();
}

/// Takes values off an array in order; throws the library's exceptions where one is not what is
/// asked for.
class Taker {
public:
  explicit Taker(const json &array) : m_array(array) {}

  template <class T> void operator()(T &target) { target = valueOf<T>(next()); }
  template <class T> void operator()(std::vector<T> &targets) {
    for (const json &value : next())
      targets.push_back(valueOf<T>(value));
  }
  template <class T> void enumerator(T &target) {
    target = static_cast<T>(valueOf<std::underlying_type_t<T>>(next()));
  }
  const json &next() { return m_array.at(m_next++); }

private:
  const json &m_array;
  size_t m_next = 0;
};

template <class T, class Write> json arrayOf(const std::vector<T> &values, const Write &write) {
  json array = json::array();
  for (const T &value : values)
    array.push_back(write(value));
  return array;
}

template <class T, class Read>
void readArray(const json &array, std::vector<T> &values, const Read &read) {
  for (const json &value : array)
    read(value, values.emplace_back());
}

/// The library reports what it cannot read by exceptions; they end here.
template <class T, class Read>
Result<T> parse(std::string_view bytes, std::string_view what, const Read &read) {
  try {
    T result;
    read(json::from_cbor(bytes), result);
    return result;
  } catch (const json::exception &error) {
    return fail(ErrorCode::InvalidFormat,
                "the cache's " + std::string(what) + " cannot be read: " + error.what());
  }
}

//===--- Decisions ---------------------------------------------------------------------------===//

json write(const record::CallSite &site) {
  const auto &[function, location] = site;
  return {function, location};
}

void read(const json &value, record::CallSite &site) {
  Taker take(value);
  auto &[function, location] = site;
  take(function);
  take(location);
}

json write(const analysis::AsyncSite &site) {
  const auto &[queue, step, pending, barrier, count] = site;
  return {queue, step, pending, barrier, count};
}

void read(const json &value, analysis::AsyncSite &site) {
  Taker take(value);
  auto &[queue, step, pending, barrier, count] = site;
  take.enumerator(queue);
  take.enumerator(step);
  take(pending);
  take(barrier);
  take(count);
}

json write(const memory::CountedBins &counted) {
  const auto &[bins, shift, buffer, start] = counted;
  return {bins, shift, buffer, start};
}

void read(const json &value, memory::CountedBins &counted) {
  Taker take(value);
  auto &[bins, shift, buffer, start] = counted;
  take(bins);
  take(shift);
  take(buffer);
  take(start);
}

json write(const record::AccessFacts &access) {
  const auto &[kind, space, bytesPerLane, stride, groupLanes, tensorMap, counted, laneXors] =
      access;
  return {kind,
          space,
          bytesPerLane,
          stride ? json(*stride) : json(),
          groupLanes,
          tensorMap ? json(*tensorMap) : json(),
          counted ? write(*counted) : json(),
          laneXors};
}

void read(const json &value, record::AccessFacts &access) {
  Taker take(value);
  auto &[kind, space, bytesPerLane, stride, groupLanes, tensorMap, counted, laneXors] = access;
  take.enumerator(kind);
  take.enumerator(space);
  take(bytesPerLane);
  if (const json &number = take.next(); !number.is_null())
    stride = valueOf<int64_t>(number);
  take(groupLanes);
  if (const json &argument = take.next(); !argument.is_null())
    tensorMap = valueOf<uint32_t>(argument);
  if (const json &bins = take.next(); !bins.is_null())
    read(bins, counted.emplace());
  take(laneXors);
}

json write(const record::Operation &operation) {
  const auto &[kind, name, parent, location, path, type, unit, async, access] = operation;
  return {kind,
          name,
          parent.value,
          location,
          arrayOf(path, [](const record::CallSite &site) { return write(site); }),
          type,
          unit,
          async ? write(*async) : json(),
          access ? write(*access) : json()};
}

void read(const json &value, record::Operation &operation) {
  Taker take(value);
  auto &[kind, name, parent, location, path, type, unit, async, access] = operation;
  take.enumerator(kind);
  take(name);
  take(parent.value);
  take(location);
  readArray(take.next(), path, [](const json &v, record::CallSite &site) { read(v, site); });
  take.enumerator(type);
  take(unit);
  if (const json &site = take.next(); !site.is_null())
    read(site, async.emplace());
  if (const json &facts = take.next(); !facts.is_null())
    read(facts, access.emplace());
}

json write(const ModeCoverage &coverage) {
  const auto &[mode, covered, leftOut] = coverage;
  return {mode, covered, leftOut};
}

void read(const json &value, ModeCoverage &coverage) {
  Taker take(value);
  auto &[mode, covered, leftOut] = coverage;
  take(mode);
  take(covered);
  take(leftOut);
}

json write(const InstrumentedKernel &kernel) {
  const auto &[table, unitCount, slotsPerUnit, blockBytes, isShared, stream, coverage, iterated,
               warnings] = kernel;
  const auto &[operations] = table;
  const auto &[units, handedSlots, chunks, stagedSlots] = stream.value_or(record::StreamShape());
  return {arrayOf(operations, [](const record::Operation &o) { return write(o); }),
          unitCount,
          slotsPerUnit,
          blockBytes,
          isShared,
          stream.has_value(),
          units,
          handedSlots,
          chunks,
          stagedSlots,
          arrayOf(coverage, [](const ModeCoverage &c) { return write(c); }),
          iterated ? json(iterated->toString()) : json(nullptr),
          warnings};
}

void read(const json &value, InstrumentedKernel &kernel) {
  Taker take(value);
  auto &[table, unitCount, slotsPerUnit, blockBytes, isShared, stream, coverage, iterated,
         warnings] = kernel;
  readArray(take.next(), table.operations,
            [](const json &v, record::Operation &operation) { read(v, operation); });
  take(unitCount);
  take(slotsPerUnit);
  take(blockBytes);
  take(isShared);
  bool isStreamed = false;
  take(isStreamed);
  record::StreamShape shape;
  auto &[units, handedSlots, chunks, stagedSlots] = shape;
  take(units);
  take(handedSlots);
  take(chunks);
  take(stagedSlots);
  if (isStreamed)
    stream = shape;
  readArray(take.next(), coverage, [](const json &v, ModeCoverage &c) { read(v, c); });
  if (const json &ids = take.next(); !ids.is_null())
    iterated = IdRanges::parse(valueOf<std::string>(ids)).value_or(IdRanges());
  take(warnings);
}

//===--- PTX ---------------------------------------------------------------------------------===//

json write(const memory::Buffer &buffer) {
  const auto &[name, space, base, dtype, elementBytes, shape] = buffer;
  return {name, space, base, dtype, elementBytes, shape};
}

void read(const json &value, memory::Buffer &buffer) {
  Taker take(value);
  auto &[name, space, base, dtype, elementBytes, shape] = buffer;
  take(name);
  take.enumerator(space);
  take(base);
  take(dtype);
  take(elementBytes);
  readArray(take.next(), shape, [](const json &v, int64_t &extent) { extent = v.get<int64_t>(); });
}

json write(const nvidia::PtxKernel &kernel) {
  const auto &[text, entry, architecture, staticBytes, launchBytes, shared, math] = kernel;
  const auto &[name, capability, isSpecific] = architecture;
  return {binary(text), entry,
          name,         capability,
          isSpecific,   staticBytes,
          launchBytes,  arrayOf(shared, [](const memory::Buffer &buffer) { return write(buffer); }),
          math};
}

void read(const json &value, nvidia::PtxKernel &kernel) {
  Taker take(value);
  auto &[text, entry, architecture, staticBytes, launchBytes, shared, math] = kernel;
  auto &[name, capability, isSpecific] = architecture;
  text = textOf(take.next());
  take(entry);
  take(name);
  take(capability);
  take(isSpecific);
  take(staticBytes);
  take(launchBytes);
  readArray(take.next(), shared, [](const json &v, memory::Buffer &b) { read(v, b); });
  take(math);
}

//===--- CPU ---------------------------------------------------------------------------------===//

json write(const cpu::Site &site) {
  const auto &[kind, location] = site;
  return {kind, location};
}

void read(const json &value, cpu::Site &site) {
  Taker take(value);
  auto &[kind, location] = site;
  take.enumerator(kind);
  take(location);
}

json write(const cpu::AccessSite &site) {
  const auto &[object, index, bytes, isWrite, isAtomic, name, extent, location] = site;
  return {object, index, bytes, isWrite, isAtomic, name, extent, location};
}

void read(const json &value, cpu::AccessSite &site) {
  Taker take(value);
  auto &[object, index, bytes, isWrite, isAtomic, name, extent, location] = site;
  take.enumerator(object);
  take(index);
  take(bytes);
  take(isWrite);
  take(isAtomic);
  take(name);
  take(extent);
  take(location);
}

json write(const cpu::SharedBuffer &buffer) {
  const auto &[name, offset, bytes, shape, elementBytes] = buffer;
  return {name, offset, bytes, shape, elementBytes};
}

void read(const json &value, cpu::SharedBuffer &buffer) {
  Taker take(value);
  auto &[name, offset, bytes, shape, elementBytes] = buffer;
  take(name);
  take(offset);
  take(bytes);
  take(shape);
  take(elementBytes);
}

json write(const cpu::ProgramMap &map) {
  const auto &[sites, accesses, sharedBuffers, staticSharedBytes] = map;
  const auto each = [](const auto &value) { return write(value); };
  return {arrayOf(sites, each), arrayOf(accesses, each), arrayOf(sharedBuffers, each),
          staticSharedBytes};
}

void read(const json &value, cpu::ProgramMap &map) {
  Taker take(value);
  auto &[sites, accesses, sharedBuffers, staticSharedBytes] = map;
  const auto each = [](const json &v, auto &target) { read(v, target); };
  readArray(take.next(), sites, each);
  readArray(take.next(), accesses, each);
  readArray(take.next(), sharedBuffers, each);
  take(staticSharedBytes);
}

} // namespace

std::string toBytes(const KernelEntry &entry) {
  return bytesOf({write(entry.kernel), binary(entry.code)});
}

Result<KernelEntry> kernelEntryFrom(std::string_view bytes) {
  return parse<KernelEntry>(bytes, "entry", [](const json &value, KernelEntry &entry) {
    read(value.at(0), entry.kernel);
    entry.code = textOf(value.at(1));
  });
}

std::string toBytes(const PtxCode &code) {
  return bytesOf({write(code.kernel), write(code.plain)});
}

Result<PtxCode> ptxCodeFrom(std::string_view bytes) {
  return parse<PtxCode>(bytes, "PTX", [](const json &value, PtxCode &code) {
    read(value.at(0), code.kernel);
    read(value.at(1), code.plain);
  });
}

std::string toBytes(const HsaCode &code) {
  const auto &[entry, codeObject, plain] = code;
  return bytesOf({entry, binary(codeObject), binary(plain)});
}

Result<HsaCode> hsaCodeFrom(std::string_view bytes) {
  return parse<HsaCode>(bytes, "code object", [](const json &value, HsaCode &code) {
    Taker take(value);
    auto &[entry, codeObject, plain] = code;
    take(entry);
    codeObject = textOf(take.next());
    plain = textOf(take.next());
  });
}

std::string toBytes(const CpuCode &code) {
  return bytesOf({binary(code.object), write(code.map)});
}

Result<CpuCode> cpuCodeFrom(std::string_view bytes) {
  return parse<CpuCode>(bytes, "machine code", [](const json &value, CpuCode &code) {
    code.object = textOf(value.at(0));
    read(value.at(1), code.map);
  });
}

} // namespace pstudio
