// SPDX-License-Identifier: Apache-2.0
// Fuzz target: any bytes as an image of the CUDA driver, and as a host program with images.
#include "core/base/check.h"
#include "core/image/cubin.h"
#include "core/image/kernel_ptx.h"
#include "tests/fuzz/fuzz_target.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  using namespace pstudio;
  using namespace pstudio::image;
  const std::span<const std::byte> bytes = fuzz::bytesOf(data, size);
  if (const Result<GpuImage> image = readImage(bytes)) {
    PSTUDIO_CHECK(image->kind == GpuImage::Kind::FatBinary || image->entries.size() == 1);
    for (const ImageEntry &entry : image->entries) {
      const Result<std::string> payload = payloadOf(entry);
      PSTUDIO_CHECK(payload || !payload.error().where.empty());
    }
  } else {
    PSTUDIO_CHECK(!image.error().message.empty() && !image.error().where.empty());
  }
  for (const char *kernel : {"add", "parent", "indirect"})
    for (const uint32_t device : {80u, 90u, 100u}) {
      const PtxAnswer answer = findPtx(bytes, kernel, Architecture{device, 0});
      PSTUDIO_CHECK(!answer.ptx || answer.ptx->running.number == device ||
                    answer.ptx->running.major() == device / 10);
      PSTUDIO_CHECK(!wordsOf(answer.reason).empty());
    }
  if (const Result<CubinFacts> facts = readCubin(bytes))
    PSTUDIO_CHECK(facts->kernels.size() <= size);
  if (const auto containers = containersIn(bytes))
    for (const auto container : *containers)
      PSTUDIO_CHECK(container.size() <= size);
  return 0;
}
