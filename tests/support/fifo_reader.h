// SPDX-License-Identifier: Apache-2.0
// A FIFO in a test's folder with a reader.
#pragma once

#include <QByteArray>
#include <QFile>
#include <QString>

#include <thread>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

namespace pstudio::test {

/// Creates a FIFO and reads it in a thread until its writers have closed it. Ends reading if no
/// data arrives within `kLimitMs`. [one thread]
class FifoReader {
public:
  explicit FifoReader(const QString &path) : m_path(path) {
    isMade = ::mkfifo(qPrintable(path), 0600) == 0;
    // Opened here, so that a writer that must not wait finds a reader.
    const int descriptor = ::open(qPrintable(path), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    m_thread = std::thread([this, descriptor] { read(descriptor); });
  }
  FifoReader(const FifoReader &) = delete;
  FifoReader &operator=(const FifoReader &) = delete;
  ~FifoReader() { end(); }

  /// Waits until the writers have closed the FIFO, and returns all data.
  QByteArray take() {
    end();
    return m_bytes;
  }

  /// True while a FIFO exists at the path.
  bool isThere() const {
    struct stat status {};
    return ::lstat(qPrintable(m_path), &status) == 0 && S_ISFIFO(status.st_mode);
  }

  bool isMade = false;

private:
  static constexpr int kLimitMs = 30'000;

  void read(int descriptor) {
    char piece[65536];
    for (pollfd wait{descriptor, POLLIN, 0}; ::poll(&wait, 1, kLimitMs) > 0;) {
      const ssize_t got = ::read(descriptor, piece, sizeof piece);
      if (got <= 0)
        break;
      m_bytes.append(piece, static_cast<qsizetype>(got));
    }
    ::close(descriptor);
  }
  void end() {
    if (m_thread.joinable())
      m_thread.join();
  }

  QString m_path;
  QByteArray m_bytes;
  std::thread m_thread;
};

} // namespace pstudio::test
