/** Receivers that take a callback and never answer, and who waits behind them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOST_SHARE, SILENCE } from '../../../src/service/callbacks/callbacks.ts';
import { Receiver } from '../receiver.ts';
import { until } from '../until.ts';
import { openWorld } from '../world.ts';

test('hanging receivers of one host keep neither the account’s other hosts nor another account waiting', async () => {
  const hanging = await Receiver.open();
  const well = await Receiver.open();
  hanging.answer = () => 'silence';
  const world = await openWorld({ environment: { OUTBOUND_ALLOWED_HOSTS: `${hanging.host},${well.host}` } });
  const { store, callbacks } = world.service.context;
  const tell = (account: number, subject: string, url: string) =>
    store.db
      .transaction()
      .execute((trx) => callbacks.queue(trx, { account, subject, url, body: { subject } }));
  try {
    for (let number = 0; number < 80; number++) await tell(1, `hangs${number}`, hanging.url());
    await until('the hanging ones to be asked', () => hanging.received.length === HOST_SHARE);
    await tell(2, 'other', well.url());
    await until('the other account to be told', () => well.received.length === 1);
    // What waits for its host looks again by and by, and leaves the places to others meanwhile.
    await tell(1, 'own', well.url());
    await until('the account’s other host to be told', () => well.received.length === 2);
    assert.equal(hanging.received.length, HOST_SHARE);
    hanging.answer = () => 200;
    const told = () => new Set(hanging.received.map(({ json }) => json['subject'])).size;
    for (let round = 0; told() < 80 && round < 20; round++) {
      world.clock.move(SILENCE);
      await world.service.context.jobs.idle();
    }
    assert.equal(told(), 80);
  } finally {
    await world.close();
    await hanging.close();
    await well.close();
  }
});
