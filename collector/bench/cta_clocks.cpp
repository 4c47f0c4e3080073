// SPDX-License-Identifier: Apache-2.0
#include "collector/bench/cta_clocks.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>

namespace pstudio::bench {
namespace {

/// Name of the added parameter.
std::string parameterOf(const std::string &entry) {
  return entry + "_warp_clocks";
}

/// Computes %at, this warp's words, and %first, whether this is its first lane.
std::string locate(const std::string &entry, uint32_t threadsPerCta) {
  const std::string warps = std::to_string((threadsPerCta + 31) / 32);
  return "\t.reg .pred %first;\n"
         "\t.reg .b32 %a, %b, %c;\n"
         "\t.reg .b64 %at, %word, %cta;\n"
         // The linear thread, as x + width * (y + height * z).
         "\tmov.u32 %a, %tid.z;\n\tmov.u32 %b, %ntid.y;\n\tmov.u32 %c, %tid.y;\n"
         "\tmad.lo.u32 %a, %a, %b, %c;\n"
         "\tmov.u32 %b, %ntid.x;\n\tmov.u32 %c, %tid.x;\n"
         "\tmad.lo.u32 %a, %a, %b, %c;\n"
         "\tand.b32 %b, %a, 31;\n\tsetp.eq.u32 %first, %b, 0;\n"
         "\tshr.u32 %a, %a, 5;\n\tcvt.u64.u32 %word, %a;\n"
         // The linear CTA times its warps.
         "\tmov.u32 %a, %ctaid.z;\n\tmov.u32 %b, %nctaid.y;\n\tmov.u32 %c, %ctaid.y;\n"
         "\tmad.lo.u32 %a, %a, %b, %c;\n"
         "\tmov.u32 %b, %nctaid.x;\n\tmov.u32 %c, %ctaid.x;\n"
         "\tmad.wide.u32 %cta, %a, %b, 0;\n"
         "\tcvt.u64.u32 %at, %c;\n\tadd.s64 %cta, %cta, %at;\n"
         "\tmad.lo.u64 %word, %cta, " +
         warps +
         ", %word;\n"
         "\tld.param.u64 %at, [" +
         parameterOf(entry) +
         "];\n"
         "\tcvta.to.global.u64 %at, %at;\n"
         "\tmad.lo.u64 %at, %word, " +
         std::to_string(kWarpClockBytes) + ", %at;\n";
}

std::string atBegin(const std::string &entry, uint32_t threadsPerCta) {
  return "{ // clocks of this warp\n" + locate(entry, threadsPerCta) +
         "\tmov.u32 %a, %smid;\n\tcvt.u64.u32 %word, %a;\n"
         "\t@%first st.global.u64 [%at+32], %word;\n"
         "\tmov.u64 %word, %globaltimer;\n\t@%first st.global.u64 [%at+16], %word;\n"
         "\tmov.u64 %word, %clock64;\n\t@%first st.global.u64 [%at], %word;\n}\n";
}

std::string atEnd(const std::string &entry, uint32_t threadsPerCta) {
  return "{ // clocks of this warp\n" + locate(entry, threadsPerCta) +
         "\tmov.u64 %word, %clock64;\n\t@%first st.global.u64 [%at+8], %word;\n"
         "\tmov.u64 %word, %globaltimer;\n\t@%first st.global.u64 [%at+24], %word;\n}\n";
}

/// Where the parts of the entry are in the text.
struct EntryText {
  size_t parametersEnd = 0; ///< the ')' of the parameters
  bool hasParameters = false;
  size_t bodyBegin = 0; ///< after the '{'
  size_t bodyEnd = 0;   ///< the '}' that closes it
};

/// The '}' of the '{' at `open`; npos if there is none. Counts the nested braces of inline
/// assembly.
size_t closingBrace(const std::string &ptx, size_t open) {
  size_t depth = 0;
  for (size_t at = open; at < ptx.size(); ++at) {
    if (ptx.compare(at, 2, "//") == 0)
      at = std::min(ptx.find('\n', at), ptx.size() - 1);
    depth += ptx[at] == '{';
    if (ptx[at] == '}' && --depth == 0)
      return at;
  }
  return std::string::npos;
}

Result<EntryText> findEntry(const std::string &ptx, const std::string &entry) {
  const auto reject = [&](const char *what) {
    return fail(ErrorCode::InvalidFormat, std::string("the PTX of ") + entry + " has no " + what);
  };
  const size_t name = ptx.find(".entry " + entry + "(");
  if (name == std::string::npos)
    return reject("entry of that name");
  EntryText found;
  const size_t open = ptx.find('(', name);
  found.parametersEnd = ptx.find(')', open);
  if (found.parametersEnd == std::string::npos)
    return reject("end of its parameters");
  found.hasParameters =
      ptx.substr(open, found.parametersEnd - open).find(".param") != std::string::npos;
  const size_t body = ptx.find("\n{", found.parametersEnd);
  if (body == std::string::npos)
    return reject("body");
  found.bodyEnd = closingBrace(ptx, body + 1);
  if (found.bodyEnd == std::string::npos)
    return reject("end of its body");
  found.bodyBegin = body + 2;
  return found;
}

} // namespace

Result<std::string> withWarpClocks(const std::string &ptx, const std::string &entry,
                                   uint32_t threadsPerCta) {
  PSTUDIO_TRY_ASSIGN(const EntryText found, findEntry(ptx, entry));
  std::string body = ptx.substr(found.bodyBegin, found.bodyEnd - found.bodyBegin);
  const std::string end = atEnd(entry, threadsPerCta);
  size_t returns = 0;
  for (size_t at = body.find("\tret;"); at != std::string::npos;
       at = body.find("\tret;", at + end.size() + 1)) {
    body.insert(at, end);
    ++returns;
  }
  if (returns == 0)
    return fail(ErrorCode::InvalidFormat, "the PTX of " + entry + " has no return");
  return ptx.substr(0, found.parametersEnd) + (found.hasParameters ? ",\n" : "") +
         "\t.param .u64 " + parameterOf(entry) + "\n" +
         ptx.substr(found.parametersEnd, found.bodyBegin - found.parametersEnd) + "\n" +
         atBegin(entry, threadsPerCta) + body + ptx.substr(found.bodyEnd);
}

Result<KernelSpan> spanOf(std::span<const std::byte> clocks) {
  struct SmSpan {
    uint64_t begin = UINT64_MAX;
    uint64_t end = 0;
  };
  std::map<uint64_t, SmSpan> sms;
  SmSpan times;
  for (size_t at = 0; at + kWarpClockBytes <= clocks.size(); at += kWarpClockBytes) {
    std::array<uint64_t, 5> words{};
    std::memcpy(words.data(), clocks.data() + at, sizeof words);
    if (std::find(words.begin(), words.end(), UINT64_MAX) != words.end())
      return fail(ErrorCode::WrongResult, "warp " + std::to_string(at / kWarpClockBytes) +
                                              " of the grid did not store its clocks");
    SmSpan &sm = sms[words[4]];
    sm.begin = std::min(sm.begin, words[0]);
    sm.end = std::max(sm.end, words[1]);
    times.begin = std::min(times.begin, words[2]);
    times.end = std::max(times.end, words[3]);
  }
  KernelSpan span;
  for (const auto &[sm, between] : sms)
    span.cycles = std::max(span.cycles,
                           static_cast<double>(between.end) - static_cast<double>(between.begin));
  if (!sms.empty())
    span.nanoseconds = static_cast<double>(times.end - times.begin);
  return span;
}

} // namespace pstudio::bench
