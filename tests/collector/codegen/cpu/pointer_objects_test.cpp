// SPDX-License-Identifier: Apache-2.0
// Accesses by pointers whose object is known at run time only: what is inside passes, what is
// outside is reported with the name of the object.
#include <numeric>

#include <QtTest>

#include "collector/codegen/cpu/compile_ir.h"
#include "collector/runtime/cpu/launch.h"

using namespace pstudio;
using namespace pstudio::cpu;

namespace {

constexpr std::string_view kHead = R"(
@table = internal constant [8 x i32] [i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17]
@other = internal constant [8 x i32] [i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27]
@counts = internal global [8 x i32] zeroinitializer
@tables = internal constant [2 x ptr] [ptr @table, ptr @other]
@tile = internal addrspace(3) global [8 x i32] undef
@kept = internal addrspace(3) global [4 x ptr] undef
declare i32 @pstudio.cpu.tid.x()
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define i32 @recursive(ptr %p, i32 %n) {
  %stop = icmp eq i32 %n, 0
  br i1 %stop, label %last, label %again
again:
  %m = sub i32 %n, 1
  %w = call i32 @recursive(ptr %p, i32 %m)
  ret i32 %w
last:
  %q = getelementptr i32, ptr %p, i64 INDEX
  %v = load volatile i32, ptr %q
  ret i32 %v
}

define void @k(ptr %A, ptr %R) {
entry:
  %a = alloca [8 x i32]
  %b = alloca [8 x i32]
  %t = call i32 @pstudio.cpu.tid.x()
  %wide = zext i32 %t to i64
  %from = getelementptr i32, ptr %A, i64 %wide
  %i = load volatile i32, ptr %from
  %isFirst = icmp eq i32 %i, 0
  call void @llvm.memset.p0.i64(ptr %a, i8 1, i64 32, i1 true)
  call void @llvm.memset.p0.i64(ptr %b, i8 2, i64 32, i1 true)
)";

/// An access of element INDEX of %p.
constexpr std::string_view kAccess = R"(
  %q = getelementptr i32, ptr %p, i64 INDEX
  %v = load volatile i32, ptr %q
)";

constexpr std::string_view kTail = R"(
  %to = getelementptr i32, ptr %R, i64 %wide
  store i32 %v, ptr %to
  ret void
}
)";

std::string replaced(std::string text, std::string_view word, std::string_view by) {
  for (size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + by.size()))
    text.replace(at, word.size(), by);
  return text;
}

/// The message of compiling or running `body` with accesses of element `index`; empty if it ran.
QString outcome(std::string_view body, int64_t index) {
  const std::string text = std::string(kHead) + std::string(body) + std::string(kTail);
  const auto program = compileIrText(replaced(text, "INDEX", std::to_string(index)), "k.ll", "k");
  if (!program)
    return QString::fromStdString(program.error().toString());
  std::vector<int32_t> a(8), r(8);
  std::iota(a.begin(), a.end(), 0);
  LaunchRequest request;
  request.entry = program->entry();
  request.program = &program->map();
  request.kernel = "k";
  request.block = {4, 1, 1};
  request.arguments.push_back({"A", reinterpret_cast<uint64_t>(a.data()), 32, {8}, 4});
  request.arguments.push_back({"R", reinterpret_cast<uint64_t>(r.data()), 32, {8}, 4});
  const auto run = launch(request);
  return run ? QString() : QString::fromStdString(run.error().toString());
}

struct Way {
  const char *name;
  std::string body; ///< defines %p and accesses element INDEX of its object
  const char *object;
  int64_t first = 0; ///< the index of its first element
};

std::vector<Way> ways() {
  const auto make = [](const char *name, const char *body, const char *object, int64_t first = 0) {
    return Way{name, body + std::string(kAccess), object, first};
  };
  return {
      make("select of two arrays", "  %p = select i1 %isFirst, ptr %a, ptr %b\n",
           "a thread's local array a"),
      make("phi of two arrays", R"(
  br i1 %isFirst, label %left, label %right
left:
  br label %both
right:
  br label %both
both:
  %p = phi ptr [ %a, %left ], [ %b, %right ]
)",
           "a thread's local array a"),
      make("phi of offsets in two arrays", R"(
  br i1 %isFirst, label %left, label %right
left:
  %a2 = getelementptr i32, ptr %a, i64 2
  br label %both
right:
  %b2 = getelementptr i32, ptr %b, i64 2
  br label %both
both:
  %p = phi ptr [ %a2, %left ], [ %b2, %right ]
)",
           "a thread's local array a", -2),
      make("array or shared buffer", R"(
  %s = addrspacecast ptr addrspace(3) @tile to ptr
  %p = select i1 %isFirst, ptr %s, ptr %a
)",
           "workgroup buffer tile"),
      make("array or argument", "  %p = select i1 %isFirst, ptr %A, ptr %a\n", "A"),
      make("constant or argument", "  %p = select i1 %isFirst, ptr @table, ptr %A\n",
           "the constant table"),
      make("variable or constant", "  %p = select i1 %isFirst, ptr @counts, ptr @other\n",
           "the variable counts"),
      make("null or array",
           "  %isNone = icmp slt i32 %i, 0\n  %p = select i1 %isNone, ptr null, ptr %a\n",
           "a thread's local array a"),
      make("two arrays that a loop exchanges", R"(
  br label %loop
loop:
  %p = phi ptr [ %a, %entry ], [ %o, %loop ]
  %o = phi ptr [ %b, %entry ], [ %p, %loop ]
  %n = phi i32 [ 0, %entry ], [ %n1, %loop ]
  %n1 = add i32 %n, 1
  %d = icmp eq i32 %n1, 5
  br i1 %d, label %done, label %loop
done:
)",
           "a thread's local array a"),
      make("pointer in memory", R"(
  %slot = alloca ptr
  store volatile ptr %a, ptr %slot
  %p = load volatile ptr, ptr %slot
)",
           "a thread's local array a"),
      make("pointer to the end in memory", R"(
  %slot = alloca ptr
  %end = getelementptr i32, ptr %a, i64 8
  store volatile ptr %end, ptr %slot
  %p = load volatile ptr, ptr %slot
)",
           "a thread's local array a", -8),
      make("field of a struct", R"(
  %slot = alloca { i32, ptr }
  %field = getelementptr { i32, ptr }, ptr %slot, i64 0, i32 1
  store volatile ptr %b, ptr %field
  %p = load volatile ptr, ptr %field
)",
           "a thread's local array b"),
      make("array of pointers to arrays", R"(
  %slots = alloca [2 x ptr]
  %second = getelementptr ptr, ptr %slots, i64 1
  store volatile ptr %a, ptr %slots
  store volatile ptr %b, ptr %second
  %which = and i64 %wide, 1
  %chosen = getelementptr ptr, ptr %slots, i64 %which
  %p = load volatile ptr, ptr %chosen
)",
           "a thread's local array a"),
      make("pointer in shared memory", R"(
  %slot = getelementptr [4 x ptr], ptr addrspace(3) @kept, i64 0, i64 %wide
  store volatile ptr %a, ptr addrspace(3) %slot
  %p = load volatile ptr, ptr addrspace(3) %slot
)",
           "a thread's local array a"),
      make("table of pointers", R"(
  %which = and i64 %wide, 1
  %chosen = getelementptr [2 x ptr], ptr @tables, i64 0, i64 %which
  %p = load volatile ptr, ptr %chosen
)",
           "the constant table"),
      make("integer", R"(
  %n = ptrtoint ptr %a to i64
  %n8 = add i64 %n, 8
  %p = inttoptr i64 %n8 to ptr
)",
           "a thread's local array a", -2),
      make("integer in memory", R"(
  %slot = alloca i64
  %n = ptrtoint ptr %a to i64
  store volatile i64 %n, ptr %slot
  %m = load volatile i64, ptr %slot
  %p = inttoptr i64 %m to ptr
)",
           "a thread's local array a"),
      make("frozen pointer", R"(
  %c = select i1 %isFirst, ptr %a, ptr %b
  %p = freeze ptr %c
)",
           "a thread's local array a"),
      {"parameter of a recursive function", "  %v = call i32 @recursive(ptr %a, i32 3)\n",
       "a thread's local array a"},
      {"loop over an array", R"(
  %end = getelementptr i32, ptr %a, i64 INDEX
  br label %loop
loop:
  %p = phi ptr [ %a, %entry ], [ %next, %loop ]
  %v = load volatile i32, ptr %p
  %next = getelementptr i32, ptr %p, i64 1
  %d = icmp ugt ptr %next, %end
  br i1 %d, label %done, label %loop
done:
)",
       "a thread's local array a"},
  };
}

} // namespace

class PointerObjectsTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void accessesInsideOfTheObjectPass_data() { addWays(); }
  void accessesInsideOfTheObjectPass() {
    const Way &way = wayOfRow();
    QCOMPARE(outcome(way.body, way.first), QString());
    QCOMPARE(outcome(way.body, way.first + 7), QString());
  }

  void accessesOutsideOfTheObjectNameIt_data() { addWays(); }
  void accessesOutsideOfTheObjectNameIt() {
    const Way &way = wayOfRow();
    for (const int64_t index : {int64_t{8}, int64_t{1000}}) {
      const QString message = outcome(way.body, way.first + index);
      QVERIFY2(message.contains(way.object), qPrintable(message));
    }
  }

  void elementsBelowTheObjectAreOutside() {
    const Way &way = m_ways.front();
    const QString message = outcome(way.body, -1);
    QVERIFY2(message.contains("a thread's local array a at byte -4; it has 32 bytes"),
             qPrintable(message));
  }

  void accessByANullPointerIsOutsideOfEveryBuffer() {
    const QString message =
        outcome("  %p = select i1 %isFirst, ptr null, ptr %a\n" + std::string(kAccess), 0);
    QVERIFY2(message.contains("an address outside of every buffer"), qPrintable(message));
  }

  void accessOfNoBytesIsNeverOutside() {
    const std::string body = R"(
  %p = getelementptr i32, ptr %a, i64 1000
  %length = mul i64 %wide, INDEX
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %length, i1 false)
  %v = load volatile i32, ptr %a
)";
    QCOMPARE(outcome(body, 0), QString());
    const QString message = outcome(body, 4);
    QVERIFY2(message.contains("writes 4 bytes out of bounds: a thread's local array a at byte "
                              "4000; it has 32 bytes"),
             qPrintable(message));
  }

private:
  void addWays() {
    QTest::addColumn<int>("way");
    for (size_t i = 0; i < m_ways.size(); ++i)
      QTest::newRow(m_ways[i].name) << static_cast<int>(i);
  }
  const Way &wayOfRow() const {
    QFETCH(const int, way);
    return m_ways[static_cast<size_t>(way)];
  }

  const std::vector<Way> m_ways = ways();
};

QTEST_GUILESS_MAIN(PointerObjectsTest)
#include "pointer_objects_test.moc"
