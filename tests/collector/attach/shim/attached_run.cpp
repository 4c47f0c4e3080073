// SPDX-License-Identifier: Apache-2.0
#include "tests/collector/attach/shim/attached_run.h"

#include <cstring>

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QProcess>

#include "tests/collector/attach/shim/fake_driver/fake_image.h"
#include "tests/support/build_folder.h"

namespace pstudio::test {

using namespace pstudio::attach;

namespace {

std::string contents(const QString &path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

template <class T> T field(const std::string &bytes, size_t offset) {
  T value{};
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

CounterFile readCounters(const std::string &bytes) {
  CounterFile file;
  if (bytes.size() != sizeof(CounterHeader) + kMostKernels * sizeof(KernelCounters) ||
      field<uint32_t>(bytes, 0) != kCounterMagic)
    return file;
  file.process = field<uint32_t>(bytes, offsetof(CounterHeader, process));
  file.isClosed = field<uint32_t>(bytes, offsetof(CounterHeader, isClosed));
  file.uncounted = field<uint64_t>(bytes, offsetof(CounterHeader, uncounted));
  file.unknown = field<uint64_t>(bytes, offsetof(CounterHeader, unknown));
  for (size_t at = sizeof(CounterHeader); at < bytes.size(); at += sizeof(KernelCounters))
    file.rows.push_back({field<uint64_t>(bytes, at), field<uint64_t>(bytes, at + 8),
                         field<uint64_t>(bytes, at + 16), field<uint64_t>(bytes, at + 24),
                         field<uint64_t>(bytes, at + 32), field<uint64_t>(bytes, at + 40)});
  while (!file.rows.empty() && file.rows.back() == CounterRow())
    file.rows.pop_back();
  return file;
}

} // namespace

QString attachFolder() {
  return buildFolder() + QStringLiteral("/tests/attach");
}

QString shimPath() {
  return buildFolder() + QStringLiteral("/lib/proton-studio/libpstudio_attach.so");
}

AttachedRun::AttachedRun(ServerScript script)
    : m_server(std::make_unique<AttachServer>(m_folder.path().toStdString(), std::move(script))) {}

VictimOutcome AttachedRun::start(const QString &program, const QStringList &arguments,
                                 const std::map<QString, QString> &environment) {
  QProcess process;
  QProcessEnvironment variables = QProcessEnvironment::systemEnvironment();
  variables.insert(QStringLiteral("LD_LIBRARY_PATH"), attachFolder() + QStringLiteral("/driver"));
  for (const auto &[name, value] : environment)
    variables.insert(name, value);
  for (const auto &[name, value] : m_variables)
    variables.insert(name, value);
  process.setProcessEnvironment(variables);
  process.start(attachFolder() + QLatin1Char('/') + program, arguments);
  VictimOutcome outcome;
  if (!process.waitForFinished(60000)) {
    process.kill();
    process.waitForFinished();
    outcome.output = QStringLiteral("did not end\n");
  }
  outcome.exitCode = process.exitCode() + (process.exitStatus() == QProcess::CrashExit ? 128 : 0);
  outcome.output += QString::fromUtf8(process.readAllStandardOutput()) +
                    QString::fromUtf8(process.readAllStandardError());
  return outcome;
}

VictimOutcome AttachedRun::run(const QString &program, const QStringList &arguments,
                               const QStringList &after) {
  const bool isThreadSanitized = program.startsWith(QStringLiteral("tsan_"));
  const QString shim =
      isThreadSanitized ? attachFolder() + QStringLiteral("/libtsan_attach.so") : shimPath();
  const QStringList preloaded = QStringList(shim) + after;
  return start(
      program, arguments,
      {{QStringLiteral("LD_PRELOAD"), preloaded.join(QLatin1Char(':'))},
       {QStringLiteral("PSTUDIO_ATTACH"), QString::fromStdString(m_server->socketPath())}});
}

VictimOutcome AttachedRun::runWithout(const QString &program, const QStringList &arguments,
                                      bool isPreloaded) {
  return start(program, arguments,
               {{QStringLiteral("LD_PRELOAD"), isPreloaded ? shimPath() : QString()}});
}

void AttachedRun::offerCupti() {
  setVariable(QStringLiteral("LD_LIBRARY_PATH"), attachFolder() + QStringLiteral("/driver:") +
                                                     attachFolder() + QStringLiteral("/cupti"));
}

QString AttachedRun::image(const QString &name, const std::string &bytes) const {
  const QString path = m_folder.filePath(name + QStringLiteral(".image"));
  QFile file(path);
  if (file.open(QIODevice::WriteOnly))
    file.write(bytes.data(), static_cast<qint64>(bytes.size()));
  return path;
}

QStringList AttachedRun::fileNames() const {
  QStringList names = QDir(m_folder.path()).entryList(QDir::Files | QDir::System, QDir::Name);
  names.removeIf([](const QString &name) { return name.endsWith(QStringLiteral(".image")); });
  return names;
}

std::deque<RecordFile> AttachedRun::recordFiles() const {
  std::deque<RecordFile> files;
  for (const QString &name : fileNames()) {
    if (!name.endsWith(QStringLiteral(".records")))
      continue;
    const std::string bytes = contents(m_folder.filePath(name));
    if (bytes.size() < kRecordsOffset || field<uint32_t>(bytes, 0) != kRecordMagic)
      continue;
    RecordFile &file = files.emplace_back();
    std::memcpy(static_cast<void *>(&file.header), bytes.data(), sizeof file.header);
    file.state = file.header.state.load();
    file.records = bytes.substr(kRecordsOffset);
  }
  return files;
}

std::vector<CounterFile> AttachedRun::counterFiles() const {
  std::vector<CounterFile> files;
  for (const QString &name : fileNames())
    if (name.endsWith(QStringLiteral(".counters")))
      files.push_back(readCounters(contents(m_folder.filePath(name))));
  return files;
}

ServerScript recordingScript() {
  ServerScript script;
  script.welcome.settings.mostRecordBytes = 1 << 20;
  script.welcome.settings.mostLaunches = 16;
  script.welcome.settings.twinTimeoutMs = 20000;
  script.choices["add"] = {{1, 1000000, 1}};
  script.code = twinImage();
  return script;
}

ServerScript activityScript() {
  ServerScript script = recordingScript();
  script.choices.clear();
  script.welcome.settings.activity = DeviceActivity::On;
  return script;
}

std::string fakeImage(const std::string &text, ImageKind kind) {
  return kind == ImageKind::Ptx     ? fakePtx(text)
         : kind == ImageKind::Cubin ? fakeCubin(text)
                                    : fakeFatBinary(text);
}

std::string plainImage() {
  return fakeCubin("kernel add parameters=2 registers=32\nkernel other parameters=2\n");
}

std::string twinImage(const std::string &values) {
  return fakeCubin("kernel twin parameters=3 registers=40 " + values + "\n");
}

} // namespace pstudio::test
