// SPDX-License-Identifier: Apache-2.0
// Names of code formats.
#include <QTest>

#include "core/run/code_format.h"

using namespace pstudio;

class CodeFormatTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void namesAndFormatsBelongTogether() {
    QCOMPARE(codeFormatName(CodeFormat::Ptx), std::string_view("ptx"));
    QCOMPARE(codeFormatName(CodeFormat::Isa), std::string_view("isa"));
    QCOMPARE(codeFormatName(CodeFormat::Hsaco), std::string_view("hsaco"));
    for (const std::string_view name : kCodeFormatNames)
      QCOMPARE(codeFormatName(codeFormatNamed(name).value()), name);
    QVERIFY(!codeFormatNamed("sass") && !codeFormatNamed(""));
  }
};

QTEST_GUILESS_MAIN(CodeFormatTest)
#include "code_format_test.moc"
