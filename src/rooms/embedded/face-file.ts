import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { MOUTHS } from '@palkit/contract/mouths';
import { cycle, FaceMotion, flawOf } from './face-motion.ts';
import { keyFrameSize } from './vp8.ts';

/**
 * A face ready to be sent. A drawn one has poses, those in which it speaks with every mouth, each a complete
 * VP8 key frame, and a motion over them; a filmed one is a loop of VP8 frames that go one after another, the
 * first a key frame, and has no mouths.
 *
 * The file holds, in order: the ASCII letters `PALFACE1`; the header's length in bytes as a little-endian
 * uint32; the header, JSON in UTF-8; the frames' bytes. A place is `[offset, length]` in bytes, counted from
 * the header's end. With `poses`, `header.frames[pose * 7 + mouth]` is the place of a picture: poses may
 * share one, a pose that does not speak has one for all mouths, and `header.motion` says how it moves
 * (without: the poses are a cycle). A trained face has `halfSteps`, pictures of lips on their way from one
 * mouth to another: `frames[pose * pairs.length + pair]` is the place of one, and the lips may go either way.
 * With `times`, `header.frames[n]` is shown from `header.times[n]` on, and after `header.duration` the loop
 * begins again.
 *
 * Beside `<name>.face` of a drawn one there may be `<name>.between.face`: more poses, `header.after` those of
 * the first file, each with its lips at rest, `header.frames` their places, and the motion over all of them.
 */
export type FaceFile = DrawnFace | FilmedFace;

interface Pictures {
  name: string;
  /** Pixels. */
  width: number;
  height: number;
}

export interface DrawnFace extends Pictures {
  kind: 'drawn';
  /** Poses a second. */
  rate: number;
  poses: number;
  motion: FaceMotion;
  /** True if a pose has its mouths; otherwise its lips rest. */
  speaks(pose: number): boolean;
  /** True if it has pictures between its mouths. */
  readonly hasHalfSteps: boolean;
  /**
   * @param pose 0 to `poses` - 1
   * @param mouth an index into `MOUTHS`
   * @param toward the mouth that the lips are on their way to, if any
   * @returns one VP8 key frame, a view of the file's bytes that must not be written to
   * @throws RangeError for a pose or mouth that the face has not
   */
  frame(pose: number, mouth: number, toward?: number | null): Uint8Array;
  /** The index of that frame among all frames of the face. */
  place(pose: number, mouth: number, toward?: number | null): number;
  /** The frame of an index; undefined after the last. */
  picture(place: number): Uint8Array | undefined;
}

export interface FilmedFace extends Pictures {
  kind: 'filmed';
  /** Ticks of 1/90000 s of one loop. */
  duration: number;
  /** In decoding order; `time` in ticks from the loop's beginning, rising. */
  frames: readonly { bytes: Uint8Array; time: number; key: boolean }[];
}

const SLIGHT = MOUTHS.indexOf('slight');
const MAGIC = 'PALFACE1';
const START = MAGIC.length + 4;

const count = z.int().positive();
const places = z.array(z.tuple([z.int().nonnegative(), count])).min(1);
const pictures = {
  name: z.string().min(1),
  width: count.max(4096),
  height: count.max(4096),
  codec: z.literal('vp8'),
  frames: places,
};
const mouth = z
  .int()
  .nonnegative()
  .max(MOUTHS.length - 1);
const DrawnHeader = z.object({
  ...pictures,
  rate: count.max(120),
  poses: count,
  mouths: z.tuple(
    MOUTHS.map((mouth) => z.literal(mouth)) as [z.ZodLiteral<string>, ...z.ZodLiteral<string>[]],
  ),
  motion: z.optional(FaceMotion),
  halfSteps: z.optional(z.object({ pairs: z.array(z.tuple([mouth, mouth])).min(1), frames: places })),
});
const BetweenHeader = z.object({ ...pictures, after: count, motion: FaceMotion });
const FilmedHeader = z.object({ ...pictures, duration: count, times: z.array(z.int().nonnegative()) });
export type DrawnHeader = z.infer<typeof DrawnHeader>;
export type BetweenHeader = z.infer<typeof BetweenHeader>;
type FilmedHeader = z.infer<typeof FilmedHeader>;

type Refuse = (reason: string) => Error;
type BytesAt = (place: [offset: number, length: number], index: number) => Uint8Array;

function jsonOf(file: Buffer, refuse: Refuse): unknown {
  if (file.length < START || file.toString('latin1', 0, MAGIC.length) !== MAGIC)
    throw refuse(`it does not begin with ${MAGIC}`);
  const end = START + file.readUInt32LE(MAGIC.length);
  if (end > file.length) throw refuse('it ends within its header');
  try {
    return JSON.parse(file.toString('utf8', START, end));
  } catch {
    throw refuse('its header is not JSON');
  }
}

/** Reads a file's header and the bytes of its frames. */
function readAs<Header extends { frames: [number, number][] }>(
  shape: (json: unknown) => z.ZodType<Header>,
  path: string,
): { header: Header; frames: Uint8Array[]; bytesAt: BytesAt; refuse: Refuse } {
  const file = readFileSync(path);
  const refuse = (reason: string): Error => new Error(`${path} is not a face: ${reason}`);
  const json = jsonOf(file, refuse);
  const parsed = shape(json).safeParse(json);
  if (!parsed.success) throw refuse(`its header is wrong: ${z.prettifyError(parsed.error)}`);
  const body = file.subarray(START + file.readUInt32LE(MAGIC.length));
  const bytesAt: BytesAt = ([offset, length], index) => {
    if (offset + length > body.length) throw refuse(`frame ${index} lies beyond its end`);
    return body.subarray(offset, offset + length);
  };
  return { header: parsed.data, frames: parsed.data.frames.map(bytesAt), bytesAt, refuse };
}

/**
 * Reads a whole face into memory.  @throws Error that names the file and the fault, if it is not a face or a frame is
 * missing or of the wrong kind
 */
export function readFaceFile(path: string): FaceFile {
  const { header, frames, bytesAt, refuse } = readAs<DrawnHeader | FilmedHeader>(
    (json) => (typeof json === 'object' && json !== null && 'times' in json ? FilmedHeader : DrawnHeader),
    path,
  );
  if (!('poses' in header)) return readFilmedFace(header, frames, refuse);
  const beside = path.replace(/(\.face)?$/, '.between.face');
  if (existsSync(beside)) return withBetween(header, frames, beside);
  const halfSteps = header.halfSteps?.frames.map(bytesAt) ?? [];
  return drawn(header, { frames, halfSteps }, refuse);
}

/** The first file's poses, followed by those of the file beside it. */
function withBetween(header: DrawnHeader, frames: Uint8Array[], path: string): DrawnFace {
  const more = readAs(() => BetweenHeader, path);
  const { name, width, height, after, motion } = more.header;
  if (name !== header.name || width !== header.width || height !== header.height || after !== header.poses)
    throw more.refuse(`it is of ${name}, ${width} x ${height}, after ${after} poses`);
  const each = <Item>(items: readonly Item[]): Item[] =>
    items.flatMap((item) => Array<Item>(MOUTHS.length).fill(item));
  return drawn(
    {
      ...header,
      halfSteps: undefined,
      poses: after + more.frames.length,
      motion,
      frames: [...header.frames, ...each(more.header.frames)],
    },
    { frames: [...frames, ...each(more.frames)], halfSteps: [] },
    more.refuse,
  );
}

function drawn(
  header: DrawnHeader,
  { frames, halfSteps }: { frames: Uint8Array[]; halfSteps: Uint8Array[] },
  refuse: Refuse,
): DrawnFace {
  const { name, width, height, rate, poses, motion = cycle(poses), frames: at } = header;
  const pairs = header.halfSteps?.pairs ?? [];
  if (frames.length !== poses * MOUTHS.length)
    throw refuse(`${poses} poses need ${poses * MOUTHS.length} frames, its header lists ${frames.length}`);
  if (halfSteps.length !== poses * pairs.length)
    throw refuse(`${poses} poses need ${poses * pairs.length} half steps, it has ${halfSteps.length}`);
  const pictures = [...frames, ...halfSteps];
  for (const [index, bytes] of pictures.entries()) {
    const size = keyFrameSize(bytes);
    if (size?.width !== width || size.height !== height)
      throw refuse(`frame ${index} is not a VP8 key frame of ${width} x ${height}`);
  }
  const flaw = flawOf(motion, poses);
  if (flaw) throw refuse(flaw);
  const pairOf = new Map(
    pairs.flatMap(([one, other], pair) => [
      [one * MOUTHS.length + other, pair],
      [other * MOUTHS.length + one, pair],
    ]),
  );
  const place = (pose: number, mouth: number, toward: number | null = null): number => {
    const isInside = (value: number, count: number) => Number.isInteger(value) && value >= 0 && value < count;
    if (!isInside(pose, poses) || !isInside(mouth, MOUTHS.length))
      throw new RangeError(
        `${name} has ${poses} poses of ${MOUTHS.length} mouths, not pose ${pose} with mouth ${mouth}`,
      );
    if (toward === null || toward === mouth || pairs.length === 0) return pose * MOUTHS.length + mouth;
    const pair = pairOf.get(mouth * MOUTHS.length + toward);
    // The small opening lies between closed and wide open.
    return pair === undefined ? pose * MOUTHS.length + SLIGHT : frames.length + pose * pairs.length + pair;
  };
  return {
    kind: 'drawn',
    name,
    width,
    height,
    rate,
    poses,
    motion,
    hasHalfSteps: pairs.length > 0,
    speaks: (pose) => at[pose * MOUTHS.length]![0] !== at[pose * MOUTHS.length + 1]![0],
    frame: (pose, mouth, toward) => pictures[place(pose, mouth, toward)]!,
    place,
    picture: (index) => pictures[index],
  };
}

function readFilmedFace(
  { name, width, height, duration, times }: FilmedHeader,
  frames: Uint8Array[],
  refuse: Refuse,
): FilmedFace {
  if (frames.length !== times.length)
    throw refuse(`it has ${times.length} times for ${frames.length} frames`);
  if (
    times[0] !== 0 ||
    times.some((time, index) => index > 0 && time <= times[index - 1]!) ||
    duration <= times.at(-1)!
  )
    throw refuse('its times do not rise from 0 to its duration');
  const sizes = frames.map(keyFrameSize);
  if (!sizes[0]) throw refuse('it does not begin with a VP8 key frame');
  const odd = sizes.findIndex((size) => size && (size.width !== width || size.height !== height));
  if (odd >= 0) throw refuse(`frame ${odd} is not ${width} x ${height}`);
  return {
    kind: 'filmed',
    name,
    width,
    height,
    duration,
    frames: frames.map((bytes, index) => ({ bytes, time: times[index]!, key: sizes[index] !== null })),
  };
}

/** The bytes of a filmed face's file. */
export function writeFilmedFace(face: FilmedFace): Uint8Array {
  let offset = 0;
  const frames = face.frames.map(({ bytes }): [number, number] => [
    (offset += bytes.length) - bytes.length,
    bytes.length,
  ]);
  const { name, width, height, duration } = face;
  return withHeader(
    {
      name,
      width,
      height,
      codec: 'vp8',
      duration,
      times: face.frames.map(({ time }) => time),
      frames,
    } satisfies FilmedHeader,
    face.frames.map(({ bytes }) => bytes),
  );
}

/** The bytes of a file with this header. */
export function withHeader(header: object, bodies: readonly Uint8Array[]): Uint8Array {
  const json = Buffer.from(JSON.stringify(header));
  const start = Buffer.alloc(START);
  start.write(MAGIC, 'latin1');
  start.writeUInt32LE(json.length, MAGIC.length);
  return Buffer.concat([start, json, ...bodies]);
}
