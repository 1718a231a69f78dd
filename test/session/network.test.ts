import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  GOOD_NETWORK,
  measure,
  rateNetwork,
  type Network,
  type Sample,
} from '../../src/elements/session/network.ts';
import { settle, world } from './world.ts';

const fineSample: Sample = { loss: 0, jitter: 0.005, roundTrip: 0.05 };
const badSample: Sample = { ...fineSample, loss: 0.2 };
const fairSample: Sample = { ...fineSample, loss: 0.06 };
const isWeakAfter = (samples: Sample[], initialNetwork: Network = GOOD_NETWORK) =>
  samples.reduce(rateNetwork, initialNetwork).weak;

test('two bad samples in a row are weak, one is not', () => {
  assert.equal(isWeakAfter([badSample]), false);
  assert.equal(isWeakAfter([badSample, fineSample, badSample, fineSample, badSample]), false);
  assert.equal(isWeakAfter([badSample, badSample]), true);
  for (const sample of [
    { ...fineSample, jitter: 0.1 },
    { ...fineSample, roundTrip: 1 },
  ])
    assert.equal(isWeakAfter([sample, sample]), true);
});

test('four clearly good samples are good again; those between change nothing', () => {
  const weakSamples = [badSample, badSample];
  assert.equal(isWeakAfter([...weakSamples, fineSample, fineSample, fineSample]), true);
  assert.equal(
    isWeakAfter([...weakSamples, fineSample, fineSample, fineSample, fairSample, fineSample]),
    true,
  );
  assert.equal(isWeakAfter([...weakSamples, ...Array<Sample>(20).fill(fairSample)]), true);
  assert.equal(isWeakAfter([...weakSamples, fineSample, fineSample, fineSample, fineSample]), false);
  assert.equal(isWeakAfter(Array<Sample>(20).fill(fairSample)), false);
});

test('the connection becomes weak only on a bad sample, and good on a good one after at least three more', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(fineSample, fairSample, badSample), { maxLength: 80 }),
      (samples) => {
        let now = GOOD_NETWORK;
        let since = 0;
        for (const sample of samples) {
          const next = rateNetwork(now, sample);
          since++;
          if (next.weak !== now.weak) {
            assert.equal(sample, next.weak ? badSample : fineSample);
            if (!next.weak) assert.ok(since >= 4, `good again after ${since}`);
            since = 0;
          }
          now = next;
        }
      },
    ),
  );
});

test("the browser's counters become shares since the last sample", () => {
  const inbound = (packetsLost: number, packetsReceived: number, jitter: number) => ({
    type: 'inbound-rtp',
    packetsLost,
    packetsReceived,
    jitter,
  });
  const pair = { type: 'candidate-pair', nominated: true, currentRoundTripTime: 0.3 };
  const firstMeasurement = measure(
    [
      inbound(0, 100, 0.01),
      inbound(2, 98, 0.02),
      pair,
      { type: 'candidate-pair', nominated: false, currentRoundTripTime: 9 },
    ],
    { lost: 0, received: 0 },
  );
  assert.deepEqual(firstMeasurement, {
    sample: { loss: 0.01, jitter: 0.02, roundTrip: 0.3 },
    counters: { lost: 2, received: 198 },
  });
  assert.equal(measure([inbound(52, 248, 0)], firstMeasurement.counters).sample.loss, 0.5);
  // Without new packets, the loss counts as 0. Late packets may even lower the count.
  assert.equal(measure([inbound(2, 198, 0)], firstMeasurement.counters).sample.loss, 0);
  assert.equal(measure([inbound(1, 208, 0)], firstMeasurement.counters).sample.loss, 0);
  assert.deepEqual(measure([{ type: 'inbound-rtp', packetsLost: 'x' }], { lost: 0, received: 0 }).sample, {
    loss: 0,
    jitter: 0,
    roundTrip: 0,
  });
});

test('a weak connection shows in the phase, and disappears with a reconnection', async () => {
  const visitor = world();
  const room = await visitor.live();
  const connection = () =>
    visitor.session.view.phase.is === 'live' ? visitor.session.view.phase.connection : null;
  room.listener.network(true);
  assert.equal(connection(), 'weak');
  room.listener.lost();
  await settle();
  room.listener.network(true);
  assert.equal(connection(), 'reconnecting');
  visitor.rooms.at(-1)!.connect();
  await settle();
  assert.equal(connection(), 'good');
});
