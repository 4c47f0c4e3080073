// SPDX-License-Identifier: Apache-2.0
// Fuzz target: arbitrary bytes as the output of a remote worker, from its banner to its files.
#include <filesystem>
#include <string>

#include "core/base/check.h"
#include "core/remote/incoming_files.h"
#include "core/remote/run_bundle.h"
#include "core/worker/message_stream.h"
#include "core/worker/worker_protocol.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/scratch_folder.h"

namespace {

using namespace pstudio;

/// A folder for received files, empty at the begin of each input.
std::filesystem::path folder() {
  static const fuzz::ScratchFolder temporary;
  std::filesystem::remove_all(temporary.path() / "a");
  std::filesystem::path path = temporary.path() / "a" / "b" / "c";
  std::filesystem::create_directories(path);
  return path;
}

/// Verifies that no file was written outside of the innermost folder.
void checkNothingEscaped(const std::filesystem::path &path) {
  for (std::filesystem::path at = path; at.filename() != "a"; at = at.parent_path()) {
    const std::filesystem::directory_iterator entries(at.parent_path());
    PSTUDIO_CHECK(std::distance(entries, std::filesystem::directory_iterator()) == 1);
  }
}

/// A message that can be encoded again keeps its type.
void checkTrip(const WorkerMessage &message) {
  const Result<std::vector<std::byte>> frame = encodeMessage(message);
  if (!frame)
    return;
  FrameReader reader;
  reader.append(*frame);
  PSTUDIO_CHECK(reader.hasMessage());
  const Result<std::optional<WorkerMessage>> again = reader.next();
  PSTUDIO_CHECK(again && *again);
  PSTUDIO_CHECK((*again)->index() == message.index());
}

bool take(IncomingFiles &files, const WorkerMessage &message) {
  if (const auto *file = std::get_if<FileMessage>(&message))
    return files.take(*file).has_value();
  if (const auto *chunk = std::get_if<ChunkMessage>(&message))
    return files.take(*chunk).has_value();
  if (const auto *end = std::get_if<FileEndMessage>(&message))
    return files.take(*end).has_value();
  if (const auto *request = std::get_if<RunRequest>(&message))
    return filesOfSpec(request->specText).has_value();
  return true;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  MessageStream stream(Banner::Skipped);
  const Result<void> appended = stream.append(std::as_bytes(std::span(data, size)));
  PSTUDIO_CHECK(stream.banner().size() <= size);
  if (!appended || !stream.hasMessage())
    return 0;
  const std::filesystem::path path = folder();
  IncomingFiles files(path, {8, 1u << 20});
  while (true) {
    const bool hasMessage = stream.hasMessage();
    const Result<std::optional<WorkerMessage>> message = stream.next();
    PSTUDIO_CHECK(hasMessage == (!message || message->has_value()));
    if (!message || !*message)
      break;
    checkTrip(**message);
    if (!take(files, **message))
      break;
  }
  PSTUDIO_CHECK(files.bytesTaken() <= 1u << 20);
  checkNothingEscaped(path);
  return 0;
}
