// SPDX-License-Identifier: Apache-2.0
#include "tests/collector/attach/shim/event_reader.h"

#include <algorithm>

#include <QDir>
#include <QFile>
#include <QRegularExpression>

namespace pstudio::test {

using namespace pstudio::attach;

namespace {

std::string contents(const QString &path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

/// The files PID.N.SUFFIX of all processes, by process and number.
std::map<std::pair<uint32_t, int>, std::string> filesOf(const QString &folder,
                                                        const QString &suffix) {
  std::map<std::pair<uint32_t, int>, std::string> files;
  const QRegularExpression form(QStringLiteral("^(\\d+)\\.(\\d+)\\.%1$").arg(suffix));
  for (const QString &name : QDir(folder).entryList(QDir::Files))
    if (const auto match = form.match(name); match.hasMatch())
      files[{match.captured(1).toUInt(), match.captured(2).toInt()}] =
          contents(folder + QLatin1Char('/') + name);
  return files;
}

void readTexts(const std::string &bytes, std::map<uint32_t, std::string> &texts) {
  uint64_t used = 0;
  std::memcpy(&used, bytes.data() + offsetof(TextFileHeader, used), sizeof used);
  for (size_t at = sizeof(TextFileHeader); at + sizeof(TextHead) <= used;) {
    TextHead head;
    std::memcpy(&head, bytes.data() + at, sizeof head);
    texts[head.text] = bytes.substr(at + sizeof head, head.bytes);
    at += sizeof head + (head.bytes + 7) / 8 * 8;
  }
}

void addNode(ProcessEvents &process, const PathNodeEvent &node) {
  process.repeated += process.nodes.count(node.node) != 0;
  process.early += node.parent != 0 && process.nodes.count(node.parent) == 0;
  process.nodes[node.node] = node;
}

void addUse(ProcessEvents &process, uint32_t path) {
  process.early += path != 0 && process.nodes.count(path) == 0;
}

void readPlaces(const std::string &bytes, ProcessEvents &process) {
  for (size_t at = sizeof(EventFileHeader); at + kEventBytes <= bytes.size(); at += kEventBytes) {
    ReadEvent event;
    std::memcpy(&event.kind, bytes.data() + at, 4);
    std::memcpy(&event.thread, bytes.data() + at + 4, 4);
    std::memcpy(event.content.data(), bytes.data() + at + 8, event.content.size());
    if (event.kind == EventKind::None)
      continue;
    if (event.kind == EventKind::PathNode)
      addNode(process, event.as<PathNodeEvent>());
    else if (event.kind == EventKind::ScopeEnter || event.kind == EventKind::ScopeExit)
      addUse(process, event.as<ScopeEvent>().path);
    else if (event.kind == EventKind::Metric)
      addUse(process, event.as<MetricEvent>().path);
    process.events.push_back(event);
  }
}

} // namespace

std::string ProcessEvents::path(uint32_t node) const {
  const auto found = nodes.find(node);
  if (found == nodes.end())
    return node == 0 ? "-" : "?";
  const auto text = texts.find(found->second.text);
  const std::string name = text == texts.end() ? "?" : text->second;
  return found->second.parent == 0 ? name : path(found->second.parent) + " > " + name;
}

std::vector<ReadEvent> ProcessEvents::of(EventKind kind) const {
  std::vector<ReadEvent> found;
  std::copy_if(events.begin(), events.end(), std::back_inserter(found),
               [kind](const ReadEvent &event) { return event.kind == kind; });
  return found;
}

std::map<uint32_t, ProcessEvents> readEvents(const QString &folder) {
  std::map<uint32_t, ProcessEvents> processes;
  for (const auto &[key, bytes] : filesOf(folder, QStringLiteral("texts")))
    readTexts(bytes, processes[key.first].texts);
  for (const auto &[key, bytes] : filesOf(folder, QStringLiteral("events")))
    readPlaces(bytes, processes[key.first]);
  return processes;
}

} // namespace pstudio::test
