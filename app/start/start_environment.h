// SPDX-License-Identifier: Apache-2.0
// The environment in which Qt starts: its own plug-ins, fonts and keyboard data, not those of other
// software.
#pragma once

#include <QByteArray>
#include <QString>

#include <vector>

namespace pstudio {

/// Variables that other software sets for its own Qt (conda, a second Qt) make this program load
/// plug-ins of the wrong version. An installed program therefore starts without them, and the
/// portable archive names its own fonts and keyboard data. restore() undoes all of it, so that the
/// programs that the window starts get the environment of the user. Development builds change
/// nothing. [thread: main, before any other]
class StartEnvironment {
public:
  /// \param programFolder  absolute folder of the running executable.
  explicit StartEnvironment(const QString &programFolder);
  ~StartEnvironment() { restore(); }
  StartEnvironment(const StartEnvironment &) = delete;
  StartEnvironment &operator=(const StartEnvironment &) = delete;

  /// Gives each variable its former value. Called again, it changes nothing.
  void restore();

private:
  void set(const char *name, const QByteArray &value);
  void unset(const char *name);
  void keep(const char *name);

  struct Former {
    const char *name;
    QByteArray value;
    bool isSet;
  };
  std::vector<Former> m_former;
};

/// The folder of the running executable; empty if the system does not report it.
QString runningProgramFolder();

} // namespace pstudio
