// SPDX-License-Identifier: Apache-2.0
// An entry that is written and read again is equal; all other bytes are an error.
#include <QtTest>

#include <random>

#include <nlohmann/json.hpp>

#include "collector/cache/kernel_entry.h"

using namespace pstudio;

namespace {

InstrumentedKernel someKernel() {
  InstrumentedKernel kernel;
  kernel.operations.operations = {
      {record::OperationKind::Scope, "load \"a\"", {}, "k.mlir:3:5", {}},
      {record::OperationKind::Event, "w", OperationId(0), "", {{"f", "k.mlir:9:1"}, {"g", ""}}},
      {record::OperationKind::Value, "v", OperationId(), "", {}, record::ValueType::F64, "J"}};
  record::Operation load{record::OperationKind::MemoryAccess, "load A", OperationId(), ""};
  load.access =
      record::AccessFacts{memory::AccessKind::Load, memory::AccessSpace::Shared, 4, -8, 16};
  record::Operation copy = load;
  copy.access =
      record::AccessFacts{memory::AccessKind::BulkLoad, memory::AccessSpace::Global, 1, {}, 0, 3};
  kernel.operations.operations.push_back(load);
  kernel.operations.operations.push_back(copy);
  record::Operation swizzled = load;
  swizzled.access->groupLanes = 0;
  swizzled.access->stride = 128;
  swizzled.access->laneXors = {4, 8, 16, 32, 64};
  kernel.operations.operations.push_back(swizzled);
  record::Operation padded = load;
  padded.access->groupLanes = 0;
  padded.access->stride = std::nullopt;
  padded.access->offsets = {record::OffsetRule::Sum, 0, {16, -64}};
  kernel.operations.operations.push_back(padded);
  kernel.operations.groups = {
      {{{record::Kind::ScopeStart, 0, 0, false}, {record::Kind::EventEnd, 1, 3, false}}}};
  kernel.unitCount = 4;
  kernel.slotsPerUnit = 128;
  kernel.isShared = true;
  kernel.iteratedAccesses = *IdRanges::parse("3,5");
  kernel.warnings = {"k.mlir:9:1: what is left out"};
  return kernel;
}

CpuCode someProgram() {
  CpuCode code;
  code.object = std::string("\x7f"
                            "ELF\0\xff",
                            6);
  code.map.sites = {{cpu::SiteKind::Start, ""}, {cpu::SiteKind::Division, "k.mlir:1:2"}};
  code.map.accesses = {{cpu::ObjectKind::Variable, 0, 16, true, true, "k.mlir:4:4"}};
  code.map.variables = {{"the constant table", 1024}};
  code.map.locals = {{"the local array a", 32}};
  code.map.sharedBuffers = {{"tile", 128, 4096, {32, 32}, 4}};
  code.map.staticSharedBytes = 8192;
  return code;
}

/// The reader rejects every truncation of the bytes and tolerates random changes.
template <class Read> void readDamaged(const std::string &bytes, const Read &read) {
  for (size_t size = 0; size < bytes.size(); ++size)
    QVERIFY(!read(std::string_view(bytes).substr(0, size)));
  const uint64_t seed = std::random_device{}();
  qInfo("seed %llu", static_cast<unsigned long long>(seed));
  std::mt19937_64 random(seed);
  for (int i = 0; i < 2000; ++i) {
    std::string changed = bytes;
    changed[random() % changed.size()] = static_cast<char>(random());
    static_cast<void>(read(changed)); // a different entry or an error
  }
}

/// The reader rejects the bytes if any one of their integers is replaced by `number`.
template <class Read>
void readWithNumber(const std::string &bytes, double number, const Read &read) {
  using nlohmann::json;
  const json whole = json::from_cbor(bytes);
  int replaced = 0;
  const json flat = whole.flatten();
  for (const auto &[place, value] : flat.items()) {
    if (!value.is_number_integer())
      continue;
    const json::json_pointer pointer(place);
    json changed = whole;
    changed.at(pointer) = number;
    const std::vector<uint8_t> written = json::to_cbor(changed);
    QVERIFY2(!read(std::string(written.begin(), written.end())), qPrintable(place.c_str()));
    ++replaced;
  }
  QVERIFY(replaced > 0);
}

} // namespace

class KernelEntryTest final : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void decisionsComeBackAsTheyWere() {
    const KernelEntry entry{someKernel(), std::string("\0code", 5)};
    const auto read = kernelEntryFrom(toBytes(entry));
    QVERIFY(read);
    QVERIFY(read->kernel.operations == entry.kernel.operations);
    QCOMPARE(read->kernel.unitCount, entry.kernel.unitCount);
    QCOMPARE(read->kernel.slotsPerUnit, entry.kernel.slotsPerUnit);
    QCOMPARE(read->kernel.isShared, entry.kernel.isShared);
    QVERIFY(read->kernel.warnings == entry.kernel.warnings);
    QCOMPARE(read->code, entry.code);
    QVERIFY(toBytes(*read) == toBytes(entry));
  }

  void ptxComesBackAsItWas() {
    nvidia::PtxKernel kernel{".version 8.0\n",
                             "k",
                             {"sm_90a", 90, true},
                             1024,
                             65536,
                             {{"tile", memory::AccessSpace::Shared, 64, "f32", 4, {32, 33}}},
                             "built in"};
    const PtxCode code{kernel, {}};
    const auto read = ptxCodeFrom(toBytes(code));
    QVERIFY(read);
    QCOMPARE(read->kernel.text, kernel.text);
    QCOMPARE(read->kernel.entry, kernel.entry);
    QVERIFY(read->kernel.architecture == kernel.architecture);
    QCOMPARE(read->kernel.launchSharedBytes, uint64_t{65536});
    QVERIFY(read->plain.text.empty());
    QVERIFY(toBytes(*read) == toBytes(code));
  }

  void codeObjectsComeBackAsTheyWere() {
    const HsaCode code{"k",
                       std::string("\x7f"
                                   "ELF\0\1",
                                   6),
                       {}};
    const auto read = hsaCodeFrom(toBytes(code));
    QVERIFY(read);
    QCOMPARE(read->entry, code.entry);
    QVERIFY(read->codeObject == code.codeObject);
    QVERIFY(read->plainCodeObject.empty());
    QVERIFY(!hsaCodeFrom(toBytes(PtxCode{})));
  }

  void programsOfTheCpuComeBackAsTheyWere() {
    const CpuCode code = someProgram();
    const auto read = cpuCodeFrom(toBytes(code));
    QVERIFY(read);
    QVERIFY(read->object == code.object);
    QCOMPARE(read->map.variables[0].name, code.map.variables[0].name);
    QCOMPARE(read->map.locals[0].bytes, code.map.locals[0].bytes);
    QVERIFY(read->map.sharedBuffers[0].shape == code.map.sharedBuffers[0].shape);
    QVERIFY(toBytes(*read) == toBytes(code));
  }

  void numbersThatAnIntegerCannotHoldAreErrors() {
    const auto decisions = [](const std::string &bytes) {
      return kernelEntryFrom(bytes).has_value();
    };
    const auto program = [](const std::string &bytes) { return cpuCodeFrom(bytes).has_value(); };
    const auto ptx = [](const std::string &bytes) { return ptxCodeFrom(bytes).has_value(); };
    for (const double number : {-5.7e250, 1e300, 0.5}) {
      readWithNumber(toBytes(KernelEntry{someKernel(), "code"}), number, decisions);
      readWithNumber(toBytes(someProgram()), number, program);
      readWithNumber(toBytes(PtxCode{}), number, ptx);
    }
  }

  void damagedBytesAreAnErrorAndNothingWorse() {
    readDamaged(toBytes(KernelEntry{someKernel(), "code"}),
                [](std::string_view bytes) { return kernelEntryFrom(bytes).has_value(); });
    readDamaged(toBytes(someProgram()),
                [](std::string_view bytes) { return cpuCodeFrom(bytes).has_value(); });
    readDamaged(toBytes(PtxCode{}),
                [](std::string_view bytes) { return ptxCodeFrom(bytes).has_value(); });
    QCOMPARE(kernelEntryFrom("text").error().code, ErrorCode::InvalidFormat);
  }
};

QTEST_GUILESS_MAIN(KernelEntryTest)
#include "kernel_entry_test.moc"
