// SPDX-License-Identifier: Apache-2.0
// A program that uses the fake driver. It executes the commands of its arguments in order and
// prints the output that a test compares.
//
//   victim WAY COMMAND...
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <csignal>
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "collector/attach/shim/pstudio_attach.h"
#include "tests/collector/attach/shim/victim/choice_words.h"
#include "tests/collector/attach/shim/victim/driver_table.h"
#include "tests/collector/attach/shim/victim/graph_words.h"
#include "tests/collector/attach/shim/victim/memory_work.h"
#include "tests/collector/attach/shim/victim/nvtx_words.h"

namespace pstudio::test {

using pstudio::CuLaunchAttribute;
using pstudio::kCuLaunchAttributeClusterDimension;

namespace {

template <class Function> Function *ofShim(const char *name) {
  return reinterpret_cast<Function *>(dlsym(RTLD_DEFAULT, name));
}

class Victim;

/// A launch at the end of the process.
struct Late {
  Victim *victim;
  std::string function;
};
Late s_late{};

bool s_isForkedChild = false;

class Victim {
public:
  Victim(const std::string &way, std::vector<std::string> words)
      : m_way(way), m_words(std::move(words)) {
    addCodeCommands();
    addWorkCommands();
    addShimCommands();
    addProcessCommands();
    addProfilerCommands();
  }

  int run() {
    while (m_next < m_words.size()) {
      const std::string name = word();
      const auto command = m_commands.find(name);
      if (command == m_commands.end()) {
        std::printf("no command %s\n", name.c_str());
        return 9;
      }
      command->second();
    }
    return m_exitCode;
  }

private:
  std::string word() { return m_next < m_words.size() ? m_words[m_next++] : std::string(); }
  int number() { return std::stoi(word()); }
  DriverTable &driver() {
    if (!m_table.cuInit)
      m_table = findDriver(m_way);
    return m_table;
  }
  void check(const char *call, CuResult result) { printError(call, result); }

  void addCodeCommands();
  void addWorkCommands();
  void addShimCommands();
  void addProcessCommands();
  void addProfilerCommands();
  void profile(const std::string &library, int subscribes);
  void race();
  size_t size() { return static_cast<size_t>(number()); }
  MemoryWork memory() { return {driver(), m_stream}; }
  void open();
  void load(bool isLibrary);
  void loadOtherwise();
  CuResult launchOnce(const std::string &function, const std::string &how, uint64_t *total);
  void launch();
  void launchInThreads(const std::string &name, int count, int threadCount);
  void launchTogether();
  void launchLater(void *function);
  void loadInThreads();
  void measure();
  void print();
  void forkAndRun();
  void execAndRun();
  void limitFiles();
  void callOtherLibrary();
  void launchDeep();

  const std::string m_way;
  std::vector<std::string> m_words;
  size_t m_next = 0;
  int m_exitCode = 0;
  DriverTable m_table;
  int m_ends[2] = {-1, -1};
  std::map<std::string, void *> m_handles;
  std::map<std::string, std::string> m_images; ///< loaded images may be read later
  void *m_stream = nullptr;
  void *m_otherStream = nullptr;
  void *m_profiler = nullptr;
  unsigned m_sharedBytes = 0; ///< dynamic shared memory of the next launches
  uint64_t m_total = 0;       ///< "device memory": host memory in the fake driver
  std::map<std::string, std::function<void()>> m_commands;
};

void Victim::addCodeCommands() {
  m_commands["module"] = [this] { load(false); };
  m_commands["library"] = [this] { load(true); };
  m_commands["load"] = [this] { loadOtherwise(); };
  for (const bool isDeleted : {false, true}) // NAME PATH OFFSET
    m_commands[isDeleted ? "deleted" : "mapped"] = [=, this] {
      void **handle = &m_handles[word()];
      const std::string path = word();
      check("cuModuleLoadData", memory().loadMapped(handle, path, size(), isDeleted));
    };
  m_commands["function"] = [this] {
    void *&made = m_handles[word()];
    void *module = m_handles[word()];
    check("cuModuleGetFunction", driver().cuModuleGetFunction(&made, module, word().c_str()));
  };
  m_commands["kernel"] = [this] {
    void *&made = m_handles[word()];
    void *library = m_handles[word()];
    check("cuLibraryGetKernel", driver().cuLibraryGetKernel(&made, library, word().c_str()));
  };
  m_commands["hidden"] = [this] { // without the hook: the fake driver exports it by another name
    void *&made = m_handles[word()];
    void *code = m_handles[word()];
    void *library = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD);
    void *find = dlsym(library, "fakeFindFunction");
    reinterpret_cast<CuResult (*)(void **, void *, const char *)>(find)(&made, code,
                                                                        word().c_str());
  };
  m_commands["hiddenunload"] = [this] {
    void *library = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD);
    void *unload = dlsym(library, "fakeUnload");
    check("unload", reinterpret_cast<CuResult (*)(void *)>(unload)(m_handles[word()]));
  };
  m_commands["later"] = [this] { launchLater(m_handles[word()]); };
  m_commands["functionof"] = [this] {
    void *&made = m_handles[word()];
    check("cuKernelGetFunction", driver().cuKernelGetFunction(&made, m_handles[word()]));
  };
  m_commands["moduleof"] = [this] {
    void *&made = m_handles[word()];
    check("cuLibraryGetModule", driver().cuLibraryGetModule(&made, m_handles[word()]));
  };
  m_commands["unload"] = [this] { check("unload", driver().cuModuleUnload(m_handles[word()])); };
  m_commands["unloadlibrary"] = [this] {
    check("unload", driver().cuLibraryUnload(m_handles[word()]));
  };
  m_commands["same"] = [this] {
    const bool isSame = m_handles[word()] == m_handles[word()];
    std::printf("same %d\n", isSame);
  };
  m_commands["attribute"] = [this] {
    void *function = m_handles[word()];
    const CuFunctionAttribute attribute{number()};
    check("cuFuncSetAttribute", driver().cuFuncSetAttribute(function, attribute, number()));
  };
}

void Victim::addWorkCommands() {
  m_commands["shared"] = [this] { m_sharedBytes = static_cast<unsigned>(number()); };
  m_commands["open"] = [this] { open(); };
  m_commands["context"] = [this] {
    check("cuCtxCreate", driver().cuCtxCreate_v2(&m_handles[word()], 0, 0));
  };
  m_commands["enter"] = [this] { check("enter", driver().cuCtxSetCurrent(m_handles[word()])); };
  m_commands["destroy"] = [this] { check("destroy", driver().cuCtxDestroy_v2(m_handles[word()])); };
  m_commands["stream"] = [this] { check("cuStreamCreate", driver().cuStreamCreate(&m_stream, 1)); };
  m_commands["swapstream"] = [this] { std::swap(m_stream, m_otherStream); };
  m_commands["capture"] = [this] {
    check("begin", driver().cuStreamBeginCapture_v2(m_stream, number()));
  };
  m_commands["endcapture"] = [this] {
    void *graph = nullptr;
    check("cuStreamEndCapture", driver().cuStreamEndCapture(m_stream, &graph));
  };
  m_commands["launch"] = [this] { launch(); };
  m_commands["threads"] = [this] {
    const std::string name = word();
    const int count = number();
    launchInThreads(name, count, number());
  };
  m_commands["together"] = [this] { launchTogether(); };
  m_commands["churn"] = [this] { loadInThreads(); };
  m_commands["launchall"] = [this] {
    void *module = m_handles[word()];
    for (int i = 0, count = number(); i < count; ++i) {
      const std::string name = "k" + std::to_string(i);
      check("find", driver().cuModuleGetFunction(&m_handles["all"], module, name.c_str()));
      check("launch", launchOnce("all", "plain", &m_total));
    }
  };
  m_commands["measure"] = [this] { measure(); };
  m_commands["sync"] = [this] { check("sync", driver().cuStreamSynchronize(m_stream)); };
  m_commands["print"] = [this] { print(); };
  m_commands["lastlaunch"] = [this] { std::printf("%s\n", driver().fakeLastLaunch()); };
}

#define SHIM(name) ofShim<decltype(pstudio_attach_##name)>("pstudio_attach_" #name)

void Victim::addShimCommands() {
  m_commands["source"] = [this] {
    auto *source = SHIM(kernel_source);
    const auto handle = reinterpret_cast<uint64_t>(m_handles[word()]);
    source(handle, word().c_str(), "metadata.json");
  };
  m_commands["dump"] = [this] { SHIM(dump_folder)("/raw/xla-7", word().c_str()); };
  m_commands["autotune"] = [this] { SHIM(autotune)(number()); };
  m_commands["profiling"] = [this] {
    check("profiler", number() != 0 ? driver().cuProfilerStart() : driver().cuProfilerStop());
  };
  addChoiceWords(m_commands, [this] { return word(); });
  addNvtxWords(m_commands, [this] { return word(); });
  addGraphWords(m_commands, {[this] { return word(); }, m_handles, m_stream, m_total});
  m_commands["flush"] = [this] { SHIM(flush)(number()); };
}

void Victim::addProcessCommands() {
  m_commands["fork"] = [this] { forkAndRun(); };
  m_commands["filelimit"] = [this] { limitFiles(); };
  m_commands["descriptors"] = [this] {
    rlimit limit{};
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = static_cast<rlim_t>(number());
    setrlimit(RLIMIT_NOFILE, &limit);
  };
  m_commands["other"] = [this] { callOtherLibrary(); };
  m_commands["deep"] = [this] { launchDeep(); };
  m_commands["next"] = [] {
    void *first = dlsym(RTLD_NEXT, "victimValue");
    std::printf("next %d\n", first ? reinterpret_cast<int (*)()>(first)() : -1);
  };
  m_commands["closefiles"] = [] {
    for (int file = 3; file < 1024; ++file)
      ::close(file);
  };
  // The program reuses a descriptor that it has closed, for one end of a socket pair.
  m_commands["occupy"] = [this] {
    if (::socketpair(AF_UNIX, SOCK_DGRAM, 0, m_ends) != 0 || ::dup2(m_ends[1], 500) != 500)
      std::printf("no socket\n");
  };
  m_commands["occupied"] = [this] {
    char byte = 0;
    std::printf("received %d\n", ::recv(m_ends[0], &byte, 1, MSG_DONTWAIT) >= 0);
  };
  m_commands["nameless"] = [] {
    const bool isThere = dlsym(RTLD_DEFAULT, "cuLaunchKernel") != nullptr;
    const bool hasError = !isThere && dlerror();
    std::printf("cuLaunchKernel %s\n", isThere ? "is there" : hasError ? "no" : "no, no error");
  };
  // Skips the leak check, which stops other threads: a forked child has no other threads.
  m_commands["leave"] = [] {
    std::fflush(stdout);
    ::_exit(0);
  };
  m_commands["kept"] = [] { std::printf("kept %d\n", ::fcntl(500, F_GETFD) >= 0); };
  m_commands["exec"] = [this] { execAndRun(); };
  m_commands["exit"] = [this] { std::exit(number()); };
  m_commands["quit"] = [this] { _exit(number()); };
  m_commands["late"] = [this] {
    s_late.victim = this;
    s_late.function = word();
    std::atexit([] {
      const CuResult result =
          s_late.victim->launchOnce(s_late.function, "plain", &s_late.victim->m_total);
      std::printf("late %d\n", static_cast<int>(result));
    });
  };
  m_commands["kill"] = [] { std::raise(SIGKILL); };
}

void Victim::addProfilerCommands() {
  m_commands["copy"] = [this] { memory().copy(size()); };
  m_commands["peer"] = [this] { memory().copyToPeer(m_handles["context"], size()); };
  m_commands["setrows"] = [this] { memory().setRows(size()); };
  m_commands["set"] = [this] { memory().set(size()); };
  m_commands["graph"] = [this] { check("graph", driver().cuGraphLaunch(nullptr, m_stream)); };
  m_commands["dlopen"] = [this] {
    if (!dlopen(word().c_str(), RTLD_NOW | RTLD_LOCAL))
      std::printf("%s\n", dlerror());
  };
  m_commands["sleep"] = [this] {
    std::this_thread::sleep_for(std::chrono::milliseconds(number()));
  };
  m_commands["loading"] = [this] { memory().copyWhileLoading(word()); };
  m_commands["profile"] = [this] {
    const std::string library = word();
    profile(library, number());
  };
  m_commands["find"] = [this] {
    const std::string name = word();
    const bool isThere = dlsym(RTLD_DEFAULT, name.c_str()) != nullptr;
    std::printf("%s %s\n", name.c_str(), isThere ? "is there" : "no");
  };
  m_commands["race"] = [this] { race(); };
  m_commands["endprofile"] = [this] {
    void *stop = dlsym(m_profiler, "profilerStop");
    std::printf("profiled %d\n", reinterpret_cast<int (*)()>(stop)());
  };
  m_commands["cupti"] = [] {
    void *library = dlopen("libcupti.so.13", RTLD_LAZY | RTLD_NOLOAD);
    if (!library)
      return void(std::printf("no libcupti\n"));
    using Text = const char *(*)();
    std::printf("%sclock %s\n", reinterpret_cast<Text>(dlsym(library, "fakeCuptiReport"))(),
                reinterpret_cast<Text>(dlsym(library, "fakeCuptiClock"))());
  };
}

// profile LIBRARY SUBSCRIBES
void Victim::profile(const std::string &library, int subscribes) {
  m_profiler = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  void *start = m_profiler ? dlsym(m_profiler, "profilerStart") : nullptr;
  std::printf("profiler %d\n", start ? reinterpret_cast<int (*)(int)>(start)(subscribes) : -1);
}

// race FUNCTION COUNT THREADS LIBRARY SUBSCRIBES: threads launch while a profiler starts.
void Victim::race() {
  const std::string name = word();
  const int count = number(), threadCount = number();
  std::thread launches([=, this] { launchInThreads(name, count, threadCount); });
  const std::string library = word();
  profile(library, number());
  launches.join();
}

void Victim::open() {
  check("cuInit", driver().cuInit(0));
  check("cuCtxCreate", driver().cuCtxCreate_v2(&m_handles["context"], 0, 0));
}

void Victim::load(bool isLibrary) {
  const std::string name = word();
  std::string &image = m_images[name];
  image = contents(word());
  const void *bytes = image.data();
  if (isLibrary)
    check("cuLibraryLoadData", driver().cuLibraryLoadData(&m_handles[name], bytes, nullptr, nullptr,
                                                          0, nullptr, nullptr, 0));
  else
    check("cuModuleLoadData", driver().cuModuleLoadData(&m_handles[name], bytes));
}

// load FUNCTION NAME PATH
void Victim::loadOtherwise() {
  const std::string function = word();
  void *&handle = m_handles[word()];
  const std::string path = word();
  const std::string image = contents(path);
  const void *bytes = image.data();
  // The argument of __cudaRegisterFatBinary as the compiler generates it.
  const struct {
    uint32_t magic, version;
    const void *data, *filename;
  } wrapper = {0x466243b1, 1, bytes, nullptr};
  if (function == "cuModuleLoad")
    check(function.c_str(), driver().cuModuleLoad(&handle, path.c_str()));
  else if (function == "cuModuleLoadDataEx")
    check(function.c_str(), driver().cuModuleLoadDataEx(&handle, bytes, 0, nullptr, nullptr));
  else if (function == "cuModuleLoadFatBinary")
    check(function.c_str(), driver().cuModuleLoadFatBinary(&handle, &wrapper));
  else if (function == "cuLibraryLoadFromFile")
    check(function.c_str(), driver().cuLibraryLoadFromFile(&handle, path.c_str(), nullptr, nullptr,
                                                           0, nullptr, nullptr, 0));
}

CuResult Victim::launchOnce(const std::string &name, const std::string &how, uint64_t *total) {
  void *function = m_handles[name];
  uint64_t address = reinterpret_cast<uint64_t>(total), one = 1;
  void *parameters[] = {&address, &one};
  if (how == "extra") {
    uint64_t buffer[2] = {address, one};
    size_t bytes = sizeof buffer;
    void *extra[] = {reinterpret_cast<void *>(1), buffer, reinterpret_cast<void *>(2), &bytes,
                     nullptr};
    return driver().cuLaunchKernel(function, 8, 1, 1, 128, 1, 1, 0, m_stream, nullptr, extra);
  }
  if (how == "ex") {
    CuLaunchAttribute attribute{};
    attribute.id = kCuLaunchAttributeClusterDimension;
    attribute.value.clusterDimension[0] = 2;
    attribute.value.clusterDimension[1] = attribute.value.clusterDimension[2] = 1;
    const CuLaunchConfig config{{8, 1, 1}, {128, 1, 1}, 1024, m_stream, &attribute, 1};
    return driver().cuLaunchKernelEx(&config, function, parameters, nullptr);
  }
  if (how == "cooperative")
    return driver().cuLaunchCooperativeKernel(function, 8, 1, 1, 128, 1, 1, m_sharedBytes, m_stream,
                                              parameters);
  return driver().cuLaunchKernel(function, 8, 1, 1, 128, 1, 1, m_sharedBytes, m_stream, parameters,
                                 nullptr);
}

// launch FUNCTION COUNT [ex|extra|cooperative|plain]
void Victim::launch() {
  const std::string name = word();
  const int count = number();
  const bool isTold = m_next < m_words.size() && m_commands.count(m_words[m_next]) == 0;
  const std::string how = isTold ? word() : "plain";
  for (int i = 0; i < count; ++i)
    check("launch", launchOnce(name, how, &m_total));
}

// threads FUNCTION COUNT THREADS
void Victim::launchInThreads(const std::string &name, int count, int threadCount) {
  std::vector<uint64_t> totals(static_cast<size_t>(threadCount));
  std::vector<std::thread> threads;
  for (uint64_t &total : totals)
    threads.emplace_back([&, this] {
      driver().cuCtxSetCurrent(m_handles.at("context"));
      for (int i = 0; i < count; ++i)
        check("launch", launchOnce(name, "plain", &total));
    });
  for (std::thread &thread : threads)
    thread.join();
  for (const uint64_t total : totals)
    m_total += total;
}

// together FUNCTION CONTEXT CONTEXT: launches once in each of the contexts, from two threads.
void Victim::launchTogether() {
  const std::string name = word();
  std::vector<std::thread> threads;
  uint64_t totals[2] = {};
  for (uint64_t &total : totals)
    threads.emplace_back([&, context = m_handles.at(word()), this] {
      driver().cuCtxSetCurrent(context);
      check("launch", launchOnce(name, "plain", &total));
    });
  for (std::thread &thread : threads)
    thread.join();
  m_total += totals[0] + totals[1];
}

// later FUNCTION: calls cuLaunchKernel of a future driver, whose parameters differ.
void Victim::launchLater(void *function) {
  using GetProcAddress = CuResult (*)(const char *, void **, int, uint64_t, int *);
  void *library = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD);
  void *find = dlsym(library, "cuGetProcAddress_v2"), *launch = nullptr;
  check("find",
        reinterpret_cast<GetProcAddress>(find)("cuLaunchKernel", &launch, 14000, 0, nullptr));
  uint64_t address = reinterpret_cast<uint64_t>(&m_total), one = 1;
  void *parameters[] = {&address, &one};
  check("later", reinterpret_cast<CuResult (*)(void **, void *)>(launch)(parameters, function));
}

// churn IMAGE COUNT THREADS: each thread loads, launches and unloads, so that the driver reuses
// handles.
void Victim::loadInThreads() {
  const std::string image = contents(word());
  const int count = number(), threadCount = number();
  std::vector<uint64_t> totals(static_cast<size_t>(threadCount));
  std::vector<std::thread> threads;
  for (uint64_t &total : totals)
    threads.emplace_back([&, this] {
      driver().cuCtxSetCurrent(m_handles.at("context"));
      uint64_t address = reinterpret_cast<uint64_t>(&total), one = 1;
      void *parameters[] = {&address, &one};
      for (int i = 0; i < count; ++i) {
        void *module = nullptr, *function = nullptr;
        check("load", driver().cuModuleLoadData(&module, image.data()));
        check("find", driver().cuModuleGetFunction(&function, module, i % 2 ? "add" : "other"));
        check("launch", driver().cuLaunchKernel(function, 8, 1, 1, 128, 1, 1, 0, nullptr,
                                                parameters, nullptr));
        check("unload", driver().cuModuleUnload(module));
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  for (const uint64_t total : totals)
    m_total += total;
}

// measure FUNCTION COUNT: prints the time of a launch [ns].
void Victim::measure() {
  void *function = m_handles[word()];
  const int count = number();
  void *parameters[] = {nullptr};
  const auto launch = driver().cuLaunchKernel;
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  for (int i = 0; i < count; ++i)
    launch(function, 1, 1, 1, 32, 1, 1, 0, m_stream, parameters, nullptr);
  const std::chrono::duration<double, std::nano> time = Clock::now() - begin;
  std::printf("%.1f\n", time.count() / count);
}

void Victim::print() {
  std::printf("total %llu\n%s", static_cast<unsigned long long>(m_total),
              driver().fakeDriverReport());
  std::fflush(stdout);
}

// The child executes the words up to "end" and then exits.
void Victim::forkAndRun() {
  std::vector<std::string> words;
  for (std::string next = word(); next != "end"; next = word())
    words.push_back(next);
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    s_isForkedChild = true;
    m_words = words;
    m_next = 0;
    const int code = run();
    std::fflush(stdout);
    std::exit(code);
  }
  int status = 0;
  waitpid(child, &status, 0);
  std::printf("child %d\n", status);
}

// The remaining words are those of the program that replaces this one.
void Victim::execAndRun() {
  std::vector<char *> arguments{const_cast<char *>("victim"), const_cast<char *>(m_way.c_str())};
  for (; m_next < m_words.size(); ++m_next)
    arguments.push_back(m_words[m_next].data());
  arguments.push_back(nullptr);
  std::fflush(stdout);
  ::execv("/proc/self/exe", arguments.data());
}

void Victim::limitFiles() {
  const auto bytes = static_cast<rlim_t>(number());
  const rlimit limit{bytes, bytes};
  setrlimit(RLIMIT_FSIZE, &limit);
}

// Calls cuLaunchKernel of a library of another vendor, which exports the same name.
void Victim::callOtherLibrary() {
  void *library = dlopen(word().c_str(), RTLD_NOW | RTLD_LOCAL);
  void *symbol = library ? dlsym(library, "cuLaunchKernel") : nullptr;
  std::printf("other %d\n", symbol ? reinterpret_cast<int (*)()>(symbol)() : -1);
}

// deep LIBRARY FUNCTION
void Victim::launchDeep() {
  void *library = dlopen(word().c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
  void *symbol = library ? dlsym(library, "deepLaunch") : nullptr;
  void *function = m_handles[word()];
  if (symbol)
    check("deepLaunch", static_cast<CuResult>(reinterpret_cast<int (*)(void *, uint64_t *)>(symbol)(
                            function, &m_total)));
  else
    std::printf("%s\n", dlerror());
}

} // namespace

} // namespace pstudio::test

/// The leak check at the exit of a forked child finds false leaks: memory to which only a thread of
/// the parent refers; the child does not have that thread.
extern "C" int __lsan_is_turned_off() {
  return pstudio::test::s_isForkedChild;
}

int main(int count, char **arguments) {
  if (count < 2)
    return 9;
  std::signal(SIGPIPE, SIG_DFL); // the test program may ignore the signal
  // Static, for a launch after main.
  static pstudio::test::Victim s_victim(arguments[1], {arguments + 2, arguments + count});
  return s_victim.run();
}
