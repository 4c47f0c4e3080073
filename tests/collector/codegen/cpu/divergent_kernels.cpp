// SPDX-License-Identifier: Apache-2.0
#include "tests/collector/codegen/cpu/divergent_kernels.h"

namespace pstudio::cpu::test {

const std::string_view kTripCounts = R"(
define void @kernel(ptr %out, ptr %words) {
entry:
  %lane = call i32 @pstudio.cpu.laneid()
  %none = icmp eq i32 %lane, 0
  br i1 %none, label %exit, label %loop
exit:
  %sum = phi i32 [ 0, %entry ], [ %next, %loop ]
  br label %reduce
reduce:
  %distance = phi i32 [ 16, %exit ], [ %half, %reduce ]
  %part = phi i32 [ %sum, %exit ], [ %more, %reduce ]
  %both = call { i32, i1 } @pstudio.cpu.shuffle.xor(i32 %part, i32 %distance, i32 32, i32 -1)
  %other = extractvalue { i32, i1 } %both, 0
  %more = add i32 %part, %other
  %half = lshr i32 %distance, 1
  %done = icmp eq i32 %half, 0
  br i1 %done, label %end, label %reduce
end:
  %mask = call i32 @active()
  call void @put(ptr %out, i32 0, i32 %more)
  call void @put(ptr %out, i32 1, i32 %mask)
  ret void
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %s = phi i32 [ 0, %entry ], [ %next, %loop ]
  %term = add i32 %lane, %i
  %next = add i32 %s, %term
  %i.next = add i32 %i, 1
  %again = icmp ult i32 %i.next, %lane
  br i1 %again, label %loop, label %exit
}
)";

const std::string_view kBreak = R"(
define void @kernel(ptr %out, ptr %words) {
entry:
  %lane = call i32 @pstudio.cpu.laneid()
  %key = and i32 %lane, 15
  %isOdd = trunc i32 %lane to i1
  br label %header
header:
  %i = phi i32 [ 0, %entry ], [ %i.next, %latch ]
  %go = icmp ult i32 %i, 8
  br i1 %go, label %body, label %end
body:
  %found = icmp eq i32 %i, %key
  br i1 %found, label %leave, label %stay
leave:
  %together = call i32 @active()
  call void @put(ptr %out, i32 0, i32 %together)
  br label %end
stay:
  br i1 %isOdd, label %latch, label %even
even:
  %evens = call i32 @active()
  call void @put(ptr %out, i32 1, i32 %evens)
  br label %latch
latch:
  %all = call i32 @active()
  call void @put(ptr %out, i32 2, i32 %all)
  %i.next = add i32 %i, 1
  br label %header
end:
  %joined = call i32 @active()
  call void @put(ptr %out, i32 3, i32 %joined)
  ret void
}
)";

const std::string_view kMergedLoops = R"(
define void @kernel(ptr %out, ptr %words) {
entry:
  %lane = call i32 @pstudio.cpu.laneid()
  %isOdd = trunc i32 %lane to i1
  br label %header
header:
  %round = phi i32 [ 0, %entry ], [ %round, %stay ], [ %round.next, %after ]
  %i = phi i32 [ 0, %entry ], [ %i.next, %stay ], [ 0, %after ]
  br i1 %isOdd, label %after, label %stay
stay:
  %i.next = add i32 %i, 1
  %again = icmp ult i32 %i.next, %lane
  br i1 %again, label %header, label %after
after:
  %all = call i32 @active()
  %together = and i32 %all, 65535
  call void @put(ptr %out, i32 %round, i32 %together)
  %round.next = add i32 %round, 1
  %more = icmp ult i32 %round.next, 3
  br i1 %more, label %header, label %end
end:
  ret void
}
)";

const std::string_view kReturn = R"(
define void @kernel(ptr %out, ptr %words) {
entry:
  %lane = call i32 @pstudio.cpu.laneid()
  %key = and i32 %lane, 7
  br label %header
header:
  %i = phi i32 [ 0, %entry ], [ %i.next, %latch ]
  %found = icmp eq i32 %i, %key
  br i1 %found, label %leave, label %latch
leave:
  %together = call i32 @active()
  call void @put(ptr %out, i32 0, i32 %together)
  ret void
latch:
  %i.next = add i32 %i, 1
  %bound = lshr i32 %lane, 3
  %go = icmp ule i32 %i.next, %bound
  br i1 %go, label %header, label %after
after:
  %joined = call i32 @active()
  call void @put(ptr %out, i32 1, i32 %joined)
  %more = call i32 @active()
  call void @put(ptr %out, i32 2, i32 %more)
  ret void
}
)";

const std::string_view kTickets = R"(
define void @kernel(ptr %out, ptr %words) {
entry:
  %lane = call i32 @pstudio.cpu.laneid()
  %count = urem i32 %lane, 3
  %isOdd = trunc i32 %lane to i1
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %latch ]
  %ticket = atomicrmw add ptr %words, i32 1 monotonic
  call void @put(ptr %out, i32 %i, i32 %ticket)
  br i1 %isOdd, label %odd, label %latch
odd:
  %slot = add i32 %i, 4
  %extra = atomicrmw add ptr %words, i32 1 monotonic
  call void @put(ptr %out, i32 %slot, i32 %extra)
  br label %latch
latch:
  %i.next = add i32 %i, 1
  %more = icmp ule i32 %i.next, %count
  br i1 %more, label %loop, label %end
end:
  %last = atomicrmw add ptr %words, i32 1 monotonic
  call void @put(ptr %out, i32 3, i32 %last)
  ret void
}
)";

const std::string_view kLock = R"(
define void @kernel(ptr %out, ptr %words) {
entry:
  %counter = getelementptr i32, ptr %words, i64 1
  br label %spin
spin:
  %pair = cmpxchg ptr %words, i32 0, i32 1 acquire monotonic
  %taken = extractvalue { i32, i1 } %pair, 1
  br i1 %taken, label %critical, label %spin
critical:
  %old = load i32, ptr %counter
  %new = add i32 %old, 1
  store i32 %new, ptr %counter
  call void @put(ptr %out, i32 0, i32 %old)
  store atomic i32 0, ptr %words release, align 4
  %joined = call i64 @pstudio.cpu.warp.operation(i32 0, i32 -1, i64 0)
  %value = load i32, ptr %counter
  call void @put(ptr %out, i32 1, i32 1)
  ret void
}
)";

const std::string_view kFlags = R"(
define void @kernel(ptr %out, ptr %words) {
entry:
  %t = call i32 @pstudio.cpu.tid.x()
  %warp = lshr i32 %t, 5
  %wide = zext i32 %warp to i64
  %mine = getelementptr i32, ptr %words, i64 %wide
  %next = getelementptr i32, ptr %mine, i64 1
  %isLast = icmp eq i32 %warp, 2
  br i1 %isLast, label %set, label %wait
wait:
  %seen = load volatile i32, ptr %next
  %isSet = icmp ne i32 %seen, 0
  br i1 %isSet, label %set, label %wait
set:
  %value = phi i32 [ 1, %entry ], [ %seen, %wait ]
  %more = add i32 %value, 1
  store volatile i32 %more, ptr %mine
  call void @put(ptr %out, i32 0, i32 %value)
  ret void
}
)";

const std::string_view kIrreducible = R"(
define void @kernel(ptr %out, ptr %words) {
entry:
  %lane = call i32 @pstudio.cpu.laneid()
  %isOdd = trunc i32 %lane to i1
  br i1 %isOdd, label %a, label %b
a:
  %i = phi i32 [ 0, %entry ], [ %j, %b ]
  %i.next = add i32 %i, 1
  %ticket = atomicrmw add ptr %words, i32 1 monotonic
  call void @put(ptr %out, i32 0, i32 %ticket)
  %isDone = icmp ugt i32 %i.next, %lane
  br i1 %isDone, label %end, label %b
b:
  %j.old = phi i32 [ 0, %entry ], [ %i.next, %a ]
  %j = add i32 %j.old, 3
  %other = atomicrmw add ptr %words, i32 1 monotonic
  call void @put(ptr %out, i32 1, i32 %other)
  br label %a
end:
  %sum = call { i32, i1 } @pstudio.cpu.shuffle.xor(i32 %lane, i32 1, i32 32, i32 -1)
  %neighbour = extractvalue { i32, i1 } %sum, 0
  call void @put(ptr %out, i32 2, i32 %neighbour)
  ret void
}
)";

const std::string_view kRecursion = R"(
define i32 @descend(ptr %words, i32 %depth) {
entry:
  %ticket = atomicrmw add ptr %words, i32 1 monotonic
  %isLast = icmp eq i32 %depth, 0
  br i1 %isLast, label %end, label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %below = add i32 %depth, -1
  %deep = call i32 @descend(ptr %words, i32 %below)
  %i.next = add i32 %i, 1
  %again = icmp ult i32 %i.next, 2
  br i1 %again, label %loop, label %end
end:
  %result = phi i32 [ %ticket, %entry ], [ %deep, %loop ]
  ret i32 %result
}
define void @kernel(ptr %out, ptr %words) {
  %lane = call i32 @pstudio.cpu.laneid()
  %depth = urem i32 %lane, 6
  %ticket = call i32 @descend(ptr %words, i32 %depth)
  call void @put(ptr %out, i32 0, i32 %ticket)
  %mask = call i32 @active()
  call void @put(ptr %out, i32 1, i32 %mask)
  ret void
}
)";

} // namespace pstudio::cpu::test
