// SPDX-License-Identifier: Apache-2.0
// A program without a GPU that implements the protocol of the preloaded library. Each argument is
// one step, "step=value,value".
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <poll.h>
#include <string>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include "collector/attach/protocol/image_hash.h"
#include "collector/codegen/llvm/content_hash.h"
#include "tests/collector/attach/host/attached_talk.h"
#include "tests/collector/attach/host/fake_events.h"
#include "tests/collector/attach/host/fake_records.h"

using namespace pstudio;
using namespace pstudio::attach;

namespace {

std::string bytesOf(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

class FakeProgram {
public:
  explicit FakeProgram(std::string command) : m_command(std::move(command)) {}

  void step(const std::string &name, const std::vector<std::string> &values) {
    const auto value = [&values](size_t i) { return i < values.size() ? values[i] : ""; };
    if (name == "hello")
      hello(ofProcess(value(0), value(2)), value(1));
    else if (name == "device")
      tell(DeviceSeen{number(value(0)), ofProcess(value(1), value(2)), "NVIDIA Fake"});
    else if (name == "interpreter")
      tell(Interpreter{value(0), {}});
    else if (name == "source")
      tell(KernelSource{number(value(0)), value(1), value(2)});
    else if (name == "image")
      image(value(0), value(1));
    else if (name == "kernel")
      kernel(number(value(0)), value(1), value(2));
    else if (name == "launch")
      launch(number(value(0)), number(value(1)), number(value(2)));
    else if (name == "autotuning")
      ++row(number(value(0))).autotuning;
    else if (name == "outside")
      ++row(number(value(0))).outside;
    else if (name == "replay")
      ++row(number(value(0))).launches, ++row(number(value(0))).replays;
    else if (name == "rule")
      addRule(number(value(0)), value(1), value(2));
    else if (name == "drop")
      dropRule(number(value(0)));
    else if (name == "session")
      m_sessions.push_back({m_launched.size(), number(value(0)), number(value(1)), value(2)});
    else if (name == "captured")
      ++row(number(value(0))).captured;
    else if (name == "environment")
      std::ofstream(value(1)) << std::getenv(value(0).c_str());
    else if (name == "notice")
      tell(Notice{value(0), Notice::kNoKernel, 0, value(1)});
    else if (name == "welcome")
      std::ofstream(value(0))
          << kDeviceActivityNames[static_cast<size_t>(m_welcome.settings.activity)] << ' '
          << static_cast<int>(m_welcome.settings.callPath);
    else if (name == "settings")
      std::ofstream(value(0)) << "range '" << m_welcome.settings.range << "' scopes "
                              << (m_welcome.settings.recordsKernelScopes ? "on" : "off");
    else if (name == "metric")
      m_metrics.emplace_back(value(0), number(value(1)));
    else if (name == "activity")
      writeActivity(value(0), value(1) != "unlinked");
    else if (name == "cut")
      std::filesystem::resize_file(m_lastFile, number(value(0)));
    else
      endStep(name, value(0));
  }

  int finish() {
    if (m_counters)
      m_counters->isClosed = 1;
    ::close(m_connection);
    int status = 0;
    while (::wait(&status) > 0) {
    }
    return 0;
  }

private:
  static uint32_t number(const std::string &text) {
    return static_cast<uint32_t>(std::strtoul(text.c_str(), nullptr, 10));
  }
  /// The child's value of a step, if it has one.
  std::string ofProcess(const std::string &value, const std::string &ofChild) const {
    return m_isChild && !ofChild.empty() ? ofChild : value;
  }
  template <class T> void tell(const T &message) { sendTo(m_connection, encode(message)); }

  void endStep(const std::string &name, const std::string &value) {
    if (name == "state")
      setState(number(value));
    else if (name == "garbage")
      sendGarbage();
    else if (name == "print")
      std::puts(value.c_str()), std::fflush(stdout);
    else if (name == "pid")
      std::printf("%d\n", ::getpid()), std::fflush(stdout);
    else if (name == "ignore")
      ::signal(static_cast<int>(number(value)), SIG_IGN);
    else if (name == "raise")
      ::raise(static_cast<int>(number(value)));
    else if (name == "exit")
      ::_exit(static_cast<int>(number(value)));
    else if (name == "touch")
      std::ofstream(value).close();
    else if (name == "await")
      await(static_cast<int>(number(value)));
    else if (name == "gone")
      waitUntilGone();
    else if (name == "fork")
      fork();
    else if (name == "unknown")
      m_counters->unknown += number(value);
    else if (name == "detach" && ::fork() != 0)
      ::_exit(0);
    else if (name == "linger")
      ::poll(nullptr, 0, static_cast<int>(number(value)));
  }

  Hello helloMessage(bool isFurther) const {
    Hello hello;
    hello.process = static_cast<uint32_t>(::getpid());
    hello.parent = static_cast<uint32_t>(::getppid());
    hello.command = m_command;
    hello.rank = m_rank;
    hello.worldSize = m_worldSize;
    hello.isFurther = isFurther;
    return hello;
  }

  /// Opens a connection and exchanges hello and welcome. Returns -1 if the server sends no welcome.
  int connect(bool isFurther) {
    const int connection = connectToServer();
    if (connection < 0 || !sendTo(connection, encode(helloMessage(isFurther))))
      return -1;
    const auto answer = receiveFrom(connection);
    const auto welcome = answer ? decode<Welcome>(answer->packet) : std::nullopt;
    if (!welcome)
      return -1;
    m_raw = welcome->rawFolder;
    m_welcome = *welcome;
    return connection;
  }

  void hello(const std::string &rank, const std::string &worldSize) {
    m_rank = rank;
    m_worldSize = worldSize;
    m_connection = connect(false);
    if (m_connection < 0)
      std::exit(90);
    if (!m_welcome.isChosen)
      std::exit(finish()); // as the library, which leaves nothing
    const std::string file = m_raw + "/" + std::to_string(::getpid()) + ".counters";
    const size_t bytes = sizeof(CounterHeader) + kMostKernels * sizeof(KernelCounters);
    std::ofstream(file).close();
    std::filesystem::resize_file(file, bytes);
    std::FILE *opened = std::fopen(file.c_str(), "r+");
    void *mapped = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, ::fileno(opened), 0);
    std::fclose(opened);
    m_counters = new (mapped) CounterHeader;
    m_counters->process = static_cast<uint32_t>(::getpid());
  }

  KernelCounters &row(uint32_t kernel) {
    return reinterpret_cast<KernelCounters *>(m_counters + 1)[kernel];
  }

  /// Announces a file as the image of later kernels. `check` "wrong": it has other bytes now; a
  /// folder: it is a cubin whose PTX is there.
  void image(const std::string &path, const std::string &check) {
    const std::string bytes = bytesOf(path);
    const size_t size = std::min<size_t>(bytes.size(), kCheckedBytes);
    ImageSeen seen;
    seen.image = ++m_image;
    seen.kind = ImageKind::FatBinary;
    seen.file = path;
    seen.bytes = bytes.size();
    seen.check = imageCheck(bytes.substr(0, size), bytes.substr(bytes.size() - size));
    seen.check += check == "wrong" ? 1 : 0;
    if (check.starts_with('/')) {
      seen.kind = ImageKind::Cubin;
      seen.options = {check, "--xla_dump_to=" + check};
    }
    tell(seen);
  }

  void kernel(uint32_t id, const std::string &name, const std::string &cubin) {
    KernelSeen seen;
    seen.kernel = id;
    seen.name = name;
    seen.architecture = "sm_90";
    if (cubin.empty() && m_image != 0) {
      seen.image = ImageKind::FatBinary;
      seen.codeImage = m_image;
    }
    if (const std::string bytes = bytesOf(cubin); !bytes.empty()) {
      seen.image = ImageKind::Cubin;
      seen.imageHash = contentHash(bytes);
      seen.imageBytes = bytes.size();
    }
    m_seen[id] = seen;
    announce(seen);
  }

  void announce(const KernelSeen &seen) {
    const uint32_t id = seen.kernel;
    tell(seen);
    const auto answer = receiveFrom(m_connection);
    const auto choice = answer ? decode<Choice>(answer->packet) : std::nullopt;
    if (!choice || choice->kernel != id)
      std::exit(91);
    m_choices[id] = choice->launches;
  }

  void addRule(uint32_t number, const std::string &kernel, const std::string &mode) {
    tell(AddRule{number, kernel, mode});
    chooseAgain(number);
  }
  void dropRule(uint32_t number) {
    tell(DropRule{number});
    chooseAgain(number);
  }
  void chooseAgain(uint32_t number) {
    const auto answer = receiveFrom(m_connection);
    const auto changed = answer ? decode<RuleKernels>(answer->packet) : std::nullopt;
    if (!changed || changed->rule != number)
      std::exit(94);
    for (const uint32_t kernel : changed->kernels)
      announce(m_seen[kernel]);
  }

  /// Adds the session events that came before this number of launches.
  void writeSessions(size_t launches, FakeEvents &events) {
    for (; m_writtenSessions < m_sessions.size() &&
           m_sessions[m_writtenSessions].launches <= launches;
         ++m_writtenSessions) {
      const Session &session = m_sessions[m_writtenSessions];
      const auto change = static_cast<SessionChange>(session.change);
      const bool isStart = change == SessionChange::Start;
      events.add(EventKind::Session,
                 SessionEvent{1, session.number, change, isStart ? events.text(session.name) : 0,
                              isStart ? uint32_t(kSessionTree) : 0});
    }
  }

  /// Writes events of all launches so far in the scope "train", each with its kernel. The kernel of
  /// launch N takes 4 + N us and encloses the records of fakeBlocks(). Also writes a kernel that
  /// belongs to no launch.
  /// \param isLinked whether the activities refer to their launches.
  void writeActivity(const std::string &name, bool isLinked) {
    FakeEvents events;
    const uint32_t scope = events.node(0, "train");
    events.add(EventKind::ClockPair, ClockPairEvent{0, 0, 10});
    size_t written = 0;
    for (const Launched &launched : m_launched) {
      writeSessions(written++, events);
      const uint64_t begin = fakeLaunchTime(launched.number);
      const LaunchEvent launch =
          events.launch(scope, launched.kernel, launched.number, begin - 2000,
                        launched.isRecorded ? kLaunchRecorded : 0);
      events.kernel(name, isLinked ? launch.id : 0, begin - 100,
                    begin + 3900 + 1000 * launched.number);
    }
    for (const auto &[metric, amount] : m_metrics)
      events.add(EventKind::Metric,
                 MetricEvent{0, scope, events.text(metric), amount, kMetricInteger});
    writeSessions(written, events);
    events.kernel("inside_a_library", 0, fakeLaunchTime(100), fakeLaunchTime(100) + 500);
    events.write(m_raw, static_cast<uint32_t>(::getpid()));
  }

  void launch(uint32_t kernel, uint32_t grid, uint32_t block) {
    const uint64_t launch = ++row(kernel).launches;
    m_launched.push_back({kernel, launch, false});
    for (const LaunchRange &range : m_choices[kernel])
      if (launch >= range.first && launch <= range.last && (launch - range.first) % range.step == 0)
        return record(kernel, launch, grid, block == 0 ? 128 : block);
  }

  void record(uint32_t kernel, uint64_t launch, uint32_t grid, uint32_t block) {
    const int connection = connect(true);
    WantTwin want;
    want.process = static_cast<uint32_t>(::getpid());
    want.kernel = kernel;
    want.launch = launch;
    want.grid = {grid, 1, 1};
    want.block = {block, 1, 1};
    want.freeBytes = m_welcome.settings.mostRecordBytes;
    sendTo(connection, encode(want));
    const auto answer = receiveFrom(connection);
    ::close(connection);
    const auto twin = answer ? decode<Twin>(answer->packet) : std::nullopt;
    if (!twin)
      return;
    std::string table(static_cast<size_t>(::lseek(answer->attached, 0, SEEK_END)), '\0');
    if (::pread(answer->attached, table.data(), table.size(), 0) < 0)
      std::exit(92);
    ::close(answer->attached);
    const auto read = record::instrumentTableFrom(table, "twin");
    if (!read)
      std::exit(93);
    write(want, *twin, *read);
    ++row(kernel).recorded;
    m_launched.back().isRecorded = true;
  }

  void write(const WantTwin &want, const Twin &twin, const record::InstrumentTable &table) {
    RecordHeader header;
    header.state = RecordState::Arrived;
    header.process = want.process;
    header.kernel = want.kernel;
    header.twin = twin.twin;
    header.launch = want.launch;
    header.grid = want.grid;
    header.block = want.block;
    header.thread = want.process;
    header.blockBytes = twin.blockBytes;
    header.recordedCtas = twin.recordedCtas;
    header.registers = 40;
    header.originalRegisters = 32;
    std::strcpy(header.deviceName.data(), "NVIDIA Fake");
    m_lastFile =
        m_raw + "/" + std::to_string(want.process) + "." + std::to_string(m_files++) + ".records";
    writeRecordFile(m_lastFile, header, fakeBlocks(table, twin.recordedCtas, want.launch));
  }

  void setState(uint32_t state) {
    std::fstream file(m_lastFile, std::ios::binary | std::ios::in | std::ios::out);
    file.seekp(2 * sizeof(uint32_t));
    file.write(reinterpret_cast<const char *>(&state), sizeof state);
  }

  /// Both processes execute the remaining steps; the child opens its own connection.
  void fork() {
    if (::fork() != 0)
      return;
    ::close(m_connection);
    m_connection = -1;
    m_counters = nullptr;
    m_isChild = true;
  }

  /// Sends an invalid packet from a child process, which waits until the server closes the
  /// connection.
  void sendGarbage() {
    const pid_t child = ::fork();
    if (child == 0) {
      m_connection = connect(false);
      sendTo(m_connection, std::string(40, '\x7f'));
      waitUntilGone();
      ::_exit(0);
    }
    ::waitpid(child, nullptr, 0);
  }

  /// Requests the signal from the parent and, when it arrives, ends with 40 + its number.
  static void await(int signal) {
    sigset_t set;
    ::sigemptyset(&set);
    ::sigaddset(&set, signal);
    ::sigprocmask(SIG_BLOCK, &set, nullptr);
    ::kill(::getppid(), signal);
    int came = 0;
    ::sigwait(&set, &came);
    ::_exit(40 + came);
  }

  /// Waits until the server closes the connection.
  void waitUntilGone() const {
    char byte = 0;
    while (::read(m_connection, &byte, 1) > 0) {
    }
  }

  const std::string m_command;
  struct Session {
    size_t launches = 0; ///< before it
    uint32_t number = 0, change = 0;
    std::string name;
  };
  std::string m_rank, m_worldSize;
  bool m_isChild = false; ///< of the step fork
  std::vector<Session> m_sessions;
  std::vector<std::pair<std::string, uint64_t>> m_metrics; ///< of the scope "train"
  size_t m_writtenSessions = 0;
  std::map<uint32_t, KernelSeen> m_seen;
  int m_connection = -1;
  std::string m_raw;
  Welcome m_welcome;
  CounterHeader *m_counters = nullptr;
  std::map<uint32_t, std::vector<LaunchRange>> m_choices;
  struct Launched {
    uint32_t kernel = 0;
    uint64_t number = 0;
    bool isRecorded = false;
  };
  std::vector<Launched> m_launched;
  std::string m_lastFile;
  uint32_t m_files = 0;
  uint32_t m_image = 0; ///< 0: none
};

std::vector<std::string> split(const std::string &text) {
  std::vector<std::string> parts;
  size_t at = 0;
  while (at <= text.size()) {
    const size_t end = std::min(text.find(',', at), text.size());
    parts.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

} // namespace

int main(int argc, char **argv) {
  FakeProgram program(argv[0]);
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const size_t equals = std::min(word.find('='), word.size());
    program.step(word.substr(0, equals),
                 split(equals == word.size() ? std::string() : word.substr(equals + 1)));
  }
  return program.finish();
}
