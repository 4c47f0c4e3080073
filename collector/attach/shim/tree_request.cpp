// SPDX-License-Identifier: Apache-2.0
// WantTree on a connection of its own.
#include "collector/attach/shim/tree_request.h"

#include <unistd.h>

namespace pstudio::attach {

OwnedFile requestTree(Attachment &attachment, uint32_t session, uint32_t phase,
                      uint32_t milliseconds) {
  attachment.flush(milliseconds);
  Connection connection = attachment.connectAgain();
  std::optional<Packet> packet;
  if (connection.isOpen() &&
      connection.send(WantTree{static_cast<uint32_t>(getpid()), session, phase}))
    packet = connection.receive(milliseconds);
  std::optional<SessionTree> tree = packet ? decode<SessionTree>(packet->bytes) : std::nullopt;
  if (tree && packet->file)
    return std::move(packet->file);
  attachment.notify("tree.none", nullptr, 0,
                    tree ? std::move(tree->problem) : "proton-collect does not answer");
  return {};
}

} // namespace pstudio::attach
