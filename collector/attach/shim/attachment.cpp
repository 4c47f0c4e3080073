// SPDX-License-Identifier: Apache-2.0
// The beginning and the end of an attachment, and its conversation with the server.
#include "collector/attach/shim/attachment.h"

#include <algorithm>
#include <cstdlib>
#include <new>
#include <utility>

#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

#include "collector/attach/shim/compiled_sources.h"
#include "collector/attach/shim/driver_library.h"
#include "collector/attach/shim/hip_driver.h"
#include "collector/attach/shim/hip_kernels.h"
#include "collector/attach/shim/pending_notes.h"
#include "collector/attach/shim/process_facts.h"
#include "collector/attach/shim/program_rules.h"

namespace pstudio::attach {

constinit std::atomic<Attachment *> Attachment::s_current = nullptr;
constinit std::atomic<bool> Attachment::s_isOver = false;
constinit Attachment *Attachment::s_forgotten = nullptr;

namespace {

constinit std::mutex s_beginning;
/// --processes leaves this process out. Guarded by s_beginning.
constinit bool s_isLeftOut = false;

/// Of host calls and activities: 16 million of them.
constexpr uint64_t kMaxEventBytes = uint64_t(1) << 30;

const char *serverPath() {
  const char *path = std::getenv("PSTUDIO_ATTACH");
  return path && *path ? path : nullptr;
}

} // namespace

bool isAttachWanted() {
  static constinit std::atomic<int> s_answer = -1;
  int answer = s_answer.load(std::memory_order_relaxed);
  if (answer < 0) {
    answer = serverPath() ? 1 : 0;
    s_answer.store(answer, std::memory_order_relaxed);
  }
  return answer == 1;
}

Attachment::Attachment(std::string socket, const DriverApi &api)
    : driver(api), contexts(driver), drainer(*this), activity(*this), m_socket(std::move(socket)) {}

// Another thread may hold the loader's lock and wait for s_beginning: it runs the constructor of a
// library, which calls a hook. So nothing under s_beginning looks up or loads.
Attachment *Attachment::begin() {
  const char *socket = serverPath();
  const bool isHip = !driverLibrary(DriverKind::Cuda);
  void *library = driverLibrary(isHip ? DriverKind::Hip : DriverKind::Cuda);
  const DriverApi api = !library ? DriverApi()
                        : isHip  ? loadHipDriver(library)
                                 : loadDriverApi(library);
  Attachment *made = nullptr;
  {
    const std::lock_guard lock(s_beginning);
    if (Attachment *known = s_current.load(std::memory_order_acquire))
      return known;
    if (!socket)
      s_isOver.store(true, std::memory_order_relaxed);
    if (!library || s_isOver.load(std::memory_order_relaxed))
      return nullptr;
    made = make(socket, api);
    s_current.store(made, std::memory_order_release);
  }
  if (made)
    made->sendDevices();
  // Not before: a rule that is added meanwhile is sent by its own thread, or twice.
  if (made)
    for (const AddRule &rule : ProgramRules::active())
      made->send(rule);
  if (made && made->welcome.settings.recordsActivity()) {
    if (isHip)
      made->notify("activity.hip", nullptr, 0, {});
    else
      made->activity.start();
  }
  return made;
}

Attachment *Attachment::make(const char *socket, const DriverApi &api) {
  static bool s_isRegistered = false;
  if (!std::exchange(s_isRegistered, true))
    pthread_atfork(&lockForFork, &unlockAfterFork, &forgetAfterFork);
  auto *made = new Attachment(socket, api); // never deleted: other threads use it to the end
  if (made->greet())
    return made;
  delete made;
  s_isOver.store(true, std::memory_order_relaxed);
  return nullptr;
}

void Attachment::lockForFork() {
  s_beginning.lock();
  lockPendingNotes();
  lockRegisteredKernels();
  ProgramRules::lock();
  lockSources();
  Activity::lockForFork();
}

void Attachment::unlockAfterFork() {
  Activity::unlockAfterFork();
  unlockSources();
  ProgramRules::unlock();
  unlockRegisteredKernels();
  unlockPendingNotes();
  s_beginning.unlock();
}

// A child without exec is a separate process: it creates a new attachment if it uses the driver.
// The attachment of its parent stays allocated, because another thread of the parent may have
// locked it.
void Attachment::forgetAfterFork() {
  unlockAfterFork();
  Activity::forgetAfterFork();
  forgetThreadId();
  if (std::exchange(s_isLeftOut, false))
    s_isOver.store(false); // the child may be chosen
  Attachment *parents = s_current.exchange(nullptr);
  if (!parents)
    return;
  parents->m_connection.close();
  parents->m_earlier = std::exchange(s_forgotten, parents);
}

bool Attachment::greet() {
  m_connection = Connection::open(m_socket);
  Hello hello;
  hello.process = static_cast<uint32_t>(getpid());
  hello.parent = static_cast<uint32_t>(getppid());
  hello.command = commandLine();
  ProcessRank rank = rankOfProcess();
  hello.rank = std::move(rank.rank);
  hello.worldSize = std::move(rank.worldSize);
  if (!m_connection.send(hello))
    return false;
  const auto answer = m_connection.receiveMessage<Welcome>(kAnswerTimeoutMs);
  if (!answer || answer->version != kProtocolVersion)
    return false;
  s_isLeftOut = !answer->isChosen;
  if (s_isLeftOut)
    return false;
  welcome = *answer;
  part.set(welcome.settings.range);
  m_notesLaunches =
      welcome.settings.recordsActivity() || welcome.settings.callPath != CallPath::None;
  if (!welcome.mayRecord || !driver.canRecord)
    stopChoosing();
  if (!openCounters())
    return false;
  images.open(welcome.rawFolder + "/" + std::to_string(getpid()));
  events.open(welcome.rawFolder + "/" + std::to_string(getpid()), kMaxEventBytes);
  if (welcome.mayRecord && !driver.canRecord)
    notify("driver.old", nullptr, 0, {});
  PendingNotes notes = takePendingNotes();
  if (notes.interpreter)
    send(*notes.interpreter);
  for (const Notice &notice : notes.notices)
    notify(notice.code, nullptr, 0, notice.text);
  return true;
}

bool Attachment::openCounters() {
  const size_t bytes = sizeof(CounterHeader) + kMostKernels * sizeof(KernelCounters);
  const std::string path = welcome.rawFolder + "/" + std::to_string(getpid()) + ".counters";
  std::string_view problem;
  m_counters = MappedFile::create(path, bytes, problem);
  if (!m_counters) {
    notify(problem, nullptr, 0, "the counters of the process");
    return false;
  }
  CounterHeader *header = new (m_counters.data()) CounterHeader;
  header->process = static_cast<uint32_t>(getpid());
  kernels.setCounters(reinterpret_cast<KernelCounters *>(header + 1));
  return true;
}

/// Called when the connection is lost: the program continues, and no further launch is chosen.
void Attachment::lose() {
  m_connection.close();
  stopChoosing();
}

template <class T> bool Attachment::sendLocked(const T &message) {
  const bool isSent = m_connection.send(message);
  if (!isSent)
    lose();
  return isSent;
}

// The driver reports no device before cuInit(), which may come after the first call that is hooked.
void Attachment::sendDevices() {
  if (m_hasSentDevices.load(std::memory_order_relaxed))
    return;
  const std::vector<DeviceSeen> devices = visibleDevices(driver);
  const std::lock_guard lock(m_mutex);
  if (devices.empty() || m_hasSentDevices.exchange(true))
    return;
  for (const DeviceSeen &device : devices)
    sendLocked(device);
}

// Other threads that launch the kernel wait for its choice: without it they would miss their
// number.
void Attachment::announce(Kernel &kernel, const KernelSource *source) {
  sendDevices();
  const std::lock_guard lock(m_mutex);
  if (!source && kernel.isAnnounced.load(std::memory_order_relaxed))
    return; // by another thread, meanwhile
  if (kernel.counters && m_connection.isOpen() && (!source || sendLocked(*source)))
    askForChoice(kernel);
  kernel.isAnnounced.store(true, std::memory_order_release);
}

void Attachment::askForChoice(Kernel &kernel) {
  KernelSeen seen;
  seen.kernel = kernel.number;
  seen.name = cut(kernel.name, kMaxMessageBytes / 2);
  seen.image = kernel.image.kind;
  seen.imageHash = kernel.image.hash;
  seen.imageBytes = kernel.image.bytes;
  seen.architecture = architectureOfDevice(driver);
  seen.codeImage = kernel.image.number;
  const std::optional<ImageSeen> image = images.takeUnsent(kernel.image.number);
  if ((image && !sendLocked(*image)) || !sendLocked(seen))
    return;
  auto choice = m_connection.receiveMessage<Choice>(kAnswerTimeoutMs);
  if (!choice || choice->kernel != kernel.number)
    return lose();
  if (choice->launches.empty())
    return kernel.choice.store(nullptr, std::memory_order_release);
  graphs.countReplays(); // numbers that were not taken are exact from here on
  m_choices.push_back(std::move(choice->launches));
  kernel.sequence->hasChoice.store(true, std::memory_order_relaxed);
  kernel.choice.store(&m_choices.back(), std::memory_order_release);
  choices.fetch_add(1, std::memory_order_release);
}

template <class T> void Attachment::sendRule(const T &rule) {
  const std::lock_guard lock(m_mutex);
  if (!m_connection.isOpen() || !sendLocked(rule))
    return;
  const auto answer = m_connection.receiveMessage<RuleKernels>(kAnswerTimeoutMs);
  if (!answer || answer->rule != rule.rule)
    return lose();
  for (const uint32_t number : answer->kernels)
    if (Kernel *kernel = kernels.kernelNumbered(number))
      if (m_connection.isOpen())
        askForChoice(*kernel);
}

void Attachment::send(const AddRule &rule) {
  sendRule(rule);
}

void Attachment::send(const DropRule &rule) {
  sendRule(rule);
}

void Attachment::notify(std::string_view code, const Kernel *kernel, uint64_t launch,
                        std::string text) {
  Notice notice;
  notice.code = code;
  notice.kernel = kernel ? kernel->number : Notice::kNoKernel;
  notice.launch = launch;
  notice.text = cut(std::move(text));
  const std::lock_guard lock(m_mutex);
  sendLocked(notice);
}

void Attachment::send(const Interpreter &interpreter) {
  const std::lock_guard lock(m_mutex);
  sendLocked(interpreter);
}

void Attachment::send(const PythonFiles &files) {
  const std::lock_guard lock(m_mutex);
  sendLocked(files);
}

Connection Attachment::connectAgain() const {
  Connection connection = Connection::open(m_socket);
  Hello hello;
  hello.process = static_cast<uint32_t>(getpid());
  hello.parent = static_cast<uint32_t>(getppid());
  hello.isFurther = true;
  if (connection.send(hello) && connection.receiveMessage<Welcome>(kAnswerTimeoutMs))
    return connection;
  return {};
}

void Attachment::flush(uint32_t milliseconds) {
  graphs.countReplays();
  drainer.flush(milliseconds);
  activity.flush(milliseconds);
}

void Attachment::finish(uint32_t milliseconds) {
  drainer.flush(milliseconds);
  activity.end(milliseconds);
  graphs.countReplays();
  counters().isClosed = 1;
}

namespace {

/// Runs after all atexit functions. The driver may be deinitialised: its calls then return an
/// error.
__attribute__((destructor)) void endAttachment() {
  if (Attachment *attachment = Attachment::existing())
    attachment->finish(1000);
}

} // namespace

} // namespace pstudio::attach
