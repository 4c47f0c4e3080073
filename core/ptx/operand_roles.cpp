// SPDX-License-Identifier: Apache-2.0
#include "core/ptx/operand_roles.h"

#include <algorithm>
#include <array>

namespace pstudio::ptx {
namespace {

constexpr std::array<std::string_view, 24> kReading{"applypriority", "bra",        "brkpt",
                                                    "brx",           "cp",         "discard",
                                                    "exit",          "fence",      "griddepcontrol",
                                                    "membar",        "nanosleep",  "pmevent",
                                                    "prefetch",      "prefetchu",  "red",
                                                    "ret",           "setmaxnreg", "st",
                                                    "stackrestore",  "stmatrix",   "sured",
                                                    "sust",          "tensormap",  "trap"};

constexpr std::array<std::string_view, 102> kWriting{
    "abs",      "activemask", "add",          "addc",      "alloca", "and",        "atom",
    "bfe",      "bfi",        "bfind",        "bmsk",      "brev",   "clz",        "cnot",
    "copysign", "cos",        "createpolicy", "cvt",       "cvta",   "div",        "dp2a",
    "dp4a",     "elect",      "ex2",          "fma",       "fns",    "getctarank", "isspacep",
    "istypep",  "ld",         "ldmatrix",     "ldu",       "lg2",    "lop3",       "mad",
    "mad24",    "madc",       "mapa",         "match",     "max",    "min",        "mma",
    "mov",      "movmatrix",  "mul",          "mul24",     "neg",    "not",        "or",
    "popc",     "prmt",       "rcp",          "redux",     "rem",    "rsqrt",      "sad",
    "selp",     "set",        "setp",         "shf",       "shfl",   "shl",        "shr",
    "sin",      "slct",       "sqrt",         "stacksave", "sub",    "subc",       "suld",
    "suq",      "szext",      "tanh",         "testp",     "tex",    "tld4",       "txq",
    "vabsdiff", "vabsdiff2",  "vabsdiff4",    "vadd",      "vadd2",  "vadd4",      "vavrg2",
    "vavrg4",   "vmad",       "vmax",         "vmax2",     "vmax4",  "vmin",       "vmin2",
    "vmin4",    "vote",       "vset",         "vset2",     "vset4",  "vshl",       "vshr",
    "vsub",     "vsub2",      "vsub4",        "xor"};

template <size_t N>
bool isListed(std::string_view name, const std::array<std::string_view, N> &names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Opcodes of which some forms write and others do not.
RegisterUse useOfFamily(std::string_view root, std::string_view opcode, bool firstIsAddress) {
  const auto has = [&](std::string_view part) {
    return opcode.find(part) != std::string_view::npos;
  };
  const auto writesIf = [](bool writes) {
    return writes ? RegisterUse::WritesFirst : RegisterUse::ReadsAll;
  };
  if (root == "bar" || root == "barrier")
    return writesIf(has(".red."));
  if (root == "mbarrier")
    return writesIf(!firstIsAddress && !has(".init") && !has(".inval") && !has(".complete_tx") &&
                    (!has("mbarrier.expect_tx") || has(".arrive")));
  if (root == "wgmma")
    return has("mma_async") ? RegisterUse::UpdatesFirst : RegisterUse::ReadsAll;
  if (root == "wmma")
    return writesIf(!has(".store."));
  if (root == "multimem")
    return writesIf(has(".ld_reduce"));
  if (root == "tcgen05")
    return writesIf(opcode.starts_with("tcgen05.ld") && !firstIsAddress);
  if (root == "clusterlaunchcontrol")
    return writesIf(has(".query_cancel"));
  return RegisterUse::UnknownOpcode;
}

} // namespace

RegisterUse registerUse(std::string_view opcode, bool firstIsAddress) {
  const std::string_view root = opcode.substr(0, opcode.find('.'));
  if (isListed(root, kReading))
    return RegisterUse::ReadsAll;
  if (isListed(root, kWriting))
    return firstIsAddress ? RegisterUse::UnknownOpcode : RegisterUse::WritesFirst;
  return useOfFamily(root, opcode, firstIsAddress);
}

} // namespace pstudio::ptx
