// SPDX-License-Identifier: Apache-2.0
#include "tests/collector/attach/host/fake_events.h"

#include <fstream>

namespace pstudio::attach {
namespace {

template <class T> std::string bytesOf(const T &value) {
  return {reinterpret_cast<const char *>(&value), sizeof value};
}

} // namespace

uint32_t FakeEvents::text(std::string_view text) {
  const auto [found, isNew] =
      m_numbers.try_emplace(std::string(text), static_cast<uint32_t>(m_numbers.size() + 1));
  if (isNew) {
    m_texts += bytesOf(TextHead{found->second, static_cast<uint32_t>(text.size())});
    m_texts += text;
    m_texts.resize((m_texts.size() + 7) / 8 * 8);
  }
  return found->second;
}

uint32_t FakeEvents::node(uint32_t parent, std::string_view name, PathNodeKind kind) {
  add(EventKind::PathNode, PathNodeEvent{++m_nodes, parent, text(name), kind});
  return m_nodes;
}

LaunchEvent FakeEvents::launch(uint32_t path, uint32_t kernel, uint64_t number, uint64_t begin,
                               uint32_t flags, uint32_t thread, uint64_t operation) {
  LaunchEvent event;
  event.begin = begin;
  event.end = begin + 1000;
  event.id = ++m_launches;
  event.path = path;
  event.kernel = kernel;
  event.number = number;
  event.flags = flags;
  event.operation = operation;
  add(EventKind::Launch, event, thread);
  return event;
}

KernelActivity FakeEvents::kernel(std::string_view name, uint64_t launch, uint64_t begin,
                                  uint64_t end, uint16_t device) {
  KernelActivity kernel;
  kernel.begin = begin;
  kernel.end = end;
  kernel.stream = 7;
  kernel.correlation = ++m_correlations;
  kernel.text = text(name);
  kernel.grid = {4, 1, 1};
  kernel.device = device;
  kernel.blockX = 128;
  kernel.blockY = kernel.blockZ = 1;
  kernel.registers = 32;
  add(EventKind::Kernel, kernel);
  if (launch != 0)
    add(EventKind::Correlation, CorrelationEvent{kernel.correlation, 0, launch});
  return kernel;
}

std::string FakeEvents::eventFile() const {
  EventFileHeader header;
  header.file = 1;
  return bytesOf(header) + m_events;
}

std::string FakeEvents::textFile() const {
  TextFileHeader header;
  header.file = 1;
  header.used = sizeof header + m_texts.size();
  return bytesOf(header) + m_texts;
}

void FakeEvents::write(const std::filesystem::path &folder, uint32_t process) const {
  const std::string stem = (folder / (std::to_string(process) + ".1.")).string();
  std::ofstream(stem + "events", std::ios::binary) << eventFile();
  std::ofstream(stem + "texts", std::ios::binary) << textFile();
}

} // namespace pstudio::attach
