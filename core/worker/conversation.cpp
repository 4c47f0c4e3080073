// SPDX-License-Identifier: Apache-2.0
#include "core/worker/conversation.h"

namespace pstudio {
namespace {

using Time = WorkerConversation::Time;

std::optional<Time> after(std::optional<std::chrono::milliseconds> limit, Time now) {
  return limit ? std::optional(now + *limit) : std::nullopt;
}

} // namespace

Result<std::vector<std::byte>> WorkerConversation::begin(const std::string &program,
                                                         const RunRequest &request, Time now) {
  PSTUDIO_TRY_ASSIGN(std::vector<std::byte> bytes,
                     encodeMessage(HelloMessage{kWorkerProtocolVersion, program, {}}));
  PSTUDIO_TRY_ASSIGN(const std::vector<std::byte> run, encodeMessage(request));
  bytes.insert(bytes.end(), run.begin(), run.end());
  m_deadline = after(m_settings.helloLimit, now);
  return bytes;
}

bool WorkerConversation::take(std::span<const std::byte> bytes, Time now) {
  if (m_final)
    return true; // nothing follows the last message
  Result<void> accepted = m_stream.append(bytes);
  while (!m_final) {
    const bool awaitsHello = !m_stream.hasHello();
    const Result<std::optional<WorkerMessage>> message = m_stream.next();
    if (message && !*message)
      return true;
    if (message && awaitsHello) {
      acceptHello();
      continue;
    }
    accepted = message ? accept(**message, now) : tl::unexpected(message.error());
    if (!accepted)
      m_final = tl::unexpected(accepted.error());
  }
  return accepted.has_value();
}

void WorkerConversation::acceptHello() {
  if (!m_isCancelling)
    m_deadline.reset();
}

Result<void> WorkerConversation::accept(const WorkerMessage &message, Time now) {
  // Results of another machine may take their time after a stop, as long as they arrive.
  if (m_isCancelling && m_stage == kReceiveStage)
    m_deadline = now + m_settings.grace;
  if (const auto *stage = std::get_if<StageMessage>(&message))
    beginStage(stage->name, now);
  if (reportProgress(message, m_observer))
    return {};
  if (const auto *result = std::get_if<ResultMessage>(&message)) {
    m_final = *result;
  } else if (const auto *error = std::get_if<ErrorMessage>(&message)) {
    if (!error->stage.empty())
      m_stage = error->stage;
    if (!error->trace.empty())
      m_observer.kept(error->trace);
    m_final = tl::unexpected(error->error);
  } else {
    return fail(ErrorCode::InvalidFormat,
                "the worker sent a message that only the application may send", "worker stream");
  }
  m_deadline = now + m_settings.grace;
  return {};
}

void WorkerConversation::beginStage(const std::string &name, Time now) {
  m_stage = name;
  if (!m_isCancelling) // a stop has its own deadline
    m_deadline = m_stage == "launch" ? after(m_settings.launchLimit, now) : std::nullopt;
  else if (m_stage == "decode" || m_stage == "write") // the launch ended: its records are saved
    m_deadline.reset();
}

std::vector<std::byte> WorkerConversation::cancel(Time now) {
  m_isCancelling = true;
  m_deadline = now + m_settings.grace;
  return *encodeMessage(CancelRequest{});
}

bool WorkerConversation::expire(Time now) {
  if (!m_deadline || now < *m_deadline)
    return false;
  m_deadline.reset();
  m_hasTimedOut = true;
  return true;
}

Result<ResultMessage> WorkerConversation::result(const ExitStatus &status) const {
  if (m_final)
    return *m_final;
  if (m_isCancelling)
    return fail(ErrorCode::Cancelled, "the run was stopped");
  return tl::unexpected(unansweredError(status));
}

Error WorkerConversation::unansweredError(const ExitStatus &status) const {
  if (m_hasTimedOut && !m_stream.hasHello())
    return {ErrorCode::RunFailed, "the worker does not answer", m_settings.worker,
            "run \"proton-collect targets\" in a terminal to check the program"};
  const std::string where = m_stage.empty() ? "before the first stage" : "stage " + m_stage;
  if (m_hasTimedOut)
    return {ErrorCode::RunFailed,
            "the kernel did not stop at its time limit and its process was terminated",
            where,
            {}};
  return {ErrorCode::RunFailed,
          "the worker process " + exitText(status) +
              (status.signal == 0 ? " before it returned a result" : ""),
          where, "the log may contain the reason"};
}

} // namespace pstudio
