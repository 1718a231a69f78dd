/**
 * Makes the recording of a call from the call log: the face as shown, the visitor's camera as a second video track,
 * and both voices in one audio track.
 */
import path from 'node:path';
import {
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  FilePathTarget,
  Output,
  WebMOutputFormat,
} from 'mediabunny';
import { MOUTHS } from '@palkit/contract/mouths';
import { readFaceFile, type FaceFile } from '../embedded/face-file.ts';
import { readCallLog, type CallLogRecord } from '../embedded/call-log.ts';
import { keyFrameSize } from '../embedded/vp8.ts';
import { CallSound, MAX_LATE_SECONDS } from './call-sound.ts';
import { CameraTrack } from './camera-track.ts';
import { opusHead, type Packet } from './packing.ts';
import { DRAWN_COLOURS } from './rendering.ts';
import { MediaJobRefusal, type MediaJobResult } from './media-jobs.ts';

/** Minimum seconds between two records for which the call counts as empty. */
const EMPTY_SECONDS = 2;
/** Seconds to which the recording shortens such a gap. */
const EMPTY_SHOWN_SECONDS = 0.5;
/** Seconds between two pictures of a silent drawn face, which changes little. */
const SILENT_FACE_SECONDS = 0.2;
const PROGRESS_INTERVAL_SECONDS = 60;

/** A record with its time in seconds since the start of the call. Only late records are out of order. */
type TimedRecord = CallLogRecord & { at: number };

export async function recordCall(
  task: { callLogs: readonly string[]; face: string; folder: string },
  progress: (share: number) => void,
): Promise<MediaJobResult> {
  const logContents = await inspectLogs(task.callLogs);
  const face = logContents.pictures ? readFaceFile(task.face) : null;
  const output = new Output({
    format: new WebMOutputFormat(),
    target: new FilePathTarget(path.join(task.folder, 'webm')),
  });
  // Players show the first video track.
  const addPicture = face && createPictureWriter(output, face);
  const camera = logContents.camera && new CameraTrack(output, logContents.camera);
  const addSound = soundTrack(output);
  const sound = new CallSound();
  await output.start();
  let end = 0;
  let reportedShare = 0;
  for await (const record of recordsOnTimeline(task.callLogs)) {
    end = Math.max(end, record.at);
    await writeRecord(record, { addPicture, camera, sound });
    for (const packet of sound.take(end)) await addSound(packet);
    // Frames of the camera may arrive as late as packets of the sound.
    await camera?.fillUntil(end - MAX_LATE_SECONDS);
    if (end - reportedShare < PROGRESS_INTERVAL_SECONDS) continue;
    reportedShare = end;
    // The total duration is unknown, so the progress only shows that the job is still running.
    progress(0);
  }
  if (end === 0) throw new MediaJobRefusal('Nothing was recorded.');
  for (const packet of sound.take(Infinity, end)) await addSound(packet);
  await addPicture?.(end, null);
  await camera?.end(end);
  await output.finalize();
  return { seconds: end };
}

interface Tracks {
  addPicture: ReturnType<typeof createPictureWriter> | null;
  camera: CameraTrack | null;
  sound: CallSound;
}

/** Adds a record to its track. Records of a browser start with their RTP time. */
async function writeRecord(
  { kind, at, bytes }: TimedRecord,
  { addPicture, camera, sound }: Tracks,
): Promise<void> {
  switch (kind) {
    case 'picture':
      await addPicture?.(at, bytes.readUInt16BE(0));
      return;
    case 'joined':
      sound.restartTimestamps();
      camera?.restartTimestamps();
      return;
    case 'camera':
      if (bytes.length > 4) await camera?.add(at, bytes.readUInt32BE(0), Buffer.from(bytes.subarray(4)));
      return;
    case 'visitor':
      if (bytes.length > 4) sound.addVisitorPacket(at, bytes.readUInt32BE(0), bytes.subarray(4));
      return;
    case 'agent':
      sound.addAgentPacket(at, bytes);
  }
}

/**
 * Determines whether there are pictures of the face, and the size of the camera's first picture; null without
 * a camera.
 */
async function inspectLogs(
  callLogs: readonly string[],
): Promise<{ pictures: boolean; camera: { width: number; height: number } | null }> {
  let pictures = false;
  let camera: { width: number; height: number } | null = null;
  for (const callLog of callLogs) {
    for await (const { kind, bytes } of readCallLog(callLog)) {
      if (kind === 'picture') pictures = true;
      else if (kind === 'camera') camera ??= keyFrameSize(bytes.subarray(4));
      if (pictures && camera) return { pictures, camera };
    }
  }
  return { pictures, camera };
}

/** Yields the records of all files on one timeline, in which periods without records are shortened. */
async function* recordsOnTimeline(callLogs: readonly string[]): AsyncIterable<TimedRecord> {
  let startedAt: number | null = null;
  let skippedSeconds = 0;
  for (const callLog of callLogs) {
    for await (const record of readCallLog(callLog)) {
      startedAt ??= record.time;
      const pause = (record.time - startedAt) / 1000 - skippedSeconds;
      // The gap may be negative if the system's clock was set back.
      if (pause > EMPTY_SECONDS || pause < -EMPTY_SECONDS) startedAt += (pause - EMPTY_SHOWN_SECONDS) * 1000;
      const at = Math.max(0, (record.time - startedAt) / 1000);
      skippedSeconds = Math.max(skippedSeconds, at);
      yield { ...record, at };
    }
  }
}

function soundTrack(output: Output): (packet: Packet) => Promise<void> {
  const source = new EncodedAudioPacketSource('opus');
  output.addAudioTrack(source);
  const decoderConfig = { codec: 'opus', numberOfChannels: 1, sampleRate: 48_000, description: opusHead(1) };
  return ({ bytes, time, duration }) =>
    source.add(new EncodedPacket(bytes, 'key', time, duration), { decoderConfig });
}

/** Returns a function that adds a picture by its index in the face; null ends the last picture. */
function createPictureWriter(
  output: Output,
  face: FaceFile,
): (at: number, picture: number | null) => Promise<void> {
  const source = new EncodedVideoPacketSource('vp8');
  output.addVideoTrack(source);
  const decoderConfig = {
    codec: 'vp8',
    codedWidth: face.width,
    codedHeight: face.height,
    ...(face.kind === 'drawn' ? { colorSpace: DRAWN_COLOURS } : {}),
  };
  // A filmed face moves all the time, but a silent drawn face hardly moves.
  const isSilent = (picture: number) =>
    face.kind === 'drawn' && !face.hasHalfSteps && picture % MOUTHS.length === 0;
  const readPicture = (picture: number): { bytes: Uint8Array; key: boolean } | undefined => {
    if (face.kind === 'filmed') return face.frames[picture];
    const bytes = face.picture(picture);
    return bytes && { bytes, key: true };
  };
  let lastPicture: { at: number; picture: number } | null = null;
  const writeLast = async (until: number) => {
    const frame = lastPicture && readPicture(lastPicture.picture);
    if (frame)
      await source.add(
        new EncodedPacket(frame.bytes, frame.key ? 'key' : 'delta', lastPicture!.at, until - lastPicture!.at),
        { decoderConfig },
      );
  };
  return async (at, picture) => {
    if (picture === null) return writeLast(Math.max(at, (lastPicture?.at ?? 0) + 0.04));
    if (
      lastPicture &&
      (at <= lastPicture.at ||
        (isSilent(picture) && isSilent(lastPicture.picture) && at - lastPicture.at < SILENT_FACE_SECONDS))
    )
      return;
    await writeLast(at);
    lastPicture = { at, picture };
  };
}
