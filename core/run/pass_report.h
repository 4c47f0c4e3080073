// SPDX-License-Identifier: Apache-2.0
// Report on every pass of a compile: time, statistics, IR before and after. Plain data and its
// file.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/base/units.h"
#include "core/run/text_places.h"

namespace pstudio {

/// A quantity of the IR that a pass changed, such as the number of operations of one kind.
struct PassStatistic {
  std::string name; ///< "operations", "proton.record", "shared memory bytes", "instructions"
  uint64_t before = 0;
  uint64_t after = 0;
  bool operator==(const PassStatistic &) const = default;
};

/// Number of a text in PassReport::texts.
using IrTextId = uint32_t;

/// One pass over one operation or function; or the making of a text by other means (a translation).
struct PassRun {
  std::string name;     ///< as on the command line of a pass driver: "canonicalize"
  std::string options;  ///< as there, without braces; empty if it has none
  std::string scope;    ///< the operation that the pass ran on: "gpu.module @kernels", "function
                        ///< @k", "module"
  Nanoseconds time;     ///< of the pass alone, without the time of recording it
  bool changed = false; ///< whether the pass changed the IR
  bool failed = false;  ///< the pass reported an error; it is the last one of its report
  /// The IR that the pass ran on. Equal if it changed nothing. None: left out, because the report
  /// was full; `before` alone is none for a translation, which makes the text.
  std::optional<IrTextId> before, after;
  std::vector<PassStatistic> statistics; ///< only those that changed
  bool operator==(const PassRun &) const = default;
};

enum class IrLanguage : uint8_t { Mlir, Llvm, Ptx, Isa };
/// By value; "isa" is the assembly of AMD's GPUs.
inline constexpr std::array<std::string_view, 4> kIrLanguageNames{"mlir", "llvm", "ptx", "isa"};

/// One pass manager, or one step of the compile that runs some.
struct PassStage {
  std::string name; ///< "instrument", "lower to LLVM", "optimise"
  IrLanguage language = IrLanguage::Mlir;
  std::vector<PassRun> passes; ///< in the order in which they began
  bool operator==(const PassStage &) const = default;
};

/// The source places of a text that has none in itself: three lists of one length.
struct IrTextPlaces {
  IrTextId text = 0;
  std::vector<uint32_t> lines;       ///< of the text, from 1
  std::vector<uint32_t> files;       ///< of each: in PassReport::placeFiles
  std::vector<uint32_t> sourceLines; ///< of each, from 1
  bool operator==(const IrTextPlaces &) const = default;
};

/// The fact of a launch that repeats the id of the report of its compile.
inline constexpr const char *kPassReportFact = "compile.passes";

/// Every pass of one compile, or of several one after the other. Copies share the texts.
struct PassReport {
  std::string id; ///< newPassReportId(), which the launches of its run repeat; empty if no launch
                  ///< does
  std::string kernel, target, mode;
  std::vector<PassStage> stages; ///< in order
  /// Each different text once. Never null.
  std::vector<std::shared_ptr<const std::string>> texts;
  uint64_t textsLeftOut = 0; ///< omitted texts, which would have made the report too large
  uint64_t textBytesLeftOut = 0;
  Nanoseconds recordingTime; ///< part of the compile time that this report took
  std::vector<std::string> placeFiles;
  std::vector<IrTextPlaces> places; ///< of texts whose places were recorded, by rising text

  /// The text, or null if `number` is none. [if any, it is below texts.size()]
  std::shared_ptr<const std::string> text(std::optional<IrTextId> number) const;
  /// The recorded places of a text; without lines if there are none. O(places of the text).
  CodePlaces placesOf(IrTextId number) const;
  /// The same content, texts compared by value.
  bool operator==(const PassReport &other) const;
};

/// 16 hexadecimal digits that no other report has.
std::string newPassReportId();
/// Appends the stages of another compile, named "KERNEL: STAGE", and its texts, each of which stays
/// once. O(bytes of both).
void append(PassReport &report, const PassReport &more);

/// Sum of the passes' times.
Nanoseconds timeOf(const PassStage &stage);
Nanoseconds timeOf(const PassReport &report);

/// The report as JSON, described in core/run/PASSES.md. Bytes that are no UTF-8 are replaced.
std::string passReportToJson(const PassReport &report);
/// Reads it back. InvalidFormat, with the field, for what is not such a report: wrong types,
/// numbers of texts that do not exist, a newer version. `document` names it in messages.
Result<PassReport> passReportFromJson(std::string_view json, std::string_view document);

/// Writes the file in one step; an existing one stays until then.
Result<void> writePassReport(const PassReport &report, const std::filesystem::path &file);
/// The same of a report that is JSON already.
Result<void> writePassReport(std::string_view json, const std::filesystem::path &file);
/// Io, InvalidInput for a file beyond 512 MiB, else as passReportFromJson().
Result<PassReport> readPassReport(const std::filesystem::path &file);

/// Where the report of a run lies whose trace is `trace`: "x.passes.json" for "x.pftrace", for
/// "x.partial.pftrace" and for "x.wrong.pftrace".
std::filesystem::path passReportPath(const std::filesystem::path &trace);

} // namespace pstudio
