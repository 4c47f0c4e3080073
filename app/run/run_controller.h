// SPDX-License-Identifier: Apache-2.0
// Runs one specification in a worker process and reports its progress as signals.
#pragma once

#include <QObject>
#include <QProcess>
#include <QString>
#include <QStringList>
#include <QTimer>

#include <chrono>
#include <optional>

#include "core/base/result.h"
#include "core/worker/conversation.h"

namespace pstudio {

/// The program that serves the worker protocol (core/worker/PROTOCOL.md) on its standard streams.
struct WorkerCommand {
  QString program; ///< absolute path
  QStringList arguments{QStringLiteral("worker")};
};

/// Error of a run, with its stage, log and partial trace.
struct RunFailure {
  Error error;
  QString stage;   ///< the last one; empty before the first
  QStringList log; ///< the whole log
  QString trace;   ///< the file with the records so far; empty if there is none
};

/// One run at a time. A worker that crashes, hangs or violates the protocol ends the run, never the
/// application: the failure then names the signal and the last stage. No half-written trace
/// remains. [thread: gui]
class RunController : public QObject, private RunObserver {
  Q_OBJECT

public:
  /// Timeout for the end of a worker after cancel() or its last message, until it is killed.
  static constexpr std::chrono::milliseconds kCancelGrace{3000};
  /// Timeout for the hello message of a worker.
  static constexpr std::chrono::milliseconds kHelloLimit{20000};

  explicit RunController(QObject *parent = nullptr);
  /// Kills a worker that is still running and removes its files.
  ~RunController() override;

  /// Starts a worker on the request. An error if one is running already or the request is too long;
  /// everything later comes as a signal.
  Result<void> start(const WorkerCommand &worker, const RunRequest &request);
  /// Requests the worker to stop, kills it after kCancelGrace. Does nothing if none is running.
  void cancel();

  bool isRunning() const { return m_process.has_value(); }
  QString stage() const;          ///< the last one of the run; empty before the first
  qint64 workerProcessId() const; ///< 0 if none is running

Q_SIGNALS:
  void started();
  void stageChanged(const QString &stage);
  void progressChanged(double fraction); ///< of the stage, 0..1
  void logAppended(const QString &line);
  void succeeded(const pstudio::ResultMessage &result);
  void failed(const pstudio::RunFailure &failure);
  /// \param trace  the file with the records so far; empty if there is none.
  void cancelled(const QString &trace);
  void ended(); ///< after each of the three above

private:
  void stage(std::string_view name) override;
  void fraction(double done) override;
  void log(std::string_view line) override;
  void output(std::string_view text) override;
  void kept(const std::filesystem::path &trace) override;

  void readMessages();
  void readErrors();
  void write(const std::vector<std::byte> &bytes);
  void startTimer();
  void appendLog(const QString &line);
  void processFinished(int exitCode, QProcess::ExitStatus status);
  void processFailedToStart();
  void conclude(const Result<ResultMessage> &result);

  std::optional<QProcess> m_process;
  std::optional<WorkerConversation> m_conversation; ///< of the last run
  RunRequest m_request;
  QTimer m_timer;           ///< until the conversation's deadline
  std::string m_outputRest; ///< printed by the program, without the end of its line
  QStringList m_log;
  QString m_keptTrace; ///< of a run that failed
};

} // namespace pstudio
