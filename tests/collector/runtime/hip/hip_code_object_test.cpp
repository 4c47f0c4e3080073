// SPDX-License-Identifier: Apache-2.0
// Reads the metadata of code objects, lays out arguments by it, and rejects invalid files.
#include <QtTest>

#include <random>

#include "collector/runtime/hip/kernel_arguments.h"
#include "tests/collector/fake_hip/fake_hip_library.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using namespace pstudio::test;

class HipCodeObjectTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void argumentsAndResourcesComeFromTheMetadata() {
    hip::KernelLayout written = layoutWith("gemm", {8, 4, 8, 2});
    written.ldsBytes = 4096;
    written.scratchBytes = 16;
    written.spilledRegisters = 3;
    const auto read = hip::layoutOf(codeObjectOf(written), "gemm");
    VERIFY_RESULT(read);
    QCOMPARE(read->target, std::string("amdgcn-amd-amdhsa--gfx942"));
    QCOMPARE(read->arguments.size(), size_t(10)); // four, and six hidden ones
    QCOMPARE(read->arguments[1].offset, 8u);
    QCOMPARE(read->arguments[2].offset, 16u);
    QCOMPARE(read->arguments[3].bytes, 2u);
    QVERIFY(!read->arguments[3].isHidden());
    QVERIFY(read->arguments[4].isHidden());
    QCOMPARE(read->argumentBytes, written.argumentBytes);
    QCOMPARE(read->ldsBytes, uint64_t(4096));
    QCOMPARE(read->scratchBytes, uint64_t(16));
    QCOMPARE(read->lanesPerWave, 64u);
    QCOMPARE(read->maxThreadsPerCta, 1024u);
    QCOMPARE(read->vectorRegisters, 24u);
    QCOMPARE(read->spilledRegisters, 3u);
  }

  void aKernelThatIsNotThereNamesThoseThatAre() {
    const auto read = hip::layoutOf(codeObjectOf(layoutWith("gemm", {8})), "saxpy");
    QVERIFY(!read && read.error().code == ErrorCode::InvalidInput);
    QCOMPARE(read.error().message, std::string("the code object has no kernel saxpy; it has gemm"));
  }

  void argumentsLieWhereTheMetadataSays() {
    const hip::KernelLayout layout = layoutWith("k", {8, 4, 8, 1});
    const std::array<uint64_t, 4> words{0x1122334455667788, 0xaabbccdd, 0x99, 0x1ff};
    const auto segment = hip::packArguments(layout, words);
    VERIFY_RESULT(segment);
    QCOMPARE(segment->size(), size_t(25));
    const auto at = [&](size_t i) { return std::to_integer<unsigned>((*segment)[i]); };
    QCOMPARE(at(0), 0x88u);
    QCOMPARE(at(7), 0x11u);
    QCOMPARE(at(8), 0xddu);
    QCOMPARE(at(11), 0xaau);
    QCOMPARE(at(12), 0u); // padding between arguments
    QCOMPARE(at(16), 0x99u);
    QCOMPARE(at(24), 0xffu); // only the low byte
  }

  void aWrongNumberOfArgumentsIsRejected() {
    const auto segment = hip::packArguments(layoutWith("k", {8, 8}), std::array<uint64_t, 1>{1});
    QVERIFY2(hipMessageOf(segment).contains("1 arguments, it takes 2"),
             qPrintable(hipMessageOf(segment)));
  }

  void anArgumentThatIsNoWordIsRejected() {
    hip::KernelLayout layout = layoutWith("k", {8});
    layout.arguments[0].bytes = 24;
    QVERIFY(hipMessageOf(hip::packArguments(layout, std::array<uint64_t, 1>{1}))
                .contains("parameter 0 takes 24 bytes"));
  }

  void hiddenArgumentsThatTheVersionDoesNotFillAreNamed() {
    hip::KernelLayout layout = layoutWith("k", {8});
    VERIFY_RESULT(hip::checkHiddenArguments(layout, 50'221'153));
    layout.arguments.push_back({64, 4, "hidden_dynamic_lds_size"});
    QVERIFY(hipMessageOf(hip::checkHiddenArguments(layout, 50'221'153))
                .contains("HIP 5.2 does not fill in: hidden_dynamic_lds_size"));
    VERIFY_RESULT(hip::checkHiddenArguments(layout, 60'000'000));
    layout.arguments.push_back({72, 8, "hidden_of_the_future"});
    QVERIFY(hipMessageOf(hip::checkHiddenArguments(layout, 70'000'000))
                .contains("hidden_of_the_future"));
  }

  void otherFilesAreRejectedByWhatTheyLack() {
    const std::string good = codeObjectOf(layoutWith("k", {8}));
    QVERIFY(hipMessageOf(hip::layoutOf("", "k")).contains("is no ELF file of 64 bits"));
    QVERIFY(hipMessageOf(hip::layoutOf(".version 7.0", "k")).contains("is no ELF file"));
    std::string other = good;
    other[18] = 62; // x86-64
    QVERIFY(hipMessageOf(hip::layoutOf(other, "k")).contains("is not for an AMD GPU"));
    other = good;
    other[64] = 1; // replaces the segment of notes by one of code
    QVERIFY(hipMessageOf(hip::layoutOf(other, "k")).contains("has no AMDGPU metadata"));
    QVERIFY(hipMessageOf(hip::layoutOf(good.substr(0, good.size() - 40), "k"))
                .contains("is cut off in its notes"));
  }

  void damagedFilesNeverDoMoreThanFail() {
    const std::string good = codeObjectOf(layoutWith("k", {8, 4}));
    const unsigned seed = std::random_device()();
    qInfo("seed %u", seed);
    std::mt19937 random(seed);
    for (int round = 0; round < 3000; ++round) {
      std::string bytes = good.substr(0, round % 3 == 0 ? random() % good.size() : good.size());
      for (int i = 0; i < 4 && !bytes.empty(); ++i)
        bytes[random() % bytes.size()] = static_cast<char>(random());
      const auto layout = hip::layoutOf(bytes, "k");
      if (!layout)
        QVERIFY(!layout.error().message.empty());
      else
        for (const hip::KernelArgument &argument : layout->arguments)
          QVERIFY(uint64_t(argument.offset) + argument.bytes <= layout->argumentBytes);
    }
  }
};

QTEST_GUILESS_MAIN(HipCodeObjectTest)
#include "hip_code_object_test.moc"
