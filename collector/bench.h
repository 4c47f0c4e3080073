// SPDX-License-Identifier: Apache-2.0
// Front door of the benchmark: measures recording on a target and gives tables.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/result.h"

namespace pstudio::bench {

/// Content of a table. Nothing (shown as "-") where a column has no meaning for a row; text where a
/// measurement failed says why. A number was measured.
using Cell = std::variant<std::monostate, double, int64_t, std::string>;

struct Column {
  std::string name; ///< "median"
  std::string unit; ///< "cycles"; empty for text and plain numbers
  int decimals = 1; ///< of its doubles
};

struct Table {
  std::string title;
  std::vector<Column> columns;
  std::vector<std::vector<Cell>> rows; ///< one cell for each column
  std::vector<std::string> notes;      ///< how it was measured, one sentence each
};

/// A figure that the project wants to reach: `measured` at most `limit`.
struct Target {
  std::string what;
  double limit = 0.0;
  std::string unit;
  std::optional<double> measured; ///< none: `missing` says why
  std::string missing;
  bool isMet() const { return measured && *measured <= limit; }
};

/// One subject, measured independently of the others.
struct Section {
  std::string name;  ///< as on the command line: "records"
  std::string title; ///< "cycles per record"
  std::vector<Table> tables;
  std::vector<Target> targets;
  std::optional<Error> failure; ///< what ended it early; the tables have what was measured before
  double seconds = 0.0;         ///< wall time that it took
};

struct Report {
  /// Chip, driver, date, version, architecture: name and value, in order.
  std::vector<std::pair<std::string, std::string>> environment;
  std::vector<Section> sections;
};

struct Request {
  std::string target = "cuda";       ///< "cuda" or "cuda:<architecture>", or "cpu"
  std::vector<std::string> sections; ///< names; empty = all of the target
  std::filesystem::path kernels;     ///< folder of run specifications; empty = no examples
  std::vector<std::string> modes;    ///< of the section "modes"; empty = one of each kind
  std::filesystem::path scratch;     ///< where files are written and removed again
  uint32_t iterations = 0;           ///< repeats of each measurement; 0 = as the section thinks
  uint64_t slices = 4'700'000;       ///< of the section "capture"
  std::string driver;                ///< the CUDA driver's library; empty = this machine's
};

/// Hears of the parts of a report as they are there, so that a run that dies leaves what it had.
struct Listener {
  std::function<void(const Report &)> began; ///< the environment is known; no section yet
  std::function<void(const Section &)> ended;
};

/// A section that a target has.
struct SectionName {
  std::string name;
  std::string title;
};

/// The sections of "cuda" or "cpu", in order; empty for another target.
std::vector<SectionName> sectionsOf(const std::string &target);

/// Measures. A section that fails does not stop the others. Unsupported if the target is unknown or
/// has no device here, InvalidInput for a section that it does not have. About a minute on a GPU.
Result<Report> run(const Request &request, const Listener &listener);

} // namespace pstudio::bench
