// SPDX-License-Identifier: Apache-2.0
// proton-collect remote: the machines that kernels run on, by name.
#pragma once

#include <string>
#include <vector>

#include "core/remote/remote_settings.h"

namespace pstudio::cli {

/// Each returns an ExitCode and prints what it did, or why not.
int remoteAddCommand(RemoteTarget remote, const std::vector<std::string> &environment);
int remoteListCommand();
int remoteRemoveCommand(const std::string &name);
/// Connects and says what the remote worker offers. With `isJson` one object: "ok", then the answer or
/// the error.
int remoteCheckCommand(const std::string &name, bool isJson);

} // namespace pstudio::cli
