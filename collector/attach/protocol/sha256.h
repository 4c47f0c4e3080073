// SPDX-License-Identifier: Apache-2.0
// SHA-256 (FIPS 180-4) of bytes in memory. Header only, needs no exceptions: the shim includes it.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace pstudio::attach {

/// Takes bytes in pieces of any size; hex() ends the message. [thread: one at a time]
class Sha256 {
public:
  void add(std::string_view bytes) {
    m_total += bytes.size();
    while (!bytes.empty()) {
      const size_t taken = std::min(bytes.size(), m_block.size() - m_filled);
      std::memcpy(m_block.data() + m_filled, bytes.data(), taken);
      m_filled += taken;
      bytes.remove_prefix(taken);
      if (m_filled == m_block.size())
        compress();
    }
  }

  /// The digest as 64 lower-case hexadecimal digits. Call it once.
  std::string hex() {
    const uint64_t bits = m_total * 8;
    add(std::string_view("\x80", 1));
    while (m_filled != 56)
      add(std::string_view("\0", 1));
    for (int i = 0; i < 8; ++i)
      m_block[m_filled++] = static_cast<uint8_t>(bits >> (56 - 8 * i));
    compress();
    std::string text;
    for (const uint32_t word : m_state)
      for (int shift = 28; shift >= 0; shift -= 4)
        text += "0123456789abcdef"[word >> shift & 15];
    return text;
  }

private:
  static constexpr std::array<uint32_t, 64> kRounds = {
      0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4,
      0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe,
      0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f,
      0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7,
      0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc,
      0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
      0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116,
      0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
      0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
      0xc67178f2};

  void expand(std::array<uint32_t, 64> &words) const {
    for (size_t i = 0; i < 16; ++i) {
      uint32_t word = 0;
      for (size_t byte = 0; byte < 4; ++byte)
        word = word << 8 | m_block[4 * i + byte];
      words[i] = word;
    }
    for (size_t i = 16; i < 64; ++i) {
      const uint32_t a = words[i - 15], b = words[i - 2];
      const uint32_t low = std::rotr(a, 7) ^ std::rotr(a, 18) ^ a >> 3;
      const uint32_t high = std::rotr(b, 17) ^ std::rotr(b, 19) ^ b >> 10;
      words[i] = words[i - 16] + low + words[i - 7] + high;
    }
  }

  void compress() {
    std::array<uint32_t, 64> words;
    expand(words);
    auto [a, b, c, d, e, f, g, h] = m_state;
    for (size_t i = 0; i < 64; ++i) {
      const uint32_t high = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
      const uint32_t first = h + high + ((e & f) ^ (~e & g)) + kRounds[i] + words[i];
      const uint32_t low = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
      const uint32_t second = low + ((a & b) ^ (a & c) ^ (b & c));
      h = g, g = f, f = e, e = d + first;
      d = c, c = b, b = a, a = first + second;
    }
    const std::array<uint32_t, 8> added = {a, b, c, d, e, f, g, h};
    for (size_t i = 0; i < added.size(); ++i)
      m_state[i] += added[i];
    m_filled = 0;
  }

  std::array<uint32_t, 8> m_state = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                     0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<uint8_t, 64> m_block{};
  size_t m_filled = 0;
  uint64_t m_total = 0;
};

/// SHA-256 of `bytes` as 64 lower-case hexadecimal digits. O(size), some 3 ms a MiB.
inline std::string sha256(std::string_view bytes) {
  Sha256 hash;
  hash.add(bytes);
  return hash.hex();
}

} // namespace pstudio::attach
