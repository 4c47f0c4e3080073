// SPDX-License-Identifier: Apache-2.0
// A trace on its way: 100 MB as messages through a pipe into a file, beside copying the file.
//
// usage: transfer_bench [MEGABYTES]
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <thread>

#include <unistd.h>

#include "core/base/check.h"
#include "core/base/deflate.h"
#include "core/base/output_file.h"
#include "core/remote/incoming_files.h"
#include "core/remote/returned_file.h"
#include "core/worker/worker_protocol.h"

using namespace pstudio;

namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

std::string noise(size_t size) {
  std::mt19937_64 random(20261121);
  std::string bytes(size, '\0');
  for (char &byte : bytes)
    byte = static_cast<char>(random());
  return bytes;
}

void writeFrame(int descriptor, const WorkerMessage &message) {
  const std::vector<std::byte> frame = encodeMessage(message).value();
  for (size_t at = 0; at < frame.size();) {
    const ssize_t written = ::write(descriptor, frame.data() + at, frame.size() - at);
    PSTUDIO_CHECK(written > 0);
    at += static_cast<size_t>(written);
  }
}

void sendAll(int descriptor, const std::string &bytes) {
  writeFrame(descriptor, FileMessage{0, std::string(kReturnedTrace), bytes.size(), 0});
  uint32_t crc = 0;
  for (size_t at = 0; at < bytes.size(); at += kMaxChunkBytes) {
    const std::string piece = bytes.substr(at, kMaxChunkBytes);
    crc = crc32Of(std::as_bytes(std::span(piece.data(), piece.size())), crc);
    writeFrame(descriptor, ChunkMessage{0, at, piece});
  }
  writeFrame(descriptor, FileEndMessage{0, bytes.size(), crc});
  ::close(descriptor);
}

void receiveAll(int descriptor, IncomingFiles &files) {
  FrameReader reader;
  std::array<std::byte, 65536> buffer;
  for (ssize_t got = 0; (got = ::read(descriptor, buffer.data(), buffer.size())) > 0;) {
    reader.append(std::span(buffer).first(static_cast<size_t>(got)));
    while (reader.hasMessage()) {
      const WorkerMessage message = **reader.next();
      if (const auto *file = std::get_if<FileMessage>(&message))
        PSTUDIO_CHECK(files.take(*file));
      else if (const auto *chunk = std::get_if<ChunkMessage>(&message))
        PSTUDIO_CHECK(files.take(*chunk));
      else
        PSTUDIO_CHECK(files.take(std::get<FileEndMessage>(message)));
    }
  }
}

double transfer(const std::string &bytes, const std::filesystem::path &folder) {
  int ends[2];
  PSTUDIO_CHECK(::pipe(ends) == 0);
  const Clock::time_point begin = Clock::now();
  std::thread sender([&] { sendAll(ends[1], bytes); });
  IncomingFiles files(folder, {});
  receiveAll(ends[0], files);
  sender.join();
  ::close(ends[0]);
  PSTUDIO_CHECK(files.find(kReturnedTrace)->isComplete);
  return secondsSince(begin);
}

double writeDirectly(const std::string &bytes, const std::filesystem::path &file) {
  const Clock::time_point begin = Clock::now();
  auto sink = OutputFile::open(file);
  PSTUDIO_CHECK(sink && sink->write(bytes) && sink->commit());
  return secondsSince(begin);
}

} // namespace

int main(int argc, char **argv) {
  const size_t megabytes = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 100;
  const std::string bytes = noise(megabytes * 1'000'000);
  std::string made = (std::filesystem::temp_directory_path() / "pstudio-bench-XXXXXX").string();
  PSTUDIO_CHECK(::mkdtemp(made.data()) != nullptr);
  const std::filesystem::path folder = made;
  for (int round = 0; round < 3; ++round) {
    const double piped = transfer(bytes, folder);
    std::filesystem::remove(folder / kReturnedTrace);
    const double direct = writeDirectly(bytes, folder / "direct");
    std::printf("%zu MB: %.0f MB/s as messages through a pipe into a file, %.0f MB/s written "
                "directly\n",
                megabytes, static_cast<double>(megabytes) / piped,
                static_cast<double>(megabytes) / direct);
  }
  std::filesystem::remove_all(folder);
  return 0;
}
