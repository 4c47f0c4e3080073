// SPDX-License-Identifier: Apache-2.0
// The packet with the notes and views of a .pftrace, and who wrote a file (FORMAT.md).
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "core/review/review.h"

namespace pstudio {

/// The framed packet that goes before all others of a file; "" for an empty review. O(size).
std::string reviewPacket(const review::Review &review);

/// The review that a .pftrace begins with; empty if it begins otherwise. Reads the first packet
/// only. Damaged notes and views are skipped and counted. \param bytes  of the file, or so many of
/// its first ones that the packet is in them. O(size of the review). [thread: any]
review::ReadReview readReviewPacket(std::span<const std::byte> bytes);

/// Whether Proton Studio wrote the file that begins with these bytes, so that writing it anew loses
/// nothing. Decompresses one packet at most. [thread: any]
bool isOwnPftrace(std::span<const std::byte> bytes);

} // namespace pstudio
