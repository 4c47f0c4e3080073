// SPDX-License-Identifier: Apache-2.0
// A program that enters scopes and prints the numbers of its call paths: path_victim SCENARIO
#include <cstdio>
#include <cstring>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "collector/attach/shim/pstudio_attach.h"

namespace {

template <class Function> Function *ofShim(const char *name) {
  return reinterpret_cast<Function *>(dlsym(RTLD_DEFAULT, name));
}
#define SHIM(name) (*ofShim<decltype(pstudio_attach_##name)>("pstudio_attach_" #name))

uint32_t name(const char *text) {
  return SHIM(intern)(text);
}

uint64_t enter(const char *text) {
  return SHIM(scope_enter)(name(text));
}

void show(const char *what) {
  std::printf("%s %u\n", what, SHIM(path)());
}

/// Runs in a thread of its own to its end.
void inThread(const std::function<void()> &run) {
  std::thread(run).join();
}

void useDriver() {
  if (!dlopen("libcuda.so.1", RTLD_LAZY | RTLD_GLOBAL))
    std::printf("no driver\n");
}

void scopes() {
  useDriver();
  show("outside");
  const uint64_t outer = enter("outer");
  show("outer");
  for (int i = 0; i < 2; ++i) {
    const uint64_t inner = enter("inner");
    show("inner");
    SHIM(scope_exit)(inner);
    SHIM(scope_exit)(inner);
  }
  SHIM(scope_exit)(99999);
  show("outer");
  SHIM(scope_exit)(outer);
  show("outside");
}

void beforeTheDriver() {
  const uint64_t setup = enter("setup");
  SHIM(metric_integer)(setup, name("items"), -7, 0);
  SHIM(session)(3, 1, name("profile"));
  SHIM(scope_exit)(setup);
  const uint64_t train = enter("train");
  useDriver();
  show("train");
  SHIM(scope_exit)(train);
}

void manyBeforeTheDriver() {
  for (int i = 0; i < 6000; ++i)
    SHIM(scope_exit)(enter("again"));
  useDriver();
  show("outside");
}

void threads() {
  useDriver();
  const uint64_t step = enter("step");
  inThread([] {
    show("another thread");
    const uint64_t own = enter("own");
    show("its scope");
    SHIM(scope_exit)(own);
  });
  SHIM(scope_exit)(step);
  inThread([] { show("later thread"); });
}

// One thread that lives through two scopes of the main thread.
void longThread(bool hasSession) {
  useDriver();
  int to[2], from[2];
  if (pipe(to) != 0 || pipe(from) != 0)
    return;
  std::thread worker([&] {
    char byte = 0;
    while (read(to[0], &byte, 1) == 1 && byte != 'e') {
      show("worker");
      (void)!write(from[1], &byte, 1);
    }
  });
  const auto ask = [&](char byte) {
    (void)!write(to[1], &byte, 1);
    return byte == 'e' || read(from[0], &byte, 1) == 1;
  };
  if (hasSession)
    SHIM(session)(0, 1, name("profile"));
  for (const char *step : {"first", "second"}) {
    const uint64_t scope = enter(step);
    ask('s');
    SHIM(scope_exit)(scope);
  }
  if (hasSession) {
    SHIM(session)(0, 4, 0);
    SHIM(session)(1, 1, name("another"));
    const uint64_t scope = enter("third");
    ask('s');
    SHIM(scope_exit)(scope);
  }
  ask('e');
  worker.join();
}

void alternating() {
  useDriver();
  const uint64_t first = enter("first"), second = enter("second");
  SHIM(scope_exit)(first);
  show("second");
  SHIM(scope_exit)(second);
  show("outside");
}

void statesAndOperations() {
  useDriver();
  const uint64_t scope = enter("scope");
  const uint64_t operation = SHIM(operation_enter)(name("matmul 16x16"));
  std::printf("nested %d\n", SHIM(operation_enter)(name("other")) == 0);
  SHIM(metric)(operation, name("flops16"), 2.5, 0);
  show("in the operation");
  SHIM(operation_exit)(operation);
  SHIM(state)(name("metadata"), name("matmul"));
  show("state and part");
  SHIM(state)(name("metadata"), 0);
  show("state");
  SHIM(state)(0, 0);
  SHIM(scope_exit)(scope);
  SHIM(metric)(scope, name("cpu_time (ns)"), 12.0, 1);
}

void autotuning() {
  useDriver();
  const uint64_t scope = enter("scope");
  SHIM(autotune)(1);
  SHIM(autotune)(1);
  show("in the benchmark");
  const uint64_t own = enter("<autotune>");
  show("its own scope");
  SHIM(scope_exit)(own);
  SHIM(autotune)(0);
  show("in the outer one");
  SHIM(autotune)(0);
  show("after");
  SHIM(autotune)(0);
  SHIM(scope_exit)(scope);
  show("outside");
}

void forked() {
  useDriver();
  const uint64_t scope = enter("of both");
  show("parent");
  std::fflush(stdout);
  if (const pid_t child = fork(); child == 0) {
    show("child");
    inThread([] { show("thread of the child"); });
    const uint64_t own = enter("of the child");
    show("child");
    SHIM(scope_exit)(own);
    SHIM(scope_exit)(scope);
    show("child");
    std::fflush(stdout);
    _exit(0);
  } else {
    int status = 0;
    waitpid(child, &status, 0);
    std::printf("child ends with %d\n", status);
  }
  show("parent");
  SHIM(scope_exit)(scope);
}

void aMillion() {
  useDriver();
  std::set<uint32_t> paths;
  const char *const layers[] = {"0", "1", "2", "3"};
  for (int step = 0; step < 250'000; ++step) {
    const uint64_t scope = step % 100 == 0 ? enter("step") : 0;
    for (const char *layer : layers) {
      const uint64_t inner = step % 100 == 0 ? enter(layer) : 0;
      paths.insert(SHIM(path)());
      SHIM(scope_exit)(inner);
    }
    SHIM(scope_exit)(scope);
  }
  std::printf("%zu paths\n", paths.size());
}

void manyThreads() {
  useDriver();
  const uint64_t outer = enter("outer");
  std::vector<std::thread> threads;
  for (int number = 0; number < 8; ++number)
    threads.emplace_back([number] {
      for (int i = 0; i < 2000; ++i) {
        const uint64_t scope = enter(std::to_string((number + i) % 20).c_str());
        SHIM(path)();
        SHIM(metric)(scope, name("value"), i, 0);
        SHIM(scope_exit)(scope);
        SHIM(path)();
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  SHIM(scope_exit)(outer);
}

} // namespace

int main(int count, char **words) {
  const std::map<std::string, std::function<void()>> scenarios = {
      {"scopes", scopes},
      {"before", beforeTheDriver},
      {"many-before", manyBeforeTheDriver},
      {"threads", threads},
      {"long-thread", [] { longThread(false); }},
      {"long-thread-session", [] { longThread(true); }},
      {"alternating", alternating},
      {"states", statesAndOperations},
      {"autotuning", autotuning},
      {"fork", forked},
      {"million", aMillion},
      {"many-threads", manyThreads},
  };
  const auto found = scenarios.find(count > 1 ? words[1] : "");
  if (found == scenarios.end())
    return 9;
  found->second();
  return 0;
}
