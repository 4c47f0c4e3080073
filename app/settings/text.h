// SPDX-License-Identifier: Apache-2.0
// The application's UTF-16 text as UTF-8 and as file names; the other way: viewer/paint/qt_text.h.
#pragma once

#include <QString>

#include <filesystem>
#include <string>

#include "viewer/paint/qt_text.h"

namespace pstudio {

inline std::string toUtf8(const QString &text) {
  return text.toStdString();
}

/// File names keep their bytes on the way to the system.
inline std::filesystem::path toPath(const QString &text) {
  const QByteArray bytes = text.toLocal8Bit();
  return std::filesystem::path(std::string(bytes.constData(), static_cast<size_t>(bytes.size())));
}
inline QString pathToQString(const std::filesystem::path &path) {
  return QString::fromLocal8Bit(path.string().c_str());
}

} // namespace pstudio
