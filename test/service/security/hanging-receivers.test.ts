/** Receivers that accept a callback but never respond do not delay callbacks to other hosts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RESPONSE_TIMEOUT_MS } from '../../../src/service/callbacks/callbacks.ts';
import { HOST_SHARE, HostLimits } from '../../../src/service/callbacks/host-limits.ts';
import { Receiver } from '../receiver.ts';
import { until } from '../until.ts';
import { openWorld } from '../world.ts';

test('hanging receivers of one host delay neither other hosts of the account nor another account', async () => {
  const hanging = await Receiver.open();
  const healthyReceiver = await Receiver.open();
  hanging.answer = () => 'silence';
  const world = await openWorld({
    environment: { OUTBOUND_ALLOWED_HOSTS: `${hanging.host},${healthyReceiver.host}` },
  });
  const { store, callbacks } = world.service.context;
  const enqueueCallback = (account: number, subject: string, url: string) =>
    store.db
      .transaction()
      .execute((trx) => callbacks.queue(trx, { account, subject, url, body: { subject } }));
  try {
    for (let number = 0; number < 80; number++) await enqueueCallback(1, `hangs${number}`, hanging.url());
    await until('the hanging ones to be asked', () => hanging.received.length === HOST_SHARE);
    await enqueueCallback(2, 'other', healthyReceiver.url());
    await until('the other account to be told', () => healthyReceiver.received.length === 1);
    // A callback that waits for its host's limit releases its slot between its attempts.
    await enqueueCallback(1, 'own', healthyReceiver.url());
    await until('the account’s other host to be told', () => healthyReceiver.received.length === 2);
    assert.equal(hanging.received.length, HOST_SHARE);
    hanging.answer = () => 200;
    const subjects = () => new Set(hanging.received.map(({ json }) => json['subject'])).size;
    for (let round = 0; subjects() < 80 && round < 20; round++) {
      world.clock.move(RESPONSE_TIMEOUT_MS);
      await world.service.context.jobs.idle();
    }
    assert.equal(subjects(), 80);
  } finally {
    await world.close();
    await hanging.close();
    await healthyReceiver.close();
  }
});

/** Counts the attempts and responses of `count` callbacks to a host in a minute; a response takes `answers` ms. */
function minute(count: number, answers: number): { looks: number; answerCount: number } {
  const hostLimits = new HostLimits();
  const dueTimes = Array.from({ length: count }, () => 0);
  const running: { startedAt: number; until: number }[] = [];
  const counters = { looks: 0, answerCount: 0 };
  for (let now = 0; now < 60_000; now += 10) {
    for (const item of running.filter(({ until }) => until <= now)) {
      running.splice(running.indexOf(item), 1);
      hostLimits.leave('one host', item.startedAt);
      counters.answerCount++;
    }
    for (const index of dueTimes.splice(0)) {
      if (index > now) {
        dueTimes.push(index);
        continue;
      }
      const retryAt = hostLimits.enter('one host', now);
      if (retryAt === null) running.push({ startedAt: now, until: now + answers });
      else {
        counters.looks++;
        dueTimes.push(retryAt);
      }
    }
  }
  return counters;
}

test('a thousand callbacks for a hanging host try it occasionally, not all the time', () => {
  const hanging = minute(1000, RESPONSE_TIMEOUT_MS);
  assert.ok(hanging.looks < 4000, `${hanging.looks} looks in vain`);
  assert.ok(hanging.answerCount >= 50, `${hanging.answerCount} were answered: the share is used`);
});

test('a thousand callbacks for a host that answers in 100 ms are delivered within a minute', () => {
  assert.equal(minute(1000, 100).answerCount, 1000);
});
