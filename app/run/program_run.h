// SPDX-License-Identifier: Apache-2.0
// Runs a program under `proton-collect attach` and reads the report.
#pragma once

#include <QObject>
#include <QProcess>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>
#include <QTimer>

#include <chrono>
#include <optional>

#include "app/run/output_text.h"
#include "core/attach/attach_report.h"
#include "core/attach/attached_program.h"
#include "core/base/result.h"

namespace pstudio {

/// Result of a run of a program.
struct ProgramEnd {
  bool isListing = false;
  bool isStopped = false; ///< by the user
  /// The report and the traces; an error if the program was not started, or left no report.
  Result<attach::AttachFolder> folder;
  QStringList lastLines; ///< of the program's output
};

/// One run at a time. The program and `proton-collect` are a process group of their own, which
/// ends with this object. [thread: gui; nothing here waits for the program]
class ProgramRun : public QObject {
  Q_OBJECT

public:
  /// Timeout for the end of a program after stop(), until SIGTERM is sent.
  static constexpr std::chrono::milliseconds kStopGrace{3000};

  explicit ProgramRun(QObject *parent = nullptr);
  /// Kills a run in progress.
  ~ProgramRun() override;

  /// Starts the collector with a request of requestOf(), whose output is set. An error if a program
  /// is running or the request cannot be handed over; everything later comes as a signal.
  Result<void> start(const QString &collector, const attach::AttachedProgram &program,
                     const attach::AttachRequest &request);
  /// Requests the program to end with SIGINT, as Ctrl+C does, and with SIGTERM after kStopGrace.
  /// Records that have arrived are kept.
  void stop();
  /// Kills the program and its report.
  void kill();
  bool isRunning() const { return m_process.state() != QProcess::NotRunning; }
  bool isStopping() const { return m_isStopping; }

Q_SIGNALS:
  /// Lines of the program, at most a few times a second.
  void printed(const QStringList &lines);
  void ended(const pstudio::ProgramEnd &end);

private:
  void read();
  void flush();
  void finish();
  void failToStart();
  void conclude(Result<attach::AttachFolder> folder);
  void sendToCollector(int signal) const;
  Result<attach::AttachFolder> readFolder() const;

  QProcess m_process;
  OutputText m_text;
  QTimer m_flush;
  QTimer m_terminate;
  std::optional<QTemporaryDir> m_exchange; ///< files of the request and of its error
  std::filesystem::path m_output;
  bool m_isListing = false;
  bool m_isStopping = false;
};

} // namespace pstudio
