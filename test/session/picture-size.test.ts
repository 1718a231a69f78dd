import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withPictureSize } from '../../src/elements/session/picture-size.ts';
import { readOffer } from '../../src/rooms/embedded/offer.ts';

const offer = (extraFields = '') =>
  [
    'v=0',
    'a=ice-ufrag:abcd',
    'a=fingerprint:sha-256 AA',
    'm=audio 9 UDP/TLS/RTP/SAVPF 111',
    'a=mid:0',
    'a=rtpmap:111 opus/48000/2',
    'a=fmtp:111 minptime=10;useinbandfec=1',
    'm=video 9 UDP/TLS/RTP/SAVPF 120 97',
    'a=mid:1',
    `${extraFields}a=rtpmap:120 VP8/90000`,
    'a=rtpmap:97 rtx/90000',
    'a=fmtp:97 apt=120',
    'm=application 9 UDP/DTLS/SCTP webrtc-datachannel',
    'a=mid:2',
    '',
  ].join('\r\n');
const blocks = (sdp: string) => readOffer(sdp)?.video?.blocks;

test('a fine screen on a good connection receives pictures of 720 pixels, any other of 512', () => {
  assert.equal(blocks(withPictureSize(offer(), { ratio: 2 })), 45 * 45);
  assert.equal(blocks(withPictureSize(offer(), { ratio: 3, effectiveType: '4g', saveData: false })), 45 * 45);
  assert.equal(blocks(withPictureSize(offer(), { ratio: 1 })), 32 * 32);
  assert.equal(blocks(withPictureSize(offer(), { ratio: 2, saveData: true })), 32 * 32);
  assert.equal(blocks(withPictureSize(offer(), { ratio: 2, effectiveType: '3g' })), 32 * 32);
});

test("the browser's own bandwidth line is replaced, and the rest of the offer is unchanged", () => {
  const ownOffer = offer('a=fmtp:120 max-fs=12288;max-fr=60\r\n');
  assert.equal(blocks(ownOffer), 12_288);
  const sdp = withPictureSize(ownOffer, { ratio: 1 });
  assert.equal(blocks(sdp), 32 * 32);
  assert.equal(sdp.replace('a=fmtp:120 max-fs=1024\r\n', ''), offer());
  const soundOnly = offer().replace('VP8', 'VP9');
  assert.equal(withPictureSize(soundOnly, { ratio: 2 }), soundOnly);
});

test('an offer without video lines requests nothing', () => {
  assert.equal(blocks(offer()), 0);
});
