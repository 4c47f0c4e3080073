// SPDX-License-Identifier: Apache-2.0
#include "app/cli/instrument_command.h"

#include <charconv>
#include <cstdio>

#include "app/cli/error_text.h"
#include "app/cli/exit_code.h"
#include "app/cli/text_output.h"
#include "collector/code_object.h"
#include "collector/instrument.h"
#include "core/base/output_file.h"

namespace pstudio::cli {
namespace {

namespace fs = std::filesystem;

tl::unexpected<Error> wrongBlock(const std::string &text) {
  return fail(ErrorCode::InvalidInput, "\"" + text + "\" is not a block size", "--block",
              "use one to three numbers of at least 1 and at most 1024 threads: 128 or 16,16,1");
}

Result<std::array<uint32_t, 3>> parseBlock(const std::string &text) {
  std::array<uint32_t, 3> block{1, 1, 1};
  const char *at = text.data(), *end = text.data() + text.size();
  for (size_t i = 0; i < block.size(); ++i) {
    const auto [rest, error] = std::from_chars(at, end, block[i]);
    if (error != std::errc() || block[i] == 0 || block[i] > 1024)
      return wrongBlock(text);
    if (rest == end)
      return extentProduct(block) <= 1024 ? Result<std::array<uint32_t, 3>>(block)
                                          : wrongBlock(text);
    if (*rest != ',')
      return wrongBlock(text);
    at = rest + 1;
  }
  return wrongBlock(text);
}

Result<InstrumentRequest> requestFrom(const InstrumentCommandOptions &options) {
  InstrumentRequest request;
  request.input = options.input;
  PSTUDIO_TRY_ASSIGN(request.mode, InstrumentationMode::parse(options.mode));
  request.emit = options.emit == InstrumentOutput::Ptx ? InstrumentRequest::Emit::Ptx
                                                       : InstrumentRequest::Emit::LlvmIr;
  request.architecture = options.architecture;
  request.entry = options.entry;
  request.mostSlots = options.mostSlots;
  if (!options.block.empty()) {
    PSTUDIO_TRY_ASSIGN(request.block, parseBlock(options.block));
  }
  return request;
}

fs::path tableOf(const fs::path &output) {
  return output.string() + ".json";
}

/// The code, and the table in a file beside it unless it is printed or nothing can be beside it.
Result<void> write(const InstrumentedFile &result, const InstrumentCommandOptions &options) {
  if (options.printsTable || !mayHaveSiblings(options.output))
    return writeOutput(options.output, result.text);
  PSTUDIO_TRY_ASSIGN(OutputFile code, OutputFile::open(options.output));
  PSTUDIO_TRY(code.write(result.text));
  PSTUDIO_TRY_ASSIGN(OutputFile table, OutputFile::open(tableOf(options.output)));
  PSTUDIO_TRY(table.write(record::toJson(result.table)));
  PSTUDIO_TRY(code.commit());
  return table.commit();
}

Result<InstrumentedFile> instrument(const InstrumentCommandOptions &options) {
  if (options.printsTable && isStandardOutput(options.output))
    return fail(ErrorCode::InvalidInput, "--table and -o - both write to standard output", "-o",
                "use a file name for -o, or /dev/null to print only the table");
  PSTUDIO_TRY_ASSIGN(const InstrumentRequest request, requestFrom(options));
  // A code object is compiled here, since LLVM IR may be of a later LLVM.
  PSTUDIO_TRY_ASSIGN(InstrumentedFile result, options.emit == InstrumentOutput::CodeObject
                                                  ? instrumentedCodeObject(request)
                                                  : instrumentFile(request));
  PSTUDIO_TRY(write(result, options));
  return result;
}

void printSummary(const InstrumentedFile &result, const InstrumentCommandOptions &options) {
  const bool hasTable = mayHaveSiblings(options.output);
  if (!hasTable)
    printFormatted(
        stderr,
        "note: %s is not a regular file; the operation table is not written. Use --table "
        "to print it\n",
        options.output.c_str());
  if (isStandardOutput(options.output))
    return;
  size_t operations = 0;
  for (const record::InstrumentedKernelEntry &kernel : result.table.kernels)
    operations += kernel.operations.operations.size();
  const std::string table = hasTable ? " and " + tableOf(options.output).string() : std::string();
  printFormatted(stdout, "wrote %s%s: kernels %zu, scopes, events and values %zu\n",
                 options.output.c_str(), table.c_str(), result.table.kernels.size(), operations);
}

} // namespace

int instrumentCommand(const InstrumentCommandOptions &options) {
  const Result<InstrumentedFile> result = instrument(options);
  if (!result) {
    printError(result.error());
    return kFailed;
  }
  for (const std::string &note : result->notes)
    printFormatted(stderr, "note: %s: %s\n", options.input.c_str(), note.c_str());
  if (options.printsTable) {
    writeData(record::toJson(result->table));
    return kDone;
  }
  printSummary(*result, options);
  return kDone;
}

} // namespace pstudio::cli
