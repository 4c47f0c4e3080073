// SPDX-License-Identifier: Apache-2.0
// Runs the victim, a test program, with the preloaded shim and reads the files that it writes.
#pragma once

#include <deque>
#include <map>
#include <string>
#include <vector>

#include <QString>
#include <QTemporaryDir>

#include "collector/attach/protocol/record_files.h"
#include "tests/collector/attach/shim/attach_server.h"

namespace pstudio::test {

/// A file PID.N.records.
struct RecordFile {
  attach::RecordHeader header; ///< except its atomic state, which is `state`
  attach::RecordState state = attach::RecordState::Launched;
  std::string records;
};

/// The counters of one kernel.
struct CounterRow {
  uint64_t launches = 0, autotuning = 0, captured = 0, recorded = 0, outside = 0, replays = 0;
  bool operator==(const CounterRow &) const = default;
};

/// A file PID.counters.
struct CounterFile {
  uint32_t process = 0, isClosed = 0;
  uint64_t uncounted = 0, unknown = 0;
  std::vector<CounterRow> rows; ///< up to the last row that is not zero
};

/// Exit code and output of a victim.
struct VictimOutcome {
  int exitCode = 0; ///< 128 + signal if a signal ended it
  QString output;   ///< standard output, then standard error
};

/// One server, one folder, and any number of victims.
class AttachedRun {
public:
  AttachedRun() : AttachedRun(ServerScript()) {}
  explicit AttachedRun(ServerScript script);

  /// `program` is "victim", "linked_victim" or "tsan_victim". Preloads the shim, and then `after`.
  VictimOutcome run(const QString &program, const QStringList &arguments,
                    const QStringList &after = {});
  /// The same without a server in the environment. Preloads the shim if `isPreloaded`.
  VictimOutcome runWithout(const QString &program, const QStringList &arguments,
                           bool isPreloaded = true);
  /// Writes an image into the folder and returns its path.
  QString image(const QString &name, const std::string &bytes) const;

  /// Sets an environment variable of later victims.
  void setVariable(const QString &name, const QString &value) { m_variables[name] = value; }
  /// Later victims find the fake libcupti.
  void offerCupti();

  const ReceivedMessages &received() { return m_server->stop(); }
  std::deque<RecordFile> recordFiles() const;
  std::vector<CounterFile> counterFiles() const;
  /// All file names in the folder, except those of images.
  QStringList fileNames() const;
  QString folder() const { return m_folder.path(); }

private:
  VictimOutcome start(const QString &program, const QStringList &arguments,
                      const std::map<QString, QString> &environment);

  QTemporaryDir m_folder;
  std::map<QString, QString> m_variables;
  std::unique_ptr<AttachServer> m_server;
};

/// Folder of the victims and the libraries that they load.
QString attachFolder();
QString shimPath();

/// The default behaviour of a test's server: it requests records of all launches, by the kernel
/// `twin` of this image.
ServerScript recordingScript();

/// The same with activity and without a choice of launches.
ServerScript activityScript();

/// An image of this kind with the kernels in `text` (fake_driver/fake_image.h).
std::string fakeImage(const std::string &text, attach::ImageKind kind);
/// An image with the kernels `add` and `other`, which add 1; and an image with their twin.
std::string plainImage();
std::string twinImage(const std::string &values = {});

} // namespace pstudio::test
