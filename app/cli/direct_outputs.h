// SPDX-License-Identifier: Apache-2.0
// Outputs of a run that its worker cannot write: devices, FIFOs and this process's descriptors.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "core/base/output_file.h"
#include "core/remote/job_folder.h"

namespace pstudio::cli {

/// Gives the worker a file for each output. Where the user named a regular file that is it, with
/// links followed. Where anything else stands the worker writes to a private folder, which goes
/// with this object, and deliver() passes the bytes on. Nothing is made beside a special file. [one
/// thread]
class DirectOutputs {
public:
  /// The absolute path for the worker; empty for an empty `target`. Opens what is no regular file
  /// now, so that what cannot be written is known before the run; this waits for the reader of a
  /// FIFO. Io.
  Result<std::filesystem::path> workerPath(const std::filesystem::path &target);

  /// Writes what the worker has left to the opened places and closes them all, so that their
  /// readers see an end. Gives the first error. Call once the worker is gone.
  Result<void> deliver();

private:
  struct Delivery {
    OutputFile place;
    std::filesystem::path file; ///< the worker's
  };
  std::optional<JobFolder> m_folder; ///< once it is needed
  std::vector<Delivery> m_deliveries;
};

} // namespace pstudio::cli
