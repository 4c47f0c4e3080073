// SPDX-License-Identifier: Apache-2.0
// Parses only as far as the first member that decides.
#include "core/run/run_file_kind.h"

#include <fstream>
#include <string>

#include <nlohmann/json.hpp>

namespace pstudio {
namespace {

constexpr std::streamsize kHeadBytes = 1 << 20;

/// Every callback returns whether the parser goes on.
class MemberFinder : public nlohmann::json_sax<nlohmann::json> {
public:
  bool isRunSpec() const { return m_isRunSpec; }

  bool null() override { return goesOn(); }
  bool boolean(bool) override { return goesOn(); }
  bool number_integer(number_integer_t) override { return goesOn(); }
  bool number_unsigned(number_unsigned_t) override { return goesOn(); }
  bool number_float(number_float_t, const string_t &) override { return goesOn(); }
  bool string(string_t &) override { return goesOn(); }
  bool binary(binary_t &) override { return goesOn(); }
  bool start_object(size_t) override {
    ++m_depth;
    return true;
  }
  bool end_object() override { return --m_depth > 0; }
  bool start_array(size_t) override { return m_depth++ > 0; }
  bool end_array() override { return --m_depth > 0; }
  bool key(string_t &name) override {
    m_isRunSpec = m_depth == 1 && name == "kernel";
    return !m_isRunSpec && !(m_depth == 1 && name == "traceEvents");
  }
  bool parse_error(size_t, const std::string &, const nlohmann::detail::exception &) override {
    return false;
  }

private:
  /// A lone value at the top is neither.
  bool goesOn() const { return m_depth > 0; }

  int m_depth = 0;
  bool m_isRunSpec = false;
};

} // namespace

bool isRunSpecFile(const std::filesystem::path &path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) // a FIFO would wait for its writer
    return false;
  std::ifstream file(path, std::ios::binary);
  std::string head(static_cast<size_t>(kHeadBytes), '\0');
  file.read(head.data(), kHeadBytes);
  head.resize(static_cast<size_t>(file.gcount()));
  MemberFinder finder;
  nlohmann::json::sax_parse(head, &finder);
  return finder.isRunSpec();
}

bool isPtxFile(const std::filesystem::path &path) {
  return path.extension() == ".ptx";
}

} // namespace pstudio
