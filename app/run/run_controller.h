// SPDX-License-Identifier: Apache-2.0
// Runs one specification in a worker process and tells how it gets on.
#pragma once

#include <QObject>
#include <QProcess>
#include <QString>
#include <QStringList>
#include <QTimer>

#include <chrono>
#include <optional>

#include "core/base/result.h"
#include "core/worker/worker_protocol.h"

namespace pstudio {

/// The program that speaks the worker protocol (core/worker/PROTOCOL.md) on its standard streams.
struct WorkerCommand {
  QString program; ///< absolute path
  QStringList arguments{QStringLiteral("worker")};
};

/// How a run ended badly.
struct RunFailure {
  Error error;
  QString stage;   ///< the last one that was heard of; empty before the first
  QStringList log; ///< everything that was said up to then
  QString trace;   ///< the file with what was recorded up to then; empty if there is none
};

/// One run at a time. A worker that crashes, hangs or talks nonsense ends the run, never the
/// application: the failure then names the signal and the last stage. Whatever happens, no
/// half-written trace stays behind. [thread: gui]
class RunController : public QObject {
  Q_OBJECT

public:
  /// How long a worker may take to stop after cancel() before it is killed.
  static constexpr std::chrono::milliseconds kCancelGrace{3000};
  /// How long it may take to say hello.
  static constexpr std::chrono::milliseconds kHelloLimit{20000};

  explicit RunController(QObject *parent = nullptr);
  /// Kills a worker that is still running and removes what it left.
  ~RunController() override;

  /// Starts a worker on the request. An error if one is running already or the request cannot be
  /// sent; everything later comes as a signal.
  Result<void> start(const WorkerCommand &worker, const RunRequest &request);
  /// Asks the worker to stop, kills it after kCancelGrace. Does nothing if none is running.
  void cancel();

  bool isRunning() const { return m_process.has_value(); }
  const QString &stage() const { return m_stage; }
  const QStringList &log() const { return m_log; }
  qint64 workerProcessId() const; ///< 0 if none is running

Q_SIGNALS:
  void started();
  void stageChanged(const QString &stage);
  void progressChanged(double fraction); ///< of the stage, 0..1
  void logAppended(const QString &line);
  void succeeded(const pstudio::ResultMessage &result);
  void failed(const pstudio::RunFailure &failure);
  /// \param trace  the file with what was recorded up to then; empty if there is none.
  void cancelled(const QString &trace);
  void ended(); ///< after each of the three above

private:
  void readMessages();
  void readErrors();
  void take(const WorkerMessage &message);
  void send(const WorkerMessage &message);
  /// The last message has come: the process must end by itself now, or is made to.
  void awaitEnd();
  void appendLog(const QString &line);
  void appendOutput(const std::string &text);
  void giveUp(Error error);
  void processFinished(int exitCode, QProcess::ExitStatus status);
  void processFailedToStart();
  Error describeDeath(int exitCode, QProcess::ExitStatus status) const;
  Result<void> keepDrained();
  void conclude();

  std::optional<QProcess> m_process;
  FrameReader m_reader;
  RunRequest m_request;
  QTimer m_killTimer;
  QTimer m_helloTimer;
  QString m_stage;
  std::string m_outputRest; ///< printed by the program, without the end of its line
  QStringList m_log;
  std::optional<ResultMessage> m_result;
  std::optional<Error> m_error;
  QString m_keptTrace; ///< of a run that failed
  bool m_saidHello = false;
  bool m_isCancelling = false;
};

} // namespace pstudio
