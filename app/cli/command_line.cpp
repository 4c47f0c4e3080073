// SPDX-License-Identifier: Apache-2.0
#include "app/cli/command_line.h"

#include <CLI/CLI.hpp>

#include "app/cli/attach_options.h"
#include "app/cli/bench_command.h"
#include "app/cli/compare_command.h"
#include "app/cli/convert_command.h"
#include "app/cli/exit_code.h"
#include "app/cli/info_command.h"
#include "app/cli/instrument_command.h"
#include "app/cli/memory_command.h"
#include "app/cli/overlap_command.h"
#include "app/cli/query_command.h"
#include "app/cli/remote_command.h"
#include "app/cli/run_command.h"
#include "app/cli/session_command.h"
#include "app/cli/source_root_option.h"
#include "app/cli/statistics_command.h"
#include "app/cli/targets_command.h"
#include "app/cli/text_output.h"
#include "app/cli/tree_command.h"
#include "app/cli/word_option.h"
#include "app/cli/worker_command.h"
#include "app/worker/program_info.h"
#include "core/trace/time_range_text.h"

namespace pstudio::cli {
namespace {

void addActivityOptions(CLI::App &run, RunOverrides &overrides) {
  CLI::Option *kinds =
      run.add_option("--activity", overrides.activity,
                     "Activity that the GPU vendor's tool (CUPTI, roctracer) adds on the same time "
                     "axis: all, none, or a list of kernels,copies,memsets,api");
  run.add_flag_callback(
         "--no-activity", [&overrides] { overrides.activity = "none"; },
         "Do not use the GPU vendor's tool")
      ->excludes(kinds);
  // The period is optional: without it, the vendor's tool chooses one.
  run.add_option(
         "--pc-samples", overrides.pcSamples,
         "Also sample the PC and stall reason of each SM's warps, in a separate, uninstrumented "
         "launch. Value: sampling period in cycles, a power of two of at least 32")
      ->expected(0, 1)
      ->default_str("0");
  run.add_option("--counters", overrides.counters,
                 "Also read these hardware counters (list: proton-collect counters) in separate, "
                 "uninstrumented launches: NAME,...");
}

void addRun(CLI::App &app, int &exitCode) {
  const auto options = std::make_shared<RunCommandOptions>();
  CLI::App *run = app.add_subcommand("run", "Run a kernel or a program and save the trace");
  run->add_option("SPEC", options->spec, "Run specification (JSON), or a whole program (.mlir)")
      ->required();
  run->add_option("-o,--output", options->output,
                  "Trace file to write (.pftrace), or the code; - is standard output")
      ->required();
  CLI::Option *target = run->add_option("--target", options->overrides.target,
                                        "Target, instead of the specification's");
  run->add_option("--arch", options->architecture,
                  "Architecture of --target: --target hip --arch gfx942 is hip:gfx942")
      ->needs(target);
  run->add_option(
      "--worker", options->worker,
      "Command that starts the worker of a remote machine, such as \"ssh HOST proton-collect "
      "worker\". The input files are sent to the worker and the results are returned");
  run->add_option("--mode", options->overrides.mode,
                  "Instrumentation: none, or modes with options, such as default:slots=256, "
                  "functions,barriers or memory:strategy=histogram (all modes: see the guide)");
  run->add_option("--time-limit", options->overrides.timeLimitSeconds,
                  "Time limit of one launch, or of a whole program, in seconds");
  run->add_option(
      "--callbacks", options->overrides.callbacks,
      "C or C++ file with the functions of --mode default:callbacks=FUNCTION@POINT,...");
  run->add_option("--callback-output", options->overrides.callbackOutput,
                  "Also write the buffer of the callbacks to this file (.npy)");
  addActivityOptions(*run, options->overrides);
  run->add_option("--keep-capture", options->keepCapture,
                  "Also write the raw profile buffers to this file");
  run->add_option("--passes", options->passes,
                  "Also write the IR before and after each compiler pass to this file (JSON)");
  addSourceRoots(*run, options->sourceRoots, "the kernel's folder and the current folder");
  run->add_flag("--print-passes", options->printsPasses,
                "Print compiler passes with times and statistics to standard error");
  CLI::Option *folder = run->add_option(
      "--cache-dir", options->cacheFolder,
      "Cache folder of compiled kernels (default: PSTUDIO_CACHE_DIR, or the user's cache folder)");
  run->add_flag("--no-cache", options->hasNoCache,
                "Do not read or write the cache of compiled kernels")
      ->excludes(folder);
  addWordOption(
      *run, "--emit", {kCodeFormatNames.begin(), kCodeFormatNames.end()}, kCodeFormatNames.size(),
      [options](size_t format) { options->emit = static_cast<CodeFormat>(format); },
      "Write the code of the instrumented kernel to the output and do not run it: ptx, or for "
      "AMD GPUs isa (assembly) or hsaco (code object)");
  addWordOption<ProgressStyle>(
      *run, "--progress", options->progress,
      {{"line", ProgressStyle::Line}, {"json", ProgressStyle::Json}, {"none", ProgressStyle::None}},
      "Progress output");
  run->callback([options, &exitCode] {
    if (!options->architecture.empty())
      *options->overrides.target += ":" + options->architecture;
    exitCode = runCommand(*options);
  });
}

void addSession(CLI::App &app, int &exitCode) {
  const auto options = std::make_shared<SessionCommandOptions>();
  CLI::App *session = app.add_subcommand(
      "session",
      "Keep kernels loaded on a device, and instrument, restore and launch them by commands");
  session->add_option("SPEC", options->specs, "Run specifications (JSON), one per kernel")
      ->required();
  session->add_option("--target", options->overrides.target,
                      "Target, instead of the specifications'");
  session->add_option("--time-limit", options->overrides.timeLimitSeconds,
                      "Time limit of one launch in seconds");
  session->add_option("--callbacks", options->overrides.callbacks,
                      "C or C++ file with callback functions, as for run");
  CLI::Option *folder =
      session->add_option("--cache-dir", options->cacheFolder, "Cache folder of compiled kernels");
  session
      ->add_flag("--no-cache", options->hasNoCache,
                 "Do not read or write the cache of compiled kernels")
      ->excludes(folder);
  addSourceRoots(*session, options->sourceRoots, "the kernels' folders and the current folder");
  session->add_flag("--verbose", options->isVerbose,
                    "Print stages and log lines to standard error");
  session->footer(kSessionCommands);
  session->callback([options, &exitCode] { exitCode = sessionCommand(*options); });
}

void addInstrument(CLI::App &app, int &exitCode) {
  const auto options = std::make_shared<InstrumentCommandOptions>();
  CLI::App *command = app.add_subcommand(
      "instrument", "Instrument a file of kernels that another program launches");
  command
      ->add_option("FILE", options->input,
                   "Kernels: LLVM IR (.ll, .llir), PTX (.ptx), CUDA C++ (.cu) or MLIR")
      ->required();
  command
      ->add_option("-o,--output", options->output,
                   "File to write; the operation table is written to OUT.json; - is standard "
                   "output, without table")
      ->required();
  command->add_option("--mode", options->mode, "Instrumentation, as for run");
  addWordOption<InstrumentOutput>(
      *command, "--emit", options->emit,
      {{"ll", InstrumentOutput::LlvmIr},
       {std::string(codeFormatName(CodeFormat::Ptx)), InstrumentOutput::Ptx},
       {std::string(codeFormatName(CodeFormat::Hsaco)), InstrumentOutput::CodeObject}},
      "Output format: LLVM IR or PTX; of PTX always ptx; hsaco: a code object of an AMD GPU");
  command->add_option("--arch", options->architecture,
                      "Architecture, such as sm_90a (default: the file's, else sm_80)");
  command->add_option("--entry", options->entry,
                      "Of PTX or CUDA C++: the only kernel to instrument (default: all)");
  command->add_option("--block", options->block, "Threads of a CTA as X,Y,Z (default: the file's)");
  command
      ->add_option("--most-slots", options->mostSlots,
                   "Slots of a warp, at most, if the mode gives no number and the kernel may write "
                   "more than 1024 (default: 1024)")
      ->check(CLI::Range(1024u, 1u << 24));
  command->add_flag("--table", options->printsTable,
                    "Print the table of operations and sizes instead of writing a file");
  command->callback([options, &exitCode] { exitCode = instrumentCommand(*options); });
}

void addConvert(CLI::App &app, int &exitCode) {
  const auto options = std::make_shared<ConvertOptions>();
  CLI::App *convert =
      app.add_subcommand("convert", "Convert any supported file to a Perfetto trace");
  convert->add_option("FILE", options->inputs, "Trace, capture; patterns for .sqlite")->required();
  convert
      ->add_option("-o,--output", options->output,
                   "Trace to write (.pftrace); - is standard output; .sqlite: tables of query")
      ->required();
  convert->add_option(
      "--rocprof", options->rocprof,
      "File of the same run from rocprofv3, in any of its formats; it is added on the "
      "time axis of the records");
  convert->add_flag_callback(
      "--without-sources", [options] { options->hasSources = false; },
      "Leave out the source files that the trace contains");
  convert->callback([options, &exitCode] { exitCode = convertCommand(*options); });
}

void addInfo(CLI::App &app, int &exitCode) {
  const auto file = std::make_shared<std::filesystem::path>();
  const auto overlap = std::make_shared<OverlapCommandOptions>();
  const auto isOverlap = std::make_shared<bool>(false);
  const auto isMemory = std::make_shared<bool>(false);
  CLI::App *info = app.add_subcommand("info", "Print a summary of a trace file");
  info->add_option("FILE", *file, "Trace file")->required();
  CLI::Option *flag = info->add_flag(
      "--overlap", *isOverlap,
      "Instead, how much of each launch's asynchronous operations is hidden or waited for");
  info->add_flag("--memory", *isMemory,
                 "Instead, memory accesses of each launch: operations, buffers, reuse, footprints, "
                 "findings")
      ->excludes(flag);
  info->add_flag("--json", overlap->isJson,
                 "With --overlap or --memory: one JSON object per launch");
  info->add_option("--without", overlap->without, "Omit findings with this code")->needs(flag);
  info->callback([file, overlap, isOverlap, isMemory, &exitCode] {
    overlap->files = {*file};
    if (overlap->isJson && !*isOverlap && !*isMemory)
      throw CLI::RequiresError("--json", "--overlap or --memory");
    exitCode = *isMemory    ? memoryInfoCommand(*file, overlap->isJson)
               : *isOverlap ? overlapInfoCommand(*overlap)
                            : infoCommand(*file);
  });
}

void addOverlap(CLI::App &app, int &exitCode) {
  const auto options = std::make_shared<OverlapCommandOptions>();
  CLI::App *overlap =
      app.add_subcommand("overlap", "Compare variants of a kernel: do the waits for asynchronous "
                                    "operations explain their times?");
  overlap->add_option("FILE", options->files, "Traces recorded with mode async, one per variant")
      ->required();
  overlap
      ->add_option("--kernel-us", options->kernelMicroseconds,
                   "Uninstrumented kernel times in microseconds, one per FILE, in order: T1,T2,... "
                   "(default: the recorded times)")
      ->delimiter(',')
      ->allow_extra_args(false);
  overlap->add_flag("--json", options->isJson, "One JSON object; times in picoseconds");
  overlap->callback([options, &exitCode] { exitCode = overlapCommand(*options); });
}

constexpr const char *kCompareHelp =
    "Exit codes: 0 no regression, 1 failure, 2 wrong usage, 3 regression. A regression is a scope "
    "whose median grew by more than the threshold, and whose interval of 95 % does not contain 1. "
    "Scopes with fewer than 6 instances on a side have no verdict.";

void addCompare(CLI::App &app, int &exitCode) {
  const auto options = std::make_shared<CompareCommandOptions>();
  CLI::App *compare = app.add_subcommand(
      "compare", "Compare traces with a baseline scope by scope, regressions first");
  compare->add_option("BASELINE", options->baseline, "Trace or capture")->required();
  compare
      ->add_option("CANDIDATE", options->candidates,
                   "Traces or captures; of several, an overview comes first")
      ->required();
  compare->add_option("--threshold", options->threshold,
                      "Change that counts as a regression: 5% or 0.05 (default: 5%)");
  compare
      ->add_option("--match", options->matches,
                   "Compare a scope or kernel with one of another name: BASELINE=CANDIDATE; may be "
                   "repeated. A path is written \"outer > inner\"")
      ->allow_extra_args(false);
  compare->add_option("--align", options->alignment,
                      "Moment that is time 0 in both traces: launch, scope=NAME, iteration=N or "
                      "iteration=N:NAME (default: launch)");
  using compare::SampleUnit;
  addWordOption<SampleUnit>(*compare, "--unit", options->unit,
                            {{"time", SampleUnit::Time}, {"cycles", SampleUnit::Cycles}},
                            "Compare times or SM cycles");
  addWordOption<ComparisonFormat>(*compare, "--format", options->format,
                                  {{"text", ComparisonFormat::Text},
                                   {"json", ComparisonFormat::Json},
                                   {"html", ComparisonFormat::Html}},
                                  "Output format; html is a report in one file");
  compare->add_option("-o,--output", options->output, "File to write (default: standard output)");
  compare->footer(kCompareHelp);
  compare->callback([options, &exitCode] { exitCode = compareCommand(*options); });
}

constexpr const char *kTreeHelp =
    "Metrics: those of --list, with or without their unit, and derived ones: time/s, time/ms, "
    "time/us, time/ns, the same of avg_time, cpu_time and avg_cpu_time; flop/s, gflop/s, tflop/s, "
    "also flop8, flop16, flop32 and flop64; byte/s, gbyte/s, tbyte/s; util; METRIC/%";

void addStatistics(CLI::App &app, int &exitCode) {
  const auto options = std::make_shared<StatisticsCommandOptions>();
  const auto range = std::make_shared<std::string>();
  using Rows = StatisticsRows;
  using statistics::LengthUnit;
  CLI::App *command = app.add_subcommand(
      "statistics", "Print count, total, self time, quantiles and share of each scope");
  command->add_option("FILE", options->file, "Trace or capture")->required();
  command->add_option("--scope", options->scope, "Only slices of this name");
  addWordOption<Rows>(*command, "--by", options->by,
                      {{"scope", Rows::Scope},
                       {"warp", Rows::Warp},
                       {"cta", Rows::Cta},
                       {"sm", Rows::Sm},
                       {"rank", Rows::Rank}},
                      "Meaning of a row; warp, cta and sm need --scope; rank is the start of a "
                      "kernel in one rank of a merged trace");
  command
      ->add_option("--range", *range,
                   "Time range on the ruler, such as 1.2us..3us. Slices that its edges cut count "
                   "with the part inside, in total, self and share only")
      ->check([](const std::string &text) {
        return parseTimeRange(text) ? std::string() : "not a time range, such as 1.2us..3us";
      });
  addWordOption<StatisticsFormat>(*command, "--format", options->format,
                                  {{"text", StatisticsFormat::Text},
                                   {"json", StatisticsFormat::Json},
                                   {"csv", StatisticsFormat::Csv}},
                                  "Output format");
  addWordOption<LengthUnit>(*command, "--unit", options->unit,
                            {{"ns", LengthUnit::Nanoseconds}, {"cycles", LengthUnit::Cycles}},
                            "Unit of the text; JSON and CSV contain both");
  command->callback([options, range, &exitCode] {
    if (!range->empty())
      options->range = parseTimeRange(*range);
    exitCode = statisticsCommand(*options);
  });
}

void addTreeView(CLI::App &tree, calltree::ViewOptions &view) {
  tree.add_option("-i,--include", view.include,
                  "Only paths through nodes whose whole name matches this regular expression, such "
                  "as \".*softmax.*\"");
  tree.add_option(
      "-e,--exclude", view.exclude,
      "Omit nodes whose whole name matches this regular expression, and their children");
  tree.add_option("-t,--threshold", view.threshold,
                  "Omit nodes whose first metric is smaller, unless a child's is not");
  tree.add_option("-d,--depth", view.depth, "Maximum number of levels")
      ->check(CLI::Range(1u, 1'000'000u));
  using calltree::SiblingOrder;
  addWordOption<SiblingOrder>(
      tree, "--sort", view.order,
      {{"file", SiblingOrder::File}, {"value", SiblingOrder::Value}, {"name", SiblingOrder::Name}},
      "Order of siblings: as in the file, by the first metric, or by name");
}

void addTreeOutput(CLI::App &tree, TreeCommandOptions &options) {
  using calltree::FrameStyle;
  addWordOption<FrameStyle>(tree, "-f,--frames", options.frames,
                            {{"full", FrameStyle::Full},
                             {"file_function_line", FrameStyle::FileFunctionLine},
                             {"function_line", FrameStyle::FunctionLine},
                             {"file_function", FrameStyle::FileFunction}},
                            "Parts of Python frames that are printed");
  addWordOption<TreeFormat>(
      tree, "--format", options.format,
      {{"text", TreeFormat::Text}, {"json", TreeFormat::Json}, {"hatchet", TreeFormat::Hatchet}},
      "Output format; hatchet contains the metrics of the file, not --metrics");
  tree.add_flag("--print-sorted", options.printsSorted,
                "Also print the nodes as a list, the largest first metric first");
}

void addTree(CLI::App &app, int &exitCode) {
  const auto options = std::make_shared<TreeCommandOptions>();
  CLI::App *tree =
      app.add_subcommand("tree", "Print a call tree with metrics (Hatchet JSON of Triton Proton)");
  tree->add_option("FILE", options->file, "Call tree (.hatchet, .hatchet_msgpack)")->required();
  tree->add_flag("-l,--list", options->isListing, "Print the metrics of the file instead");
  tree->add_option("-m,--metrics", options->metrics,
                   "Metrics to print: METRIC,... (default: time/ms,time/%)")
      ->delimiter(',')
      ->allow_extra_args(false);
  addTreeView(*tree, options->view);
  tree->add_option("--diff,--diff-profile", options->other,
                   "Print the values of FILE minus those of this file");
  addTreeOutput(*tree, *options);
  tree->footer(kTreeHelp);
  tree->callback([options, &exitCode] { exitCode = treeCommand(*options); });
}

void addQuery(CLI::App &app, int &exitCode) {
  const auto options = std::make_shared<QueryCommandOptions>();
  CLI::App *query = app.add_subcommand("query", "Query traces in SQL");
  query->add_option("FILE", options->filesAndSql,
                    "Traces or patterns such as 'runs/**/*.pftrace'; last the query, such as "
                    "\"SELECT * FROM scopes\"; - is standard input");
  addWordOption<QueryFormat>(
      *query, "--format", options->format,
      {{"table", QueryFormat::Table}, {"csv", QueryFormat::Csv}, {"json", QueryFormat::Json}},
      "Output format; json is one object for each row");
  query->add_option("--limit", options->limit,
                    "Maximum number of rows, 0 is all (default: 1000 of a table, else all)");
  query
      ->add_option("--time-limit", options->timeLimitSeconds,
                   "Stop the query after this time in seconds")
      ->check(CLI::Range(0.001, 1e9));
  query->add_flag("--tables", options->printsTables,
                  "Print the tables, their columns with meanings, and the functions instead");
  query->add_flag("--examples", options->printsExamples, "Print examples of queries instead");
  query->callback([options, &exitCode] { exitCode = queryCommand(*options); });
}

void addOthers(CLI::App &app, int &exitCode) {
  const auto listing = std::make_shared<TargetsCommandOptions>();
  CLI::App *targets =
      app.add_subcommand("targets", "List the targets of this machine and of the remotes");
  targets->add_flag("--json", listing->isJson, "One JSON object per line");
  targets->add_flag("--local", listing->isLocalOnly, "Do not query remote machines");
  targets->callback([listing, &exitCode] { exitCode = targetsCommand(*listing); });
  const auto chip = std::make_shared<std::string>();
  CLI::App *counters =
      app.add_subcommand("counters", "List the hardware counters of this machine's GPU");
  counters->add_option("--chip", *chip,
                       "Chip, by CUPTI's name, instead of this machine's: GH100, GA100, ...");
  counters->callback([chip, &exitCode] { exitCode = countersCommand(*chip); });
  const auto worker = std::make_shared<WorkerCommandOptions>();
  CLI::App *serve = app.add_subcommand(
      "worker", "Internal: serve one run over the worker protocol (core/worker/PROTOCOL.md)");
  serve->add_option("--most-files", worker->mostFiles, "Maximum number of input files of a run");
  serve->add_option("--most-bytes", worker->mostBytes,
                    "Maximum total size of the input files in bytes");
  serve->callback([worker] { workerCommand(*worker); });
}

void addRemoteSettings(CLI::App &remote, int &exitCode) {
  struct Added {
    RemoteTarget remote;
    std::vector<std::string> environment;
    int64_t connectSeconds = RemoteTarget{}.connectLimit.count();
    int64_t silenceSeconds = RemoteTarget{}.silenceLimit.count();
  };
  const auto added = std::make_shared<Added>();
  CLI::App *add =
      remote.add_subcommand("add", "Add a machine, or change the machine with this name");
  add->add_option("NAME", added->remote.name, "Name, the prefix of its targets: NAME/cuda")
      ->required();
  add->add_option("COMMAND", added->remote.command,
                  "Command that starts its worker, such as \"ssh HOST proton-collect worker\"")
      ->required();
  add->add_option("--env", added->environment,
                  "Environment variable of the command, NAME=VALUE; may be repeated");
  add->add_option("--connect-limit", added->connectSeconds, "Connection timeout in seconds");
  add->add_option("--silence-limit", added->silenceSeconds, "Heartbeat timeout in seconds");
  add->callback([added, &exitCode] {
    added->remote.connectLimit = std::chrono::seconds(added->connectSeconds);
    added->remote.silenceLimit = std::chrono::seconds(added->silenceSeconds);
    exitCode = remoteAddCommand(added->remote, added->environment);
  });
}

void addRemote(CLI::App &app, int &exitCode) {
  CLI::App *remote =
      app.add_subcommand("remote", "Manage remote machines: add, list, remove, check");
  remote->require_subcommand(1);
  addRemoteSettings(*remote, exitCode);
  remote->add_subcommand("list", "List all machines")->callback([&exitCode] {
    exitCode = remoteListCommand();
  });
  const auto name = std::make_shared<std::string>();
  CLI::App *removal = remote->add_subcommand("remove", "Remove a machine");
  removal->add_option("NAME", *name, "Name of the machine")->required();
  removal->callback([name, &exitCode] { exitCode = remoteRemoveCommand(*name); });
  const auto isJson = std::make_shared<bool>(false);
  CLI::App *check = remote->add_subcommand("check", "Connect to a machine and list its targets");
  check->add_option("NAME", *name, "Name of the machine")->required();
  check->add_flag("--json", *isJson, "Print a JSON object");
  check->callback([name, isJson, &exitCode] { exitCode = remoteCheckCommand(*name, *isJson); });
}

void addBench(CLI::App &app, int &exitCode) {
  const auto options = std::make_shared<BenchCommandOptions>();
  bench::Request &request = options->request;
  CLI::App *command = app.add_subcommand("bench", "Measure the recording cost");
  command->add_option("--target", request.target, "Target: cuda[:architecture] or cpu")->required();
  command->add_option("--section", request.sections, "Only this section; may be repeated");
  command->add_option("--json", options->json,
                      "Also write the tables to this file as JSON; - is standard output");
  command->add_option("--kernels", request.kernels,
                      "Folder of run specifications for the sections \"overhead\" and \"modes\"");
  command->add_option("--mode", request.modes,
                      "Only this mode in the section \"modes\"; may be repeated");
  command->add_option("--iterations", request.iterations, "Repeats of each measurement")
      ->check(CLI::Range(1u, 100'000u));
  command->add_option("--slices", request.slices, "Slices of the section \"capture\"");
  command->add_option("--scratch", request.scratch, "Folder for temporary files");
  command->callback([options, &exitCode] { exitCode = benchCommand(*options); });
}

} // namespace

int runCommandLine(int argc, char **argv) {
  CLI::App app("Proton Studio's collector: runs GPU kernels and records a timeline of every warp.",
               "proton-collect");
  app.set_version_flag("--version", programName());
  app.require_subcommand(1);
  int exitCode = kDone;
  addRun(app, exitCode);
  addSession(app, exitCode);
  addBench(app, exitCode);
  addInstrument(app, exitCode);
  addAttach(app, exitCode);
  addConvert(app, exitCode);
  addRemote(app, exitCode);
  addInfo(app, exitCode);
  addOverlap(app, exitCode);
  addStatistics(app, exitCode);
  addCompare(app, exitCode);
  addTree(app, exitCode);
  addQuery(app, exitCode);
  addOthers(app, exitCode);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError &error) {
    // CLI11 reports --help and --version as a ParseError too, with the exit code of success.
    const bool helped = error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success);
    app.exit(error);
    exitCode = helped ? kDone : kWrongUsage;
  }
  return finishStandardOutput(exitCode);
}

} // namespace pstudio::cli
