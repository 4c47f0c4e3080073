// SPDX-License-Identifier: Apache-2.0
// From "run this specification" to a trace file: chooses the files, checks the targets, stores the
// last run.
#include "app/run/run_launcher.h"

#include <QFileInfo>

#include <algorithm>

#include "app/settings/resource_locator.h"
#include "app/settings/text.h"
#include "core/run/pass_report.h"
#include "core/run/run_file_kind.h"
#include "core/run/target_place.h"
#include "core/source/stored_sources.h"
#include "core/worker/stage_words.h"
#include "viewer/geometry/number_format.h"

namespace pstudio {
namespace {

QString wordsOfStage(const QString &stage) {
  return toQString(stageWords(toUtf8(stage)));
}

} // namespace

RunLauncher::RunLauncher(std::optional<WorkerCommand> worker, ResultFolder &folder, QObject *parent)
    : QObject(parent), m_worker(std::move(worker)), m_folder(folder) {
  connect(&m_controller, &RunController::stageChanged, this, [this] {
    m_fraction.reset();
    Q_EMIT activityChanged();
  });
  connect(&m_controller, &RunController::progressChanged, this, [this](double fraction) {
    m_fraction = fraction;
    Q_EMIT activityChanged();
  });
  connect(&m_controller, &RunController::logAppended, this, &RunLauncher::noted);
  connect(&m_controller, &RunController::succeeded, this, &RunLauncher::finishWell);
  connect(&m_controller, &RunController::failed, this, &RunLauncher::finishBadly);
  connect(&m_controller, &RunController::cancelled, this, &RunLauncher::finishStopped);
  connect(&m_controller, &RunController::ended, this, &RunLauncher::activityChanged);
  connect(&m_live, &LiveRecords::grown, this,
          [this](const LoadedTrace &data) { Q_EMIT liveReady(data, m_last->title); });
  connect(&m_query, &TargetQuery::answered, this, [this](const QList<TargetAvailability> &targets) {
    m_targets = targets;
    Q_EMIT targetsChanged();
  });
  refreshTargets();
}

void RunLauncher::refreshTargets() {
  if (m_worker)
    m_query.start(m_worker->program);
}

QString RunLauncher::obstacle() const {
  if (!m_worker)
    return tr("Kernels cannot be run here: proton-collect was not found. %1")
        .arg(ResourceLocator::missingWorkerHint());
  const bool isAnyAvailable =
      m_targets.isEmpty() || m_query.isRunning() ||
      std::any_of(m_targets.begin(), m_targets.end(),
                  [](const TargetAvailability &t) { return t.isAvailable; });
  if (isAnyAvailable) // or unknown yet: the worker reports it
    return {};
  return tr("Kernels cannot be run here: %1.").arg(m_targets.first().reason);
}

QString RunLauncher::activity() const {
  if (!isRunning() || !m_last)
    return {};
  const QString stage = m_controller.stage();
  return stage.isEmpty() ? tr("%1: starting").arg(m_last->title)
                         : QStringLiteral("%1: %2").arg(m_last->title, wordsOfStage(stage));
}

void RunLauncher::runFile(const QString &file) {
  Job job;
  job.title = QFileInfo(file).completeBaseName();
  job.request.specPath = toPath(QFileInfo(file).absoluteFilePath());
  start(std::move(job));
}

RunLauncher::Job RunLauncher::jobOf(const RunSpec &spec) {
  Job job;
  job.title = toQString(spec.function);
  if (const std::string remote = splitPlace(spec.target).remote; !remote.empty())
    job.title = tr("%1 on %2").arg(job.title, toQString(remote));
  job.request.specText = runSpecToJson(spec, "/");
  job.request.folder = "/";
  return job;
}

void RunLauncher::runSpec(const RunSpec &spec) {
  start(jobOf(spec));
}

void RunLauncher::offer(const RunSpec &spec) {
  m_last = jobOf(spec);
  Q_EMIT activityChanged();
}

void RunLauncher::runProgram(const ProgramSpec &program) {
  Job job;
  job.title = QFileInfo(pathToQString(program.file)).completeBaseName();
  job.request.specPath = program.file;
  job.request.overrides = {program.target, program.mode.toString(), program.timeLimitSeconds};
  job.request.overrides.activity = program.activity.kinds.toString();
  start(std::move(job));
}

void RunLauncher::runAgain() {
  if (m_last)
    start(*m_last);
}

void RunLauncher::runAgainWith(const std::string &mode) {
  if (!m_last)
    return;
  Job job = *m_last;
  job.request.overrides.mode = mode;
  start(std::move(job));
}

void RunLauncher::start(Job job) {
  const QString whatFailed = tr("%1 was not run").arg(job.title);
  if (!isRunning())
    Q_EMIT starting();
  if (const QString reason = obstacle(); !reason.isEmpty()) {
    Q_EMIT problem(whatFailed, {ErrorCode::Unsupported, toUtf8(reason), {}, {}}, {});
    return;
  }
  if (isRunning()) {
    Q_EMIT problem(whatFailed,
                   {ErrorCode::Unsupported, "a run is in progress", {}, "stop it first"}, {});
    return;
  }
  const Result<QString> file = m_folder.newTraceFile(job.title);
  if (!file) {
    Q_EMIT problem(whatFailed, file.error(), {});
    return;
  }
  job.request.output = toPath(*file);
  job.request.temporary = toPath(*file + QLatin1String(".part"));
  job.request.passes = passReportPath(job.request.output);
  if (const auto folder = startFolderRoot())
    job.request.sourceRoots = {*folder};
  forgetFailedCompile();
  m_last = job;
  m_fraction.reset();
  Q_EMIT noted(tr("running %1").arg(job.title));
  if (const auto started = m_controller.start(*m_worker, job.request); !started)
    Q_EMIT problem(whatFailed, started.error(), {});
  else
    m_live.watch(pathToQString(job.request.temporary));
  Q_EMIT activityChanged();
}

void RunLauncher::announceTrace(const QString &file, const QString &title) {
  m_results[file] = m_last->request;
  Q_EMIT traceReady(file, title);
}

std::optional<RunSpec> RunLauncher::specOf(const QString &traceFile) const {
  const auto found = m_results.find(traceFile);
  if (found == m_results.end())
    return std::nullopt;
  const RunRequest &request = found->second;
  if (!request.specPath.empty() && isProgramFile(request.specPath))
    return std::nullopt;
  Result<RunSpec> spec = request.specPath.empty() ? parseRunSpec(request.specText, request.folder)
                                                  : loadRunSpec(request.specPath);
  if (!spec)
    return std::nullopt;
  if (request.overrides.mode)
    if (const auto mode = InstrumentationMode::parse(*request.overrides.mode))
      spec->mode = *mode;
  return *spec;
}

void RunLauncher::finishWell(const ResultMessage &result) {
  m_live.stop(); // a state that is decoded later is older than the result
  for (const CheckMessage &check : result.checks)
    Q_EMIT noted(
        tr("check of %1 passed: largest error %2, allowed %3")
            .arg(toQString(check.output))
            .arg(check.maxError)
            .arg(check.allowed) +
        (check.sample.empty() ? QString() : tr(" (%1 compared)").arg(toQString(check.sample))));
  const auto count = [](uint64_t value) { return toQString(countText(value)); };
  Q_EMIT noted(tr("%1 finished: %2 of %3 records dropped")
                   .arg(m_last->title, count(result.recordsDropped), count(result.recordsWritten)));
  announceTrace(pathToQString(result.trace), m_last->title);
}

void RunLauncher::finishBadly(const RunFailure &failure) {
  m_live.stop();
  // Where the target cannot be opened nothing of the kernel has failed.
  const bool wasNotRun =
      failure.error.code == ErrorCode::Unsupported && failure.stage == QLatin1String("open");
  const QString what =
      wasNotRun ? tr("%1 was not run").arg(m_last->title)
      : failure.stage.isEmpty()
          ? tr("%1 failed").arg(m_last->title)
          : tr("%1 failed while %2").arg(m_last->title, wordsOfStage(failure.stage));
  Q_EMIT problem(what, failure.error, failure.log);
  if (failure.trace.isEmpty()) {
    Q_EMIT endedWithoutTrace();
    const QString passes = pathToQString(m_last->request.passes);
    if (QFileInfo::exists(passes)) {
      m_failedRun = pathToQString(m_last->request.output);
      Q_EMIT noted(tr("the view Source: Passes shows what was compiled until then"));
      Q_EMIT passesReady(passes);
    }
    return;
  }
  const bool isWrong = failure.error.code == ErrorCode::WrongResult;
  announceTrace(failure.trace, isWrong ? tr("%1, wrong result").arg(m_last->title)
                                       : tr("%1, not finished").arg(m_last->title));
}

void RunLauncher::forgetFailedCompile() {
  if (!m_failedRun.isEmpty())
    m_folder.discard(m_failedRun);
  m_failedRun.clear();
}

void RunLauncher::finishStopped(const QString &trace) {
  m_live.stop();
  Q_EMIT noted(tr("%1 was stopped").arg(m_last->title));
  if (!trace.isEmpty()) {
    announceTrace(trace, tr("%1, not finished").arg(m_last->title));
  } else {
    Q_EMIT endedWithoutTrace();
    m_folder.discard(pathToQString(m_last->request.output)); // its passes, if it came to them
  }
}

} // namespace pstudio
