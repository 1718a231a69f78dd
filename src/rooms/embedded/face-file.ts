import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { MOUTHS } from '@palkit/contract/mouths';
import { cycle, FaceMotion, flawOf } from './face-motion.ts';
import { keyFrameSize } from './vp8.ts';

/**
 * A face that is ready to be sent.
 * - A drawn face has poses and a motion over them. The poses for speaking have all mouth shapes. Each picture is a
 *   complete VP8 key frame.
 * - A filmed face is a loop of consecutive VP8 frames, of which the first is a key frame. It has no mouth shapes.
 *
 * The file contains in order: the ASCII letters `PALFACE1`; the length of the header in bytes as a little-endian
 * uint32; the header as JSON in UTF-8; the bytes of the frames. A position is `[offset, length]` in bytes, counted
 * from the end of the header.
 * - With `poses`, `header.frames[pose * 7 + mouth]` is the position of a picture. Poses may share a picture, and a
 *   pose that does not speak has the same one for all mouths. `header.motion` defines the movement; without it,
 *   the poses are a cycle.
 * - With `halfSteps` (a trained face), there are pictures of lips between two mouth shapes, used in both directions.
 *   `halfSteps.frames[pose * pairs.length + pair]` is the position of one.
 * - With `times`, `header.frames[n]` is shown from `header.times[n]` on, and the loop restarts after
 *   `header.duration`.
 *
 * A drawn face may have a second file `<name>.between.face` beside `<name>.face` with more poses, each with its
 * lips at rest. In this file, `header.after` is the number of poses in the first file, `header.frames` are
 * positions, and the motion covers all poses.
 */
export type FaceFile = DrawnFace | FilmedFace;

interface Pictures {
  name: string;
  /** Width and height in pixels. */
  width: number;
  height: number;
}

export interface DrawnFace extends Pictures {
  kind: 'drawn';
  /** Poses per second. */
  rate: number;
  poses: number;
  motion: FaceMotion;
  /** True if the pose has all mouth shapes; otherwise its lips rest. */
  speaks(pose: number): boolean;
  /** True if the face has pictures between two mouth shapes. */
  readonly hasHalfSteps: boolean;
  /**
   * @param pose 0 to `poses` - 1
   * @param mouth an index into `MOUTHS`
   * @param toward the next mouth shape, if the lips are already moving to it
   * @returns one VP8 key frame, a view of the file's bytes that must not be written to
   * @throws RangeError for a pose or mouth shape that the face does not have
   */
  frame(pose: number, mouth: number, toward?: number | null): Uint8Array;
  /** Returns the index of a picture among all pictures of the face. */
  pictureIndex(pose: number, mouth: number, toward?: number | null): number;
  /** Returns the picture with this index; undefined after the last one. */
  picture(place: number): Uint8Array | undefined;
}

export interface FilmedFace extends Pictures {
  kind: 'filmed';
  /** Duration of a loop in ticks of 1/90000 s. */
  duration: number;
  /** In decoding order; `time` increases and is in ticks from the beginning of the loop. */
  frames: readonly { bytes: Uint8Array; time: number; key: boolean }[];
}

const SLIGHT_MOUTH = MOUTHS.indexOf('slight');
const MAGIC = 'PALFACE1';
const HEADER_START = MAGIC.length + 4;

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

type CreateError = (reason: string) => Error;
type BytesAt = (place: [offset: number, length: number], index: number) => Uint8Array;

function jsonOf(file: Buffer, createError: CreateError): unknown {
  if (file.length < HEADER_START || file.toString('latin1', 0, MAGIC.length) !== MAGIC)
    throw createError(`it does not begin with ${MAGIC}`);
  const end = HEADER_START + file.readUInt32LE(MAGIC.length);
  if (end > file.length) throw createError('it ends within its header');
  try {
    return JSON.parse(file.toString('utf8', HEADER_START, end));
  } catch {
    throw createError('its header is not JSON');
  }
}

/** Reads the header of a file and the bytes of its frames. */
function readAs<Header extends { frames: [number, number][] }>(
  schemaFor: (json: unknown) => z.ZodType<Header>,
  path: string,
): { header: Header; frames: Uint8Array[]; bytesAt: BytesAt; refuse: CreateError } {
  const file = readFileSync(path);
  const refuse = (reason: string): Error => new Error(`${path} is not a face: ${reason}`);
  const json = jsonOf(file, refuse);
  const parseResult = schemaFor(json).safeParse(json);
  if (!parseResult.success) throw refuse(`its header is wrong: ${z.prettifyError(parseResult.error)}`);
  const body = file.subarray(HEADER_START + file.readUInt32LE(MAGIC.length));
  const bytesAt: BytesAt = ([offset, length], index) => {
    if (offset + length > body.length) throw refuse(`frame ${index} lies beyond its end`);
    return body.subarray(offset, offset + length);
  };
  return { header: parseResult.data, frames: parseResult.data.frames.map(bytesAt), bytesAt, refuse };
}

/**
 * Reads a complete face into memory. @throws Error that names the file and the fault if the file is not a
 * face, or if a frame is missing or of the wrong kind
 */
export function readFaceFile(path: string): FaceFile {
  const { header, frames, bytesAt, refuse } = readAs<DrawnHeader | FilmedHeader>(
    (json) => (typeof json === 'object' && json !== null && 'times' in json ? FilmedHeader : DrawnHeader),
    path,
  );
  if (!('poses' in header)) return readFilmedFace(header, frames, refuse);
  const neighbourPath = path.replace(/(\.face)?$/, '.between.face');
  if (existsSync(neighbourPath)) return withBetween(header, frames, neighbourPath);
  const halfSteps = header.halfSteps?.frames.map(bytesAt) ?? [];
  return drawnFace(header, { frames, halfSteps }, refuse);
}

/** Returns a face with the poses of the first file, followed by the poses of the second file beside it. */
function withBetween(header: DrawnHeader, frames: Uint8Array[], path: string): DrawnFace {
  const secondFile = readAs(() => BetweenHeader, path);
  const { name, width, height, after: firstPoseCount, motion } = secondFile.header;
  if (
    name !== header.name ||
    width !== header.width ||
    height !== header.height ||
    firstPoseCount !== header.poses
  )
    throw secondFile.refuse(`it is of ${name}, ${width} x ${height}, after ${firstPoseCount} poses`);
  const each = <Item>(items: readonly Item[]): Item[] =>
    items.flatMap((item) => Array<Item>(MOUTHS.length).fill(item));
  return drawnFace(
    {
      ...header,
      halfSteps: undefined,
      poses: firstPoseCount + secondFile.frames.length,
      motion,
      frames: [...header.frames, ...each(secondFile.header.frames)],
    },
    { frames: [...frames, ...each(secondFile.frames)], halfSteps: [] },
    secondFile.refuse,
  );
}

function drawnFace(
  header: DrawnHeader,
  { frames, halfSteps }: { frames: Uint8Array[]; halfSteps: Uint8Array[] },
  refuse: CreateError,
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
  const pairByMouths = new Map(
    pairs.flatMap(([first, second], pair) => [
      [first * MOUTHS.length + second, pair],
      [second * MOUTHS.length + first, pair],
    ]),
  );
  const place = (pose: number, mouth: number, toward: number | null = null): number => {
    const isInside = (value: number, count: number) => Number.isInteger(value) && value >= 0 && value < count;
    if (!isInside(pose, poses) || !isInside(mouth, MOUTHS.length))
      throw new RangeError(
        `${name} has ${poses} poses of ${MOUTHS.length} mouths, not pose ${pose} with mouth ${mouth}`,
      );
    if (toward === null || toward === mouth || pairs.length === 0) return pose * MOUTHS.length + mouth;
    const pair = pairByMouths.get(mouth * MOUTHS.length + toward);
    // If there is no half step, use the slight opening, which lies between a closed mouth and a wide open one.
    return pair === undefined
      ? pose * MOUTHS.length + SLIGHT_MOUTH
      : frames.length + pose * pairs.length + pair;
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
    pictureIndex: place,
    picture: (index) => pictures[index],
  };
}

function readFilmedFace(
  { name, width, height, duration, times }: FilmedHeader,
  frames: Uint8Array[],
  refuse: CreateError,
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
  const mismatch = sizes.findIndex((size) => size && (size.width !== width || size.height !== height));
  if (mismatch >= 0) throw refuse(`frame ${mismatch} is not ${width} x ${height}`);
  return {
    kind: 'filmed',
    name,
    width,
    height,
    duration,
    frames: frames.map((bytes, index) => ({ bytes, time: times[index]!, key: sizes[index] !== null })),
  };
}

/** Encodes a filmed face as a file. */
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

/** Encodes a face's file: the letters `PALFACE1`, this header, and the bytes of the frames. */
export function withHeader(header: object, bodies: readonly Uint8Array[]): Uint8Array {
  const json = Buffer.from(JSON.stringify(header));
  const start = Buffer.alloc(HEADER_START);
  start.write(MAGIC, 'latin1');
  start.writeUInt32LE(json.length, MAGIC.length);
  return Buffer.concat([start, json, ...bodies]);
}
