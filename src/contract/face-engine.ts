/**
 * The messages between the service and a face engine, which draws a speaking face to sound, over a WebSocket. Texts
 * are JSON of these shapes; sound and pictures are binary. An extension of Palkit (docs/guide/face-engines.md).
 */
import * as z from 'zod/mini';

export const FACE_ENGINE_VERSION = 1;

/** Bounds of what an engine may send, and times in milliseconds. */
export const FACE_ENGINE = {
  /** Samples a second of the sound: mono, 16 bits, little-endian. */
  sampleRate: 16_000,
  /** Bytes before the samples or the picture: two little-endian uint32, the speech and the time. */
  headerBytes: 8,
  /** Bytes of a picture, a whole VP8 key frame. */
  maxPictureBytes: 64 * 1024,
  /** Characters of a text. */
  maxText: 4096,
  /** Side of a picture in pixels. */
  minSide: 64,
  maxSide: 1080,
  /** Pictures per second, in speech and in silence. */
  maxRate: 30,
  /** For the connection and `ready`. */
  readyWithin: 3000,
  /** Time limit for the first pictures of a speech, because its sound waits for them. */
  firstWithin: 600,
  /** Pictures that must arrive before a speech begins. */
  lead: 200,
  /** After this long without a newer picture the service's own face takes over. */
  staleAfter: 400,
  /** Milliseconds of sound that are sent ahead of playback. */
  maxAhead: 12_000,
  /** Speeches in a row without pictures in time, and wrong messages, before a call does without the engine. */
  maxFailures: 3,
  maxFaults: 20,
} as const;

const speech = z.int().check(z.positive());

/** The first message of the service; the engine answers `ready` or `refused`. */
export const EngineStart = z.object({
  type: z.literal('start'),
  version: z.literal(FACE_ENGINE_VERSION),
  conversation_id: z.string(),
  face_id: z.string(),
  face_name: z.string(),
  /** Pixels of the service's own face; an engine may choose another size. */
  width: z.int(),
  height: z.int(),
  /** Pictures a second that are shown. */
  rate: z.int(),
  sample_rate: z.int(),
});

export const ToEngine = z.discriminatedUnion('type', [
  EngineStart,
  /** A sentence begins: its sound follows in binary messages, `samples` in all. Numbers rise from 1. */
  z.object({ type: z.literal('speech'), speech, samples: z.int() }),
  /** Speeches up to this one are cancelled. */
  z.object({ type: z.literal('cancel'), through: speech }),
  /** The face's mood while it is silent. */
  z.object({ type: z.literal('mood'), mood: z.enum(['idle', 'listening', 'thinking']) }),
]);
export type ToEngine = z.output<typeof ToEngine>;

const side = z.int().check(z.minimum(FACE_ENGINE.minSide), z.maximum(FACE_ENGINE.maxSide));

export const FromEngine = z.discriminatedUnion('type', [
  /** The engine can draw this face; each picture has this size. */
  z.object({ type: z.literal('ready'), width: side, height: side }),
  /** The engine cannot draw this face; the call continues without it. */
  z.object({ type: z.literal('refused'), reason: z.optional(z.string().check(z.maxLength(200))) }),
]);
export type FromEngine = z.output<typeof FromEngine>;
