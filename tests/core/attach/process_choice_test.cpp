// SPDX-License-Identifier: Apache-2.0
// The text of --processes.
#include <QTest>

#include "core/attach/attach_request.h"
#include "core/attach/process_choice.h"

using namespace pstudio;
using namespace pstudio::attach;

class ProcessChoiceTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void textsChooseProcesses_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("rank");
    QTest::addColumn<QString>("reason"); // empty: recorded
    QTest::newRow("nothing") << ""
                             << "3"
                             << "";
    QTest::newRow("all") << "all"
                         << ""
                         << "";
    QTest::newRow("rank") << "rank=0,3"
                          << "3"
                          << "";
    QTest::newRow("rank of a range") << "rank=0-2,5-7"
                                     << "6"
                                     << "";
    QTest::newRow("other rank") << "rank=0-2,5-7"
                                << "4"
                                << "rank 4";
    QTest::newRow("no rank") << "rank=0"
                             << ""
                             << "it has no rank";
    QTest::newRow("rank that is no number") << "rank=0"
                                            << "a"
                                            << "rank a";
    QTest::newRow("name") << "name=tr*n"
                          << ""
                          << "";
    QTest::newRow("other name") << "name=load*"
                                << ""
                                << "its name does not match load*";
    QTest::newRow("first") << "first=3"
                           << ""
                           << "";
    QTest::newRow("later") << "first=2"
                           << ""
                           << "2 processes were chosen before it";
  }
  void textsChooseProcesses() {
    QFETCH(QString, text);
    QFETCH(QString, rank);
    QFETCH(QString, reason);
    const auto choice = ProcessChoice::parse(text.toStdString());
    QVERIFY(choice);
    const std::string given = rank.toStdString();
    QCOMPARE(choice->reasonToLeaveOut({given, "train", 2}).value_or(""), reason.toStdString());
  }

  void otherTextsAreRejected_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("part"); // of the message
    QTest::newRow("word") << "rank"
                          << "is no choice of processes";
    QTest::newRow("no rank") << "rank="
                             << "no rank or range of ranks in \"\"";
    QTest::newRow("backwards") << "rank=3-1"
                               << "in \"3-1\"";
    QTest::newRow("negative") << "rank=-1"
                              << "in \"-1\"";
    QTest::newRow("empty part") << "rank=0,,2"
                                << "in \"\"";
    QTest::newRow("too large") << "rank=1000000001"
                               << "in \"1000000001\"";
    QTest::newRow("none") << "first=0"
                          << "has no number of processes";
    QTest::newRow("no name") << "name="
                             << "is no choice of processes";
    QTest::newRow("too many") << "rank=0" + QString(",0").repeated(1024) << "more than 1,024";
  }
  void otherTextsAreRejected() {
    QFETCH(QString, text);
    QFETCH(QString, part);
    AttachRequest request;
    request.command = {"true"};
    request.settings.processes = text.toStdString();
    const auto checked = checkRequest(request);
    QVERIFY(!checked);
    QCOMPARE(checked.error().where, std::string("--processes"));
    QVERIFY2(checked.error().message.find(part.toStdString()) != std::string::npos,
             checked.error().message.c_str());
    QVERIFY(!checked.error().hint.empty());
  }
};

QTEST_GUILESS_MAIN(ProcessChoiceTest)
#include "process_choice_test.moc"
