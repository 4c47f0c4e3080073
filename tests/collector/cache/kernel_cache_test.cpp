// SPDX-License-Identifier: Apache-2.0
// The cache returns an entry complete or not at all, for any change of its folder.
#include <QTemporaryDir>
#include <QtTest>

#include <chrono>
#include <fstream>
#include <thread>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "collector/cache/cache_key.h"
#include "collector/cache/kernel_cache.h"

using namespace pstudio;
namespace fs = std::filesystem;

namespace {

std::string keyOf(std::string_view text) {
  return CacheKeyBuilder().add("test", text).key();
}

/// Bytes of every value, so that text mode or termination at a zero would change them.
std::string payload(size_t size, unsigned char first = 0) {
  std::string bytes(size, '\0');
  for (size_t i = 0; i < size; ++i)
    bytes[i] = static_cast<char>(first + i * 7);
  return bytes;
}

std::string readAll(const fs::path &path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void writeAll(const fs::path &path, const std::string &bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

/// A process that writes and reads entries; exits with 0 if each entry that it reads is complete.
[[noreturn]] void useCache(const CacheSettings &settings, unsigned rounds) {
  const KernelCache cache(settings);
  for (unsigned i = 0; i < rounds; ++i) {
    const unsigned which = i % 4;
    const std::string bytes = payload(10'000 + which, static_cast<unsigned char>(which));
    if (cache.keep(keyOf(std::to_string(which)), bytes))
      ::_exit(1);
    const KernelCache::Found found = cache.find(keyOf(std::to_string(which)));
    if (found.lookup == CacheLookup::Damaged ||
        (found.lookup == CacheLookup::Hit && found.bytes != bytes))
      ::_exit(2);
  }
  ::_exit(0);
}

} // namespace

class KernelCacheTest final : public QObject {
  Q_OBJECT

private:
  std::unique_ptr<QTemporaryDir> m_folder;
  CacheSettings settings() const {
    return {fs::path(m_folder->path().toStdString()) / "kernels", 1 << 20};
  }
  fs::path entry(const std::string &key) const { return settings().folder / (key + ".kernel"); }
  size_t files() const {
    std::error_code none;
    return static_cast<size_t>(
        std::distance(fs::directory_iterator(settings().folder, none), fs::directory_iterator()));
  }

private Q_SLOTS:
  void init() { m_folder = std::make_unique<QTemporaryDir>(); }

  void whatWasKeptIsFound() {
    const KernelCache cache(settings());
    const std::string key = keyOf("a"), bytes = payload(100'000);
    QCOMPARE(cache.find(key).lookup, CacheLookup::Miss);
    QVERIFY(!cache.keep(key, bytes));
    const KernelCache::Found found = cache.find(key);
    QCOMPARE(found.lookup, CacheLookup::Hit);
    QVERIFY(found.bytes == bytes);
    QCOMPARE(cache.find(keyOf("b")).lookup, CacheLookup::Miss);
    // Stands for another process.
    QCOMPARE(KernelCache(settings()).find(key).lookup, CacheLookup::Hit);
  }

  void anEmptyEntryIsAnEntry() {
    const KernelCache cache(settings());
    QVERIFY(!cache.keep(keyOf("a"), ""));
    QCOMPARE(cache.find(keyOf("a")).lookup, CacheLookup::Hit);
  }

  void partsOfAKeyCannotRunIntoEachOther() {
    const auto key = [](std::string_view first, std::string_view second) {
      return CacheKeyBuilder().add("a", first).add("b", second).key();
    };
    QCOMPARE(key("x", "y"), key("x", "y"));
    QVERIFY(key("x", "y") != key("xy", ""));
    QVERIFY(key("x1:1:by", "") != key("x", "y"));
    QVERIFY(CacheKeyBuilder().add("a", "x").key() != CacheKeyBuilder().add("b", "x").key());
    QCOMPARE(key("x", "y").size(), size_t{64});
  }

  void aDamagedEntryIsToldFromAMissAndRemoved_data() {
    QTest::addColumn<int>("damage");
    QTest::newRow("cut short") << 0;
    QTest::newRow("empty") << 1;
    QTest::newRow("a bit of the payload") << 2;
    QTest::newRow("a byte more") << 3;
    QTest::newRow("another version") << 4;
    QTest::newRow("the entry of another key") << 5;
    QTest::newRow("no header") << 6;
  }
  void aDamagedEntryIsToldFromAMissAndRemoved() {
    QFETCH(int, damage);
    const KernelCache cache(settings());
    const std::string key = keyOf("a");
    QVERIFY(!cache.keep(key, payload(1000)));
    std::string text = readAll(entry(key));
    switch (damage) {
    case 0:
      text.resize(text.size() - 1);
      break;
    case 1:
      text.clear();
      break;
    case 2:
      text[text.size() / 2] ^= 1;
      break;
    case 3:
      text += '\0';
      break;
    case 4:
      text.replace(text.find(" 2\n"), 2, " 1");
      break;
    case 5:
      QVERIFY(!cache.keep(keyOf("b"), payload(1000)));
      text = readAll(entry(keyOf("b")));
      break;
    default:
      text = "no line at all";
      break;
    }
    writeAll(entry(key), text);
    QCOMPARE(cache.find(key).lookup, CacheLookup::Damaged);
    QVERIFY(!fs::exists(entry(key)));
    QCOMPARE(cache.find(key).lookup, CacheLookup::Miss);
    QVERIFY(!cache.keep(key, payload(1000)));
    QCOMPARE(cache.find(key).lookup, CacheLookup::Hit);
  }

  void theEntriesThatWereNotUsedForTheLongestTimeGoFirst() {
    CacheSettings small = settings();
    small.maxBytes = 3500; // three entries of 1000 bytes with their headers
    const KernelCache cache(small);
    const auto age = [&](const std::string &key, int minutes) {
      fs::last_write_time(entry(key),
                          fs::file_time_type::clock::now() - std::chrono::minutes(minutes));
    };
    for (const char *name : {"a", "b", "c"})
      QVERIFY(!cache.keep(keyOf(name), payload(1000)));
    age(keyOf("a"), 30);
    age(keyOf("b"), 20);
    age(keyOf("c"), 10);
    QCOMPARE(cache.find(keyOf("a")).lookup, CacheLookup::Hit); // now the most recently used
    QVERIFY(!cache.keep(keyOf("d"), payload(1000)));
    QCOMPARE(cache.find(keyOf("b")).lookup, CacheLookup::Miss);
    for (const char *name : {"a", "c", "d"})
      QCOMPARE(cache.find(keyOf(name)).lookup, CacheLookup::Hit);
  }

  void anEntryAboveTheBoundIsKeptAlone() {
    CacheSettings small = settings();
    small.maxBytes = 500;
    const KernelCache cache(small);
    QVERIFY(!cache.keep(keyOf("a"), payload(1000)));
    QVERIFY(!cache.keep(keyOf("b"), payload(1000)));
    QCOMPARE(cache.find(keyOf("b")).lookup, CacheLookup::Hit);
    QCOMPARE(files(), size_t{1});
  }

  void whatADeadWriterLeftIsRemovedAndStrangersAreNot() {
    const KernelCache cache(settings());
    fs::create_directories(settings().folder);
    const fs::path old = settings().folder / (keyOf("x") + ".kernel.12-0.part");
    const fs::path young = settings().folder / (keyOf("y") + ".kernel.13-0.part");
    const fs::path stranger = settings().folder / "notes.txt";
    for (const fs::path &path : {old, young, stranger})
      writeAll(path, "text");
    for (const fs::path &path : {old, stranger})
      fs::last_write_time(path, fs::file_time_type::clock::now() - std::chrono::hours(2));
    QVERIFY(!cache.keep(keyOf("a"), "a"));
    QVERIFY(!fs::exists(old));
    QVERIFY(fs::exists(young));
    QVERIFY(fs::exists(stranger));
  }

  void aFifoInThePlaceOfAnEntryIsSkipped() {
    const KernelCache cache({m_folder->path().toStdString(), 1 << 20});
    const std::string key(64, 'a');
    const fs::path entry = m_folder->path().toStdString() + "/" + key + ".kernel";
    QVERIFY(::mkfifo(entry.c_str(), 0600) == 0);
    QCOMPARE(cache.find(key).lookup, CacheLookup::Miss);
    const std::optional<std::string> reason = cache.keep(key, "code");
    QVERIFY(reason && reason->find("not a regular file") != std::string::npos);
    QVERIFY(fs::is_fifo(entry));
  }

  void aFolderThatCannotBeMadeIsTheReasonNotToKeep() {
    CacheSettings nowhere = settings();
    writeAll(nowhere.folder, "a file where the folder would be");
    const KernelCache cache(nowhere);
    QCOMPARE(cache.find(keyOf("a")).lookup, CacheLookup::Miss);
    const std::optional<std::string> why = cache.keep(keyOf("a"), "a");
    QVERIFY(why && why->find(nowhere.folder.string()) != std::string::npos);
  }

  void withoutAFolderNothingIsKept() {
    const KernelCache cache({{}, 1000});
    QVERIFY(!cache.isEnabled());
    QVERIFY(!cache.keep(keyOf("a"), "a"));
    QCOMPARE(cache.find(keyOf("a")).lookup, CacheLookup::Miss);
  }

  void processesShareAFolderWithoutHalfEntries() {
    CacheSettings shared = settings();
    shared.maxBytes = 25'000; // the processes also remove each other's entries
    std::vector<pid_t> children;
    for (int i = 0; i < 4; ++i) {
      const pid_t child = ::fork();
      if (child == 0)
        useCache(shared, 40);
      children.push_back(child);
    }
    for (const pid_t child : children) {
      int status = -1;
      QCOMPARE(::waitpid(child, &status, 0), child);
      QVERIFY(WIFEXITED(status));
      QCOMPARE(WEXITSTATUS(status), 0);
    }
  }

  void theEnvironmentSaysWhere() {
    qputenv("HOME", "/users/somebody");
    qunsetenv("XDG_CACHE_HOME");
    qunsetenv(kCacheFolderVariable);
    QCOMPARE(cacheSettingsOfEnvironment().folder,
             fs::path("/users/somebody/.cache/proton-studio/kernels"));
    qputenv("XDG_CACHE_HOME", "/var/caches");
    QCOMPARE(cacheSettingsOfEnvironment().folder, fs::path("/var/caches/proton-studio/kernels"));
    qputenv("XDG_CACHE_HOME", "relative"); // the cache ignores it
    QCOMPARE(cacheSettingsOfEnvironment().folder,
             fs::path("/users/somebody/.cache/proton-studio/kernels"));
    qputenv(kCacheFolderVariable, "/my/kernels");
    QCOMPARE(cacheSettingsOfEnvironment().folder, fs::path("/my/kernels"));
    qputenv(kCacheFolderVariable, "");
    QCOMPARE(cacheSettingsOfEnvironment().folder, fs::path());
  }
};

QTEST_GUILESS_MAIN(KernelCacheTest)
#include "kernel_cache_test.moc"
