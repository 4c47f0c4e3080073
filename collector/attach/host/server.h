// SPDX-License-Identifier: Apache-2.0
// Server of the attached processes: answers their requests and records their reports.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "collector/attach/host/attach.h"
#include "collector/attach/host/launch_rules.h"
#include "collector/attach/host/live_trees.h"
#include "collector/attach/host/observations.h"
#include "collector/attach/host/packet_socket.h"
#include "collector/attach/host/record_space.h"
#include "collector/attach/host/twin_queue.h"
#include "collector/attach/protocol/rule_messages.h"
#include "collector/attach/protocol/tree_messages.h"
#include "core/attach/process_choice.h"

struct pollfd;

namespace pstudio::attach {

/// All connections of an attached command. A damaged packet ends only its connection.
/// [not thread-safe]
class Server {
public:
  /// \param raw  folder in which the programs write their files
  /// \param mayRecord  false: kernels are counted, none is instrumented
  Server(const AttachRequest &request, std::filesystem::path raw, Descriptor listening,
         TwinMaker &maker, bool mayRecord);

  /// Adds the descriptors that the server waits for.
  void addTo(std::vector<pollfd> &entries) const;
  /// Handles the descriptors that are ready. Does not wait.
  void handle(const std::vector<pollfd> &entries);

  bool hasConnections() const { return !m_connections.empty(); }
  bool isIdle() const { return m_queue.isIdle(); }
  Observations &observations() { return m_observations; }

private:
  struct Connection {
    Descriptor socket;
    uint32_t process = 0;
    bool isWelcome = false;
  };
  using ConnectionId = uint64_t;

  /// Handles the packets of a connection. False if the connection has ended.
  bool take(ConnectionId id, Connection &connection);
  bool takePacket(ConnectionId id, Connection &connection, const std::string &packet);
  /// True if --processes does not choose the process of a first Hello; a line of the report.
  bool leavesOut(const Hello &message);
  bool hello(Connection &connection, const Hello &message);
  bool kernelSeen(Connection &connection, const KernelSeen &message);
  bool addRule(Connection &connection, const AddRule &message);
  bool dropRule(Connection &connection, const DropRule &message);
  /// The rule of a launch: one of the request that chooses it, else one of the program.
  const AttachRule *ruleOf(const SeenProcess &process, SeenKernel &kernel, uint64_t launch) const;
  void requestTwin(ConnectionId id, const WantTwin &message);
  void requestTree(ConnectionId id, const WantTree &message);
  void answerTree(ConnectionId id, const Result<std::string> &tree);
  void orderTwin(ConnectionId id, const WantTwin &message, TwinOrder order);
  /// Order for code with segments that fit the grid of the launch; nullopt if those of `code` fit.
  std::optional<TwinOrder> withOtherSlots(const WantTwin &message, const TwinOrder &order,
                                          const TwinCode &code, uint64_t ctas) const;
  void answerTwin(ConnectionId id, const WantTwin &message, const TwinOrder &order,
                  const TwinOutcome &outcome, uint32_t number);
  /// `isFinal`: the answer is the same for all later launches of the kernel.
  void reject(ConnectionId id, const WantTwin &message, CodeProblem problem, bool isFinal = true);
  /// A line of the report about the launch.
  void remark(const WantTwin &message, CodeProblem about);
  void notice(const Connection &connection, const Notice &message);
  void send(ConnectionId id, const std::string &packet, int attached = -1);
  SeenKernel *kernelOf(uint32_t process, uint32_t kernel);
  TwinOrder orderOf(const SeenProcess &process, const SeenKernel &kernel,
                    const InstrumentationMode &mode) const;
  void prepare(SeenProcess &process, SeenKernel &kernel);
  void prepare(SeenProcess &process, SeenKernel &kernel, const InstrumentationMode &mode);

  const AttachRequest &m_request;
  const LaunchRules m_rules;
  const ProcessChoice m_processes;
  const std::filesystem::path m_raw;
  RecordSpaces m_spaces;
  const bool m_mayRecord;
  Descriptor m_listening;
  int m_doneDescriptor;
  std::map<ConnectionId, Connection> m_connections;
  ConnectionId m_nextConnection = 0;
  Observations m_observations;
  TwinQueue m_queue;
  LiveTrees m_trees; ///< last: its answers use everything else
};

} // namespace pstudio::attach
