// SPDX-License-Identifier: Apache-2.0
// What the application remembers between two starts.
#include "app/application/settings.h"

#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>

#include "app/application/kernel_tracks_json.h"
#include "app/application/text.h"

namespace pstudio {
namespace {
constexpr QLatin1String kRecentFiles("files/recent");
constexpr QLatin1String kRecentPrograms("programs/recent"); // "TIME JSON" each
constexpr QLatin1String kRecentCommands("commands/recent");
constexpr QLatin1String kLastFolder("files/last_folder");
constexpr QLatin1String kPictureFolder("files/picture_folder");
constexpr QLatin1String kDarkTheme("window/dark_theme");
constexpr QLatin1String kOkabeIto("window/okabe_ito");
constexpr QLatin1String kTracks("tracks/kernels"); // JSON each, newest first
constexpr QLatin1String kGeometry("window/geometry");
constexpr QLatin1String kState("window/state");
constexpr QLatin1String kFindingsOff("overlap/findings_off");
constexpr QLatin1String kSavedQueries("query/saved");
constexpr QLatin1String kSourceFolders("source/folders");
} // namespace

QStringList Settings::recentCommands() const {
  return m_store.value(kRecentCommands).toStringList();
}

void Settings::addRecentCommand(const QString &id) {
  QStringList ids = recentCommands();
  ids.removeAll(id);
  ids.prepend(id);
  while (ids.size() > kMaxRecentCommands)
    ids.removeLast();
  m_store.setValue(kRecentCommands, ids);
}

QStringList Settings::recentFiles() const {
  return m_store.value(kRecentFiles).toStringList();
}

void Settings::addRecentFile(const QString &path) {
  const QString absolute = QFileInfo(path).absoluteFilePath();
  QStringList files = recentFiles();
  files.removeAll(absolute);
  files.prepend(absolute);
  while (files.size() > kMaxRecentFiles)
    files.removeLast();
  m_store.setValue(kRecentFiles, files);
}

void Settings::removeRecentFile(const QString &path) {
  QStringList files = recentFiles();
  files.removeAll(path);
  m_store.setValue(kRecentFiles, files);
}

void Settings::clearRecentFiles() {
  m_store.remove(kRecentFiles);
}

QList<RecentProgram> Settings::recentPrograms() const {
  QList<RecentProgram> programs;
  for (const QString &entry : m_store.value(kRecentPrograms).toStringList()) {
    const QDateTime when =
        QDateTime::fromString(entry.section(QLatin1Char(' '), 0, 0), Qt::ISODate);
    const auto program = attach::parseAttachedProgram(toUtf8(entry.section(QLatin1Char(' '), 1)));
    if (program && when.isValid())
      programs << RecentProgram{*program, when};
  }
  return programs;
}

void Settings::addRecentProgram(const attach::AttachedProgram &program, const QDateTime &when) {
  QList<RecentProgram> programs = recentPrograms();
  programs.removeIf([&program](const RecentProgram &other) {
    return other.program.command == program.command && other.program.folder == program.folder;
  });
  programs.prepend({program, when});
  QStringList entries;
  for (const RecentProgram &each : programs.first(qMin(programs.size(), kMaxRecentPrograms)))
    entries << each.when.toString(Qt::ISODate) + QLatin1Char(' ') +
                   toQString(attach::attachedProgramToJson(each.program));
  m_store.setValue(kRecentPrograms, entries);
}

bool Settings::isDarkTheme() const {
  return m_store.value(kDarkTheme, true).toBool();
}
void Settings::setDarkTheme(bool dark) {
  m_store.setValue(kDarkTheme, dark);
}

bool Settings::hasOkabeItoPalette() const {
  return m_store.value(kOkabeIto, false).toBool();
}
void Settings::setOkabeItoPalette(bool isOn) {
  m_store.setValue(kOkabeIto, isOn);
}

std::optional<TrackSettings> Settings::trackSettings(const std::string &kernel) const {
  for (const QString &entry : m_store.value(kTracks).toStringList())
    if (const auto found = parseKernelTracks(toUtf8(entry)); found && found->kernel == kernel)
      return found->settings;
  return std::nullopt;
}

void Settings::setTrackSettings(const std::string &kernel, const TrackSettings &settings) {
  QStringList entries = m_store.value(kTracks).toStringList();
  entries.removeIf([&kernel](const QString &entry) {
    const auto other = parseKernelTracks(toUtf8(entry));
    return !other || other->kernel == kernel;
  });
  entries.prepend(toQString(kernelTracksToJson({kernel, settings})));
  m_store.setValue(kTracks, QStringList(entries.first(qMin(entries.size(), kMaxKernels))));
}

QByteArray Settings::windowGeometry() const {
  return m_store.value(kGeometry).toByteArray();
}
QByteArray Settings::windowState() const {
  return m_store.value(kState).toByteArray();
}

void Settings::setWindow(const QByteArray &geometry, const QByteArray &state) {
  m_store.setValue(kGeometry, geometry);
  m_store.setValue(kState, state);
}

QStringList Settings::findingsOff() const {
  return m_store.value(kFindingsOff).toStringList();
}
void Settings::setFindingsOff(const QStringList &codes) {
  m_store.setValue(kFindingsOff, codes);
}

QStringList Settings::savedQueries() const {
  return m_store.value(kSavedQueries).toStringList();
}
void Settings::setSavedQueries(const QStringList &queries) {
  m_store.setValue(kSavedQueries, queries);
}

QStringList Settings::sourceFolders() const {
  return m_store.value(kSourceFolders).toStringList();
}
void Settings::addSourceFolder(const QString &folder) {
  QStringList folders = sourceFolders();
  folders.removeAll(folder);
  folders.prepend(folder);
  m_store.setValue(kSourceFolders, folders.mid(0, kMaxSourceFolders));
}

QString Settings::lastFolder() const {
  const QString folder = m_store.value(kLastFolder).toString();
  return QFileInfo(folder).isDir() ? folder : QDir::homePath();
}

QString Settings::pictureFolder() const {
  for (const QString &folder : {m_store.value(kPictureFolder).toString(),
                                QStandardPaths::writableLocation(QStandardPaths::PicturesLocation)})
    if (!folder.isEmpty() && QFileInfo(folder).isDir())
      return folder;
  return QDir::homePath();
}

void Settings::setPictureFolder(const QString &folder) {
  m_store.setValue(kPictureFolder, folder);
}

void Settings::setLastFolder(const QString &folder) {
  m_store.setValue(kLastFolder, folder);
}

} // namespace pstudio
