// SPDX-License-Identifier: Apache-2.0
// The code of one kernel of a cubin, and when two of them are the same.
#include <QTest>

#include "core/image/elf_file.h"
#include "core/image/kernel_code.h"
#include "tests/core/image/image_file.h"

using namespace pstudio;
using namespace pstudio::image;

namespace {

constexpr const char *kScale = "_Z5scaleIfEvPT_S0_";

/// Where the contents of a section begin in the file.
size_t offsetOf(const std::string &file, const char *section) {
  const auto elf = ElfFile::read(bytesOf(file));
  const ElfSection *found = elf ? elf->find(section) : nullptr;
  return found ? static_cast<size_t>(found->bytes.data() - bytesOf(file).data()) : 0;
}

} // namespace

class KernelCodeTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void sizeOfTheParametersAndRequiredBlockAreRead();
  void sameCodeNeedsEqualInstructionsAndConstants();
  void missingKernelsAndDamagedFilesAreErrors();
};

void KernelCodeTest::sizeOfTheParametersAndRequiredBlockAreRead() {
  std::string cubin = imageFile("kernels.cubin");
  const auto add = kernelCodeIn(bytesOf(cubin), "add");
  QVERIFY(add);
  QCOMPARE(add->parameterBytes.value_or(0), 8u);
  QVERIFY(!add->requiredBlock);
  QVERIFY(!add->instructions.empty());
  QCOMPARE(add->data.count(".nv.constant0.add"), size_t(1));
  QCOMPARE(add->data.size(), size_t(1));
  QCOMPARE(kernelCodeIn(bytesOf(cubin), kScale)->parameterBytes.value_or(0), 12u);
  // Another attribute with three numbers becomes that of the required block.
  const size_t info = offsetOf(cubin, ".nv.info.add");
  const size_t other = cubin.find(std::string("\x04\x17\x0c\x00", 4), info);
  QVERIFY(info != 0 && other != std::string::npos);
  cubin[other + 1] = 0x10;
  const std::array<uint32_t, 3> block{128, 2, 1};
  std::memcpy(cubin.data() + other + 4, block.data(), sizeof block);
  const auto changed = kernelCodeIn(bytesOf(cubin), "add");
  QVERIFY(changed && changed->requiredBlock == block);
  QVERIFY(!isSameCode(*add, *changed));
}

void KernelCodeTest::sameCodeNeedsEqualInstructionsAndConstants() {
  const std::string cubin = imageFile("kernels.cubin");
  const auto add = kernelCodeIn(bytesOf(cubin), "add");
  const auto scale = kernelCodeIn(bytesOf(cubin), kScale);
  QVERIFY(add && scale);
  QVERIFY(isSameCode(*add, *add));
  QVERIFY(!isSameCode(*add, *scale));
  for (const char *section : {".text.add", ".nv.constant0.add"}) {
    std::string other = cubin;
    other[offsetOf(cubin, section)] ^= 1;
    QVERIFY2(!isSameCode(*add, *kernelCodeIn(bytesOf(other), "add")), section);
    QVERIFY2(isSameCode(*scale, *kernelCodeIn(bytesOf(other), kScale)), section);
  }
}

void KernelCodeTest::missingKernelsAndDamagedFilesAreErrors() {
  const std::string cubin = imageFile("kernels.cubin");
  QVERIFY(kernelCodeIn(bytesOf(cubin), "ad").error().message.find("no kernel ad") !=
          std::string::npos);
  QVERIFY(!kernelCodeIn(bytesOf(cubin.substr(0, 200)), "add"));
  std::string cut = cubin; // an attribute that states more bytes than there are
  const size_t info = offsetOf(cubin, ".nv.info.add");
  cut[info + 2] = cut[info + 3] = '\xff';
  QVERIFY(!kernelCodeIn(bytesOf(cut), "add")->parameterBytes);
}

QTEST_GUILESS_MAIN(KernelCodeTest)
#include "kernel_code_test.moc"
