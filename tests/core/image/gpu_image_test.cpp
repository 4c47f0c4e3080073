// SPDX-License-Identifier: Apache-2.0
// Heads of images, decompression, machine code, damage.
#include <QTest>

#include "core/image/cubin.h"
#include "core/image/decompression.h"
#include "core/image/gpu_image.h"
#include "tests/core/image/image_file.h"

using namespace pstudio;
using namespace pstudio::image;

class GpuImageTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void everyCompressionGivesTheSamePtx_data();
  void everyCompressionGivesTheSamePtx();
  void entriesHaveTheirArchitecturesWithSuffix();
  void optionsOfPtxasAreRead();
  void machineCodeStatesItsKernelsAndItsSource();
  void linkedMachineCodeIsRecognised();
  void containersOfAHostObjectAreFound();
  void textAndMachineCodeAreImagesToo();
  void unknownBytesAreRejected();
  void everyCutImageIsRejectedOrRead();
  void damageIsReportedWithItsOffset();
  void unknownCompressionIsNamed();
  void statedSizesAreChecked();
  void architecturesFollowTheRulesOfCompatibility();
};

void GpuImageTest::everyCompressionGivesTheSamePtx_data() {
  QTest::addColumn<QString>("file");
  QTest::addColumn<int>("compression");
  QTest::newRow("plain") << "sm_90a_none.fatbin" << int(Compression::None);
  QTest::newRow("LZ4") << "sm_90a_speed.fatbin" << int(Compression::Lz4);
  QTest::newRow("zstd") << "sm_90a_size.fatbin" << int(Compression::Zstd);
}

void GpuImageTest::everyCompressionGivesTheSamePtx() {
  QFETCH(const QString, file);
  QFETCH(const int, compression);
  const std::string bytes = imageFile(file.toStdString());
  const Result<GpuImage> image = readImage(bytesOf(bytes));
  QVERIFY(image);
  QCOMPARE(image->entries.size(), 3u);
  const ImageEntry &entry = image->entries[2];
  QCOMPARE(int(entry.compression), compression);
  const Result<std::string> ptx = payloadOf(entry);
  QVERIFY(ptx);
  const std::string plain = imageFile("sm_90a_none.fatbin");
  QCOMPARE(*ptx, *payloadOf(readImage(bytesOf(plain))->entries[2]));
  QVERIFY(ptx->find(".target sm_90a") != std::string::npos);
  QVERIFY(ptx->ends_with('\n'));
}

void GpuImageTest::entriesHaveTheirArchitecturesWithSuffix() {
  const std::string bytes = imageFile("sm_90a_size.fatbin");
  const Result<GpuImage> image = readImage(bytesOf(bytes));
  QVERIFY(image);
  std::string text;
  for (const ImageEntry &entry : image->entries)
    text += (entry.kind == EntryKind::Ptx ? "ptx " : "elf ") + toString(entry.architecture) + "\n";
  QCOMPARE(text, std::string("ptx sm_90\nelf sm_90a\nptx sm_90a\n"));
}

void GpuImageTest::optionsOfPtxasAreRead() {
  const std::string bytes = imageFile("options.fatbin");
  const Result<GpuImage> image = readImage(bytesOf(bytes));
  QVERIFY(image);
  QCOMPARE(image->entries[0].ptxasOptions, std::string());
  QCOMPARE(image->entries[1].ptxasOptions,
           std::string("-O1  --fmad false -maxrregcount=32 --generate-line-info "));
}

void GpuImageTest::machineCodeStatesItsKernelsAndItsSource() {
  const std::string cubin = imageFile("kernels.cubin");
  const Result<CubinFacts> facts = readCubin(bytesOf(cubin));
  QVERIFY(facts);
  QCOMPARE(toString(facts->architecture), std::string("sm_90a"));
  QCOMPARE(facts->virtualNumber, 90u);
  QVERIFY(!facts->isRelocatable && !facts->isLinked);
  QCOMPARE(facts->kernels.size(), 2u);
  QVERIFY(facts->contains("add") && facts->contains("_Z5scaleIfEvPT_S0_"));
  QVERIFY(!facts->contains("ad"));
  const std::string other = imageFile("virtual_80.fatbin");
  const Result<std::string> code = payloadOf(readImage(bytesOf(other))->entries[0]);
  QVERIFY(code);
  QCOMPARE(readCubin(bytesOf(*code))->virtualNumber, 80u);
}

void GpuImageTest::linkedMachineCodeIsRecognised() {
  const std::string object = imageFile("linked.o");
  const auto containers = containersIn(bytesOf(object));
  QVERIFY(containers);
  QCOMPARE(containers->size(), 1u);
  const Result<std::string> code = payloadOf(readImage(containers->front())->entries[0]);
  QVERIFY(code);
  QVERIFY(readCubin(bytesOf(*code))->isLinked);
}

void GpuImageTest::containersOfAHostObjectAreFound() {
  const std::string object = imageFile("program.o");
  const auto containers = containersIn(bytesOf(object));
  QVERIFY(containers);
  QCOMPARE(containers->size(), 1u);
  QCOMPARE(readImage(containers->front())->entries.size(), 2u);
  const std::string cubin = imageFile("kernels.cubin");
  QVERIFY(containersIn(bytesOf(cubin))->empty());
}

void GpuImageTest::textAndMachineCodeAreImagesToo() {
  const std::string ptx = imageFile("kernels.ptx"), cubin = imageFile("kernels.cubin");
  const Result<GpuImage> text = readImage(bytesOf(ptx)), code = readImage(bytesOf(cubin));
  QVERIFY(text && code);
  QCOMPARE(text->kind, GpuImage::Kind::Ptx);
  QCOMPARE(*payloadOf(text->entries[0]), ptx);
  QCOMPARE(code->kind, GpuImage::Kind::Cubin);
  QCOMPARE(code->entries[0].payload.size(), cubin.size());
}

void GpuImageTest::unknownBytesAreRejected() {
  const std::string wrapper("\xb1\x43\x62\x46\x01\0\0\0", 8);
  for (const std::string &bytes : {wrapper, std::string(), std::string("\x01\x02\x03\x04")}) {
    const Result<GpuImage> image = readImage(bytesOf(bytes));
    QVERIFY(!image);
    QCOMPARE(image.error().code, ErrorCode::Unsupported);
    QCOMPARE(image.error().where, std::string("byte 0"));
  }
}

void GpuImageTest::everyCutImageIsRejectedOrRead() {
  for (const char *name : {"sm_90a_size.fatbin", "kernels.cubin", "linked.o"}) {
    const std::string whole = imageFile(name);
    for (size_t size = 0; size < whole.size(); size += 7) {
      const std::string cut = whole.substr(0, size); // its own allocation, for the sanitizer
      if (const Result<GpuImage> image = readImage(bytesOf(cut)))
        for (const ImageEntry &entry : image->entries)
          QVERIFY(payloadOf(entry) || entry.kind != EntryKind::Ptx);
      QVERIFY(!readCubin(bytesOf(cut)) || size > whole.size() / 2);
    }
  }
  const std::string cut = imageFile("sm_90a_size.fatbin").substr(0, 1000);
  const Result<GpuImage> image = readImage(bytesOf(cut));
  QVERIFY(!image);
  QCOMPARE(image.error().toString(),
           std::string("byte 8: the fat binary is cut off: 1896 bytes are stated"));
}

void GpuImageTest::damageIsReportedWithItsOffset() {
  std::string bytes = imageFile("sm_90a_size.fatbin");
  Result<GpuImage> image = readImage(bytesOf(bytes));
  QVERIFY(image);
  const uint64_t offset = image->entries[2].offset;
  for (size_t i = 8; i < 40; ++i)
    bytes[offset + i] = '\x5a';
  const Result<std::string> payload = payloadOf(image->entries[2]);
  QVERIFY(!payload);
  QCOMPARE(payload.error().code, ErrorCode::InvalidFormat);
  QCOMPARE(payload.error().where, "byte " + std::to_string(offset));
  bytes = imageFile("sm_90a_size.fatbin");
  bytes[16 + 8 + 5] = 1; // the size of the first entry
  image = readImage(bytesOf(bytes));
  QVERIFY(!image);
  QCOMPARE(image.error().toString(), std::string("byte 16: an entry is longer than its image"));
}

void GpuImageTest::unknownCompressionIsNamed() {
  std::string bytes = imageFile("sm_90a_none.fatbin");
  bytes[16 + 41] |= 0x40; // a flag of the first entry
  const Result<GpuImage> image = readImage(bytesOf(bytes));
  QVERIFY(image);
  const Result<std::string> payload = payloadOf(image->entries[0]);
  QVERIFY(!payload);
  QCOMPARE(payload.error().code, ErrorCode::Unsupported);
  QCOMPARE(payload.error().message, std::string("unknown compression (flags 0x4011)"));
}

void GpuImageTest::statedSizesAreChecked() {
  const std::string bytes = imageFile("sm_90a_size.fatbin");
  const Result<GpuImage> image = readImage(bytesOf(bytes));
  QVERIFY(image);
  const ImageEntry &entry = image->entries[0];
  QVERIFY(decompressZstd(entry.payload, entry.payloadBytes));
  QVERIFY(!decompressZstd(entry.payload, entry.payloadBytes - 1));
  QVERIFY(!decompressZstd(entry.payload, entry.payloadBytes + 1));
  QVERIFY(!decompressZstd(entry.payload, UINT64_MAX));
  QVERIFY(!decompressLz4(entry.payload, UINT64_MAX));
  QVERIFY(!decompressLz4({}, 1));
}

void GpuImageTest::architecturesFollowTheRulesOfCompatibility() {
  const auto of = [](const char *text) { return architectureFrom(text).value_or(Architecture()); };
  QCOMPARE(toString(of("compute_100f")), std::string("sm_100f"));
  for (const char *text : {"", "sm_", "sm_90b", "sm_90aa", "90", "sm_0", "sm_99999999999"})
    QVERIFY2(!architectureFrom(text), text);
  QVERIFY(runsOn(of("sm_80"), of("sm_86")) && !runsOn(of("sm_86"), of("sm_80")));
  QVERIFY(!runsOn(of("sm_80"), of("sm_90")) && compilesFor(of("sm_80"), of("sm_90")));
  QVERIFY(runsOn(of("sm_90a"), of("sm_90")) && !compilesFor(of("sm_90a"), of("sm_100")));
  QVERIFY(runsOn(of("sm_100f"), of("sm_103")) && !runsOn(of("sm_100a"), of("sm_103")));
}

QTEST_APPLESS_MAIN(GpuImageTest)
#include "gpu_image_test.moc"
