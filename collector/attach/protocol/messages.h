// SPDX-License-Identifier: Apache-2.0
// The messages between an attached program and the process that attached to it.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "collector/attach/protocol/twin_variable.h"
#include "core/attach/attach_settings.h"

namespace pstudio::attach {

/// Both ends are of the same build. For another version the program runs unrecorded.
inline constexpr uint32_t kProtocolVersion = 8;
/// A message is one packet of a SOCK_SEQPACKET socket and no longer than this [bytes]. Longer text
/// is cut by its sender.
inline constexpr size_t kMaxMessageBytes = 64 * 1024;

using Extents = std::array<uint32_t, 3>;

/// The first bytes of a message. The numbers are part of the protocol.
enum class MessageType : uint16_t {
  // from the program
  Hello = 1,
  KernelSeen = 2,
  KernelSource = 3,
  Interpreter = 4,
  WantTwin = 5,
  Notice = 6,
  PythonFiles = 7,
  ImageSeen = 8,
  DeviceSeen = 9,
  AddRule = 10,
  DropRule = 11,
  WantTree = 12,
  // from the server
  Welcome = 101,
  Choice = 102,
  Twin = 103,
  Rejection = 104,
  RuleKernels = 106,
  SessionTree = 107,
};

// Each struct lists its members once, in the order of the packet; wire.h encodes and decodes them.

/// First message of a connection. The server answers Welcome, or closes the connection.
struct Hello {
  uint32_t version = kProtocolVersion;
  uint32_t process = 0;
  uint32_t parent = 0;
  std::string command;   ///< the command line, words separated by spaces
  std::string rank;      ///< as the launcher of the program gives it; empty if it gives none
  std::string worldSize; ///< the number of ranks, likewise
  /// True on a connection that only requests one twin (WantTwin), after the first Hello.
  bool isFurther = false;
  static void fields(auto &self, auto &&visit) {
    visit(self.version, self.process, self.parent, self.command, self.rank, self.worldSize,
          self.isFurther);
  }
};

/// Answer to Hello: settings of the whole process.
struct Welcome {
  uint32_t version = kProtocolVersion;
  /// False: --processes leaves the process out. It runs as without the library.
  bool isChosen = true;
  std::string rawFolder; ///< folder of the shim's files (record_files.h), absolute
  bool mayRecord = true; ///< false: the kernels are listed, no twin is created
  AttachSettings settings;
  static void fields(auto &self, auto &&visit) {
    visit(self.version, self.isChosen, self.rawFolder, self.mayRecord, self.settings);
  }
};

/// Form of the code that the driver received for a kernel.
/// CompiledPtx is no form of it but the PTX from which NVRTC, in the process, made the cubin that
/// the driver received; of an ImageSeen only.
enum class ImageKind : uint8_t { Unknown = 0, Cubin = 1, FatBinary = 2, Ptx = 3, CompiledPtx = 4 };

/// KernelSeen::codeImage of a kernel whose image was not stored.
inline constexpr uint32_t kNoImage = UINT32_MAX;

/// An image of code that may contain PTX: bytes of a file. Sent once, before the first KernelSeen
/// of its kernels. No answer.
struct ImageSeen {
  uint32_t image = 0; ///< number of the image in its process, from 0
  ImageKind kind = ImageKind::Unknown;
  std::string file;    ///< absolute: of the program, or a copy in the raw folder
  uint64_t offset = 0; ///< of the image in the file [bytes]
  uint64_t bytes = 0;
  uint64_t check = 0; ///< imageCheck() of its first and last bytes (image_hash.h)
  /// The compiler's options that the program gave, of CompiledPtx. Of a Cubin, which is stored only
  /// where XLA writes PTX: the folder of the PTX, absolute, and if this program has chosen it, the
  /// flags that were added to XLA_FLAGS.
  std::vector<std::string> options = {};
  static void fields(auto &self, auto &&visit) {
    visit(self.image, self.kind, self.file, self.offset, self.bytes, self.check, self.options);
  }
};

/// A kernel before its first launch, or after its KernelSource was sent. The server answers Choice.
struct KernelSeen {
  uint32_t kernel =
      0; ///< number of the kernel in its process, from 0; also its row in the counter file
  std::string name; ///< as the image names it (mangled)
  ImageKind image = ImageKind::Unknown;
  std::string imageHash;         ///< SHA-256 of a cubin, 64 hexadecimal digits; else empty
  uint64_t imageBytes = 0;       ///< of a cubin; else 0
  std::string architecture;      ///< of the device: "sm_90"
  uint32_t codeImage = kNoImage; ///< ImageSeen::image
  static void fields(auto &self, auto &&visit) {
    visit(self.kernel, self.name, self.image, self.imageHash, self.imageBytes, self.architecture,
          self.codeImage);
  }
};

/// Files of the kernel in the cache of the program's compiler. Sent before KernelSeen of the same
/// kernel. No answer.
struct KernelSource {
  uint32_t kernel = 0;
  std::string cubin;    ///< path of the cubin; its siblings have the same stem
  std::string metadata; ///< path of the compiler's metadata (JSON) or empty
  static void fields(auto &self, auto &&visit) { visit(self.kernel, self.cubin, self.metadata); }
};

/// The Python interpreter of the process. No answer.
struct Interpreter {
  std::string executable;        ///< sys.executable
  std::vector<std::string> path; ///< sys.path
  static void fields(auto &self, auto &&visit) { visit(self.executable, self.path); }
};

/// Source files of modules that Python has imported since the last message. No answer.
struct PythonFiles {
  std::vector<std::string> files; ///< absolute
  static void fields(auto &self, auto &&visit) { visit(self.files); }
};

/// Answer to KernelSeen.
struct Choice {
  uint32_t kernel = 0;
  std::vector<LaunchRange> launches; ///< empty: no launch of this kernel is chosen
  static void fields(auto &self, auto &&visit) { visit(self.kernel, self.launches); }
};

/// Requests the twin of a chosen launch before it starts. Sent on a separate connection. The server
/// answers Twin or Rejection as soon as the twin is compiled.
struct WantTwin {
  uint32_t process = 0;
  uint32_t kernel = 0;
  uint64_t launch = 0; ///< its number, from 1
  Extents grid{1, 1, 1};
  Extents block{1, 1, 1};
  /// Device memory for records of this launch that is free without a wait for earlier launches and
  /// without a shortage for the program [bytes].
  uint64_t freeBytes = 0;
  static void fields(auto &self, auto &&visit) {
    visit(self.process, self.kernel, self.launch, self.grid, self.block, self.freeBytes);
  }
};

/// The packet carries one file descriptor: the cubin of the twin, to be read from offset 0.
struct Twin {
  uint32_t twin = 0;         ///< number of the twin in the server; equal numbers mean equal code
  std::string entry;         ///< name of its kernel
  uint32_t parameters = 0;   ///< of the original; the twin has one more, the address of the records
  uint64_t blockBytes = 0;   ///< of the profile buffer per recorded CTA; 0: no argument
  uint64_t recordedCtas = 0; ///< of the grid in the WantTwin; fewer than its CTAs if sampled
  /// Reason why CTAs of the kernel may wait for other CTAs of the grid; empty: they never wait.
  std::string mayWait = {};
  std::vector<TwinVariable> variables = {}; ///< of the module, in any order
  static void fields(auto &self, auto &&visit) {
    visit(self.twin, self.entry, self.parameters, self.blockBytes, self.recordedCtas, self.mayWait,
          self.variables);
  }
};

/// There is no twin for this launch. The server has recorded the reason.
struct Rejection {
  std::string code;    ///< report_codes.h
  bool isFinal = true; ///< for all launches of this kernel: the shim sends no further request
  static void fields(auto &self, auto &&visit) { visit(self.code, self.isFinal); }
};

/// An entry of the report. No answer.
struct Notice {
  static constexpr uint32_t kNoKernel = UINT32_MAX;
  std::string code; ///< report_codes.h
  uint32_t kernel = kNoKernel;
  uint64_t launch = 0; ///< 0: not about a single launch
  std::string text;    ///< detail: "cuModuleLoadData: CUDA_ERROR_NO_BINARY_FOR_GPU"
  static void fields(auto &self, auto &&visit) {
    visit(self.code, self.kernel, self.launch, self.text);
  }
};

} // namespace pstudio::attach
