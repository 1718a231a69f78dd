/** In a call without video, the agent's pictures are neither sent nor requested, regardless of the browser's offer. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import rtc from 'node-datachannel';
import { Media } from '../../src/rooms/embedded/media.ts';
import { until } from '../service/until.ts';
import { joinNatively } from './native-visitor.ts';

/** Returns the section of an SDP answer for a media kind. */
const section = (sdp: string, kind: 'audio' | 'video'): string =>
  sdp.split(/\r?\n(?=m=)/).find((part) => part.startsWith(`m=${kind} `)) ?? '';

test(
  'an audio-only call has an inactive video line and receives no picture with the voice',
  { timeout: 60_000 },
  async () => {
    const media = await Media.start({ udpPort: 0, log: () => {} });
    try {
      const answers: string[] = [];
      const recordAnswer = (answer: string) => {
        answers.push(answer);
        return answer;
      };
      const listener = await joinNatively(media, 'heard', null, recordAnswer, { audioOnly: true });
      const viewer = await joinNatively(media, 'seen', null, recordAnswer);
      assert.match(section(answers[0]!, 'video'), /^a=inactive\s*$/m);
      assert.match(section(answers[0]!, 'audio'), /^a=sendrecv\s*$/m);
      assert.match(section(answers[1]!, 'video'), /^a=sendrecv\s*$/m);
      // Wait for a second of pictures in one call, so that the other call had time to receive some, too.
      await until('the pictures of the other call', () => viewer.countPictures() > 25);
      assert.equal(listener.countPictures(), 0);
      await listener.close();
      await viewer.close();
    } finally {
      await media.close();
      // Without this cleanup, native threads of an inactive track would keep this process alive.
      rtc.cleanup();
    }
  },
);
