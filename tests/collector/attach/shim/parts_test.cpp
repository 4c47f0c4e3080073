// SPDX-License-Identifier: Apache-2.0
// Parts of the preloaded library that can be tested by themselves, and what the linker made of it.
#include <cerrno>
#include <csignal>
#include <cstring>
#include <map>
#include <random>

#include <unistd.h>

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "collector/attach/protocol/sha256.h"
#include "collector/attach/shim/argument_list.h"
#include "collector/attach/shim/code_image.h"
#include "collector/attach/shim/graph_structure.h"
#include "collector/attach/shim/handle_map.h"
#include "collector/attach/shim/mapped_file.h"
#include "core/process/program_path.h"
#include "core/process/run_program.h"
#include "tests/collector/attach/shim/fake_driver/fake_image.h"
#include "tests/support/build_folder.h"

using namespace pstudio;
using namespace pstudio::attach;
using namespace pstudio::test;

/// In place of the C library's: as one that each signal ends which a handler may take.
extern "C" int posix_fallocate(int file, off_t begin, off_t bytes) {
  sigset_t blocked;
  pthread_sigmask(SIG_BLOCK, nullptr, &blocked);
  if (!sigismember(&blocked, SIGALRM))
    return EINTR;
  return ::ftruncate(file, begin + bytes) == 0 ? 0 : errno;
}

class ShimPartsTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void digestsAreThoseOfTheStandard_data();
  void digestsAreThoseOfTheStandard();
  void piecesHaveTheDigestOfTheWhole();
  void theSizeOfAnElfFileFollowsFromItsHeaders();
  void otherBytesHaveNoElfSize();
  void imagesHaveTheExtentThatTheyState();
  void handlesAreFoundUntilTheyAreRemoved();
  void aFullTableOfHandlesTakesNoMore();
  void nodesOfAnUpdateArePairedAlongTheirDependencies();
  void branchesArePairedInTheOrderOfTheirEdges();
  void severalLastNodesArePairedByWhatTheyDependOn();
  void pairsOfEqualLastNodesAreUnknown();
  void graphsOfOtherFormHaveNoPairs();
  void nodesOfChildGraphsArePaired();
  void aPackedBufferIsPaddedBeforeTheRecords();
  void anUnknownKeyOfABufferIsRejected();
  void aTimerOfTheProgramDoesNotKeepAFileFromItsBlocks();
  void theLibraryDependsOnTheCLibraryOnly();
  void onlyHooksAndTheInterfaceAreExported();
  void dlsymEndsWithAJump();
};

// FIPS 180-4 and the examples of NIST.
void ShimPartsTest::digestsAreThoseOfTheStandard_data() {
  QTest::addColumn<QByteArray>("message");
  QTest::addColumn<QByteArray>("digest");
  QTest::newRow("empty") << QByteArray()
                         << QByteArray(
                                "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  QTest::newRow("abc") << QByteArray("abc")
                       << QByteArray(
                              "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  QTest::newRow("two blocks")
      << QByteArray("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
      << QByteArray("248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  QTest::newRow("a million")
      << QByteArray(1000000, 'a')
      << QByteArray("cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

void ShimPartsTest::digestsAreThoseOfTheStandard() {
  QFETCH(QByteArray, message);
  QFETCH(QByteArray, digest);
  QCOMPARE(sha256({message.data(), static_cast<size_t>(message.size())}), digest.toStdString());
}

void ShimPartsTest::piecesHaveTheDigestOfTheWhole() {
  std::string message;
  for (int i = 0; i < 1000; ++i)
    message += static_cast<char>(i * 31);
  for (const size_t piece : {1u, 7u, 63u, 64u, 65u, 200u}) {
    Sha256 hash;
    for (size_t at = 0; at < message.size(); at += piece)
      hash.add(std::string_view(message).substr(at, piece));
    QCOMPARE(hash.hex(), sha256(message));
  }
}

void ShimPartsTest::theSizeOfAnElfFileFollowsFromItsHeaders() {
  QFile library(buildFolder() + QStringLiteral("/lib/proton-studio/libpstudio_attach.so"));
  QVERIFY(library.open(QIODevice::ReadOnly));
  const QByteArray bytes = library.readAll();
  QCOMPARE(elfBytes(bytes.data()), static_cast<uint64_t>(bytes.size()));
  const std::string cubin = fakeCubin("kernel add\n");
  const CodeImage read = readImage((cubin + "more").data());
  QCOMPARE(read.kind, ImageKind::Cubin);
  QCOMPARE(read.bytes, uint64_t(cubin.size()));
  QCOMPARE(read.hash, sha256(cubin));
}

void ShimPartsTest::otherBytesHaveNoElfSize() {
  QCOMPARE(elfBytes("\x7f"
                    "EL"),
           uint64_t(0));
  QCOMPARE(readImage(fakePtx("").data()).kind, ImageKind::Ptx);
  QCOMPARE(readImage(fakeFatBinary("").data()).kind, ImageKind::FatBinary);
  QCOMPARE(readImage("something else").kind, ImageKind::Unknown);
  QCOMPARE(readImage(nullptr).kind, ImageKind::Unknown);
  QCOMPARE(readImageFile("/nowhere").kind, ImageKind::Unknown);
}

void ShimPartsTest::imagesHaveTheExtentThatTheyState() {
  const std::string container = fakeFatBinary("kernel add\n"), text = fakePtx("kernel add\n");
  QCOMPARE(extentOf(container.data()).bytes, uint64_t(container.size()));
  QCOMPARE(extentOf(text.data()).bytes, uint64_t(text.size()));
  const struct {
    uint32_t magic, version;
    const void *data, *filename;
  } wrapper = {0x466243b1, 1, container.data(), nullptr}, empty = {0x466243b1, 1, nullptr, nullptr};
  QCOMPARE(extentOf(&wrapper).begin, static_cast<const void *>(container.data()));
  QCOMPARE(extentOf(&wrapper).bytes, uint64_t(container.size()));
  QCOMPARE(extentOf(&empty).bytes, uint64_t(0));
  QCOMPARE(extentOf("something else").bytes, uint64_t(0));
  QCOMPARE(extentOf(nullptr).bytes, uint64_t(0));
  QCOMPARE(extentOf(fakeFatBinary("", UINT64_MAX).data()).bytes, uint64_t(0));
}

void ShimPartsTest::handlesAreFoundUntilTheyAreRemoved() {
  const auto handles = std::make_unique<HandleMap>();
  std::map<uintptr_t, uintptr_t> expected;
  std::mt19937 random(7);
  for (int i = 0; i < 300000; ++i) {
    const uintptr_t key = 16 * (1 + random() % 30000);
    const auto *handle = reinterpret_cast<const void *>(key);
    if (random() % 3 == 0) {
      handles->remove(handle);
      expected.erase(key);
    } else {
      QVERIFY(handles->set(handle, uintptr_t(i) + 1));
      expected[key] = uintptr_t(i) + 1;
    }
  }
  for (uintptr_t key = 0; key <= 16 * 30001; key += 8) {
    const auto found = expected.find(key);
    QCOMPARE(handles->find(reinterpret_cast<const void *>(key)),
             found == expected.end() ? uintptr_t(0) : found->second);
  }
}

void ShimPartsTest::aFullTableOfHandlesTakesNoMore() {
  const auto handles = std::make_unique<HandleMap>();
  uintptr_t count = 0;
  while (handles->set(reinterpret_cast<const void *>(16 * (count + 1)), 5))
    ++count;
  QCOMPARE(count, uintptr_t(HandleMap::kCapacity / 4 * 3));
  QCOMPARE(handles->find(reinterpret_cast<const void *>(16 * count)), uintptr_t(5));
  QCOMPARE(handles->find(reinterpret_cast<const void *>(16 * (count + 1))), uintptr_t(0));
  handles->remove(reinterpret_cast<const void *>(16));
  QVERIFY(handles->set(reinterpret_cast<const void *>(16), 6));
  QVERIFY(!handles->set(nullptr, 1));
}

namespace {

/// Kernel nodes with these dependencies; "child" below replaces one of them.
GraphStructure graphOf(const std::vector<std::vector<uint32_t>> &dependencies) {
  GraphStructure graph;
  for (uint32_t i = 0; i < dependencies.size(); ++i)
    graph.nodes.push_back({nullptr, kCuGraphNodeKernel, dependencies[i], i, {}});
  return graph;
}

/// The pair of each known kernel node, or the problem.
QString pairsOf(const GraphStructure &known, const GraphStructure &given) {
  const NodePairing pairing = pairNodes(known, given);
  if (!pairing.problem.empty())
    return QString::fromUtf8(pairing.problem.data(), qsizetype(pairing.problem.size()));
  QStringList pairs;
  for (const NodePair pair : pairing.kernels)
    pairs << QStringLiteral("%1-%2").arg(pair.known).arg(pair.given);
  pairs.sort();
  return pairs.join(QLatin1Char(' '));
}

} // namespace

void ShimPartsTest::nodesOfAnUpdateArePairedAlongTheirDependencies() {
  QCOMPARE(pairsOf(graphOf({{}, {0}, {1}}), graphOf({{}, {0}, {1}})),
           QStringLiteral("0-0 1-1 2-2"));
  QCOMPARE(pairsOf(graphOf({{}, {0}, {1}}), graphOf({{1}, {2}, {}})),
           QStringLiteral("0-2 1-1 2-0"));
  QCOMPARE(pairsOf(graphOf({}), graphOf({})), QString());
}

void ShimPartsTest::branchesArePairedInTheOrderOfTheirEdges() {
  const GraphStructure known = graphOf({{}, {0}, {0}, {1, 2}});
  QCOMPARE(pairsOf(known, graphOf({{}, {0}, {0}, {1, 2}})), QStringLiteral("0-0 1-1 2-2 3-3"));
  QCOMPARE(pairsOf(known, graphOf({{}, {0}, {0}, {2, 1}})), QStringLiteral("0-0 1-2 2-1 3-3"));
}

void ShimPartsTest::severalLastNodesArePairedByWhatTheyDependOn() {
  QCOMPARE(pairsOf(graphOf({{}, {0}, {0, 1}, {0}}), graphOf({{}, {0}, {0}, {0, 2}})),
           QStringLiteral("0-0 1-2 2-3 3-1"));
}

void ShimPartsTest::pairsOfEqualLastNodesAreUnknown() {
  const QString unknown = QStringLiteral("several of its last nodes have the same dependencies");
  QCOMPARE(pairsOf(graphOf({{}, {}}), graphOf({{}, {}})), unknown);
  QCOMPARE(pairsOf(graphOf({{}, {0}, {0}}), graphOf({{}, {0}, {0}})), unknown);
}

void ShimPartsTest::graphsOfOtherFormHaveNoPairs() {
  const GraphStructure known = graphOf({{}, {0}, {1}});
  QCOMPARE(pairsOf(known, graphOf({{}, {0}})), QStringLiteral("the number of its nodes differs"));
  QCOMPARE(pairsOf(known, graphOf({{}, {0}, {0}})),
           QStringLiteral("the number of its last nodes differs"));
  QCOMPARE(pairsOf(graphOf({{}, {0}, {0}, {1, 2}}), graphOf({{}, {0}, {1}, {1, 2}})),
           QStringLiteral("its dependencies differ"));
  GraphStructure other = known, unknown = known;
  other.nodes[1].type = kCuGraphNodeConditional;
  QCOMPARE(pairsOf(known, other), QStringLiteral("its nodes are of other types"));
  unknown.isKnown = false;
  QCOMPARE(pairsOf(known, unknown), QStringLiteral("the driver does not describe its nodes"));
}

void ShimPartsTest::nodesOfChildGraphsArePaired() {
  GraphStructure known = graphOf({{}, {0}}), given = graphOf({{1}, {}});
  known.nodes[0] = {nullptr, kCuGraphNodeGraph, {}, StructureNode::kNoKernel, {graphOf({{}, {0}})}};
  given.nodes[1] = {nullptr, kCuGraphNodeGraph, {}, StructureNode::kNoKernel, {graphOf({{1}, {}})}};
  QCOMPARE(pairsOf(known, given), QStringLiteral("0-1 1-0 1-0"));
  given.nodes[1].child[0] = graphOf({{}, {}});
  QCOMPARE(pairsOf(known, given), QStringLiteral("the number of its last nodes differs"));
}

void ShimPartsTest::aPackedBufferIsPaddedBeforeTheRecords() {
  char buffer[] = "abcdefghijkl"; // 12 bytes and the end
  size_t bytes = 12;
  void *extra[] = {kCuLaunchParamBufferSize, &bytes, kCuLaunchParamBufferPointer, buffer,
                   kCuLaunchParamEnd};
  LaunchCall call;
  call.extra = extra;
  ArgumentList arguments;
  QVERIFY(arguments.lengthen(call, 3, std::nullopt, 0x1122334455667788));
  QCOMPARE(arguments.parameters(), nullptr);
  void **made = arguments.extra();
  QCOMPARE(made[0], kCuLaunchParamBufferPointer);
  QCOMPARE(made[2], kCuLaunchParamBufferSize);
  QCOMPARE(*static_cast<size_t *>(made[3]), size_t(24));
  QCOMPARE(made[4], kCuLaunchParamEnd);
  uint64_t last = 0;
  std::memcpy(&last, static_cast<char *>(made[1]) + 16, sizeof last);
  QCOMPARE(last, uint64_t(0x1122334455667788));
  QCOMPARE(std::memcmp(made[1], "abcdefghijkl\0\0\0\0", 16), 0);
}

void ShimPartsTest::anUnknownKeyOfABufferIsRejected() {
  void *extra[] = {reinterpret_cast<void *>(9), nullptr, kCuLaunchParamEnd};
  LaunchCall call;
  call.extra = extra;
  ArgumentList arguments;
  QVERIFY(!arguments.lengthen(call, 0, std::nullopt, 1));
  char buffer[16] = {};
  size_t bytes = sizeof buffer;
  void *longer[] = {kCuLaunchParamBufferPointer, buffer, kCuLaunchParamBufferSize, &bytes,
                    kCuLaunchParamEnd};
  call.extra = longer;
  ArgumentList others;
  QVERIFY2(!others.lengthen(call, 1, 8, 1), "the twin's last parameter lies inside of the buffer");
}

void ShimPartsTest::aTimerOfTheProgramDoesNotKeepAFileFromItsBlocks() {
  const QTemporaryDir folder;
  std::string_view problem;
  const MappedFile file =
      MappedFile::create(folder.filePath(QStringLiteral("file")).toStdString(), 10000, problem);
  QCOMPARE(problem, std::string_view());
  QCOMPARE(file.size(), size_t(10000));
  sigset_t blocked;
  pthread_sigmask(SIG_BLOCK, nullptr, &blocked);
  QVERIFY2(!sigismember(&blocked, SIGALRM), "the program gets its signals again");
}

namespace {

QString outputOf(const char *program, std::vector<std::string> arguments) {
  const auto path = findOnPath(program);
  if (!path)
    return {};
  arguments.push_back(
      (buildFolder() + QStringLiteral("/lib/proton-studio/libpstudio_attach.so")).toStdString());
  const auto outcome = runProgram(*path, arguments, 60);
  return outcome ? QString::fromStdString(outcome->output) : QString();
}

} // namespace

void ShimPartsTest::theLibraryDependsOnTheCLibraryOnly() {
#ifdef PSTUDIO_SANITIZE
  QSKIP("sanitized code depends on more");
#endif
  const QString text = outputOf("readelf", {"-d", "-W"});
  QStringList needed;
  for (const QString &line : text.split(QLatin1Char('\n')))
    if (line.contains(QStringLiteral("(NEEDED)")))
      needed += line.section(QLatin1Char('['), 1).section(QLatin1Char(']'), 0, 0);
  QVERIFY2(needed.contains(QStringLiteral("libc.so.6")), qPrintable(text));
  needed.removeAll(QStringLiteral("libc.so.6"));
  needed.removeAll(QStringLiteral("ld-linux-x86-64.so.2")); // a part of it
  QCOMPARE(needed, QStringList());
}

void ShimPartsTest::onlyHooksAndTheInterfaceAreExported() {
  const QString text = outputOf("nm", {"-D", "--defined-only"});
  int hooks = 0;
  for (const QString &line : text.split(QLatin1Char('\n'), Qt::SkipEmptyParts)) {
    const QString name = line.section(QLatin1Char(' '), 2);
    const bool isHook = name.startsWith(QStringLiteral("cu")) ||
                        name.startsWith(QStringLiteral("nvrtc")) ||
                        name.startsWith(QStringLiteral("hip")) ||
                        name == QStringLiteral("__hipRegisterFunction") ||
                        name == QStringLiteral("InitializeInjectionNvtx2");
    hooks += isHook;
    QVERIFY2(isHook || name == QStringLiteral("dlsym") ||
                 name.startsWith(QStringLiteral("pstudio_attach_")),
             qPrintable(line));
  }
  QCOMPARE(hooks, 136);
}

// A call in its place would hide the caller from the C library.
void ShimPartsTest::dlsymEndsWithAJump() {
  const QString text = outputOf("objdump", {"-d", "--no-show-raw-insn", "--disassemble=dlsym"});
  QVERIFY2(text.contains(QStringLiteral("<dlsym>:")), qPrintable(text));
  QVERIFY2(text.contains(QRegularExpression(QStringLiteral("jmp\\s+\\*%rax"))), qPrintable(text));
  QCOMPARE(text.count(QStringLiteral("call")), 1);
}

QTEST_GUILESS_MAIN(ShimPartsTest)
#include "parts_test.moc"
