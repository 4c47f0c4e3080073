// SPDX-License-Identifier: Apache-2.0
// A server of attached programs that does what a test wrote down, and keeps what it received.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "collector/attach/protocol/device_message.h"
#include "collector/attach/protocol/rule_messages.h"

namespace pstudio::test {

struct ServerScript {
  /// Its folder is filled in.
  attach::Welcome welcome{
      .rawFolder = {},
      .settings = {.activity = attach::DeviceActivity::Off, .callPath = attach::CallPath::None}};
  std::map<std::string, std::vector<attach::LaunchRange>> choices; ///< by the kernel's name
  /// The same while a rule of the program holds.
  std::map<std::string, std::vector<attach::LaunchRange>> ruleChoices = {};
  std::string code = {}; ///< of the twin; empty: none is sent
  attach::Twin twin = {1, "twin", 2, 256, 4};
  std::string rejection;                     ///< not empty: there is no twin, with this code
  bool isRejectionFinal = true;              ///< Rejection::isFinal
  bool answersAtNotice = false;              ///< the first WantTwin: when a Notice has come
  std::optional<attach::MessageType> endsAt; ///< the server ends at the first message of this type
  std::optional<attach::MessageType> isSilentAt;     ///< ... does not answer it
  std::optional<attach::MessageType> answersWrongAt; ///< ... answers with bytes of no message
};

struct ReceivedMessages {
  std::vector<attach::MessageType> order;
  std::vector<attach::Hello> hellos;
  std::vector<attach::DeviceSeen> devices;
  std::vector<attach::ImageSeen> images;
  std::vector<attach::KernelSeen> seen;
  std::vector<attach::KernelSource> sources;
  std::vector<attach::AddRule> rules;
  std::vector<attach::DropRule> ends;
  std::vector<attach::Interpreter> interpreters;
  std::vector<attach::WantTwin> wants;
  std::vector<attach::Notice> notices;
  int undecoded = 0;

  /// "code: text" of each, in order.
  std::string noticeLines() const;
};

/// Runs in a thread of its own from the constructor to stop().
class AttachServer {
public:
  /// The socket and the files are in `folder`.
  AttachServer(std::string folder, ServerScript script);
  ~AttachServer();

  std::string socketPath() const { return m_folder + "/socket"; }
  /// Waits until the thread has handled what was sent, ends it, and returns what came.
  const ReceivedMessages &stop();

private:
  void serve();
  void accept();
  /// False once the connection has ended.
  bool handle(int connection);
  void handleRequest(int connection, const std::string &packet, bool isQuiet);
  void answerTwin(int connection);
  void answer(int connection, const std::string &packet);
  template <class T> void answer(int connection, const T &message);
  /// All kernels were chosen anew.
  void answerRule(int connection, uint32_t rule);

  const std::string m_folder;
  ServerScript m_script;
  int m_listening = -1;
  int m_wake[2] = {-1, -1};
  std::set<int> m_connections;
  int m_held = -1; ///< waits for the answer to its WantTwin
  bool m_isEnded = false;
  ReceivedMessages m_received;
  std::thread m_thread;
};

} // namespace pstudio::test
