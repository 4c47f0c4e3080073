// SPDX-License-Identifier: Apache-2.0
#include "tests/collector/attach/shim/event_files.h"

#include <QFile>

namespace pstudio::test {

using namespace pstudio::attach;

namespace {

template <class T> T field(const std::string &bytes, size_t offset) {
  T value{};
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

} // namespace

EventFiles::EventFiles(const AttachedRun &attached) {
  for (const QString &name : attached.fileNames()) {
    QFile file(attached.folder() + QLatin1Char('/') + name);
    if (!file.open(QIODevice::ReadOnly))
      continue;
    if (name.endsWith(QStringLiteral(".events")))
      readEvents(file.readAll().toStdString());
    else if (name.endsWith(QStringLiteral(".texts")))
      readTexts(file.readAll().toStdString());
  }
}

void EventFiles::readEvents(const std::string &bytes) {
  if (bytes.size() != size_t(kEventsInFile + 1) * kEventBytes ||
      field<uint32_t>(bytes, 0) != kEventMagic)
    return;
  ++files;
  for (size_t at = kEventBytes; at < bytes.size(); at += kEventBytes) {
    ReadEvent event;
    event.kind = field<EventKind>(bytes, at);
    event.thread = field<uint32_t>(bytes, at + 4);
    event.content = field<decltype(event.content)>(bytes, at + 8);
    if (event.kind != EventKind::None)
      events.push_back(event);
  }
}

void EventFiles::readTexts(const std::string &bytes) {
  const auto used = field<uint64_t>(bytes, offsetof(TextFileHeader, used));
  for (size_t at = sizeof(TextFileHeader); at < used;) {
    const auto head = field<TextHead>(bytes, at);
    texts[head.text] = bytes.substr(at + sizeof head, head.bytes);
    at += sizeof head + (head.bytes + 7) / 8 * 8;
  }
}

uint64_t EventFiles::launchOf(uint32_t correlation) const {
  for (const auto &event : all<CorrelationEvent>(EventKind::Correlation))
    if (event.correlation == correlation)
      return event.launch;
  return 0;
}

uint64_t EventFiles::lostActivities() const {
  uint64_t lost = 0;
  for (const LostEvent &event : all<LostEvent>(EventKind::Lost))
    lost += event.activities;
  return lost;
}

} // namespace pstudio::test
