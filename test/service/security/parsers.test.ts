/** Every parser of external bytes, with arbitrary input: it returns or rejects the input, and throws no other error. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { readMessage, VisitorEvent } from '../../../src/contract/room-events.ts';
import { ServiceError } from '../../../src/contract/service-error.ts';
import { ExtractionError } from '../../../src/extraction/extraction-error.ts';
import { detectFormat } from '../../../src/extraction/formats.ts';
import { pageText, readPage } from '../../../src/extraction/html.ts';
import { parseCsv } from '../../../src/extraction/csv.ts';
import { readJson } from '../../../src/service/http/body.ts';
import { readOffer, withoutCandidates } from '../../../src/rooms/embedded/offer.ts';
import { asksForKeyFrame, isRtcp, payloadOf } from '../../../src/rooms/embedded/rtp.ts';
import { keyFrameSize } from '../../../src/rooms/embedded/vp8.ts';

const runs = { numRuns: 400 };
const bytes = fc.uint8Array({ maxLength: 2048 });
/** Valid SDP lines in any order, mixed with arbitrary text. */
const sdp = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'v=0',
        'a=ice-ufrag:x',
        'a=fingerprint:sha-256 00',
        'm=application 9 UDP/DTLS/SCTP webrtc-datachannel',
        'm=audio 9 UDP/TLS/RTP/SAVPF 111',
        'a=rtpmap:111 opus/48000/2',
        'a=rtpmap:999 VP8/90000',
        'a=mid:0',
        'a=sendrecv',
      ),
      fc.string({ maxLength: 60 }),
    ),
    { maxLength: 60 },
  )
  .map((lines) => lines.join('\r\n'));

describe('parsers of bytes from outside accept or refuse any', () => {
  test('packets of sound, pictures and control', () => {
    fc.assert(
      fc.property(bytes, (packet) => {
        isRtcp(packet);
        if (isRtcp(packet)) asksForKeyFrame(packet);
        const payload = payloadOf(packet);
        assert.ok(payload === null || payload.byteLength <= packet.byteLength);
        keyFrameSize(packet);
      }),
      runs,
    );
  });

  test('addresses in offers', () => {
    const candidates = [
      'a=candidate:1 1 UDP 2122317823 10.0.0.5 22 typ host',
      'A=CANDIDATE:2 1 tcp 1518280447 192.168.1.1 9 typ host tcptype active',
      'a=end-of-candidates',
      'a=remote-candidates:1 10.0.0.5 22',
    ];
    fc.assert(
      fc.property(
        sdp,
        fc.array(fc.constantFrom(...candidates)),
        fc.constantFrom('\n', '\r\n'),
        (text, extraFields, end) => {
          const lines = text.split('\r\n');
          const offer = [...lines, ...extraFields, 'a=mid:9'].join(end);
          assert.equal(withoutCandidates(offer), [...lines, 'a=mid:9'].join(end));
        },
      ),
      runs,
    );
  });

  test('offers', () => {
    fc.assert(
      fc.property(sdp, (text) => {
        const offer = readOffer(text);
        for (const line of [offer?.audio, offer?.video])
          assert.ok(!line || (line.payloadType >= 0 && line.payloadType <= 127));
      }),
      runs,
    );
  });

  test('messages in a room', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), fc.string({ unit: 'binary' })), (text) => {
        readMessage(VisitorEvent, text);
      }),
      runs,
    );
  });

  test('bodies', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json({ maxDepth: 80 })), (text) => {
        try {
          readJson(text);
        } catch (error) {
          assert.ok(error instanceof ServiceError, String(error));
        }
      }),
      runs,
    );
  });

  test('files of any kind', () => {
    /** The first bytes of a file: signatures of the supported formats. Random bytes follow them. */
    const beginning = fc.constantFrom(
      [],
      [0x50, 0x4b, 3, 4],
      [...Buffer.from('%PDF-1.7\n')],
      [0xff, 0xfe],
      [0],
    );
    fc.assert(
      fc.property(beginning, bytes, (signature, remainingBytes) => {
        try {
          detectFormat(new Uint8Array([...signature, ...remainingBytes]));
        } catch (error) {
          assert.ok(error instanceof ExtractionError, String(error));
        }
      }),
      runs,
    );
  });

  test('pages and tables', () => {
    const tag = fc.constantFrom(
      '<div>',
      '</p>',
      '<script>',
      '<!--',
      '<a href="',
      '<table><td>',
      '&#x0;',
      '<![CDATA[',
    );
    const html = fc
      .array(fc.oneof(tag, fc.string({ maxLength: 20 })), { maxLength: 80 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(html, (text) => {
        assert.equal(typeof pageText(readPage(text)), 'string');
        for (const row of parseCsv(text, ',')) assert.ok(row.length <= text.length + 1);
      }),
      runs,
    );
  });
});
