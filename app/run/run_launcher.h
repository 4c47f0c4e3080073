// SPDX-License-Identifier: Apache-2.0
// From "run this specification" to a trace file: chooses the files, checks the targets, stores the
// last run.
#pragma once

#include <QObject>
#include <QString>

#include <map>
#include <optional>

#include "app/documents/result_folder.h"
#include "app/run/live_records.h"
#include "app/run/run_controller.h"
#include "app/run/target_query.h"
#include "core/run/program_spec.h"
#include "core/run/run_spec.h"

namespace pstudio {

/// [thread: gui]
class RunLauncher : public QObject {
  Q_OBJECT

public:
  /// \param worker  nothing = kernels cannot be run here. \param folder  where results go; must
  /// outlive it.
  RunLauncher(std::optional<WorkerCommand> worker, ResultFolder &folder, QObject *parent = nullptr);
  /// Deletes what a compile that failed has left.
  ~RunLauncher() override { forgetFailedCompile(); }

  /// Runs a specification file as it is on disk at that moment.
  void runFile(const QString &file);
  void runSpec(const RunSpec &spec);
  /// runAgain() runs this, as if it was the last run: that of an earlier start of the program.
  void offer(const RunSpec &spec);
  /// Runs a whole program, as its file is on disk at that moment.
  void runProgram(const ProgramSpec &program);
  /// Does the last run once more; nothing if there was none.
  void runAgain();
  /// The last run once more, with another instrumentation mode: "async", "memory".
  void runAgainWith(const std::string &mode);
  /// The specification of the run that left this trace file; none of other files and of programs.
  std::optional<RunSpec> specOf(const QString &traceFile) const;
  bool hasLast() const { return m_last.has_value(); }
  void cancel() { m_controller.cancel(); }
  bool isRunning() const { return m_controller.isRunning(); }

  /// Why nothing can be run here, in one sentence; empty if something can.
  QString obstacle() const;
  /// Empty until the worker has answered; grows as other machines answer.
  const QList<TargetAvailability> &targets() const { return m_targets; }
  /// Queries again: the settings of other machines have changed.
  void refreshTargets();
  /// The program that runs kernels and queries other machines; empty if there is none.
  QString workerProgram() const { return m_worker ? m_worker->program : QString(); }
  /// "gemm_tiled: compile"; empty while nothing runs.
  QString activity() const;
  /// Completed share of the stage; nothing if it is unknown.
  std::optional<double> fraction() const { return m_fraction; }
  const RunController &controller() const { return m_controller; }

Q_SIGNALS:
  /// A run is requested: reports of the last one are outdated.
  void starting();
  void targetsChanged();
  void activityChanged();
  void noted(const QString &line);
  /// The run that is in progress has streamed records: all of them so far. The first time, and each
  /// time that they are more. The last state stays if no traceReady() follows.
  void liveReady(const pstudio::LoadedTrace &data, const QString &title);
  /// A run has ended without a trace.
  void endedWithoutTrace();
  /// A run has left a trace; one that failed does so beside its problem(), and its title says it.
  void traceReady(const QString &traceFile, const QString &title);
  /// A run ended without a trace, but its compiler passes up to then are in this file, until the
  /// next run starts.
  void passesReady(const QString &file);
  /// \param log  everything the worker said; empty if it never started.
  void problem(const QString &whatFailed, const pstudio::Error &error, const QStringList &log);

private:
  struct Job {
    RunRequest request;
    QString title;
  };

  static Job jobOf(const RunSpec &spec);
  void start(Job job);
  void announceTrace(const QString &file, const QString &title);
  void finishWell(const ResultMessage &result);
  void finishBadly(const RunFailure &failure);
  void finishStopped(const QString &trace);
  void forgetFailedCompile();

  std::optional<WorkerCommand> m_worker;
  ResultFolder &m_folder;
  RunController m_controller;
  LiveRecords m_live;
  TargetQuery m_query;
  QList<TargetAvailability> m_targets;
  std::optional<Job> m_last;
  std::map<QString, RunRequest> m_results; ///< by trace file
  std::optional<double> m_fraction;
  QString m_failedRun; ///< the trace that it would have made
};

} // namespace pstudio
