// SPDX-License-Identifier: Apache-2.0
#include "core/remote/kept_part.h"

#include "core/base/file_bytes.h"
#include "core/base/number_text.h"
#include "core/capture/drained_trace.h"
#include "core/formats/pftrace/pftrace_reader.h"
#include "core/formats/pftrace/pftrace_writer.h"
#include "core/remote/returned_file.h"
#include "core/worker/kept_trace.h"

namespace pstudio {
namespace {

namespace fs = std::filesystem;

Note noteOf(const std::string &why, const std::string &account) {
  return makeNote(NoteCode::RunConnectionLost, {why, account});
}

/// Of a trace file that was on its way.
std::string traceAccount(const Trace &trace, const IncomingFile &file) {
  const uint64_t got = trace.sliceCount();
  const uint64_t missing = file.items - std::min<uint64_t>(got, file.items);
  return countText(got) + " of " + countText(file.items, "slice", "slices") + " had arrived, " +
         countText(missing) + (missing == 1 ? " is" : " are") + " missing";
}

std::string recordsAccount(const IncomingFiles &arrived, uint64_t pendingBytes) {
  if (arrived.bytesTaken() == 0)
    return "no records had arrived";
  return countText(arrived.bytesTaken(), "byte", "bytes") + " of its records had arrived, " +
         (pendingBytes > 0 ? "at least " + countText(pendingBytes) + " and " : "") +
         "all later records are missing";
}

Result<KeptPart> keepPartOfTrace(const IncomingFile &file, const IncomingFiles &arrived,
                                 const fs::path &output, const std::string &why) {
  PSTUDIO_TRY_ASSIGN(const FileBytes bytes, FileBytes::read(arrived.folder() / file.name));
  Result<Trace> trace = readPftrace(bytes.bytes(), output.filename().string());
  if (!trace) // too short to decode
    return KeptPart{{}, "none of " + countText(file.items, "slice", "slices") + " had arrived"};
  KeptPart kept{keptTracePath(output, ErrorCode::Io), traceAccount(*trace, file)};
  PSTUDIO_TRY(writePftrace(withNote(*std::move(trace), noteOf(why, kept.account)), kept.trace));
  return kept;
}

} // namespace

Result<KeptPart> keepPartialTrace(const IncomingFiles &arrived, const fs::path &output,
                                  const std::string &why, uint64_t pendingBytes) {
  const IncomingFile *file = arrived.find(kReturnedTrace);
  if (file && file->size > 0)
    return keepPartOfTrace(*file, arrived, output, why);
  KeptPart kept{{}, recordsAccount(arrived, pendingBytes)};
  PSTUDIO_TRY_ASSIGN(const std::optional<Trace> trace,
                     record::decodeDrainLogs(arrived.folder(), noteOf(why, kept.account)));
  if (!trace)
    return kept;
  kept.trace = keptTracePath(output, ErrorCode::Io);
  PSTUDIO_TRY(writePftrace(*trace, kept.trace));
  return kept;
}

} // namespace pstudio
