// SPDX-License-Identifier: Apache-2.0
// Names of files of any bytes and any length.
#include <QTest>

#include "core/base/path_text.h"
#include "core/base/utf8.h"

using namespace pstudio;

class PathTextTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void anyBytesComeBackFromTheirDigits() {
    std::string name = "/folder/";
    for (int byte = 1; byte < 256; ++byte)
      name += static_cast<char>(byte);
    const auto path = pathOfHex(hexOfPath(name));
    QVERIFY(path);
    QVERIFY(path->native() == name);
    QVERIFY(!pathOfHex("4"));
    QVERIFY(!pathOfHex("4x"));
    QVERIFY(!pathOfHex("-1"));
  }

  void aNameIsCutToWhatAFileNameHolds() {
    QCOMPARE(fileNameAround(".", "a.pftrace", ".part"), std::string(".a.pftrace.part"));
    const std::string longName(250, 'x');
    const std::string cut = fileNameAround(".", longName, ".part");
    QCOMPARE(cut.size(), size_t{255});
    QVERIFY(cut.starts_with(".x") && cut.ends_with("x.part"));
    std::string umlauts;
    while (umlauts.size() < 255)
      umlauts += "\xC3\xA4";
    QVERIFY(isUtf8(fileNameAround({}, umlauts, ".part")));
  }
};

QTEST_GUILESS_MAIN(PathTextTest)
#include "path_text_test.moc"
