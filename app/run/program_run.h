// SPDX-License-Identifier: Apache-2.0
// Runs a program under `proton-collect attach` and reads the report.
#pragma once

#include <QObject>
#include <QProcess>
#include <QString>
#include <QStringList>
#include <QTimer>

#include <chrono>

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
  QStringList lastLines; ///< of the program's output, without that of proton-collect after it
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

  /// Starts `collector attach` with the program. An error if one is running, of
  /// listingArguments() or of recordingArguments(); everything later comes as a signal.
  /// \param output  folder for report and traces.
  Result<void> start(const QString &collector, const attach::AttachedProgram &program,
                     const QString &output, bool isListing);
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
  Error missingReport() const;

  QProcess m_process;
  OutputText m_text;
  QTimer m_flush;
  QTimer m_terminate;
  QString m_output;
  bool m_isListing = false;
  bool m_isStopping = false;
};

} // namespace pstudio
