// SPDX-License-Identifier: Apache-2.0
// Settings that the application stores between two starts.
#pragma once

#include <QByteArray>
#include <QDateTime>
#include <QList>
#include <QSettings>
#include <QString>
#include <QStringList>

#include <optional>
#include <string>

#include "app/settings/preferences.h"
#include "core/attach/attached_program.h"
#include "core/review/review.h"
#include "viewer/geometry/timeline/track_settings.h"

namespace pstudio {

/// An unmodified program that was run, and the time of its last run.
struct RecentProgram {
  attach::AttachedProgram program;
  QDateTime when;
};

/// A typed interface to QSettings: the only class that contains the keys. The QSettings must
/// outlive it. [thread: gui]
class Settings {
public:
  explicit Settings(QSettings &store) : m_store(store) {}

  /// Absolute paths, newest first, at most kMaxRecentFiles. Files that are gone stay listed.
  QStringList recentFiles() const;
  void addRecentFile(const QString &path);
  void removeRecentFile(const QString &path);

  /// Newest first, at most kMaxRecentPrograms; one for each command and directory. Entries that
  /// cannot be read are left out.
  QList<RecentProgram> recentPrograms() const;
  void addRecentProgram(const attach::AttachedProgram &program, const QDateTime &when);

  /// A value that was never chosen, or that cannot be read, is the default.
  Preferences preferences() const;
  void setPreferences(const Preferences &preferences);

  /// The last display settings of the kernel's tracks; nullopt if there are none or the entry is
  /// damaged.
  std::optional<TrackSettings> trackSettings(const std::string &kernel) const;
  /// Beyond kMaxKernels, removes the entries of the kernels that were changed least recently.
  void setTrackSettings(const std::string &kernel, const TrackSettings &settings);

  /// Width of the labels of tracks [pixels]; nullopt before the user has changed it.
  std::optional<double> labelWidth() const;
  void setLabelWidth(double pixels);

  /// The view of a trace when it was last closed; nullopt if its file was changed since, or the
  /// entry is damaged.
  std::optional<review::View> lastView(const QString &file) const;
  /// Beyond kMaxLastViews, removes the views of the files that were closed least recently.
  void setLastView(const QString &file, const review::View &view);

  QByteArray windowGeometry() const;
  QByteArray windowState() const;
  void setWindow(const QByteArray &geometry, const QByteArray &state);
  /// The names of the views that the panels showed, PanelView::name.
  QStringList shownViews() const;
  void setShownViews(const QStringList &names);

  /// The specification of the last run of the run dialog as JSON with absolute paths; empty: none.
  QString lastRun() const;
  void setLastRun(const QString &spec);

  QStringList findingsOff() const; ///< codes of findings that are switched off
  void setFindingsOff(const QStringList &codes);

  /// Ids of commands run from the command palette, newest first, at most kMaxRecentCommands.
  QStringList recentCommands() const;
  void addRecentCommand(const QString &id);
  QStringList savedQueries() const; ///< SQL that the user keeps, newest first
  void setSavedQueries(const QStringList &queries);

  /// Folders in which missing source files are looked for, newest first, at most
  /// kMaxSourceFolders.
  QStringList sourceFolders() const;
  void addSourceFolder(const QString &folder);

  QString lastFolder() const; ///< where a file was last opened or saved; home if never
  void setLastFolder(const QString &folder);
  /// Where a picture was last exported; the user's folder of pictures, or home, if never.
  QString pictureFolder() const;
  void setPictureFolder(const QString &folder);

  static constexpr int kMaxRecentFiles = 12;
  static constexpr int kMaxRecentPrograms = 8;
  static constexpr int kMaxRecentCommands = 20;
  static constexpr int kMaxKernels = 32;
  static constexpr int kMaxLastViews = 32;
  static constexpr int kMaxSourceFolders = 16;

private:
  QSettings &m_store;
};

} // namespace pstudio
