// SPDX-License-Identifier: Apache-2.0
// Measures the host time of a launch's call path: scopes only, and Python frames of known stacks.
//
// usage: call_path_bench [CALLS]
#include <cstdio>

#include "tests/collector/attach/shim/path_run.h"

using namespace pstudio::attach;
using namespace pstudio::test;

namespace {

// Launches of Triton and PyTorch release Python's lock, as functions of ctypes.CDLL do.
const char kProgram[] = R"(
import ctypes, sys, threading, time
ctypes.CDLL("libcuda.so.1")
released, held = ctypes.CDLL(None), ctypes.PyDLL(None)
for library in (released, held):
    library.pstudio_attach_scope_enter.restype = ctypes.c_uint64
    library.pstudio_attach_scope_exit.argtypes = [ctypes.c_uint64]
calls = int(sys.argv[1])

def below(depth, function):
    return below(depth - 1, function) if depth > 0 else function()

def shortest(function):
    best = float("inf")
    for _ in range(7):
        begin = time.perf_counter_ns()
        for _ in range(calls):
            function()
        best = min(best, (time.perf_counter_ns() - begin) / calls)
    return best

def cost(depth, library):
    difference = lambda: shortest(library.pstudio_attach_path) - shortest(library.pstudio_attach_version)
    return below(depth - 5, difference)  # module, cost, below, difference, shortest

for depth in (5, 10, 40, 100):
    print(f"  {depth:3} frames  {cost(depth, released):8.0f}  {cost(depth, held):8.0f}")
name = held.pstudio_attach_intern(b"step")
scope = lambda: held.pstudio_attach_scope_exit(held.pstudio_attach_scope_enter(name))
two = lambda: held.pstudio_attach_version(held.pstudio_attach_version())
print(f"  a scope     {'':8}  {shortest(scope) - shortest(two):8.0f}")
)";

} // namespace

int main(int count, char **arguments) {
  const QString calls = QString::fromLatin1(count > 1 ? arguments[1] : "20000");
  for (const auto &[title, callPath] :
       {std::pair("scopes", CallPath::Scopes), std::pair("python", CallPath::Python)}) {
    PathRun run(callPath);
    std::printf("--callpath %s [ns]: Python's lock released, held\n%s", title,
                qPrintable(run.runPython(QString::fromUtf8(kProgram), {calls})));
  }
}
