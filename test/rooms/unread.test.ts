/** If a visitor stops reading, the media process buffers at most 2 MB for the connection. */
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { assetPath } from '../../src/runtime/asset-data.ts';
import { Media } from '../../src/rooms/embedded/media.ts';
import { until } from '../service/until.ts';

/** Milliseconds; shorter than the time after which the visitor's silence alone ends the connection. */
const LOSS_TIMEOUT_MS = 7000;

test('a connection whose visitor reads nothing is closed at two megabytes', { timeout: 60_000 }, async () => {
  const media = await Media.start({ udpPort: 0, log: () => {} });
  const script = fileURLToPath(new URL('./stopped-visitor.ts', import.meta.url));
  const visitor = fork(script, { execArgv: ['--import', 'tsx'] });
  const messages: { offer?: string; open?: boolean }[] = [];
  visitor.on('message', (message: { offer?: string; open?: boolean }) => messages.push(message));
  try {
    const callId = 'unread';
    let isLost = false;
    media.subscribe((event) => {
      if (event.is === 'lost' && event.callId === callId) isLost = true;
    });
    const { offer } = await until('the offer', () => messages.find((message) => message.offer !== undefined));
    const { answer } = await media.join({ callId, offer: offer ?? '', face: assetPath('faces/mira.face') });
    visitor.send(answer);
    await until('the channel to open', () => messages.some((message) => message.open));
    visitor.kill('SIGSTOP');
    const message = JSON.stringify({ text: 'x'.repeat(50_000) });
    // Far more bytes than the limit, similar to 110 answers to "conversation.resume".
    for (let round = 0; round < 600; round++) media.send(callId, message);
    assert.ok(await until('the connection to be given up', () => isLost, LOSS_TIMEOUT_MS));
  } finally {
    visitor.kill('SIGKILL');
    await media.close();
  }
});
