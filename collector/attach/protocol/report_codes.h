// SPDX-License-Identifier: Apache-2.0
// Why a kernel or a launch was not recorded: stable codes of report.json, each with its sentence.
#pragma once

#include <array>
#include <string_view>

namespace pstudio::attach {

struct ReportCode {
  std::string_view code;
  std::string_view reason; ///< a detail may follow after ": "
  std::string_view action; ///< what to do; may be empty
};

/// Sorted by code.
inline constexpr std::array kReportCodes = {
    ReportCode{"activity.failed",
               "CUPTI does not record kernels and copies: their times on the device are missing",
               "check that CUPTI belongs to the same CUDA version as the driver"},
    ReportCode{"activity.hip",
               "activity is recorded by CUPTI only: the times of kernels and copies of HIP on the "
               "device are missing",
               "rocprofv3 records them in a run without attach"},
    ReportCode{"activity.none",
               "CUPTI was not found: the times of kernels and copies on the device are missing",
               "install the CUDA toolkit, or the Python package nvidia-cuda-cupti"},
    ReportCode{"activity.profiler",
               "the program's own profiler records the activity: from then on the times of kernels "
               "and copies on the device are missing",
               "run the program without its profiler"},
    ReportCode{"attribute.recorded",
               "the launch was recorded; the driver rejected a hint of the original for the "
               "instrumented kernel",
               ""},
    ReportCode{"autotune",
               "the launch belongs to an autotuner's benchmark, which records would change",
               "--autotune records it"},
    ReportCode{"callpath.cut", "outer frames of deep Python stacks were left out", ""},
    ReportCode{"callpath.left", "scopes or call paths of the program were left out: too many", ""},
    ReportCode{"callpath.metric",
               "metrics of the program whose values are not numbers were left out", ""},
    ReportCode{"callpath.off",
               "Python frames were switched off: launches waited for other threads of Python",
               "use --callpath scopes"},
    ReportCode{"captured",
               "the launch was captured into a CUDA graph: its replays are counted and can be "
               "recorded",
               ""},
    ReportCode{"code.ambiguous",
               "several modules of the program have a kernel of this name, and none is provably "
               "the code that runs",
               "install the ptxas with which the program's compiler assembles: for JAX the package "
               "nvidia-cuda-nvcc"},
    ReportCode{"code.architecture",
               "the program has PTX of another architecture only, from which the running code was "
               "not made",
               "compile it with PTX for the device: nvcc -arch=sm_90a"},
    ReportCode{"code.changed", "the file that Triton keeps is not the code that runs",
               "clear Triton's cache and run again"},
    ReportCode{"code.damaged", "the kernel's image is damaged", "compile the program again"},
    ReportCode{"code.dumped", "the PTX that XLA has written is not that of the code that runs",
               "report the message with the folder of --keep-raw"},
    ReportCode{"code.format", "the kernel's image has an unknown format",
               "report the message with the version of the compiler"},
    ReportCode{"code.launches", "the kernel launches kernels from the device",
               "launch them from the host"},
    ReportCode{"code.linked",
               "the kernel was linked of several objects (-rdc=true), which leaves no PTX",
               "compile it without -rdc=true"},
    ReportCode{"code.machine", "the kernel's image has machine code only",
               "compile it with PTX for the device: nvcc -arch=sm_90a"},
    ReportCode{"code.none", "neither Triton's LLVM IR nor PTX of this kernel was found",
               "only kernels of Triton, torch.compile and images with PTX can be instrumented"},
    ReportCode{"code.recorded",
               "the launch was recorded; its PTX is the only one with this name, kernels and "
               "parameters, but no ptxas here assembles it to exactly the code that runs",
               "install the ptxas with which the program's compiler assembles: for JAX the package "
               "nvidia-cuda-nvcc"},
    ReportCode{"code.rejected", "the instrumentation rejects the kernel's code",
               "report the message with the .llir or .ptx file"},
    ReportCode{"code.unwritten", "XLA wrote no PTX of this kernel",
               "libraries have none; for candidates of XLA's autotuning set "
               "XLA_FLAGS=--xla_gpu_autotune_level=0"},
    ReportCode{"code.variable",
               "the kernel uses a variable of its module that the instrumented kernel cannot share",
               "pass it to the kernel as an argument"},
    ReportCode{"cooperative",
               "the CTAs may wait for each other, and those of the instrumented kernel do not all "
               "run at once",
               "use a smaller mode"},
    ReportCode{"counters.none",
               "hardware counters are not read in attached programs: a second launch of a kernel "
               "would change the program's data",
               "proton-collect run reads them where the kernel may be repeated"},
    ReportCode{"disk.full", "the output folder has no space for a file of the program",
               "free space, or use a smaller slots= or ctas="},
    ReportCode{"driver.error", "the driver rejected the instrumented kernel; the original ran", ""},
    ReportCode{"driver.old", "the driver lacks functions that recording needs",
               "use a driver of CUDA 12.0 or later"},
    ReportCode{"fault", "a kernel failed while an instrumented one ran", ""},
    ReportCode{"files.taken",
               "the files of an earlier program with the same process number are there",
               "use the GPU in one program of the process only, after exec"},
    ReportCode{"graph.conditional",
               "the kernels in the body of a conditional node of a CUDA graph are not recorded",
               "their times on the device are in the trace; launch the body without the "
               "conditional node"},
    ReportCode{"graph.device",
               "the CUDA graph may be launched from the device, where no launch can be chosen",
               "instantiate it without the flag for launches from the device"},
    ReportCode{"graph.driver", "the driver cannot describe and replace nodes of CUDA graphs",
               "use a driver of CUDA 12.4 or later"},
    ReportCode{"graph.kept",
               "the driver did not take the original back into the CUDA graph: later replays write "
               "records that are not read",
               "report the message with the version of the driver"},
    ReportCode{
        "graph.updated",
        "the program changed the executable CUDA graph in a way that leaves its nodes unknown",
        "let one node depend on all that have no dependents, change single kernel nodes, or "
        "instantiate the graph anew"},
    ReportCode{"graph.whole", "replays of a CUDA graph, recorded as a whole",
               "--activity on records its kernels"},
    ReportCode{"hook.failed", "a Python hook of proton-collect attach failed and was switched off",
               "report the message; kernels are still found by the hash of their code"},
    ReportCode{"kernel.unseen",
               "launched in a way that is not seen: inside a driver function or a replayed graph",
               "its times on the device are in the trace and in the tree"},
    ReportCode{"launch.none", "the program did not reach the chosen launch",
               "choose a smaller number with --launch"},
    ReportCode{"memory.device", "the device has too little free memory for the records",
               "use a smaller slots= or ctas="},
    ReportCode{"memory.limit", "the records need more memory than --max-memory",
               "raise --max-memory, or use slots= or ctas="},
    ReportCode{"most.launches", "the process has recorded --max-launches launches",
               "raise --max-launches"},
    ReportCode{"nothing.recorded", "the mode has nothing to record in this kernel",
               "choose another --mode"},
    ReportCode{
        "postponed.recorded",
        "the launch was recorded in the place of an earlier one, which --wait no did not let "
        "wait",
        ""},
    ReportCode{"process.unchosen",
               "--processes does not choose the process, which ran as without the recording",
               "--processes all records it"},
    ReportCode{"processes.none", "--processes chose no process of the program that uses a GPU",
               "check it against the names and ranks of the processes above"},
    ReportCode{"range.none", "the range never opened, or no launch was inside it",
               "check --range against the program's scopes, steps and calls of cudaProfilerStart"},
    ReportCode{"range.nvtx",
               "ranges of NVTX do not count: NVTX_INJECTION64_PATH names another tool",
               "unset it, or name the range by a scope of proton_studio.proton"},
    ReportCode{"records.damaged", "the records cannot be decoded", ""},
    ReportCode{"records.lost", "the program ended before the records arrived", ""},
    ReportCode{"residency.recorded",
               "the launch was recorded; the grid no longer runs at once, but no CTA waits for "
               "another",
               "use a smaller mode"},
    ReportCode{"rule.mode", "the program requests a mode that is not valid",
               "use a mode as of proton-collect attach --mode"},
    ReportCode{"scopes.none", "scopes inside kernels were left out", ""},
    ReportCode{"scopes.recorded",
               "the launch was recorded; its original was compiled with marks of the scopes inside "
               "the kernel, which are no instructions",
               ""},
    ReportCode{"server.gone", "proton-collect attach ended before the program", ""},
    ReportCode{"shared.limit",
               "a CTA of the instrumented kernel needs more shared memory than the device allows",
               "use a mode whose records no lanes of a warp make alone, such as functions"},
    ReportCode{"spill", "the instrumented kernel spills registers, the original does not",
               "use a smaller mode"},
    ReportCode{"spill.recorded",
               "the launch was recorded; the instrumented kernel spills registers, the original "
               "does not",
               "use a smaller mode"},
    ReportCode{"tool", "a debugger or profiler runs the program", "run it without that tool"},
    ReportCode{"tree.none", "the program read the data of a session and got an empty tree", ""},
    ReportCode{"twin.failed", "the instrumented kernel could not be compiled", ""},
    ReportCode{"twin.late", "the instrumented kernel was not ready in time; the original ran",
               "raise --twin-timeout"},
    ReportCode{"twin.postponed",
               "the original ran while the instrumented kernel was made; the next launch of the "
               "kernel is recorded instead",
               "--wait yes records this one"},
    ReportCode{"unknown", "the launch was not recorded; the preloaded library gave no reason",
               "report it with the command"},
    ReportCode{
        "unseen",
        "launches were not seen: the program finds the driver in a way that is not supported", ""},
    ReportCode{"xla.flags",
               "XLA_FLAGS was not extended, so that kernels of XLA have machine code only",
               "set XLA_FLAGS to flags, not to the name of a file, and use -o with a path without "
               "quotes and backslashes"},
};

} // namespace pstudio::attach
