// SPDX-License-Identifier: Apache-2.0
#include "tests/support/amd_interpreter/operands.h"

#include <cctype>
#include <charconv>
#include <cstdlib>
#include <optional>

namespace pstudio::test::amdgpu {
namespace {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())))
    text.remove_prefix(1);
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())))
    text.remove_suffix(1);
  return text;
}

/// The parts of `text` between separators that are in no parentheses or brackets.
std::vector<std::string_view> splitOutside(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  int depth = 0;
  size_t begin = 0;
  for (size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : separator;
    depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
    if ((c == separator && depth == 0) || i == text.size()) {
      if (const std::string_view part = trimmed(text.substr(begin, i - begin)); !part.empty())
        parts.push_back(part);
      begin = i + 1;
    }
  }
  return parts;
}

std::optional<int64_t> integerOf(std::string_view text) {
  const std::string copy(text);
  if (copy.empty())
    return std::nullopt;
  char *end = nullptr;
  const bool isNegative = copy[0] == '-';
  const auto magnitude = std::strtoull(copy.c_str() + isNegative, &end, 0);
  if (*end != '\0' || !std::isdigit(static_cast<unsigned char>(copy[isNegative])))
    return std::nullopt;
  return isNegative ? -static_cast<int64_t>(magnitude) : static_cast<int64_t>(magnitude);
}

std::optional<double> floatOf(std::string_view text) {
  const std::string copy(text);
  const size_t first = copy.starts_with('-') ? 1 : 0;
  if (copy.find('.') == std::string::npos || !std::isdigit(static_cast<unsigned char>(copy[first])))
    return std::nullopt;
  // The inline constant 1/(2 pi) is printed with fewer digits than it has.
  if (copy.starts_with("0.15915494"))
    return 0.15915494309189532;
  return std::strtod(copy.c_str(), nullptr);
}

struct NamedScalar {
  std::string_view name;
  uint16_t index;
  uint16_t count;
};
constexpr NamedScalar kNamedScalars[] = {
    {"vcc", kVcc, 2},
    {"vcc_lo", kVcc, 1},
    {"vcc_hi", kVcc + 1, 1},
    {"exec", kExec, 2},
    {"exec_lo", kExec, 1},
    {"exec_hi", kExec + 1, 1},
    {"m0", kM0, 1},
    {"null", kNull, 1},
    {"scc", kScc, 1},
    {"src_scc", kScc, 1},
    {"flat_scratch", 102, 2},
    {"flat_scratch_lo", 102, 1},
    {"flat_scratch_hi", 103, 1},
};

/// The registers of "7", "[4:7]" or "[4]"; false if it is neither.
bool readRange(std::string_view text, Operand &operand) {
  const auto number = [](std::string_view digits) -> std::optional<uint16_t> {
    uint16_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc() || end != digits.data() + digits.size())
      return std::nullopt;
    return value;
  };
  if (text.empty())
    return false;
  if (text.front() != '[') {
    const auto index = number(text);
    operand.index = index.value_or(0);
    return index.has_value();
  }
  text = text.substr(1, text.size() - 2);
  const size_t colon = text.find(':');
  const auto first = number(text.substr(0, colon));
  const auto last = colon == text.npos ? first : number(text.substr(colon + 1));
  if (!first || !last || *last < *first)
    return false;
  operand.index = *first;
  operand.count = static_cast<uint16_t>(*last - *first + 1);
  return true;
}

bool readRegister(std::string_view text, Operand &operand) {
  for (const NamedScalar &named : kNamedScalars)
    if (named.name == text) {
      operand.kind = Operand::Kind::Scalar;
      operand.index = named.index;
      operand.count = named.count;
      return true;
    }
  if (text.ends_with(".l") || text.ends_with(".h")) {
    operand.isHigh = text.ends_with(".h");
    text.remove_suffix(2);
  }
  if (text.starts_with("ttmp") && readRange(text.substr(4), operand)) {
    operand.kind = Operand::Kind::Scalar;
    operand.index = static_cast<uint16_t>(operand.index + kFirstTrap);
    return true;
  }
  const char file = text.empty() ? ' ' : text.front();
  if ((file != 'v' && file != 's' && file != 'a') || !readRange(text.substr(1), operand))
    return false;
  operand.kind = file == 'v'   ? Operand::Kind::Vector
                 : file == 'a' ? Operand::Kind::Accumulator
                               : Operand::Kind::Scalar;
  return true;
}

void readWrappers(std::string_view &text, Operand &operand) {
  if (text.starts_with("-") && text.size() > 1 &&
      !std::isdigit(static_cast<unsigned char>(text[1]))) {
    operand.isNegated = true;
    text.remove_prefix(1);
  }
  if (text.starts_with("neg(") && text.ends_with(")")) {
    operand.isNegated = true;
    text = text.substr(4, text.size() - 5);
  }
  if (text.starts_with("|") && text.ends_with("|") && text.size() > 2) {
    operand.isAbsolute = true;
    text = text.substr(1, text.size() - 2);
  }
  if (text.starts_with("abs(") && text.ends_with(")")) {
    operand.isAbsolute = true;
    text = text.substr(4, text.size() - 5);
  }
  if (text.starts_with("sext(") && text.ends_with(")")) {
    operand.isSignExtended = true;
    text = text.substr(5, text.size() - 6);
  }
}

Operand operandOf(std::string_view text) {
  Operand operand;
  readWrappers(text, operand);
  if (readRegister(text, operand))
    return operand;
  if (text == "off") {
    operand.kind = Operand::Kind::Off;
  } else if (const auto integer = integerOf(text)) {
    operand.kind = Operand::Kind::Integer;
    operand.integer = *integer;
  } else if (const auto number = floatOf(text)) {
    operand.kind = Operand::Kind::Float;
    operand.number = *number;
  } else {
    operand.word = std::string(text);
  }
  return operand;
}

/// "[0,1,1]" into `to`; elements that are not listed keep their value.
template <size_t N> void readList(std::string_view text, std::array<uint8_t, N> &to) {
  if (text.size() < 2)
    return;
  size_t at = 0;
  for (const std::string_view part : splitOutside(text.substr(1, text.size() - 2), ','))
    if (at < N)
      to[at++] = static_cast<uint8_t>(integerOf(part).value_or(0));
}

struct DppName {
  std::string_view name;
  DppControl::Kind kind;
};
constexpr DppName kDppNames[] = {
    {"row_shl", DppControl::Kind::RowShiftLeft},
    {"row_shr", DppControl::Kind::RowShiftRight},
    {"row_ror", DppControl::Kind::RowRotate},
    {"row_mirror", DppControl::Kind::RowMirror},
    {"row_half_mirror", DppControl::Kind::RowHalfMirror},
    {"row_share", DppControl::Kind::RowShare},
    {"row_xmask", DppControl::Kind::RowXmask},
    {"row_newbcast", DppControl::Kind::RowNewBroadcast},
    {"wave_shr", DppControl::Kind::WaveShiftRight},
};

bool readDpp(std::string_view key, std::string_view value, DppControl &dpp) {
  const auto amount = static_cast<uint8_t>(integerOf(value).value_or(0));
  if (key == "quad_perm" || key == "dpp8") {
    dpp.kind = key == "dpp8" ? DppControl::Kind::Dpp8 : DppControl::Kind::QuadPermute;
    readList(value, dpp.lanes);
    return true;
  }
  if (key == "row_bcast") {
    dpp.kind = amount == 15 ? DppControl::Kind::RowBroadcast15 : DppControl::Kind::RowBroadcast31;
    return true;
  }
  for (const DppName &known : kDppNames)
    if (known.name == key) {
      dpp.kind = known.kind;
      dpp.amount = amount;
      return true;
    }
  if (key == "row_mask")
    dpp.rowMask = amount;
  else if (key == "bank_mask")
    dpp.bankMask = amount;
  else if (key == "bound_ctrl")
    dpp.isBounded = true;
  else if (key == "fi")
    dpp.fetchesInactive = amount != 0;
  else
    return false;
  return true;
}

bool readFlag(std::string_view word, Modifiers &modifiers) {
  if (word == "clamp")
    modifiers.clamps = true;
  else if (word == "glc" || word == "sc0")
    modifiers.returnsOld = true;
  else if (word == "idxen")
    modifiers.addsIndex = true;
  else if (word == "offen")
    modifiers.addsOffset = true;
  else if (word == "lds")
    modifiers.loadsToLds = true;
  else if (word != "slc" && word != "dlc" && word != "nt" && word != "sc1" && word != "gds")
    return readDpp(word, "0", modifiers.dpp);
  return true;
}

/// BITMASK_PERM: "01pip", one letter for each bit of the lane's number from the highest. The bit
/// becomes 0 or 1, or it is preserved or inverted.
std::optional<int64_t> bitmaskPattern(std::string_view letters) {
  if (letters.size() != 7 || letters.front() != '"' || letters.back() != '"')
    return std::nullopt;
  int64_t kept = 0, set = 0, inverted = 0;
  for (const char letter : letters.substr(1, 5)) {
    if (letter != '0' && letter != '1' && letter != 'p' && letter != 'i')
      return std::nullopt;
    kept = kept << 1 | (letter == 'p' || letter == 'i');
    set = set << 1 | (letter == '1');
    inverted = inverted << 1 | (letter == 'i');
  }
  return kept | set << 5 | inverted << 10;
}

/// The offset of ds_swizzle_b32 from "swizzle(SWAP,16)" and the other macros of LLVM.
std::optional<int64_t> swizzlePattern(std::string_view text) {
  constexpr std::string_view kBegin = "swizzle(";
  if (!text.starts_with(kBegin) || !text.ends_with(")"))
    return std::nullopt;
  const auto parts = splitOutside(text.substr(kBegin.size(), text.size() - kBegin.size() - 1), ',');
  if (parts.size() == 2 && parts[0] == "BITMASK_PERM")
    return bitmaskPattern(parts[1]);
  std::array<int64_t, 4> numbers{};
  if (parts.size() < 2 || parts.size() > 1 + numbers.size())
    return std::nullopt;
  for (size_t i = 1; i < parts.size(); ++i) {
    const auto number = integerOf(parts[i]);
    if (!number)
      return std::nullopt;
    numbers[i - 1] = *number;
  }
  if (parts[0] == "QUAD_PERM" && parts.size() == 5)
    return 0x8000 | numbers[0] | numbers[1] << 2 | numbers[2] << 4 | numbers[3] << 6;
  if (parts[0] == "SWAP")
    return 31 | numbers[0] << 10;
  if (parts[0] == "REVERSE")
    return 31 | (numbers[0] - 1) << 10;
  if (parts[0] == "BROADCAST" && parts.size() == 3)
    return (32 - numbers[0]) | numbers[1] << 5;
  return std::nullopt;
}

bool readNumber(std::string_view key, std::string_view value, Modifiers &modifiers) {
  const auto read =
      key == "offset" && value.starts_with("swizzle") ? swizzlePattern(value) : integerOf(value);
  if (!read)
    return false;
  const int64_t number = *read;
  if (key == "offset")
    modifiers.offset = number;
  else if (key == "offset0")
    modifiers.offset0 = static_cast<uint32_t>(number);
  else if (key == "offset1")
    modifiers.offset1 = static_cast<uint32_t>(number);
  else if (key == "mul")
    modifiers.outputFactor = static_cast<float>(number);
  else if (key == "div")
    modifiers.outputFactor = 1.0f / static_cast<float>(number);
  else
    return false;
  return true;
}

bool readModifier(std::string_view word, Modifiers &modifiers) {
  const size_t colon = word.find(':');
  if (colon == word.npos)
    return readFlag(word, modifiers);
  const std::string_view key = word.substr(0, colon);
  const std::string_view value = word.substr(colon + 1);
  if (key == "op_sel")
    readList(value, modifiers.select);
  else if (key == "op_sel_hi")
    readList(value, modifiers.selectHigh);
  else if (key == "neg_lo")
    readList(value, modifiers.negateLow);
  else if (key == "neg_hi")
    readList(value, modifiers.negateHigh);
  else if (key.ends_with("_sel") || key == "dst_unused")
    modifiers.selections[std::string(key)] = std::string(value);
  else
    return readNumber(key, value, modifiers) || readDpp(key, value, modifiers.dpp);
  return true;
}

std::string nameOf(std::string_view mnemonic) {
  for (const std::string_view suffix :
       {"_e32", "_e64", "_sdwa", "_dpp", "_dpp8", "_e64_dpp", "_e64_dpp8"})
    if (mnemonic.ends_with(suffix) &&
        !mnemonic.substr(0, mnemonic.size() - suffix.size()).ends_with("_e64"))
      return std::string(mnemonic.substr(0, mnemonic.size() - suffix.size()));
  return std::string(mnemonic);
}

std::unique_ptr<Instruction> parseOne(std::string_view text) {
  auto instruction = std::make_unique<Instruction>();
  text = trimmed(text);
  instruction->text = std::string(text);
  const size_t space = text.find_first_of(" \t");
  instruction->mnemonic = std::string(text.substr(0, space));
  instruction->name = nameOf(instruction->mnemonic);
  if (instruction->name.starts_with("v_dual_"))
    instruction->name = "v_" + instruction->name.substr(7);
  // Elements of packed instructions come from both halves by default.
  if (!instruction->name.starts_with("v_pk_") && !instruction->name.starts_with("v_dot"))
    instruction->modifiers.selectHigh = {};
  if (space == text.npos)
    return instruction;
  for (const std::string_view part : splitOutside(text.substr(space), ','))
    for (const std::string_view word : splitOutside(part, ' '))
      if (!readModifier(word, instruction->modifiers))
        instruction->operands.push_back(operandOf(word));
  return instruction;
}

} // namespace

std::unique_ptr<Instruction> parseInstruction(std::string_view text) {
  const size_t pair = text.find(" :: ");
  auto first = parseOne(text.substr(0, pair));
  if (pair != text.npos) {
    first->second = parseOne(text.substr(pair + 4));
    first->text = std::string(trimmed(text));
  }
  return first;
}

} // namespace pstudio::test::amdgpu
