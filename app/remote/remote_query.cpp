// SPDX-License-Identifier: Apache-2.0
#include "app/remote/remote_query.h"

#include <algorithm>

#include "app/remote/remote_link.h"

namespace pstudio::cli {

Result<RemoteAnswer> queryRemote(const RemoteTarget &remote, const std::atomic<bool> &cancel) {
  const auto begin = RemoteLink::Clock::now();
  PSTUDIO_TRY_ASSIGN(const std::unique_ptr<RemoteLink> link, RemoteLink::start(remote));
  PSTUDIO_TRY_ASSIGN(const HelloMessage hello, link->greet(cancel));
  if (std::ranges::find(hello.capabilities, kCapabilityTargets) == hello.capabilities.end())
    return fail(ErrorCode::Unsupported, "'" + hello.program + "' cannot list its targets",
                "remote " + remote.name, "install the same version of Proton Studio there");
  PSTUDIO_TRY(link->send(ListTargetsRequest{}));
  while (true) {
    PSTUDIO_TRY_ASSIGN(const WorkerMessage message, link->await(cancel));
    const auto *answer = std::get_if<TargetsMessage>(&message);
    if (!answer)
      continue;
    link->close(std::chrono::seconds(1));
    return RemoteAnswer{hello.program, answer->host, answer->targets,
                        std::chrono::duration<double>(RemoteLink::Clock::now() - begin).count()};
  }
}

} // namespace pstudio::cli
