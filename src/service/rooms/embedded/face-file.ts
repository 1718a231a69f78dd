import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { MOUTHS } from '../../agent/engines/engines.ts';

/**
 * A face ready to be sent: every pose of a seamless cycle with every mouth, each a complete VP8 key frame.
 *
 * The file holds, in order: the ASCII letters `PALFACE1`; the header's length in bytes as a little-endian uint32; the
 * header, JSON in UTF-8; the frames' bytes. `header.frames[pose * 7 + mouth]` is `[offset, length]` in bytes, counted
 * from the header's end; poses may share a frame.
 */
export interface FaceFile {
  name: string;
  /** Pixels. */
  width: number;
  height: number;
  /** Poses a second. */
  rate: number;
  /** How many poses make the cycle; after the last comes the first. */
  poses: number;
  /**
   * @param pose 0 to `poses` - 1
   * @param mouth an index into `MOUTHS`
   * @returns one VP8 key frame, a view of the file's bytes that must not be written to
   * @throws RangeError for a pose or mouth that the face has not
   */
  frame(pose: number, mouth: number): Uint8Array;
}

const MAGIC = 'PALFACE1';
const START = MAGIC.length + 4;

const count = z.int().positive();
const Header = z.object({
  name: z.string().min(1),
  width: count.max(4096),
  height: count.max(4096),
  rate: count.max(120),
  codec: z.literal('vp8'),
  poses: count,
  mouths: z.tuple(MOUTHS.map((mouth) => z.literal(mouth)) as [z.ZodLiteral<string>, ...z.ZodLiteral<string>[]]),
  frames: z.array(z.tuple([z.int().nonnegative(), count])),
});

/** True of bytes that begin a VP8 key frame of this size (RFC 6386, section 9.1). */
function isKeyFrame(bytes: Buffer, width: number, height: number): boolean {
  return (
    bytes.length >= 10 &&
    (bytes[0]! & 1) === 0 &&
    bytes.readUIntBE(3, 3) === 0x9d012a &&
    (bytes.readUInt16LE(6) & 0x3fff) === width &&
    (bytes.readUInt16LE(8) & 0x3fff) === height
  );
}

function parseHeader(file: Buffer, refuse: (reason: string) => Error): z.infer<typeof Header> {
  if (file.length < START || file.toString('latin1', 0, MAGIC.length) !== MAGIC) throw refuse(`it does not begin with ${MAGIC}`);
  const end = START + file.readUInt32LE(MAGIC.length);
  if (end > file.length) throw refuse('it ends within its header');
  let json: unknown;
  try {
    json = JSON.parse(file.toString('utf8', START, end));
  } catch {
    throw refuse('its header is not JSON');
  }
  const header = Header.safeParse(json);
  if (!header.success) throw refuse(`its header is wrong: ${z.prettifyError(header.error)}`);
  return header.data;
}

/**
 * Reads a whole face into memory.
 *
 * @throws Error naming the file and what is wrong with it, when it is not a face or a frame is missing or no key frame
 */
export function readFaceFile(path: string): FaceFile {
  const file = readFileSync(path);
  const refuse = (reason: string): Error => new Error(`${path} is not a face: ${reason}`);
  const { name, width, height, rate, poses, frames: places } = parseHeader(file, refuse);
  if (places.length !== poses * MOUTHS.length) {
    throw refuse(`${poses} poses need ${poses * MOUTHS.length} frames, its header lists ${places.length}`);
  }
  const body = file.subarray(START + file.readUInt32LE(MAGIC.length));
  const frames = places.map(([offset, length], index) => {
    if (offset + length > body.length) throw refuse(`frame ${index} lies beyond its end`);
    const bytes = body.subarray(offset, offset + length);
    if (!isKeyFrame(bytes, width, height)) throw refuse(`frame ${index} is not a VP8 key frame of ${width} x ${height}`);
    return bytes;
  });
  return {
    name,
    width,
    height,
    rate,
    poses,
    frame(pose, mouth) {
      const inside = Number.isInteger(pose) && pose >= 0 && pose < poses && Number.isInteger(mouth) && mouth >= 0 && mouth < MOUTHS.length;
      if (!inside) throw new RangeError(`${name} has ${poses} poses of ${MOUTHS.length} mouths, not pose ${pose} with mouth ${mouth}`);
      return frames[pose * MOUTHS.length + mouth]!;
    },
  };
}
