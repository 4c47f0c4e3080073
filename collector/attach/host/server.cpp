// SPDX-License-Identifier: Apache-2.0
#include "collector/attach/host/server.h"

#include <algorithm>
#include <poll.h>

#include "collector/attach/host/cta_sample.h"
#include "collector/attach/host/grid_slots.h"
#include "collector/attach/host/process_trace.h"
#include "collector/attach/host/python_program.h"
#include "collector/attach/protocol/wire.h"
#include "core/base/number_text.h"

namespace pstudio::attach {
namespace {

/// The mode of the trial instrumentations of a listing.
constexpr std::string_view kTriedMode = "functions:buffer_type=global";

/// Limit of the twins of one kernel name that are compiled before a launch requests them. An
/// autotuner loads hundreds of versions of a kernel and launches one.
constexpr std::ptrdiff_t kMaxPrepared = 4;

uint64_t ctasOf(const WantTwin &message) {
  uint64_t ctas = 1;
  for (const uint32_t extent : message.grid)
    ctas = extent == 0 || ctas > UINT32_MAX ? ctas : ctas * extent;
  return ctas;
}

ImagePlace placeOf(const ImageSeen &image) {
  ImagePlace place{image.file, image.offset, image.bytes, image.check};
  place.isCompiled = image.kind == ImageKind::CompiledPtx;
  if (place.isCompiled)
    place.options = image.options;
  else if (image.kind == ImageKind::Cubin && !image.options.empty())
    place.dumpFolder = image.options.front();
  place.mayHaveEarlierDumps = image.options.size() < 2;
  return place;
}

uint64_t threadsOf(const Extents &block) {
  return uint64_t{block[0]} * block[1] * block[2];
}

} // namespace

Server::Server(const AttachRequest &request, std::filesystem::path raw, Descriptor listening,
               TwinMaker &maker, bool mayRecord)
    : m_request(request), m_rules(request.rules),
      m_processes(ProcessChoice::parse(request.settings.processes).value_or(ProcessChoice())),
      m_raw(std::move(raw)), m_spaces(request, m_raw), m_mayRecord(mayRecord),
      m_listening(std::move(listening)), m_doneDescriptor(maker.doneDescriptor()),
      m_queue(maker, m_observations.twins) {}

void Server::addTo(std::vector<pollfd> &entries) const {
  entries.push_back({m_listening.get(), POLLIN, 0});
  entries.push_back({m_doneDescriptor, POLLIN, 0});
  entries.push_back({m_trees.doneDescriptor(), POLLIN, 0}); // poll() skips -1
  for (const auto &[id, connection] : m_connections)
    entries.push_back({connection.socket.get(), POLLIN, 0});
}

void Server::handle(const std::vector<pollfd> &entries) {
  const auto isReady = [&entries](int descriptor) {
    return std::ranges::any_of(entries, [descriptor](const pollfd &entry) {
      return entry.fd == descriptor && entry.revents != 0;
    });
  };
  std::vector<ConnectionId> over;
  for (auto &[id, connection] : m_connections)
    if (isReady(connection.socket.get()) && !take(id, connection))
      over.push_back(id);
  for (const ConnectionId id : over)
    m_connections.erase(id);
  if (isReady(m_doneDescriptor))
    m_queue.collect();
  if (m_trees.doneDescriptor() >= 0 && isReady(m_trees.doneDescriptor()))
    m_trees.collect();
  if (isReady(m_listening.get()))
    for (Descriptor socket = acceptPeer(m_listening.get()); socket.isOpen();
         socket = acceptPeer(m_listening.get()))
      m_connections[m_nextConnection++].socket = std::move(socket);
}

bool Server::take(ConnectionId id, Connection &connection) {
  std::string packet;
  for (;;) {
    const Received received = receivePacket(connection.socket.get(), packet);
    if (received == Received::Nothing)
      return true;
    if (received == Received::Closed || !takePacket(id, connection, packet))
      return false;
  }
}

bool Server::takePacket(ConnectionId id, Connection &connection, const std::string &packet) {
  if (const auto message = decode<Hello>(packet))
    return hello(connection, *message);
  if (!connection.isWelcome)
    return false;
  if (const auto message = decode<KernelSeen>(packet))
    return kernelSeen(connection, *message);
  if (auto message = decode<KernelSource>(packet)) {
    m_observations.processes[connection.process].kernels[message->kernel].source =
        std::move(message);
    return true;
  }
  if (auto message = decode<Interpreter>(packet)) {
    m_observations.processes[connection.process].interpreter = std::move(message);
    return true;
  }
  if (auto message = decode<PythonFiles>(packet)) {
    m_observations.processes[connection.process].pythonFiles.insert(message->files.begin(),
                                                                    message->files.end());
    return true;
  }
  if (auto message = decode<ImageSeen>(packet)) {
    m_observations.processes[connection.process].images[message->image] = std::move(*message);
    return true;
  }
  if (auto message = decode<DeviceSeen>(packet)) {
    m_observations.processes[connection.process].devices[message->device] = std::move(*message);
    return true;
  }
  if (const auto message = decode<AddRule>(packet))
    return addRule(connection, *message);
  if (const auto message = decode<DropRule>(packet))
    return dropRule(connection, *message);
  if (const auto message = decode<WantTwin>(packet)) {
    requestTwin(id, *message);
    return true;
  }
  if (const auto message = decode<WantTree>(packet)) {
    requestTree(id, *message);
    return true;
  }
  if (const auto message = decode<Notice>(packet)) {
    notice(connection, *message);
    return true;
  }
  return false;
}

bool Server::leavesOut(const Hello &message) {
  const std::optional<std::string> reason = m_processes.reasonToLeaveOut(
      {message.rank, programNameOf(message.command), m_observations.processes.size()});
  if (!reason)
    return false;
  ++m_observations.leftOut;
  m_observations.remarks.push_back({"process.unchosen",
                                    message.process,
                                    {},
                                    0,
                                    programNameOf(message.command) + ", " + *reason});
  return true;
}

bool Server::hello(Connection &connection, const Hello &message) {
  if (message.version != kProtocolVersion || connection.isWelcome)
    return false;
  if (!message.isFurther && m_observations.processes.contains(message.process))
    return false; // another process with this id has already connected; its files are kept
  if (!message.isFurther && leavesOut(message)) {
    Welcome welcome;
    welcome.isChosen = false;
    sendPacket(connection.socket.get(), encode(welcome));
    return false;
  }
  connection.process = message.process;
  connection.isWelcome = true;
  if (!message.isFurther) {
    SeenProcess process;
    process.process = message.process;
    process.parent = message.parent;
    process.command = message.command;
    process.rank = message.rank;
    process.worldSize = message.worldSize;
    m_observations.processes[message.process] = std::move(process);
  }
  Welcome welcome;
  welcome.rawFolder = m_raw.string();
  welcome.mayRecord = m_mayRecord;
  welcome.settings = m_request.settings;
  return sendPacket(connection.socket.get(), encode(welcome));
}

TwinOrder Server::orderOf(const SeenProcess &process, const SeenKernel &kernel,
                          const InstrumentationMode &mode) const {
  TwinOrder order;
  order.image.name = kernel.seen.name;
  order.image.hash = kernel.seen.imageHash;
  order.image.bytes = kernel.seen.imageBytes;
  order.image.architecture = kernel.seen.architecture;
  if (kernel.source) {
    order.image.cubin = kernel.source->cubin;
    order.image.metadata = kernel.source->metadata;
  }
  if (const auto found = process.images.find(kernel.seen.codeImage); found != process.images.end())
    order.image.place = placeOf(found->second);
  order.mode = mode;
  order.onlyTries = m_request.isListing;
  // Also for trials of dumped PTX: a ptxas of the program proves which one runs.
  if (!order.onlyTries || (order.image.place && !order.image.place->dumpFolder.empty()))
    order.python = pythonOf(process.process, process.interpreter);
  return order;
}

void Server::prepare(SeenProcess &process, SeenKernel &kernel) {
  const auto versions = std::ranges::count_if(process.kernels, [&kernel](const auto &other) {
    return other.second.seen.name == kernel.seen.name;
  });
  if (versions > kMaxPrepared)
    return;
  if (m_request.isListing) {
    const auto mode = InstrumentationMode::parse(kTriedMode);
    const uint32_t processId = process.process, kernelId = kernel.seen.kernel;
    m_queue.request(orderOf(process, kernel, *mode),
                    [this, processId, kernelId](const TwinOutcome &outcome, uint32_t) {
                      if (SeenKernel *tried = kernelOf(processId, kernelId))
                        tried->tried = outcome;
                    });
    return;
  }
  for (const AttachRule &rule : m_request.rules)
    if (LaunchRules::matches(rule, kernel.seen.name))
      prepare(process, kernel, rule.mode);
  for (const AttachRule *rule : process.rules.of(kernel.seen.name))
    prepare(process, kernel, rule->mode);
}

void Server::prepare(SeenProcess &process, SeenKernel &kernel, const InstrumentationMode &mode) {
  // The size of the CTAs of a kernel with PTX is known at its launch.
  if (m_mayRecord && kernel.seen.codeImage == kNoImage)
    m_queue.prepare(orderOf(process, kernel, mode));
}

bool Server::kernelSeen(Connection &connection, const KernelSeen &message) {
  SeenProcess &process = m_observations.processes[connection.process];
  SeenKernel &kernel = process.kernels[message.kernel];
  kernel.seen = message;
  Choice choice;
  choice.kernel = message.kernel;
  choice.launches = m_rules.launchesOf(message.name);
  kernel.isMatched = kernel.isMatched || !choice.launches.empty();
  if (!process.rules.of(message.name).empty())
    choice.launches.push_back({1, UINT64_MAX, 1});
  if (!m_mayRecord)
    choice.launches.clear();
  const bool isSent = sendPacket(connection.socket.get(), encode(choice));
  prepare(process, kernel);
  return isSent;
}

bool Server::addRule(Connection &connection, const AddRule &message) {
  SeenProcess &process = m_observations.processes[connection.process];
  RuleKernels answer{message.rule, {}};
  if (const Result<void> added = process.rules.add(message.rule, message.kernel, message.mode);
      !added)
    m_observations.remarks.push_back(
        {"rule.mode", connection.process, {}, 0, added.error().toString()});
  else if (const AttachRule *rule = process.rules.find(message.rule))
    for (const auto &[number, kernel] : process.kernels)
      if (!kernel.seen.name.empty() && LaunchRules::matches(*rule, kernel.seen.name))
        answer.kernels.push_back(number);
  return sendPacket(connection.socket.get(), encode(answer));
}

bool Server::dropRule(Connection &connection, const DropRule &message) {
  SeenProcess &process = m_observations.processes[connection.process];
  process.rules.drop(message.rule);
  RuleKernels answer{message.rule, {}};
  if (const AttachRule *rule = process.rules.find(message.rule))
    for (const auto &[number, kernel] : process.kernels)
      if (!kernel.seen.name.empty() && LaunchRules::matches(*rule, kernel.seen.name))
        answer.kernels.push_back(number);
  return sendPacket(connection.socket.get(), encode(answer));
}

const AttachRule *Server::ruleOf(const SeenProcess &process, SeenKernel &kernel,
                                 uint64_t launch) const {
  if (const AttachRule *rule = m_rules.choosing(kernel.seen.name, launch))
    return rule;
  if (const AttachRule *rule = process.rules.ruleOf(kernel.seen.name, kernel.turns)) {
    kernel.isMatched = true;
    ++kernel.turns;
    return rule;
  }
  return m_rules.ruleOf(kernel.seen.name, launch);
}

SeenKernel *Server::kernelOf(uint32_t process, uint32_t kernel) {
  const auto found = m_observations.processes.find(process);
  if (found == m_observations.processes.end())
    return nullptr;
  const auto seen = found->second.kernels.find(kernel);
  return seen == found->second.kernels.end() ? nullptr : &seen->second;
}

void Server::requestTwin(ConnectionId id, const WantTwin &message) {
  SeenKernel *kernel = kernelOf(message.process, message.kernel);
  if (!kernel || !m_mayRecord)
    return reject(id, message, {"code.none", "the kernel was not announced"});
  const AttachRule *rule =
      ruleOf(m_observations.processes.at(message.process), *kernel, message.launch);
  if (!rule) // the program has just ended it in another thread
    return send(id, encode(Rejection{"rule.over", /*isFinal=*/false}));
  TwinOrder order = orderOf(m_observations.processes.at(message.process), *kernel, rule->mode);
  if (order.image.place)
    order.block = message.block;
  orderTwin(id, message, std::move(order));
}

void Server::requestTree(ConnectionId id, const WantTree &message) {
  const auto process = m_observations.processes.find(message.process);
  if (process == m_observations.processes.end())
    return send(id, encode(SessionTree{0, "the process was not announced"}));
  m_trees.order({process->second, m_observations.twins, m_raw, message.session, message.phase},
                [this, id](const Result<std::string> &tree) { answerTree(id, tree); });
}

void Server::answerTree(ConnectionId id, const Result<std::string> &tree) {
  if (!tree)
    return send(id, encode(SessionTree{0, tree.error().toString()}));
  const Result<Descriptor> file = fileInMemory(*tree);
  if (!file)
    return send(id, encode(SessionTree{0, file.error().toString()}));
  send(id, encode(SessionTree{tree->size(), {}}), file->get());
}

void Server::orderTwin(ConnectionId id, const WantTwin &message, TwinOrder order) {
  m_queue.requestUrgent(order,
                        [this, id, message, order](const TwinOutcome &outcome, uint32_t number) {
                          answerTwin(id, message, order, outcome, number);
                        });
}

std::optional<TwinOrder> Server::withOtherSlots(const WantTwin &message, const TwinOrder &order,
                                                const TwinCode &code, uint64_t ctas) const {
  if (order.mostSlots != 0)
    return std::nullopt; // it has what there is space for
  const uint32_t slots = slotsForGrid(code, ctas, m_spaces.of(message.freeBytes));
  TwinOrder other = order;
  if (slots < code.entry.slotsPerUnit)
    other.mode.slotsPerUnit = slots;
  else if (slots > code.entry.slotsPerUnit)
    other.mostSlots = slots;
  else
    return std::nullopt;
  return other;
}

void Server::answerTwin(ConnectionId id, const WantTwin &message, const TwinOrder &order,
                        const TwinOutcome &outcome, uint32_t number) {
  if (!outcome.code)
    return reject(id, message, outcome.problem);
  const TwinCode &code = *outcome.code;
  if (threadsOf(code.entry.block) != threadsOf(message.block))
    return reject(
        id, message,
        {"code.changed", "the file has CTAs of " + std::to_string(threadsOf(code.entry.block)) +
                             " threads, the launch of " + std::to_string(threadsOf(message.block))},
        /*isFinal=*/false);
  const uint64_t ctas = ctasOf(message);
  const uint64_t recorded = recordedCtas(code.mode, ctas);
  // The shim checks the memory of earlier launches. A shortage there affects only this launch.
  const uint64_t limit = m_request.settings.mostRecordBytes;
  const uint64_t most = limit / code.entry.blockBytes;
  if (recorded == 0)
    return reject(id, message, {"nothing.recorded", "ctas= names none of the grid"},
                  /*isFinal=*/false);
  if (std::optional<TwinOrder> other = withOtherSlots(message, order, code, recorded))
    return orderTwin(id, message, *std::move(other));
  if (recorded > most) {
    if (most == 0 || ctas > UINT32_MAX || !code.mode.ctas.isEmpty())
      return reject(id, message,
                    {"memory.limit", sizeText(recorded * code.entry.blockBytes) + " for " +
                                         countText(recorded, "CTA", "CTAs") + ", " +
                                         sizeText(limit) + " are allowed"},
                    /*isFinal=*/false);
    TwinOrder sampled = order;
    sampled.mode.ctas = sampleCtas(ctas, most);
    return orderTwin(id, message, std::move(sampled));
  }
  const Result<Descriptor> cubin = fileInMemory(code.cubin);
  if (!cubin)
    return reject(id, message, {"twin.failed", cubin.error().toString()});
  Twin twin;
  twin.twin = number;
  twin.entry = code.entry.name;
  twin.parameters = code.entry.parameters;
  twin.blockBytes = code.entry.blockBytes;
  twin.recordedCtas = recorded;
  twin.mayWait = code.entry.mayWait;
  twin.variables = code.variables;
  if (order.mostSlots != 0)
    m_spaces.take(recorded * code.entry.blockBytes);
  send(id, encode(twin), cubin->get());
  if (!outcome.remark.code.empty())
    remark(message, outcome.remark);
}

void Server::reject(ConnectionId id, const WantTwin &message, CodeProblem problem, bool isFinal) {
  const SeenKernel *kernel = kernelOf(message.process, message.kernel);
  // Another rule may give a later launch another mode.
  const auto process = m_observations.processes.find(message.process);
  const bool isOnlyRule =
      !kernel || process == m_observations.processes.end() ||
      m_rules.matching(kernel->seen.name) + process->second.rules.of(kernel->seen.name).size() <= 1;
  send(id, encode(Rejection{problem.code, isFinal && isOnlyRule}));
  remark(message, std::move(problem));
}

void Server::remark(const WantTwin &message, CodeProblem about) {
  const SeenKernel *kernel = kernelOf(message.process, message.kernel);
  m_observations.remarks.push_back({std::move(about.code), message.process,
                                    kernel ? kernel->seen.name : std::string(), message.launch,
                                    std::move(about.detail)});
}

void Server::notice(const Connection &connection, const Notice &message) {
  const SeenKernel *kernel = kernelOf(connection.process, message.kernel);
  m_observations.remarks.push_back({message.code, connection.process,
                                    kernel ? kernel->seen.name : std::string(), message.launch,
                                    message.text});
}

void Server::send(ConnectionId id, const std::string &packet, int attached) {
  // The launch may have closed its connection after its timeout.
  if (const auto connection = m_connections.find(id); connection != m_connections.end())
    sendPacket(connection->second.socket.get(), packet, attached);
}

} // namespace pstudio::attach
