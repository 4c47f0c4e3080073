// SPDX-License-Identifier: Apache-2.0
// Python frames of the program's own Python in call paths.
#include <chrono>
#include <thread>

#include <dlfcn.h>

#include <QTest>

#include "collector/attach/shim/driver_library.h"
#include "collector/attach/shim/python_frames.h"
#include "tests/collector/attach/shim/path_run.h"

using namespace pstudio::attach;
using namespace pstudio::test;

namespace {

/// `here()` prints a word and the number of the path; it has no frame of its own, because it is a
/// function of C. Calls of `shim` release Python's lock, calls of `held` keep it.
const char kStart[] = R"(
import ctypes
import sys, threading
ctypes.CDLL("libcuda.so.1")
shim, held = ctypes.CDLL(None), ctypes.PyDLL(None)
intern, enter, leave = (getattr(shim, "pstudio_attach_" + name) for name in ("intern", "scope_enter", "scope_exit"))
enter.restype = ctypes.c_uint64
leave.argtypes = [ctypes.c_uint64]
path = shim.pstudio_attach_path
)";

QString program(const char *text) {
  return QString::fromUtf8(kStart) + QString::fromUtf8(text);
}

/// Runs the program and returns its output with paths, without the folder of the program.
QString outputOf(PathRun &run, const char *text) {
  const QString output = run.runPython(program(text));
  return run.withPaths(output).replace(run.folder() + QLatin1Char('/'), QString());
}

} // namespace

class PythonFramesTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void framesAreSpelledFileLineFunction();
  void scopesAreAboveFrames();
  void frameNodesOfOneLineAreOne();
  void withScopesThereAreNoFrames();
  void aRepeatedPathIsOneNumber();
  void threadsOfPythonHaveTheirOwnFrames();
  void threadsWithoutPythonHaveTheScopesOfTheMainThread();
  void deepRecursionIsCutAndCounted();
  void framesOfThisPackageAreLeftOut();
  void thePackageReachesTheLibrary();
  void codeThatIsFreedKeepsItsName();
  void anErrorThatIsHandledStays();
  void launchesBesideABusyThreadHaveAPath();
  void waitsForOtherThreadsSwitchFramesOff();
  void aShortWaitKeepsFrames();
  void launchesAtTheEndOfPythonHaveNoFrames();
  void aForkedChildHasFrames();
};

void PythonFramesTest::framesAreSpelledFileLineFunction() {
  PathRun run(CallPath::Python);
  QCOMPARE(outputOf(run, R"(
def launch():
    print("released", path())
    print("held", held.pstudio_attach_path())
launch()
)"),
           QStringLiteral("released: program.py:14@<module> > program.py:12@launch\n"
                          "held: program.py:14@<module> > program.py:13@launch\n"));
  QCOMPARE(run.events().early + run.events().repeated, 0);
  for (const auto &[number, node] : run.events().nodes)
    QCOMPARE(node.kind, PathNodeKind::Frame);
  QCOMPARE(run.received().noticeLines(), std::string());
}

void PythonFramesTest::scopesAreAboveFrames() {
  PathRun run(CallPath::Python);
  QCOMPARE(outputOf(run, R"(
def launch():
    scope = enter(intern(b"step"))
    print("in", path())
    leave(scope)
    print("after", path())
launch()
)"),
           QStringLiteral("in: step > program.py:16@<module> > program.py:13@launch\n"
                          "after: program.py:16@<module> > program.py:15@launch\n"));
}

void PythonFramesTest::frameNodesOfOneLineAreOne() {
  PathRun run(CallPath::Python);
  outputOf(run, "first, second = path(), path()\nprint(first == second)\n");
  QCOMPARE(run.events().nodes.size(), size_t(1));
}

void PythonFramesTest::withScopesThereAreNoFrames() {
  PathRun run(CallPath::Scopes);
  QCOMPARE(outputOf(run, "enter(intern(b'step'))\nprint('in', path())\n"),
           QStringLiteral("in: step\n"));
}

void PythonFramesTest::aRepeatedPathIsOneNumber() {
  PathRun run(CallPath::Python);
  QCOMPARE(run.runPython(program(R"(
def launch(depth):
    return launch(depth - 1) if depth else path()
def other(depth):
    return launch(depth)
print(len({function(20) for _ in range(5000) for function in (launch, other)}))
)")),
           QStringLiteral("2\n"));
  // 21 or 22 frames of launch, 1 of other, 2 of the comprehension and the module.
  QVERIFY2(run.events().nodes.size() <= 48, qPrintable(QString::number(run.events().nodes.size())));
}

void PythonFramesTest::threadsOfPythonHaveTheirOwnFrames() {
  PathRun run(CallPath::Python);
  const QString shown = outputOf(run, R"(
def work():
    for _ in range(1000):
        path()
    print("thread", path())
enter(intern(b"step"))
threads = [threading.Thread(target=work) for _ in range(1)]
for thread in threads: thread.start()
for thread in threads: thread.join()
)");
  QVERIFY2(shown.startsWith(QStringLiteral("thread: step > ")), qPrintable(shown));
  QVERIFY2(shown.contains(QStringLiteral("@run > program.py:14@work\n")), qPrintable(shown));
}

void PythonFramesTest::threadsWithoutPythonHaveTheScopesOfTheMainThread() {
  PathRun run(CallPath::Python);
  QCOMPARE(outputOf(run, R"(
enter(intern(b"step"))
libc = ctypes.CDLL("libc.so.6")
thread, result = ctypes.c_ulong(), ctypes.c_void_p()
start = ctypes.cast(shim.pstudio_attach_path, ctypes.c_void_p)
libc.pthread_create(ctypes.byref(thread), None, start, None)
libc.pthread_join(thread, ctypes.byref(result))
print("thread", result.value & 0xffffffff)
)"),
           QStringLiteral("thread: step\n"));
}

void PythonFramesTest::deepRecursionIsCutAndCounted() {
  PathRun run(CallPath::Python);
  const QString shown = outputOf(run, R"(
sys.setrecursionlimit(20000)
threading.stack_size(512 << 20)
def launch(depth):
    if depth:
        return launch(depth - 1)
    for _ in range(3):
        print("deep", path())
thread = threading.Thread(target=launch, args=(10000,))
thread.start()
thread.join()
print("flat", path())
)");
  const QStringList lines = shown.split(QLatin1Char('\n'));
  QCOMPARE(lines.size(), qsizetype(5));
  QVERIFY2(lines[0].startsWith(QStringLiteral("deep: <outer frames> > program.py:15@launch > ")),
           qPrintable(lines[0].left(200)));
  QCOMPARE(lines[0].count(QStringLiteral(" > ")), qsizetype(512));
  QCOMPARE(lines[1], lines[0]);
  QCOMPARE(lines[3], QStringLiteral("flat: program.py:21@<module>"));
  QCOMPARE(run.received().noticeLines(), std::string("callpath.cut: 512 frames are kept\n"));
}

void PythonFramesTest::framesOfThisPackageAreLeftOut() {
  PathRun run(CallPath::Python);
  QCOMPARE(outputOf(run, R"py(
names = {}
exec(compile("def bracket(run): return run()", "/share/proton_studio/_program.py", "exec"), names)
def launch():
    return path()
print("path", names["bracket"](launch))
)py"),
           QStringLiteral("path: program.py:15@<module> > program.py:14@launch\n"));
}

// A program of Triton's names, which calls by ctypes what the stubs of tests/python stand for.
void PythonFramesTest::thePackageReachesTheLibrary() {
  PathRun run(CallPath::Scopes);
  const QString output = run.runPython(program(R"py(
sys.path.insert(0, sys.argv[1])
from proton_studio import proton
session = proton.start("profile")
with proton.cpu_timed_scope("forward", {"items": -7, "rate (exc)": 0.5}):
    print("scope", path())
    with proton.state("warm-up"):
        print("state", path())
    proton.enter_scope("matmul", triton_op=True, metrics={"flops": 2e9})
    proton.exit_scope(triton_op=True)
proton.finalize()
)py"),
                                       {QStringLiteral(PSTUDIO_SOURCE_DIR "/collector/python")});
  QCOMPARE(run.withPaths(output), QStringLiteral("scope: forward\nstate: forward > warm-up\n"));
  const ProcessEvents &events = run.events();
  std::string shown;
  for (const ReadEvent &event : events.of(EventKind::Metric)) {
    const auto metric = event.as<MetricEvent>();
    shown += std::to_string(metric.scope) + " " + events.texts.at(metric.text) + " " +
             events.path(metric.path) + " " + std::to_string(metric.flags) + "\n";
  }
  QCOMPARE(shown, std::string("1 items forward 4\n1 rate forward 1\n2 flops forward > matmul 2\n"
                              "1 cpu_time (ns) - 5\n"));
  QCOMPARE(events.of(EventKind::Session).size(), size_t(2));
}

void PythonFramesTest::codeThatIsFreedKeepsItsName() {
  PathRun run(CallPath::Python);
  const QString shown = outputOf(run, R"py(
for number in range(200):
    names = {"path": path}
    exec(compile(f"def made{number}():\n    return path()\nresult = made{number}()", f"made{number}.py", "exec"), names)
    print(number, names["result"])
)py");
  for (int number = 0; number < 200; ++number)
    QVERIFY2(shown.contains(QStringLiteral("made%1.py:2@made%1\n").arg(number)), qPrintable(shown));
}

void PythonFramesTest::anErrorThatIsHandledStays() {
  PathRun run(CallPath::Python);
  QCOMPARE(outputOf(run, R"(
try:
    raise KeyError("mine")
except KeyError as error:
    print("handler", path())
    print(repr(error), sys.exc_info()[0].__name__)
)"),
           QStringLiteral("handler: program.py:14@<module>\nKeyError('mine') KeyError\n"));
}

void PythonFramesTest::launchesBesideABusyThreadHaveAPath() {
  PathRun run(CallPath::Python);
  const QString shown = outputOf(run, R"(
ends = False
def busy():
    while not ends:
        pass
thread = threading.Thread(target=busy)
thread.start()
enter(intern(b"step"))
numbers = set()
for _ in range(20000):
    numbers.add(path())
ends = True
thread.join()
for number in sorted(numbers):
    print("path", number)
)");
  const QString off = QStringLiteral("path: step\n");
  QVERIFY2(QString(shown).remove(off) == QStringLiteral("path: step > program.py:20@<module>\n"),
           qPrintable(shown));
  QCOMPARE(run.received().noticeLines(),
           std::string(shown.contains(off) ? "callpath.off: \n" : ""));
}

void PythonFramesTest::launchesAtTheEndOfPythonHaveNoFrames() {
  PathRun run(CallPath::Python);
  const QString shown = outputOf(run, R"(
import atexit
atexit.register(lambda: print("atexit", path()))
libc = ctypes.CDLL("libc.so.6")
libc.__cxa_atexit(ctypes.cast(shim.pstudio_attach_path, ctypes.c_void_p), None, None)
)");
  QCOMPARE(shown, QStringLiteral("atexit: program.py:12@<lambda>\n"));
}

// The preloaded library's, which the test does without.
void *pstudio::attach::realDlsym(void *handle, const char *name) {
  return dlsym(handle, name);
}

// A Python whose one thread runs one function, and whose lock others have for s_wait.
namespace {

std::chrono::milliseconds s_wait;
char s_object;

PyObject *object() {
  return reinterpret_cast<PyObject *>(&s_object);
}

PythonApi slowPython() {
  PythonApi python{};
  python.minorVersion = 12;
  python.Py_IsInitialized = [] { return 1; };
  python.isFinalizing = [] { return 0; };
  python.PyGILState_GetThisThreadState = [] {
    return reinterpret_cast<PyThreadState *>(&s_object);
  };
  python.currentState = []() -> PyThreadState * { return nullptr; };
  python.PyGILState_Ensure = [] {
    if (s_wait.count())
      std::this_thread::sleep_for(s_wait);
    return 1;
  };
  python.PyGILState_Release = [](int) {};
  python.PyThreadState_GetFrame = [](PyThreadState *) { return object(); };
  python.PyFrame_GetBack = [](PyObject *) -> PyObject * { return nullptr; };
  python.PyFrame_GetCode = [](PyObject *) { return object(); };
  python.PyFrame_GetLineNumber = [](PyObject *) { return 7; };
  python.PyObject_GetAttrString = [](PyObject *, const char *) { return object(); };
  python.PyUnicode_AsUTF8AndSize = [](PyObject *, long *bytes) {
    *bytes = 4;
    return "name";
  };
  python.PyErr_Fetch = [](PyObject **, PyObject **, PyObject **) {};
  python.PyErr_Restore = [](PyObject *, PyObject *, PyObject *) {};
  python.Py_IncRef = python.Py_DecRef = [](PyObject *) {};
  return python;
}

} // namespace

void PythonFramesTest::waitsForOtherThreadsSwitchFramesOff() {
  HostEvents events;
  PythonFrames frames(events);
  KnownFrames known;
  const PythonApi python = slowPython();
  s_wait = std::chrono::milliseconds(30);
  QCOMPARE(frames.path(python, known, 0), uint32_t(1));
  QVERIFY(!frames.isOff());
  frames.path(python, known, 0);
  QVERIFY(frames.isOff());
  QCOMPARE(frames.path(python, known, 0), uint32_t(0));
}

void PythonFramesTest::aShortWaitKeepsFrames() {
  HostEvents events;
  PythonFrames frames(events);
  KnownFrames known;
  const PythonApi python = slowPython();
  s_wait = std::chrono::milliseconds(0);
  for (int i = 0; i < 100; ++i)
    QCOMPARE(frames.path(python, known, 0), uint32_t(1));
  QVERIFY(!frames.isOff());
}

void PythonFramesTest::aForkedChildHasFrames() {
  PathRun run(CallPath::Python);
  QCOMPARE(outputOf(run, R"(
import os
def launch():
    print("path", path(), flush=True)
launch()
child = os.fork()
if child == 0:
    launch()
    os._exit(0)
os.waitpid(child, 0)
)"),
           QStringLiteral("path: program.py:14@<module> > program.py:13@launch\n"
                          "path: program.py:17@<module> > program.py:13@launch\n"));
  QCOMPARE(run.processes().size(), size_t(2));
}

QTEST_GUILESS_MAIN(PythonFramesTest)
#include "python_frames_test.moc"
