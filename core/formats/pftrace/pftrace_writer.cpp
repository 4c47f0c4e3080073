// SPDX-License-Identifier: Apache-2.0
#include "core/formats/pftrace/pftrace_writer.h"

#include "core/base/parallel.h"
#include "core/formats/pftrace/piece_encoder.h"
#include "core/formats/pftrace/write_plan.h"

namespace pstudio {
namespace {

constexpr int kLevel = 1; // level 6 takes nearly three times as long and saves a sixth

/// Bytes of a piece, or why there are none.
using PieceBytes = Result<std::string>;

/// Makes an encoder, with its compressor if there is to be one.
class PieceWorker {
public:
  PieceWorker(const WritePlan &plan, bool isCompressed) {
    std::optional<Deflater> deflater;
    if (isCompressed) {
      Result<Deflater> made = Deflater::make(kLevel);
      if (!made) {
        m_error = std::move(made).error();
        return;
      }
      deflater = *std::move(made);
    }
    m_encoder.emplace(plan, std::move(deflater));
  }
  PieceBytes operator()(size_t piece) {
    if (!m_encoder)
      return tl::unexpected<Error>(m_error);
    return m_encoder->encode(piece);
  }

private:
  std::optional<PieceEncoder> m_encoder;
  Error m_error;
};

} // namespace

Result<void> writePftraceTo(const Trace &trace, ByteSink &sink, const PftraceOptions &options) {
  const WritePlan plan(trace, options.threads);
  Result<void> status;
  orderedPipeline(
      plan.pieces().size(), options.threads,
      [&] { return PieceWorker(plan, options.isCompressed); },
      [&](size_t, PieceBytes bytes) {
        status = bytes.and_then([&](const std::string &text) { return sink.write(text); });
        return status.has_value();
      });
  return status;
}

Result<void> writePftrace(const Trace &trace, const std::filesystem::path &path) {
  return writePftraceAs(trace, path, {});
}

Result<void> writePftraceAs(const Trace &trace, const std::filesystem::path &path,
                            const PftraceOptions &options, FifoReader reader) {
  PSTUDIO_TRY_ASSIGN(OutputFile file, OutputFile::open(path, reader));
  PSTUDIO_TRY(writePftraceTo(trace, file, options));
  return file.commit();
}

Result<std::string> writePftraceToString(const Trace &trace, const PftraceOptions &options) {
  StringSink sink;
  PSTUDIO_TRY(writePftraceTo(trace, sink, options));
  return sink.take();
}

} // namespace pstudio
