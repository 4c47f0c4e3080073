// SPDX-License-Identifier: Apache-2.0
// Lists of fields of what an entry holds, and entries as CBOR.
#include "collector/cache/kernel_entry.h"

#include "core/access/access_fields.h"
#include "core/base/json_fields.h"

namespace pstudio {

constexpr FieldRule kBinary{.isBinary = true};

namespace record {

template <FieldsOwner<StreamShape> T> constexpr auto fieldsOf(T &shape) {
  auto &[units, flushedSlots, chunks, stagedSlots] = shape;
  return std::tuple(Field{"units", units}, Field{"flushed_slots", flushedSlots},
                    Field{"chunks", chunks}, Field{"staged_slots", stagedSlots});
}

} // namespace record

namespace nvidia {

template <FieldsOwner<Architecture> T> constexpr auto fieldsOf(T &architecture) {
  auto &[name, capability, isSpecific] = architecture;
  return std::tuple(Field{"name", name}, Field{"capability", capability},
                    Field{"is_specific", isSpecific});
}

template <FieldsOwner<PtxKernel> T> constexpr auto fieldsOf(T &kernel) {
  auto &[text, entry, architecture, staticBytes, launchBytes, shared, math] = kernel;
  return std::tuple(Field{"text", text, kBinary}, Field{"entry", entry},
                    Field{"architecture", architecture}, Field{"static_shared_bytes", staticBytes},
                    Field{"launch_shared_bytes", launchBytes}, Field{"shared_buffers", shared},
                    Field{"math_functions", math});
}

} // namespace nvidia

namespace cpu {

template <FieldsOwner<Site> T> constexpr auto fieldsOf(T &site) {
  auto &[kind, location, loop] = site;
  return std::tuple(Field{"kind", kind}, Field{"location", location}, Field{"loop", loop});
}

template <FieldsOwner<Loop> T> constexpr auto fieldsOf(T &loop) {
  auto &[parent] = loop;
  return std::tuple(Field{"parent", parent});
}

template <FieldsOwner<AccessSite> T> constexpr auto fieldsOf(T &site) {
  auto &[object, index, bytes, isWrite, isAtomic, location] = site;
  return std::tuple(Field{"object", object}, Field{"index", index}, Field{"bytes", bytes},
                    Field{"is_write", isWrite}, Field{"is_atomic", isAtomic},
                    Field{"location", location});
}

template <FieldsOwner<NamedMemory> T> constexpr auto fieldsOf(T &memory) {
  auto &[name, bytes] = memory;
  return std::tuple(Field{"name", name}, Field{"bytes", bytes});
}

template <FieldsOwner<SharedBuffer> T> constexpr auto fieldsOf(T &buffer) {
  auto &[name, offset, bytes, shape, elementBytes] = buffer;
  return std::tuple(Field{"name", name}, Field{"offset", offset}, Field{"bytes", bytes},
                    Field{"shape", shape}, Field{"element_bytes", elementBytes});
}

template <FieldsOwner<ProgramMap> T> constexpr auto fieldsOf(T &map) {
  auto &[sites, loops, accesses, sharedBuffers, variables, locals, staticSharedBytes] = map;
  return std::tuple(Field{"sites", sites}, Field{"loops", loops}, Field{"accesses", accesses},
                    Field{"shared_buffers", sharedBuffers}, Field{"variables", variables},
                    Field{"locals", locals}, Field{"static_shared_bytes", staticSharedBytes});
}

} // namespace cpu

template <FieldsOwner<ModeCoverage> T> constexpr auto fieldsOf(T &coverage) {
  auto &[mode, covered, leftOut] = coverage;
  return std::tuple(Field{"mode", mode}, Field{"covered", covered}, Field{"left_out", leftOut});
}

template <FieldsOwner<InstrumentedKernel> T> constexpr auto fieldsOf(T &kernel) {
  auto &[table, unitCount, slotsPerUnit, blockBytes, isShared, stream, coverage, iterated,
         warnings] = kernel;
  auto &[operations, groups] = table;
  return std::tuple(Field{"operations", operations}, Field{"groups", groups},
                    Field{"units", unitCount}, Field{"slots_per_unit", slotsPerUnit},
                    Field{"block_bytes", blockBytes}, Field{"is_shared", isShared},
                    Field{"stream", stream}, Field{"coverage", coverage},
                    Field{"iterated_accesses", iterated}, Field{"warnings", warnings});
}

template <FieldsOwner<KernelEntry> T> constexpr auto fieldsOf(T &entry) {
  auto &[kernel, code] = entry;
  return std::tuple(Field{"kernel", kernel}, Field{"code", code, kBinary});
}

template <FieldsOwner<PtxCode> T> constexpr auto fieldsOf(T &code) {
  auto &[kernel, plain] = code;
  return std::tuple(Field{"kernel", kernel}, Field{"plain", plain});
}

template <FieldsOwner<HsaCode> T> constexpr auto fieldsOf(T &code) {
  auto &[entry, codeObject, plain] = code;
  return std::tuple(Field{"entry", entry}, Field{"code_object", codeObject, kBinary},
                    Field{"plain", plain, kBinary});
}

template <FieldsOwner<CpuCode> T> constexpr auto fieldsOf(T &code) {
  auto &[object, map] = code;
  return std::tuple(Field{"object", object, kBinary}, Field{"map", map});
}

namespace {

using nlohmann::json;

template <class T> std::string cborOf(const T &value) {
  const std::vector<uint8_t> bytes = json::to_cbor(toJson<json>(value));
  return {bytes.begin(), bytes.end()};
}

Result<json> parseCbor(std::string_view bytes) {
  try { // the library reports damage by exceptions
    return json::from_cbor(bytes);
  } catch (const json::exception &error) {
    return fail(ErrorCode::InvalidFormat, error.what());
  }
}

/// `what` is the part of an entry that the bytes are, for errors.
template <class T> Result<T> parse(std::string_view bytes, std::string_view what) {
  const std::string part = "the cache's " + std::string(what);
  const auto read = [&](const json &value) -> Result<T> {
    T result;
    PSTUDIO_TRY(fromJson(JsonField(value, std::string(what)), result));
    return result;
  };
  return parseCbor(bytes).and_then(read).map_error([&](const Error &error) {
    return Error{ErrorCode::InvalidFormat, part + " cannot be read: " + error.toString(), {}, {}};
  });
}

} // namespace

std::string toBytes(const KernelEntry &entry) {
  return cborOf(entry);
}

Result<KernelEntry> kernelEntryFrom(std::string_view bytes) {
  return parse<KernelEntry>(bytes, "entry");
}

std::string toBytes(const PtxCode &code) {
  return cborOf(code);
}

Result<PtxCode> ptxCodeFrom(std::string_view bytes) {
  return parse<PtxCode>(bytes, "PTX");
}

std::string toBytes(const HsaCode &code) {
  return cborOf(code);
}

Result<HsaCode> hsaCodeFrom(std::string_view bytes) {
  return parse<HsaCode>(bytes, "code object");
}

std::string toBytes(const CpuCode &code) {
  return cborOf(code);
}

Result<CpuCode> cpuCodeFrom(std::string_view bytes) {
  return parse<CpuCode>(bytes, "machine code");
}

} // namespace pstudio
