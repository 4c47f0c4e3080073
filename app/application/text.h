// SPDX-License-Identifier: Apache-2.0
// The one place where the application's UTF-16 text meets the UTF-8 text of the layers below.
#pragma once

#include <QString>

#include <filesystem>
#include <string>
#include <string_view>

namespace pstudio {

/// UTF-8 to Qt. Bytes that are not UTF-8 become U+FFFD.
inline QString toQString(std::string_view text) {
  return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}
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
