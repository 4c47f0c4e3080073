// SPDX-License-Identifier: Apache-2.0
// Finds the files that are shipped with the program: example kernels, the guide and the worker.
#include "app/settings/resource_locator.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStandardPaths>
#include <QStringList>

namespace pstudio {
namespace {

constexpr qint64 kHeadBytes =
    4096; // [bytes] limit of the leading comment that is shown as the explanation

/// Of a specification that names none (RunSettings::target).
const QString kDefaultTarget = QStringLiteral("cpu");

QString readHead(const QString &file) {
  QFile input(file);
  if (!input.open(QIODevice::ReadOnly))
    return {};
  return QString::fromUtf8(input.read(kHeadBytes));
}

/// Empty if the specification cannot be read.
QJsonObject contentOf(const QString &spec) {
  QFile input(spec);
  if (!input.open(QIODevice::ReadOnly))
    return {};
  return QJsonDocument::fromJson(input.readAll()).object();
}

/// The kernel file that a specification names.
QString kernelFileOf(const QString &spec, const QJsonObject &root) {
  const QJsonValue kernel = root.value(QLatin1String("kernel"));
  const QString name = kernel.isObject() ? kernel.toObject().value(QLatin1String("file")).toString()
                                         : kernel.toString();
  if (!name.isEmpty())
    return QFileInfo(spec).dir().absoluteFilePath(name);
  return QFileInfo(spec).dir().absoluteFilePath(QFileInfo(spec).completeBaseName() +
                                                QLatin1String(".mlir"));
}

/// The source file of a kernel for the reader: the .cu file beside LLVM IR if it exists.
QString readableSourceOf(const QString &kernelFile) {
  const QFileInfo kernel(kernelFile);
  const QString source = kernel.dir().filePath(kernel.completeBaseName() + QLatin1String(".cu"));
  return kernel.suffix() == QLatin1String("ll") && QFileInfo::exists(source) ? source : kernelFile;
}

} // namespace

QString leadingComment(const QString &kernelText) {
  QStringList words;
  for (const QString &line : kernelText.split(QLatin1Char('\n'))) {
    const QString trimmed = line.trimmed();
    if (!trimmed.startsWith(QLatin1String("//")))
      break;
    const QString text = trimmed.mid(2).trimmed();
    if (text.startsWith(QLatin1String("SPDX")))
      continue;
    if (text.isEmpty() && !words.isEmpty())
      break; // the first paragraph is the explanation
    if (!text.isEmpty())
      words << text;
  }
  return words.join(QLatin1Char(' '));
}

ResourceLocator::ResourceLocator(QString programFolder)
    : m_programFolder(std::move(programFolder)) {}

std::optional<QString> ResourceLocator::resourceFolder() const {
  const QDir here(m_programFolder);
  const QStringList places = {here.filePath(QStringLiteral("../share/proton-studio")),
                              here.filePath(QStringLiteral("../../../resources")),
                              QStringLiteral(PSTUDIO_SOURCE_RESOURCES)};
  for (const QString &place : places)
    if (QFileInfo(QDir(place).filePath(QStringLiteral("kernels"))).isDir())
      return QDir::cleanPath(QDir(place).absolutePath());
  return std::nullopt;
}

std::optional<QString> ResourceLocator::guide() const {
  const auto folder = resourceFolder();
  return folder ? std::optional(*folder + QLatin1String("/guide/README.md")) : std::nullopt;
}

QList<ExampleKernel> ResourceLocator::examples() const {
  QList<ExampleKernel> result;
  const std::optional<QString> folder = resourceFolder();
  if (!folder)
    return result;
  const QDir kernels(*folder + QLatin1String("/kernels"));
  for (const QFileInfo &spec :
       kernels.entryInfoList({QStringLiteral("*.json")}, QDir::Files, QDir::Name)) {
    const QString path = spec.absoluteFilePath();
    const QJsonObject root = contentOf(path);
    result << ExampleKernel{spec.completeBaseName(),
                            leadingComment(readHead(readableSourceOf(kernelFileOf(path, root)))),
                            path, root.value(QLatin1String("target")).toString(kDefaultTarget)};
  }
  return result;
}

std::optional<QString> ResourceLocator::worker() const {
  const QString name = QStringLiteral("proton-collect");
  QString found = QStandardPaths::findExecutable(name, {m_programFolder});
  if (found.isEmpty())
    found = QStandardPaths::findExecutable(name);
  if (found.isEmpty())
    return std::nullopt;
  return QFileInfo(found).absoluteFilePath();
}

QString ResourceLocator::missingWorkerHint() {
  return QCoreApplication::translate(
      "ResourceLocator", "Install the collector package, or build with the dev preset instead of "
                         "viewer-only, so that proton-collect is next to proton-studio or on PATH. "
                         "Recorded files can be opened without it.");
}

} // namespace pstudio
