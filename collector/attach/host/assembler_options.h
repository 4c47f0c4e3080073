// SPDX-License-Identifier: Apache-2.0
// Options of ptxas that an image states for its kernels.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pstudio::attach {

/// The words of `options` ("-O1  --fmad false -maxrregcount=32 ") that change code and its debug
/// information, in their order. Left out are options that name files, make a relocatable object or
/// print: a twin is one whole module, and only this program names its files.
std::vector<std::string> codeOptions(std::string_view options);

/// The options with which NVRTC assembles a program that was compiled with these options of NVRTC,
/// as codeOptions() reads them: "--device-debug" is "-g --dont-merge-basicblocks --return-at-end ",
/// as nvcc has it. Other options have their effect in the PTX.
std::string optionsForAssembler(std::span<const std::string> nvrtcOptions);

} // namespace pstudio::attach
