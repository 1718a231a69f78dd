/** Decompresses bodies as tolerantly as browsers do. */
import { pipeline, Readable } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';

/** Maximum number of nested encodings of a body. */
const MAX_CODINGS = 3;
/** Number of bytes that identify an encoding. */
const HEAD_BYTES = 2;

type Decoder = ReturnType<typeof createGunzip | typeof createBrotliDecompress>;

/** Accepts a compressed body without its final checksum. */
const TOLERANT_OPTIONS = { finishFlush: constants.Z_SYNC_FLUSH };

/**
 * For each encoding, a function that returns the decoder for a body that begins with `head`, or null if the
 * body is not compressed. These bytes are more reliable than the header.
 */
const DECODERS: Readonly<Record<string, (head: Buffer) => Decoder | null>> = {
  gzip: ([first, second]) => (first === 0x1f && second === 0x8b ? createGunzip(TOLERANT_OPTIONS) : null),
  // Some servers omit the zlib header (RFC 9110 §8.4.1.2).
  deflate: ([first = 0]) =>
    (first & 0x0f) === 8 ? createInflate(TOLERANT_OPTIONS) : createInflateRaw(TOLERANT_OPTIONS),
  br: () => createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH }),
};

/** Decodes the body; returns it unchanged if an encoding is unknown or there are more than `MAX_CODINGS`. */
export function decodeBody(body: Readable, encodings: string): Readable {
  const codings = encodings
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim().replace(/^x-gzip$/, 'gzip'))
    .filter(Boolean);
  if (codings.length > MAX_CODINGS || codings.some((coding) => !DECODERS[coding])) return body;
  return codings.reverse().reduce(decodeOnce, body);
}

function decodeOnce(source: Readable, coding: string): Readable {
  const stream = Readable.from(piecesOf(source, coding), { objectMode: false });
  // Ending a generator does not interrupt its wait for the source, so the source is destroyed.
  stream.on('close', () => source.destroy());
  return stream;
}

async function* piecesOf(source: Readable, coding: string): AsyncGenerator<Uint8Array, void> {
  const pieces = source[Symbol.asyncIterator]() as AsyncIterator<Uint8Array, undefined>;
  let head = Buffer.alloc(0);
  while (head.length < HEAD_BYTES) {
    const { done, value } = await pieces.next();
    if (done) break;
    head = Buffer.concat([head, value]);
  }
  const decoder = head.length === 0 ? null : DECODERS[coding]!(head);
  const completeBody = prependBytes(head, pieces);
  if (!decoder) return yield* completeBody;
  // The decoder throws the failure of either stream.
  const output = pipeline(Readable.from(completeBody, { objectMode: false }), decoder, () => undefined);
  for await (const piece of output) yield piece as Uint8Array;
}

async function* prependBytes(
  head: Buffer,
  pieces: AsyncIterator<Uint8Array, undefined>,
): AsyncGenerator<Uint8Array, void> {
  if (head.length > 0) yield head;
  for (let nextPiece = await pieces.next(); !nextPiece.done; nextPiece = await pieces.next())
    yield nextPiece.value;
}
