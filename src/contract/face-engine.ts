/**
 * Messages between the service and a face engine, which draws a speaking face from sound, over a WebSocket. Text
 * messages are JSON; sound and pictures are binary. An extension of Palkit (docs/guide/face-engines.md).
 */
import * as z from 'zod/mini';

export const FACE_ENGINE_VERSION = 1;

/** Limits for the messages of an engine; times are in milliseconds. */
export const FACE_ENGINE = {
  /** Sample rate of the sound in Hz: mono, 16 bits, little-endian. */
  sampleRate: 16_000,
  /** Bytes before the samples or the picture: two little-endian uint32, the number of the speech and the time. */
  headerBytes: 8,
  /** Maximum size of a picture in bytes; a picture is a complete VP8 key frame. */
  maxPictureBytes: 64 * 1024,
  /** Maximum number of characters of a text. */
  maxText: 4096,
  /** Minimum and maximum side of a picture in pixels. */
  minSide: 64,
  maxSide: 1080,
  /** Maximum number of pictures per second, in speech and in silence. */
  maxRate: 30,
  /** Time limit for the connection and `ready`. */
  readyTimeoutMs: 3000,
  /** Time limit for the first pictures of a speech, because its sound waits for them. */
  firstWithin: 600,
  /** Milliseconds of pictures that must arrive before a speech starts. */
  lead: 200,
  /** Time without a newer picture after which the service's own face is shown. */
  staleAfter: 400,
  /** Maximum milliseconds of sound that are sent ahead of playback. */
  maxAhead: 12_000,
  /** Maximum consecutive speeches without pictures in time; then the engine is not used. */
  maxFailures: 3,
  /** Maximum invalid messages; then the engine is not used. */
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
  /** Size of the service's own face in pixels; an engine may choose another size. */
  width: z.int(),
  height: z.int(),
  /** Pictures per second that are shown. */
  rate: z.int(),
  sample_rate: z.int(),
});

export const ToEngine = z.discriminatedUnion('type', [
  EngineStart,
  /** Starts a sentence; its sound follows in binary messages, `samples` in total. Numbers increase from 1. */
  z.object({ type: z.literal('speech'), speech, samples: z.int() }),
  /** Cancels the speech with the number `through` and all earlier speeches. */
  z.object({ type: z.literal('cancel'), through: speech }),
  /** Sets the mood of the silent face. */
  z.object({ type: z.literal('mood'), mood: z.enum(['idle', 'listening', 'thinking']) }),
]);
export type ToEngine = z.output<typeof ToEngine>;

const side = z.int().check(z.minimum(FACE_ENGINE.minSide), z.maximum(FACE_ENGINE.maxSide));

export const FromEngine = z.discriminatedUnion('type', [
  /** The engine can draw this face with pictures of this size. */
  z.object({ type: z.literal('ready'), width: side, height: side }),
  /** The engine cannot draw this face; the call continues without it. */
  z.object({ type: z.literal('refused'), reason: z.optional(z.string().check(z.maxLength(200))) }),
]);
export type FromEngine = z.output<typeof FromEngine>;
