// SPDX-License-Identifier: Apache-2.0
#include "core/run/pass_report.h"

#include <algorithm>

#include "core/base/byte_sink.h"
#include "core/base/check.h"
#include "core/base/file_bytes.h"

namespace pstudio {
namespace {

constexpr uint64_t kMaxFileBytes = uint64_t{512} << 20;

} // namespace

std::string_view irLanguageName(IrLanguage language) {
  switch (language) {
  case IrLanguage::Mlir:
    return "mlir";
  case IrLanguage::Llvm:
    return "llvm";
  case IrLanguage::Ptx:
    return "ptx";
  }
  return {};
}

std::shared_ptr<const std::string> PassReport::text(std::optional<IrTextId> id) const {
  if (!id)
    return nullptr;
  PSTUDIO_CHECK(*id < texts.size());
  return texts[*id];
}

bool PassReport::operator==(const PassReport &other) const {
  return kernel == other.kernel && target == other.target && mode == other.mode &&
         stages == other.stages && textsLeftOut == other.textsLeftOut &&
         textBytesLeftOut == other.textBytesLeftOut && recordingTime == other.recordingTime &&
         std::ranges::equal(texts, other.texts,
                            [](const auto &a, const auto &b) { return *a == *b; });
}

Nanoseconds timeOf(const PassStage &stage) {
  Nanoseconds sum;
  for (const PassRun &pass : stage.passes)
    sum += pass.time;
  return sum;
}

Nanoseconds timeOf(const PassReport &report) {
  Nanoseconds sum;
  for (const PassStage &stage : report.stages)
    sum += timeOf(stage);
  return sum;
}

Result<void> writePassReport(const PassReport &report, const std::filesystem::path &file) {
  PSTUDIO_TRY_ASSIGN(AtomicFileSink sink, AtomicFileSink::open(file));
  PSTUDIO_TRY(sink.write(passReportToJson(report)));
  return sink.commit();
}

Result<PassReport> readPassReport(const std::filesystem::path &file) {
  PSTUDIO_TRY_ASSIGN(const FileBytes content, FileBytes::read(file, kMaxFileBytes));
  const std::span<const std::byte> bytes = content.bytes();
  return passReportFromJson({reinterpret_cast<const char *>(bytes.data()), bytes.size()},
                            file.string());
}

std::filesystem::path passReportPath(const std::filesystem::path &trace) {
  std::filesystem::path stem = trace.stem();
  if (stem.extension() == ".partial" || stem.extension() == ".wrong")
    stem = stem.stem();
  return trace.parent_path() / (stem.string() + ".passes.json");
}

} // namespace pstudio
