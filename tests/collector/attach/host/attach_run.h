// SPDX-License-Identifier: Apache-2.0
// Attaches to the fake program, with a kernel in a cache of its own and a back end without a
// compiler.
#pragma once

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

#include "collector/attach/host/attach.h"
#include "tests/support/test_data.h"

namespace pstudio::test {

/// Folders for one run, and its request.
class AttachRun {
public:
  AttachRun() {
    QDir().mkpath(cacheFolder());
    QFile::copy(testData("tests/collector/kernels/triton_softmax.llir"), file("llir"));
    write(file("cubin"), "the original");
    write(file("json"), "{}");
    qputenv("TRITON_CACHE_DIR", QFile::encodeName(m_folder.filePath("cache")));
    request.output = m_folder.filePath("out").toStdString();
    places.program = collectProgram().toStdString();
    places.python = testData("tests/collector/attach/host/python").toStdString();
    request.settings.usesCache = false;
    rule("softmax*", "functions");
  }

  void rule(const std::string &kernel, const std::string &mode, const std::string &launches = "1") {
    request.rules = {};
    addRule(kernel, mode, launches);
  }
  void addRule(const std::string &kernel, const std::string &mode, const std::string &launches) {
    request.rules.push_back(
        {kernel, {attach::parseLaunches(launches).value()}, attach::parseAttachMode(mode).value()});
  }

  /// The program with these steps. Nothing fails but the run itself.
  Result<attach::AttachOutcome> run(const QStringList &steps) {
    request.command = {PSTUDIO_FAKE_PROGRAM};
    for (const QString &step : steps)
      request.command.push_back(step.toStdString());
    return attach::attach(request, places);
  }

  /// Steps that announce the kernel of the cache as kernel 0.
  QStringList softmax() const {
    return {"hello", "interpreter=" PSTUDIO_TEST_PYTHON, "kernel=0,softmax_k," + file("cubin")};
  }

  QString path(const QString &name) const { return m_folder.filePath(name); }
  QString file(const QString &extension) const { return cacheFolder() + "/softmax_k." + extension; }
  QString out(const QString &name = {}) const {
    return QString::fromStdString((request.output / name.toStdString()).string());
  }
  QStringList traces() const { return QDir(out()).entryList({"*.*.pftrace"}); }

  /// The objects of report.json with this type.
  QList<QJsonObject> reported(const QString &type) const {
    QFile report(out("report.json"));
    QList<QJsonObject> objects;
    if (report.open(QIODevice::ReadOnly))
      for (const QByteArray &line : report.readAll().split('\n'))
        if (const QJsonObject object = QJsonDocument::fromJson(line).object();
            object["type"] == type)
          objects << object;
    return objects;
  }
  QString text() const {
    QFile report(out("report.txt"));
    return report.open(QIODevice::ReadOnly) ? QString::fromUtf8(report.readAll()) : QString();
  }
  /// The code of the only rejection; empty if there is none, or several.
  QString rejection() const {
    const QList<QJsonObject> all = reported("rejected");
    return all.size() == 1 ? all[0]["code"].toString() : QString();
  }

  static void write(const QString &path, const QByteArray &bytes) {
    QFile opened(path);
    if (opened.open(QIODevice::WriteOnly))
      opened.write(bytes);
  }

  attach::AttachRequest request;
  attach::AttachPlaces places;

private:
  QString cacheFolder() const { return m_folder.filePath("cache/ABCD"); }
  QTemporaryDir m_folder;
};

} // namespace pstudio::test
