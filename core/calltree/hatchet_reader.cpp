// SPDX-License-Identifier: Apache-2.0
#include "core/calltree/hatchet_reader.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "core/base/file_bytes.h"
#include "core/base/text_position.h"
#include "core/calltree/hatchet_handler.h"
#include "core/calltree/hatchet_message_pack.h"
#include "core/compression/packed_file.h"

namespace pstudio::calltree {

Result<HatchetFile> readHatchet(std::string_view text, std::string_view document) {
  if (looksLikeHatchetMessagePack(text))
    return readHatchetMessagePack(text, document);
  HatchetHandler handler;
  nlohmann::json::sax_parse(text, &handler);
  if (const std::optional<size_t> position = handler.position())
    return fail(ErrorCode::InvalidFormat, handler.problem(),
                placeText(document, textPosition(text, *position > 0 ? *position - 1 : 0)));
  return treeOf(std::move(handler), document);
}

namespace {

/// The name without the suffix of a compression: "a.hatchet" of "a.hatchet.gz".
std::filesystem::path withoutPacking(const std::filesystem::path &path) {
  for (const char *suffix : {".gz", ".zst", ".zip"})
    if (path.extension() == suffix)
      return path.stem();
  return path.filename();
}

/// Whether JSON begins as an array of an object whose first key is one of a node.
bool beginsAsHatchetJson(std::string_view rest) {
  const auto skip = [&rest](std::string_view expected) {
    rest.remove_prefix(std::min(rest.find_first_not_of(" \t\r\n"), rest.size()));
    const bool isFound = rest.starts_with(expected);
    rest.remove_prefix(isFound ? expected.size() : 0);
    return isFound;
  };
  return skip("[") && skip("{") &&
         (skip("\"frame\"") || skip("\"children\"") || skip("\"metrics\""));
}

std::string_view textOf(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char *>(bytes.data()), bytes.size()};
}

} // namespace

bool isHatchetFile(const std::filesystem::path &path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) // a FIFO would wait for its writer
    return false;
  const std::filesystem::path extension = withoutPacking(path).extension();
  if (extension == ".hatchet" || extension == ".hatchet_msgpack")
    return true;
  std::array<char, 4096> head{};
  std::ifstream file(path, std::ios::binary);
  file.read(head.data(), head.size());
  const std::string_view beginning(head.data(), static_cast<size_t>(file.gcount()));
  return looksLikeHatchetMessagePack(beginning) ||
         (path.extension() == ".json" && beginsAsHatchetJson(beginning));
}

Result<HatchetFile> readHatchetFile(const std::filesystem::path &path) {
  PSTUDIO_TRY_ASSIGN(const FileBytes file, FileBytes::read(path));
  if (packingOf(file.bytes()) == Packing::None)
    return readHatchet(textOf(file.bytes()), path.string());
  const auto isTree = [](std::span<const std::byte> beginning) {
    return looksLikeHatchetMessagePack(textOf(beginning)) || beginsAsHatchetJson(textOf(beginning));
  };
  Result<Unpacked> unpacked = unpackAll(file.bytes(), {.mostBytes = mostInflatedBytes()}, isTree);
  if (!unpacked) {
    unpacked.error().where = path.string();
    return tl::unexpected<Error>(std::move(unpacked).error());
  }
  return readHatchet(unpacked->bytes, path.string());
}

} // namespace pstudio::calltree
