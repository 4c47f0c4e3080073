// SPDX-License-Identifier: Apache-2.0
#include "app/worker/stop_signals.h"

#include <cerrno>
#include <cstring>

#include <sys/signalfd.h>
#include <unistd.h>

namespace pstudio::cli {

Result<StopSignals> StopSignals::make() {
  StopSignals signals;
  sigset_t set;
  ::sigemptyset(&set);
  for (int signal : {SIGINT, SIGTERM, SIGHUP})
    ::sigaddset(&set, signal);
  ::pthread_sigmask(SIG_BLOCK, &set, &signals.m_previous);
  signals.m_descriptor = Descriptor(::signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK));
  if (!signals.m_descriptor.isOpen())
    return fail(ErrorCode::Io, std::string("cannot listen for signals: ") + std::strerror(errno));
  return signals;
}

StopSignals::~StopSignals() {
  // A moved-from object has no descriptor and no mask to restore.
  if (m_descriptor.isOpen())
    ::pthread_sigmask(SIG_SETMASK, &m_previous, nullptr);
}

int StopSignals::take() {
  signalfd_siginfo info{};
  const ssize_t got = ::read(m_descriptor.get(), &info, sizeof info);
  return got == static_cast<ssize_t>(sizeof info) ? static_cast<int>(info.ssi_signo) : 0;
}

} // namespace pstudio::cli
