// SPDX-License-Identifier: Apache-2.0
// Runs a program in this process and stores its output.
#pragma once

#include <atomic>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include <QTemporaryDir>

#include "collector/collector.h"
#include "tests/collector/program/printed_text.h"
#include "tests/support/test_data.h"

namespace pstudio::test {

/// Output, stages and log lines of a program.
class ProgramLog : public ProgressSink {
public:
  std::string printed;
  std::vector<std::string> stages;
  std::vector<std::string> lines;
  std::atomic<bool> *cancelAtOutput = nullptr; ///< set when the program prints, to stop it
  void stage(std::string_view name) override { stages.emplace_back(name); }
  void fraction(double) override {}
  void log(std::string_view line) override { lines.emplace_back(line); }
  void output(std::string_view text) override {
    printed += text;
    if (cancelAtOutput)
      *cancelAtOutput = true;
  }
};

/// A program of the folder "programs".
inline ProgramSpec programNamed(const std::string &name, const std::string &mode = "default") {
  ProgramSpec spec;
  spec.file = testData("tests/collector/program/programs/" + QString::fromStdString(name) + ".mlir")
                  .toStdString();
  spec.mode = *InstrumentationMode::parse(mode);
  return spec;
}

/// A program from text, in a temporary file.
class WrittenProgram {
public:
  explicit WrittenProgram(const std::string &text, const std::string &mode = "default") {
    spec.file = m_folder.filePath("program.mlir").toStdString();
    std::ofstream(spec.file) << text;
    spec.mode = *InstrumentationMode::parse(mode);
    spec.timeLimitSeconds = 5.0;
  }
  ProgramSpec spec;

private:
  QTemporaryDir m_folder;
};

} // namespace pstudio::test
