// SPDX-License-Identifier: Apache-2.0
// Inline PTX: statements, operands and instruction classes; and robustness against any text.
#include <random>

#include <QDir>
#include <QRegularExpression>
#include <QtTest>

#include "core/ptx/instruction.h"
#include "core/ptx/operand_parser.h"

using namespace pstudio;
using namespace pstudio::ptx;
using Kind = Statement::Kind;

namespace {

Statement only(std::string_view text) {
  const Program program = parse(text);
  if (program.statements.size() != 1)
    qFatal("%d statements", static_cast<int>(program.statements.size()));
  return program.statements.front();
}

QString message(const std::string &text) {
  return QString::fromStdString(text);
}

/// One row of the table of classes.
struct Expectation {
  const char *text;
  Operation operation;
  StateSpace space = StateSpace::None;
  uint64_t bytes = 0;
  int address = -1;
  int barrier = -1;
  std::optional<uint32_t> pending = {};
};

const Expectation kExpectations[] = {
    {"ld.global.v4.b32 {$0, $1, $2, $3}, [$4+0];", Operation::Load, StateSpace::Global, 16, 1},
    {"@$5 st.global.v4.b32 [ $4 + 0 ], { $0, $1, $2, $3 };", Operation::Store, StateSpace::Global,
     16, 0},
    {"ld.b64 %rd1, [%rd2];", Operation::Load, StateSpace::Generic, 8, 1},
    {"ld.shared::cluster.v2.bf16x2 {a, b}, [c];", Operation::Load, StateSpace::Shared, 8, 1},
    {"ld.param.u64 %rd1, [k_param_0];", Operation::Load, StateSpace::Parameter, 8, 1},
    {"st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.u32 [a], b, [m];",
     Operation::StoreAsync, StateSpace::Shared, 4, 0, 2},
    {"atom.global.add.f16x2 %r1, [%rd1], %r2;", Operation::Atomic, StateSpace::Global, 4, 1},
    {"red.shared.add.u32 [%r1], 1;", Operation::Atomic, StateSpace::Shared, 4, 0},
    {"cp.async.cg.shared.global [%r1], [%rd1], 16;", Operation::CopyAsync, StateSpace::Shared, 16,
     0},
    {"cp.async.commit_group;", Operation::CopyAsyncCommit},
    {"cp.async.wait_group 2;", Operation::CopyAsyncWait, StateSpace::None, 0, -1, -1, 2},
    {"cp.async.wait_group $$0x1;", Operation::CopyAsyncWait, StateSpace::None, 0, -1, -1, 1},
    {"cp.async.wait_all;", Operation::CopyAsyncWait, StateSpace::None, 0, -1, -1, 0},
    {"cp.async.mbarrier.arrive.shared.b64 [%r1];", Operation::CopyAsyncArrive, StateSpace::None, 0,
     -1, 0},
    {"cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [$1], [$2, {$3, "
     "$4}], [$5];",
     Operation::BulkCopy, StateSpace::Shared, 0, 0, 2},
    {"cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [a], [b], 1024, [m];",
     Operation::BulkCopy, StateSpace::Shared, 1024, 0, 3},
    {"cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [$1, {$2, $3}], [$4];",
     Operation::BulkCopy, StateSpace::Global, 0, 0},
    {"cp.async.bulk.commit_group;", Operation::BulkCommit},
    {"cp.async.bulk.wait_group.read 1;", Operation::BulkWait, StateSpace::None, 0, -1, -1, 1},
    {"mbarrier.init.shared::cta.b64 [$1], 1;", Operation::MbarrierInit, StateSpace::Shared, 0, 0,
     0},
    {"mbarrier.arrive.expect_tx.shared.b64 _, [$1], 32768;", Operation::MbarrierExpect,
     StateSpace::Shared, 0, 1, 1},
    {"mbarrier.arrive.shared::cta.b64 _, [$1];", Operation::MbarrierArrive, StateSpace::Shared, 0,
     1, 1},
    {"mbarrier.try_wait.parity.shared.b64 p, [$0], $1;", Operation::MbarrierTryWait,
     StateSpace::Shared, 0, 1, 1},
    {"mbarrier.test_wait.shared.b64 p, [$0], $1;", Operation::MbarrierTestWait, StateSpace::Shared,
     0, 1, 1},
    {"wgmma.fence.sync.aligned;", Operation::WgmmaFence},
    {"wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0,$1}, $2, $3, 1, 1, 1, 0, 0;",
     Operation::Wgmma},
    {"wgmma.commit_group.sync.aligned;", Operation::WgmmaCommit},
    {"wgmma.wait_group.sync.aligned 1;", Operation::WgmmaWait, StateSpace::None, 0, -1, -1, 1},
    {"mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {a,b}, {c}, {d}, {e,f};", Operation::Mma},
    {"ldmatrix.sync.aligned.m8n8.x4.shared.b16 {a,b,c,d}, [e];", Operation::LoadMatrix,
     StateSpace::Shared, 2, 1},
    {"stmatrix.sync.aligned.m8n8.x4.shared.b16 [e], {a,b,c,d};", Operation::StoreMatrix,
     StateSpace::Shared, 2, 0},
    {"bar.sync 0;", Operation::Barrier, StateSpace::None, 0, -1, 0},
    {"barrier.sync.aligned 1, 128;", Operation::Barrier, StateSpace::None, 0, -1, 0},
    {"bar.red.popc.u32 $0, $1, %p;", Operation::Barrier, StateSpace::None, 0, -1, 1},
    {"bar.arrive 1, 128;", Operation::BarrierArrive, StateSpace::None, 0, -1, 0},
    {"bar.warp.sync 0xffffffff;", Operation::WarpBarrier},
    {"barrier.cluster.arrive.aligned;", Operation::ClusterArrive},
    {"barrier.cluster.wait.aligned;", Operation::ClusterWait},
    {"fence.proxy.async.shared::cta;", Operation::Fence},
    {"griddepcontrol.wait;", Operation::GridDependency},
    {"elect.sync _|%p1, 0xffffffff;", Operation::Elect},
    {"shfl.sync.bfly.b32 %r1|%p1, %r2, 16, 31, -1;", Operation::Shuffle},
    {"prefetch.global.L2 [%rd1];", Operation::Prefetch, StateSpace::Global, 0, 0},
    {"@!p bra.uni again;", Operation::Control},
    {"mov.u32 $0, %clock;", Operation::Compute},
    {"frobnicate.sync.b32 $0, $1;", Operation::Unknown},
};

/// Random text of pieces that occur in PTX.
std::string randomText(std::mt19937 &random) {
  static const char *const pieces[] = {"ld",
                                       ".global",
                                       ".v4.b32",
                                       " ",
                                       "{",
                                       "}",
                                       "[",
                                       "]",
                                       ",",
                                       ";",
                                       ";\n",
                                       "@",
                                       "!",
                                       "%p1",
                                       "$0",
                                       "$$",
                                       "${1:x}",
                                       "+",
                                       "-4",
                                       "0x10",
                                       "//",
                                       "/*",
                                       "*/",
                                       "\n",
                                       ":",
                                       "::",
                                       "label:",
                                       ".reg ",
                                       "|",
                                       "_",
                                       "cp.async.wait_group 1;",
                                       "wgmma",
                                       "\t",
                                       "(",
                                       ")",
                                       "mbarrier.try_wait",
                                       "a",
                                       "..",
                                       "\\",
                                       "\""};
  std::string text;
  for (size_t i = random() % 40; i > 0; --i)
    text += pieces[random() % std::size(pieces)];
  return text;
}

} // namespace

class PtxTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void statementsLabelsAndDirectivesAreTold() {
    const Program program =
        parse("\n{\n\t.reg .pred done;\n\twait:\n\tmbarrier.try_wait.parity."
              "shared.b64 done, [$0], $1; // poll\n\t@!done bra.uni wait;\n}\n");
    std::vector<Kind> kinds;
    for (const Statement &statement : program.statements)
      kinds.push_back(statement.kind);
    const std::vector<Kind> expected{Kind::Open,        Kind::Directive,   Kind::Label,
                                     Kind::Instruction, Kind::Instruction, Kind::Close};
    QVERIFY(kinds == expected);
    QCOMPARE(program.statements[2].opcode, std::string("wait"));
    const Statement &branch = program.statements[4];
    QVERIFY(branch.predicate && branch.predicate->isNegated);
    QCOMPARE(branch.predicate->text, std::string("done"));
    QCOMPARE(branch.leading, std::string(" // poll\n\t"));
    QVERIFY(branch.has("uni"));
  }

  void operandsKeepTheirParts() {
    const Statement statement = only("@$5 ld.global.v2.b32 { $0, %r1 }, [ ${4:x} + -16 ];");
    QCOMPARE(statement.predicate->placeholder, 5u);
    QCOMPARE(statement.operands.size(), size_t{2});
    const Operand &group = statement.operands[0];
    QVERIFY(group.kind == Operand::Kind::Group && group.parts.size() == 2);
    QVERIFY(group.parts[0].kind == Operand::Kind::Placeholder);
    QVERIFY(group.parts[1].kind == Operand::Kind::Register);
    const Operand &address = statement.operands[1];
    QVERIFY(address.kind == Operand::Kind::Address);
    QCOMPARE(address.parts.front().placeholder, 4u);
    QCOMPARE(address.offset, int64_t{-16});
    const Operand twice = parseOperand("[$4 + 16+ -4]");
    QCOMPARE(twice.parts.front().placeholder, 4u);
    QCOMPARE(twice.offset, int64_t{12});
    const Operand tensor = parseOperand("[$2, {$3, $4}]");
    QVERIFY(tensor.parts.size() == 2 && tensor.parts[1].kind == Operand::Kind::Group);
    QVERIFY(parseOperand("$$16").kind == Operand::Kind::Immediate);
    QVERIFY(parseOperand("0fBF800000").kind == Operand::Kind::Immediate);
    QVERIFY(parseOperand("_|%p1").kind == Operand::Kind::Pair);
    QVERIFY(parseOperand("_").kind == Operand::Kind::Sink);
    QVERIFY(parseOperand("!%p").isNegated);
  }

  void everyInstructionHasItsClass_data() {
    QTest::addColumn<size_t>("row");
    for (size_t i = 0; i < std::size(kExpectations); ++i)
      QTest::newRow(kExpectations[i].text) << i;
  }
  void everyInstructionHasItsClass() {
    QFETCH(size_t, row);
    const Expectation &expected = kExpectations[row];
    const Instruction found = classify(only(expected.text));
    QVERIFY(found.operation == expected.operation);
    QVERIFY(found.space == expected.space);
    QCOMPARE(found.bytes, expected.bytes);
    QCOMPARE(found.address, expected.address);
    QCOMPARE(found.barrier, expected.barrier);
    QVERIFY(found.pending == expected.pending);
  }

  void unknownOpcodesAreCountedAndListed() {
    const Program program = parse("frob a; frob.b32 b; mov.u32 a, b; twiddle c; ret;");
    const std::map<std::string, uint64_t> expected{{"frob", 2}, {"twiddle", 1}};
    QVERIFY(unknownOpcodes(program) == expected);
  }

  void aCommentAloneIsNoStatement() {
    const Program program = parse("// wait for regs: $0,$1;");
    QVERIFY(program.statements.empty());
    QCOMPARE(program.trailing, std::string("// wait for regs: $0,$1;"));
  }

  void anyTextComesBackAsItWas() {
    const uint32_t seed = qEnvironmentVariableIsSet("PSTUDIO_SEED")
                              ? qEnvironmentVariable("PSTUDIO_SEED").toUInt()
                              : std::random_device()();
    std::mt19937 random(seed);
    for (int i = 0; i < 20000; ++i) {
      const std::string text = randomText(random);
      const Program program = parse(text);
      QVERIFY2(textOf(program) == text, qPrintable(QString("seed %1: ").arg(seed) + message(text)));
      for (const Statement &statement : program.statements) {
        if (statement.kind != Kind::Instruction)
          continue;
        const std::string canonical = format(statement);
        const Program again = parse(canonical);
        QVERIFY2(again.statements.size() == 1 && format(again.statements[0]) == canonical,
                 qPrintable(QString("seed %1: ").arg(seed) + message(canonical)));
        QVERIFY2(classify(again.statements[0]).operation == classify(statement).operation,
                 qPrintable(QString("seed %1: ").arg(seed) + message(canonical)));
      }
    }
  }

  void tritonsStringsHoldNoUnknownOpcode() {
    const QDir folder(QStringLiteral(PSTUDIO_SHARED_DATA "/triton-3.6-h200"));
    const QStringList files = folder.entryList({"*.llir"});
    if (files.isEmpty())
      QSKIP("the folder of shared data is not here");
    static const QRegularExpression pattern("asm sideeffect \"([^\"]*)\"");
    size_t strings = 0, instructions = 0;
    for (const QString &name : files) {
      QFile file(folder.filePath(name));
      QVERIFY(file.open(QIODevice::ReadOnly));
      const QString text = QString::fromUtf8(file.readAll());
      for (auto match = pattern.globalMatch(text); match.hasNext();) {
        const std::string ptx =
            match.next().captured(1).replace("\\0A", "\n").replace("\\09", "\t").toStdString();
        const Program program = parse(ptx);
        QVERIFY(textOf(program) == ptx);
        const auto unknown = unknownOpcodes(program);
        QVERIFY2(unknown.empty(), unknown.empty() ? "" : unknown.begin()->first.c_str());
        ++strings;
        instructions += program.statements.size();
      }
    }
    QVERIFY(strings > 0 && instructions >= strings / 2);
  }
};

QTEST_GUILESS_MAIN(PtxTest)
#include "ptx_test.moc"
