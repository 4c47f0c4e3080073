// SPDX-License-Identifier: Apache-2.0
// The launches that precede the next work of a stream, through events and their joins.
#include <QtTest>

#include "collector/program/stream_order.h"

using namespace pstudio::program;
using Launches = StreamOrder::Launches;

class StreamOrderTest : public QObject {
  Q_OBJECT

  // Handles without objects.
  char m_handles[4] = {};
  void *const m_a = &m_handles[0];
  void *const m_b = &m_handles[1];
  void *const m_event = &m_handles[2];
  void *const m_join = &m_handles[3];

private Q_SLOTS:
  void streamsAreIndependentUntilAnEventJoinsThem() {
    StreamOrder order;
    order.launched(m_a, 1);
    order.launched(m_b, 2);
    QCOMPARE(order.ofStream(m_a), (Launches{1}));
    QCOMPARE(order.ofStream(m_b), (Launches{2}));
    order.record(m_event, m_a);
    order.launched(m_a, 3); // after the event
    order.await(m_b, m_event);
    QCOMPARE(order.ofEvent(m_event), (Launches{1}));
    QCOMPARE(order.ofStream(m_b), (Launches{1, 2}));
  }

  void anEventStandsForWhatItsStreamWaitedForToo() {
    StreamOrder order;
    order.launched(m_a, 1);
    order.record(m_event, m_a);
    order.await(m_b, m_event);
    order.launched(m_b, 2);
    order.record(m_join, m_b);
    QCOMPARE(order.ofEvent(m_join), (Launches{1, 2}));
  }

  void whatHasEndedIsForgottenEverywhere() {
    StreamOrder order;
    order.launched(m_a, 1);
    order.launched(m_a, 2);
    order.record(m_event, m_a);
    order.await(m_b, m_event);
    order.ended(1);
    QCOMPARE(order.ofStream(m_a), (Launches{2}));
    QCOMPARE(order.ofStream(m_b), (Launches{2}));
    QCOMPARE(order.ofEvent(m_event), (Launches{2}));
  }

  void anEventThatWasNeverRecordedOrIsGoneStandsForNothing() {
    StreamOrder order;
    order.launched(m_a, 1);
    order.await(m_b, m_event);
    QCOMPARE(order.ofStream(m_b), Launches());
    order.record(m_event, m_a);
    order.forgetEvent(m_event);
    QCOMPARE(order.ofEvent(m_event), Launches());
    order.forgetStream(m_a);
    QCOMPARE(order.ofStream(m_a), Launches());
  }
};

QTEST_GUILESS_MAIN(StreamOrderTest)
#include "stream_order_test.moc"
