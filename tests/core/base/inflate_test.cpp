// SPDX-License-Identifier: Apache-2.0
// Decompression ends at its limits: size, expansion, cancelling.
#include <QTest>

#include <random>

#include "core/base/deflate.h"
#include "core/base/inflate.h"
#include "tests/support/verify_result.h"

using namespace pstudio;

namespace {

std::span<const std::byte> bytesOf(const std::string &text) {
  return std::as_bytes(std::span(text));
}

std::string compressed(const std::string &text) {
  Deflater deflater = *Deflater::make(9);
  std::string out;
  deflater.append(bytesOf(text), out);
  deflater.finish(out);
  return out;
}

std::string randomText(size_t size) {
  std::mt19937_64 random(7);
  std::string text(size, '\0');
  for (char &c : text)
    c = static_cast<char>(random());
  return text;
}

constexpr size_t kEnough = size_t{1} << 30;

} // namespace

class InflateTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void compressedDataComesBack() {
    const std::string text = randomText(100'000);
    const Result<Inflated> inflated =
        inflate(bytesOf(compressed(text)), {.mostBytes = text.size()});
    VERIFY_RESULT(inflated);
    QVERIFY(inflated->bytes == text);
    QVERIFY(!inflated->isCutOff);
  }

  void outputBeyondTheSizeLimitIsAnError() {
    const std::string data = compressed(randomText(100'000));
    const Result<Inflated> inflated = inflate(bytesOf(data), {.mostBytes = 99'999});
    QVERIFY(!inflated);
    QCOMPARE(inflated.error().code, ErrorCode::InvalidFormat);
    QVERIFY(inflated.error().message.find("99999 bytes") != std::string::npos);
  }

  void dataThatExpandsTooFarIsAnErrorAfterLittleOutput() {
    const std::string bomb = compressed(std::string(64 << 20, '\0'));
    const Result<Inflated> inflated = inflate(bytesOf(bomb), {.mostBytes = kEnough});
    QVERIFY(!inflated);
    QCOMPARE(inflated.error().code, ErrorCode::InvalidFormat);
    QVERIFY2(inflated.error().message.find("expands more than 250 times") != std::string::npos,
             inflated.error().message.c_str());
    // A buffer of known size, mostly zeros, is genuine.
    const InflateLimits any{.mostBytes = kEnough, .mostExpansion = kExpansionOfDeflate + 1};
    VERIFY_RESULT(inflate(bytesOf(bomb), any));
  }

  void shortDataMayExpandFar() {
    const std::string zeros(10 << 20, '\0');
    const Result<Inflated> inflated = inflate(bytesOf(compressed(zeros)), {.mostBytes = kEnough});
    VERIFY_RESULT(inflated);
    QCOMPARE(inflated->bytes.size(), zeros.size());
  }

  void aCancelledDecompressionEnds() {
    ReadProgress progress;
    progress.cancel();
    const std::string data = compressed(randomText(1000));
    const Result<Inflated> inflated =
        inflate(bytesOf(data), {.mostBytes = kEnough, .progress = &progress});
    QVERIFY(!inflated);
    QCOMPARE(inflated.error().code, ErrorCode::Cancelled);
  }

  void memoryBoundsTheOutput() { QVERIFY(mostInflatedBytes() >= size_t{64} << 20); }
};

QTEST_GUILESS_MAIN(InflateTest)
#include "inflate_test.moc"
