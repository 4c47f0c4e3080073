// SPDX-License-Identifier: Apache-2.0
#include "core/formats/trace_file/other_formats.h"

#include <algorithm>
#include <iterator>

namespace pstudio {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view kTracyMessage = "a Tracy trace is not supported";
constexpr std::string_view kTracyHint =
    "tracy-csvexport -u writes its zones as CSV; a Chrome trace JSON needs \"ph\":\"X\" with name, "
    "ts and dur of each";
constexpr std::string_view kSpallMessage = "a Spall trace is not supported";
constexpr std::string_view kSpallHint =
    "Spall also opens Chrome trace JSON: record in that form to open the file in both";
constexpr std::string_view kPerfMessage = "a recording of perf is not supported";
constexpr std::string_view kPerfHint =
    "perf script prints its samples; for slices, perf2perfetto converts traces of Intel PT to a "
    "Perfetto trace";
constexpr std::string_view kFtraceHint =
    "record user scopes as track events with Perfetto (tracebox): they open, and the kernel's "
    "packets of such a file are counted and kept";
constexpr std::string_view kHatchetHint =
    "proton-collect tree FILE shows it, as File > Open in the window does";

constexpr OtherFormat kOtherFormats[] = {
    {"\x92\x83\xa5"
     "frame"sv,
     "a Hatchet call tree (MessagePack) has sums per function and no timestamps", kHatchetHint},
    {"tr\xfdP"sv, kTracyMessage, kTracyHint},
    {"tZst"sv, kTracyMessage, kTracyHint},
    {"tlZ\x04"sv, kTracyMessage, kTracyHint},
    {"\x0d\xf0\xad\x0b\0\0\0\0"sv, kSpallMessage, kSpallHint},
    {"\x0d\xf0\xad\xab\0\0\0\0"sv, kSpallMessage, kSpallHint},
    {"PERFILE2"sv, kPerfMessage, kPerfHint},
    {"2ELIFREP"sv, kPerfMessage, kPerfHint},
    {"\x17\x08\x44tracing"sv, "a recording of trace-cmd (ftrace) is not supported", kFtraceHint},
    {"# tracer: "sv, "a text of ftrace is not supported", kFtraceHint},
};

} // namespace

const OtherFormat *sniffOtherFormat(std::span<const std::byte> bytes) {
  const std::string_view text(reinterpret_cast<const char *>(bytes.data()), bytes.size());
  const auto found = std::ranges::find_if(
      kOtherFormats, [&](const OtherFormat &format) { return text.starts_with(format.mark); });
  return found == std::end(kOtherFormats) ? nullptr : found;
}

} // namespace pstudio
