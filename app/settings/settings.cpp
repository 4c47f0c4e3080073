// SPDX-License-Identifier: Apache-2.0
// Settings that the application stores between two starts.
#include "app/settings/settings.h"

#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>

#include "app/settings/kernel_tracks_json.h"
#include "app/settings/text.h"
#include "core/review/review_json.h"

namespace pstudio {
namespace {
constexpr QLatin1String kRecentFiles("files/recent");
constexpr QLatin1String kRecentPrograms("programs/recent"); // "TIME JSON" each
constexpr QLatin1String kRecentCommands("commands/recent");
constexpr QLatin1String kLastFolder("files/last_folder");
constexpr QLatin1String kPictureFolder("files/picture_folder");
constexpr QLatin1String kTextSize("preferences/text_size");
constexpr QLatin1String kTimes("preferences/times");
constexpr QLatin1String kTheme("preferences/theme");
constexpr QLatin1String kPalette("preferences/palette");
constexpr QLatin1String kTracks("tracks/kernels");      // JSON each, newest first
constexpr QLatin1String kLastViews("files/last_views"); // PATH, SIZE TIME, JSON: a line each
constexpr QLatin1String kGeometry("window/geometry");
constexpr QLatin1String kState("window/state");
constexpr QLatin1String kShownViews("window/views");
constexpr QLatin1String kLastRun("run/last_spec"); // JSON
constexpr QLatin1String kLabelWidth("tracks/label_width");
constexpr QLatin1String kFindingsOff("overlap/findings_off");
constexpr QLatin1String kSavedQueries("query/saved");
constexpr QLatin1String kSourceFolders("source/folders");

/// A file with its size and modification time, which change when it is written: "PATH\nSIZE TIME".
QString stampOf(const QString &file) {
  const QFileInfo info(file);
  return QStringLiteral("%1\n%2 %3")
      .arg(info.absoluteFilePath())
      .arg(info.size())
      .arg(info.lastModified().toMSecsSinceEpoch());
}

// In the order of the enumerators.
QStringList themeNames() {
  return {QStringLiteral("system"), QStringLiteral("light"), QStringLiteral("dark")};
}
QStringList paletteNames() {
  return {QStringLiteral("standard"), QStringLiteral("okabe-ito")};
}
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

Preferences Settings::preferences() const {
  Preferences preferences;
  bool isNumber = false;
  const int size = m_store.value(kTextSize).toInt(&isNumber);
  if (isNumber && size >= kMinTextSize && size <= kMaxTextSize)
    preferences.textSize = size;
  const auto chosen = [this](QLatin1String key, const auto &words, auto usual) {
    const auto at = words.indexOf(m_store.value(key).toString());
    return at < 0 ? usual : static_cast<decltype(usual)>(at);
  };
  preferences.theme = chosen(kTheme, themeNames(), preferences.theme);
  preferences.palette = chosen(kPalette, paletteNames(), preferences.palette);
  preferences.times =
      timeStyleNamed(toUtf8(m_store.value(kTimes).toString())).value_or(preferences.times);
  return preferences;
}

void Settings::setPreferences(const Preferences &preferences) {
  m_store.setValue(kTextSize, preferences.textSize);
  m_store.setValue(kTimes, toQString(timeStyleName(preferences.times)));
  m_store.setValue(kTheme, themeNames()[static_cast<int>(preferences.theme)]);
  m_store.setValue(kPalette, paletteNames()[static_cast<int>(preferences.palette)]);
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

std::optional<double> Settings::labelWidth() const {
  bool isNumber = false;
  const double pixels = m_store.value(kLabelWidth).toDouble(&isNumber);
  return isNumber ? std::optional(pixels) : std::nullopt;
}

void Settings::setLabelWidth(double pixels) {
  m_store.setValue(kLabelWidth, pixels);
}

std::optional<review::View> Settings::lastView(const QString &file) const {
  for (const QString &entry : m_store.value(kLastViews).toStringList())
    if (entry.section(QLatin1Char('\n'), 0, 1) == stampOf(file))
      if (const auto view = review::parseView(toUtf8(entry.section(QLatin1Char('\n'), 2))))
        return *view;
  return std::nullopt;
}

void Settings::setLastView(const QString &file, const review::View &view) {
  QStringList entries = m_store.value(kLastViews).toStringList();
  const QString path = stampOf(file).section(QLatin1Char('\n'), 0, 0);
  entries.removeIf(
      [&path](const QString &entry) { return entry.section(QLatin1Char('\n'), 0, 0) == path; });
  entries.prepend(stampOf(file) + QLatin1Char('\n') + toQString(review::viewToJson(view)));
  m_store.setValue(kLastViews, QStringList(entries.first(qMin(entries.size(), kMaxLastViews))));
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

QStringList Settings::shownViews() const {
  return m_store.value(kShownViews).toStringList();
}

void Settings::setShownViews(const QStringList &names) {
  m_store.setValue(kShownViews, names);
}

QString Settings::lastRun() const {
  return m_store.value(kLastRun).toString();
}
void Settings::setLastRun(const QString &spec) {
  m_store.setValue(kLastRun, spec);
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
