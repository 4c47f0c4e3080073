// SPDX-License-Identifier: Apache-2.0
#include "app/cli/memory_command.h"

#include <cstdio>
#include <string>

#include "app/cli/error_text.h"
#include "app/cli/exit_code.h"
#include "app/cli/memory_json.h"
#include "app/cli/text_output.h"
#include "core/analysis/memory/counted_accesses.h"
#include "core/analysis/memory/memory_text.h"
#include "core/base/utf8.h"
#include "core/formats/trace_file/trace_file.h"

namespace pstudio::cli {
namespace {

/// Why there is nothing to say of a launch; empty if there is something.
std::string missingText(const Launch &launch) {
  if (launch.accesses == nullptr)
    return "the launch has no memory accesses: record with --mode memory";
  const memory::AccessTable &table = launch.accesses->table;
  if (!launch.accesses->isEmpty())
    return {};
  if (table.share().dropped > 0)
    return "all " + std::to_string(table.share().dropped) +
           " recorded memory accesses were dropped: record with strategy=stream, or fewer warps or "
           "CTAs";
  return table.share().noLanes > 0 ? "no recorded memory access had an active lane"
                                   : "the kernel performed no memory access";
}

std::string textOf(const Trace &trace, const Launch &launch, size_t number) {
  const std::string head = "memory    launch " + std::to_string(number) + ", " +
                           printableText(trace.string(launch.kernel)) + " on " +
                           printableText(trace.string(launch.target)) + "\n";
  if (const std::string missing = missingText(launch); !missing.empty())
    return head + "  " + missing + "\n";
  if (!launch.accesses->counts.empty())
    return head + describeCounted(*launch.accesses, memory::countedSites(*launch.accesses));
  return head + describeMemory(*launch.accesses, memory::analyzeMemory(*launch.accesses));
}

std::string jsonOf(const Trace &trace, const Launch &launch, size_t number) {
  const MemoryJsonHead head{number, trace.string(launch.kernel), trace.string(launch.target),
                            missingText(launch)};
  if (!head.missing.empty())
    return memoryToJson(head) + "\n";
  if (!launch.accesses->counts.empty())
    return countedToJson(head, *launch.accesses, memory::countedSites(*launch.accesses)) + "\n";
  return memoryToJson(head, *launch.accesses, memory::analyzeMemory(*launch.accesses)) + "\n";
}

} // namespace

int memoryInfoCommand(const std::filesystem::path &file, bool isJson) {
  const Result<Trace> trace = readTraceFile(file);
  if (!trace) {
    printError(trace.error());
    return kFailed;
  }
  if (!isJson)
    printFormatted(stdout, "%s\n", file.c_str());
  if (!isJson && trace->launches().empty())
    printText(stdout, "memory    the trace has no launches\n");
  for (size_t i = 0; i < trace->launches().size(); ++i) {
    const Launch &launch = trace->launches()[i];
    if (isJson)
      writeData(jsonOf(*trace, launch, i));
    else
      printText(stdout, textOf(*trace, launch, i));
    std::fflush(stdout); // counting the next one may take a while
  }
  return kDone;
}

} // namespace pstudio::cli
