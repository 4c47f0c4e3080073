// SPDX-License-Identifier: Apache-2.0
// The environment in which Qt starts: its own plug-ins, fonts and keyboard data, not those of other
// software.
#include "app/start/start_environment.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLibraryInfo>

#include "app/settings/text.h"
#include "core/process/program_path.h"

namespace pstudio {
namespace {

constexpr const char *kSystemKeyboardData = "/usr/share/X11/xkb";

bool isFolder(const QString &path) {
  return QFileInfo(path).isDir();
}

/// The portable archive has Qt's plug-ins beside the folder of its programs.
bool isPortable(const QDir &prefix) {
  return isFolder(prefix.filePath(QStringLiteral("plugins/platforms")));
}

bool isInstalled(const QDir &prefix) {
  const QString plugins = QLibraryInfo::path(QLibraryInfo::PluginsPath);
  return isFolder(prefix.filePath(QStringLiteral("share/proton-studio"))) &&
         isFolder(plugins + QLatin1String("/platforms"));
}

} // namespace

StartEnvironment::StartEnvironment(const QString &programFolder) {
  const QDir prefix(QDir::cleanPath(programFolder + QLatin1String("/..")));
  const bool portable = isPortable(prefix);
  if (programFolder.isEmpty() || (!portable && !isInstalled(prefix)))
    return;
  unset("QT_PLUGIN_PATH");
  unset("QT_QPA_PLATFORM_PLUGIN_PATH");
  if (!portable)
    return;
  const QString fonts = prefix.filePath(QStringLiteral("etc/fonts/fonts.conf"));
  if (QFileInfo::exists(fonts))
    set("FONTCONFIG_FILE", QFile::encodeName(fonts));
  const QString keyboard = prefix.filePath(QStringLiteral("share/X11/xkb"));
  if (!isFolder(QLatin1String(kSystemKeyboardData)) && isFolder(keyboard))
    set("XKB_CONFIG_ROOT", QFile::encodeName(keyboard));
}

void StartEnvironment::restore() {
  for (const Former &former : m_former) {
    if (former.isSet)
      qputenv(former.name, former.value);
    else
      qunsetenv(former.name);
  }
  m_former.clear();
}

void StartEnvironment::set(const char *name, const QByteArray &value) {
  keep(name);
  qputenv(name, value);
}

void StartEnvironment::unset(const char *name) {
  keep(name);
  qunsetenv(name);
}

void StartEnvironment::keep(const char *name) {
  m_former.push_back({name, qgetenv(name), qEnvironmentVariableIsSet(name)});
}

QString runningProgramFolder() {
  return pathToQString(runningProgram().parent_path());
}

} // namespace pstudio
