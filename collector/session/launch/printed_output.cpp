// SPDX-License-Identifier: Apache-2.0
#include "collector/session/launch/printed_output.h"

#include <array>
#include <cstdio>
#include <utility>

#include <sys/mman.h>
#include <unistd.h>

namespace pstudio {
namespace {

constexpr size_t kMostBytes = size_t{64} << 20;

using Channel = PrintedOutput::Channel;

int descriptorOf(Channel channel) {
  return channel == Channel::Output ? STDOUT_FILENO : STDERR_FILENO;
}

std::FILE *fileOf(Channel channel) {
  return channel == Channel::Output ? stdout : stderr;
}

} // namespace

std::optional<PrintedOutput> PrintedOutput::begin(Channel channel) {
  std::fflush(fileOf(channel));
  const int original = ::dup(descriptorOf(channel));
  const int file = original < 0 ? -1 : ::memfd_create("printed", MFD_CLOEXEC);
  if (file >= 0 && ::dup2(file, descriptorOf(channel)) >= 0)
    return PrintedOutput(channel, file, original);
  for (const int opened : {file, original})
    if (opened >= 0)
      ::close(opened);
  return std::nullopt;
}

PrintedOutput::PrintedOutput(PrintedOutput &&other) noexcept
    : m_channel(other.m_channel), m_file(std::exchange(other.m_file, -1)),
      m_original(std::exchange(other.m_original, -1)) {}

PrintedOutput::~PrintedOutput() {
  if (m_file < 0)
    return;
  giveBack();
  ::close(m_file);
}

void PrintedOutput::giveBack() {
  std::fflush(fileOf(m_channel)); // the driver may have printed through the C library
  ::dup2(m_original, descriptorOf(m_channel));
  ::close(m_original);
}

std::string PrintedOutput::finish() {
  giveBack();
  std::string text;
  std::array<char, 4096> piece;
  ssize_t count = ::lseek(m_file, 0, SEEK_SET) < 0 ? -1 : 1;
  while (count > 0 && text.size() < kMostBytes) {
    count = ::read(m_file, piece.data(), piece.size());
    text.append(piece.data(), static_cast<size_t>(count > 0 ? count : 0));
  }
  ::close(std::exchange(m_file, -1));
  return text;
}

} // namespace pstudio
