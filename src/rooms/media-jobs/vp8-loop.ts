/**
 * Makes a loop from a VP8 film: checks the film and copies a part of it frame by frame. The lips do not move
 * with speech.
 */
import {
  EncodedPacketSink,
  FilePathSource,
  Input,
  MATROSKA,
  MP4,
  QTFF,
  WEBM,
  type EncodedPacket,
  type InputVideoTrack,
} from 'mediabunny';
import { TRAINING_VIDEO } from '@palkit/contract/faces';
import type { FilmedFace } from '../embedded/face-file.ts';
import { keyFrameSize } from '../embedded/vp8.ts';
import { MediaJobRefusal } from './media-jobs.ts';

export const TICKS_PER_SECOND = 90_000;
/** Maximum seconds and bytes of a loop. The remaining part of the film is not used. */
const MAX_LOOP_SECONDS = 20;
const MAX_LOOP_BYTES = 10_000_000;
const CODEC_NAMES: Record<string, string> = {
  avc: 'H.264',
  hevc: 'H.265',
  vp9: 'VP9',
  av1: 'AV1',
  prores: 'ProRes',
};
const ADVICE =
  'Convert it first, for example with: ffmpeg -i video.mp4 -an -vf "scale=-2:512,fps=25" -c:v ' +
  'libvpx -b:v 1M -g 50 -auto-alt-ref 0 face.webm';

/** @throws MediaJobRefusal with the fault of the film */
export async function readVp8Loop(
  file: string,
  name: string,
): Promise<{ loop: FilmedFace; colorSpace: VideoColorSpaceInit | undefined }> {
  const input = new Input({ formats: [MP4, QTFF, WEBM, MATROSKA], source: new FilePathSource(file) });
  try {
    if (!(await readOrRefuse(() => input.canRead())))
      throw new MediaJobRefusal('The file is not a video: MP4, MOV or WebM is needed.');
    const track = await readOrRefuse(() => input.getPrimaryVideoTrack());
    if (!track) throw new MediaJobRefusal('The file has no video track.');
    await readOrRefuse(() => checkFilm(track));
    const loop = await readOrRefuse(() => cutLoop(track, name));
    return { loop, colorSpace: (await track.getDecoderConfig())?.colorSpace };
  } finally {
    input.dispose();
  }
}

/**
 * Runs `read`. Any other error than a `MediaJobRefusal` becomes one, because a parser fails only on a faulty
 * file.
 */
async function readOrRefuse<Value>(read: () => Promise<Value>): Promise<Value> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof MediaJobRefusal) throw error;
    throw new MediaJobRefusal('The file is damaged or incomplete.');
  }
}

async function checkFilm(track: InputVideoTrack): Promise<void> {
  const limits = TRAINING_VIDEO;
  const [codec, width, height, seconds] = await Promise.all([
    track.getCodec(),
    track.getCodedWidth(),
    track.getCodedHeight(),
    track.computeDuration(),
  ]);
  if (Math.min(width, height) < limits.minSide)
    throw new MediaJobRefusal(
      `The picture is ${width} x ${height}; at least ${limits.minSide} x ${limits.minSide} is needed.`,
    );
  if (!(seconds >= limits.minSeconds))
    throw new MediaJobRefusal(
      `The video lasts ${seconds.toFixed(1)} s; at least ${limits.minSeconds} s are needed.`,
    );
  if (seconds > limits.maxSeconds)
    throw new MediaJobRefusal(
      `The video lasts ${Math.ceil(seconds / 60)} minutes; at most ${limits.maxSeconds / 60} are taken.`,
    );
  if (codec !== 'vp8') {
    throw new MediaJobRefusal(
      `The picture is ${codec ? (CODEC_NAMES[codec] ?? codec) : 'of an unknown kind'}. Faces are made ` +
        `without transcoding, so it must be VP8. ${ADVICE}`,
    );
  }
  if (Math.max(width, height) > limits.maxSide)
    throw new MediaJobRefusal(
      `The picture is ${width} x ${height}; at most ${limits.maxSide} pixels a side are accepted. ${ADVICE}`,
    );
  if ((await track.getRotation()) !== 0)
    throw new MediaJobRefusal(`The picture is stored turned on its side. ${ADVICE}`);
}

/**
 * Cuts the loop: it starts with a key frame and ends at the limits of duration and size. All its pictures
 * have the same size. Throws a `MediaJobRefusal` if no part of the film is long enough.
 */
async function cutLoop(track: InputVideoTrack, name: string): Promise<FilmedFace> {
  const sink = new EncodedPacketSink(track);
  for (let start = await sink.getFirstKeyPacket(); start; start = await sink.getNextKeyPacket(start)) {
    const size = keyFrameSize(start.data);
    if (!size) continue;
    const face = filmedFaceOf(name, size, await collect(sink, start, size));
    if (face.duration >= TRAINING_VIDEO.minSeconds * TICKS_PER_SECOND) return measureRate(face);
  }
  throw new MediaJobRefusal(
    `No stretch of ${TRAINING_VIDEO.minSeconds} s begins with a key frame and keeps its size. ${ADVICE}`,
  );
}

async function collect(
  sink: EncodedPacketSink,
  start: EncodedPacket,
  size: { width: number; height: number },
): Promise<EncodedPacket[]> {
  const packets: EncodedPacket[] = [];
  let bytes = 0;
  for await (const packet of sink.packets(start)) {
    const key = keyFrameSize(packet.data);
    bytes += packet.data.length;
    if (
      packet.data.length === 0 ||
      bytes > MAX_LOOP_BYTES ||
      packet.timestamp - start.timestamp >= MAX_LOOP_SECONDS ||
      (key && (key.width !== size.width || key.height !== size.height))
    )
      break;
    packets.push(packet);
  }
  return packets;
}

function filmedFaceOf(
  name: string,
  size: { width: number; height: number },
  packets: EncodedPacket[],
): FilmedFace {
  const frames: { bytes: Uint8Array; time: number; key: boolean }[] = [];
  for (const packet of packets) {
    const time = Math.round((packet.timestamp - packets[0]!.timestamp) * TICKS_PER_SECOND);
    // A frame that is never shown on its own (an alternate reference) may have the same time as its neighbour.
    frames.push({
      bytes: packet.data,
      key: keyFrameSize(packet.data) !== null,
      time: frames.length === 0 ? 0 : Math.max(time, frames.at(-1)!.time + 1),
    });
  }
  const lastTime = frames.at(-1)!.time;
  const duration =
    lastTime +
    Math.max(
      1,
      Math.round(packets.at(-1)!.duration * TICKS_PER_SECOND) ||
        Math.round(lastTime / Math.max(1, frames.length - 1)),
    );
  return { kind: 'filmed', name, ...size, duration, frames };
}

/**
 * Returns the face unchanged. @throws MediaJobRefusal if its bit rate or frame rate is outside the limits of
 * a call
 */
export function measureRate(face: FilmedFace): FilmedFace {
  const seconds = face.duration / TICKS_PER_SECOND;
  const { maxBitsPerSecond, minRate, maxRate } = TRAINING_VIDEO;
  const bits = (face.frames.reduce((sum, { bytes }) => sum + bytes.length, 0) * 8) / seconds;
  const rate = face.frames.length / seconds;
  if (bits > maxBitsPerSecond)
    throw new MediaJobRefusal(
      `The picture takes ${(bits / 1e6).toFixed(1)} Mb/s; a call carries at most ${maxBitsPerSecond / 1e6}. ${ADVICE}`,
    );
  if (rate < minRate || rate > maxRate * 1.05)
    throw new MediaJobRefusal(
      `The video has ${rate.toFixed(1)} pictures a second; from ${minRate} to ${maxRate} are taken. ${ADVICE}`,
    );
  return face;
}
