/** Writes encoded sound and pictures to files without re-encoding them. */
import path from 'node:path';
import {
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  FilePathTarget,
  OggOutputFormat,
  Output,
  WebMOutputFormat,
  type MetadataTags,
} from 'mediabunny';
import { PACKET_SECONDS } from '@palkit/agent';
import type { SpokenScript, MediaJobResult } from './media-jobs.ts';

/** Times and durations in seconds. */
export interface Packet {
  bytes: Uint8Array;
  time: number;
  duration: number;
}

export interface Sound {
  channels: number;
  /** The Opus identification header (RFC 7845 §5.1). */
  description: Uint8Array;
  packets: readonly Packet[];
}

export interface Picture {
  width: number;
  height: number;
  colorSpace?: VideoColorSpaceInit;
  /** VP8 frames in order. */
  frames: Iterable<Packet & { key: boolean }> | AsyncIterable<Packet & { key: boolean }>;
}

/** Samples at 48 kHz that a decoder discards at the beginning: the look-ahead of libopus in `voip` mode. */
const PRE_SKIP = 312;

export function opusHead(channels: number, inputRate = 48_000): Uint8Array {
  const header = Buffer.alloc(19);
  header.write('OpusHead', 'latin1');
  header.writeUInt8(1, 8);
  header.writeUInt8(channels, 9);
  header.writeUInt16LE(PRE_SKIP, 10);
  header.writeUInt32LE(inputRate, 12);
  return header;
}

export function soundOf(packets: readonly Uint8Array[]): Sound {
  return {
    channels: 1,
    description: opusHead(1),
    packets: packets.map((bytes, index) => ({
      bytes,
      time: index * PACKET_SECONDS,
      duration: PACKET_SECONDS,
    })),
  };
}

export async function packSpeech({
  script,
  folder,
}: {
  script: SpokenScript;
  folder: string;
}): Promise<MediaJobResult> {
  const output = new Output({
    format: new OggOutputFormat(),
    target: new FilePathTarget(path.join(folder, 'ogg')),
  });
  const add = soundTrack(output, soundOf(script.packets));
  await output.start();
  await add(Infinity);
  await output.finalize();
  return { seconds: script.packets.length * PACKET_SECONDS };
}

/** Writes a WebM file with video and optional sound; `progress` receives the number of seconds written. */
export async function writeWebm(
  file: string,
  {
    picture,
    sound,
    tags,
    progress,
  }: { picture: Picture; sound?: Sound; tags?: MetadataTags; progress?: (seconds: number) => void },
): Promise<void> {
  const output = new Output({ format: new WebMOutputFormat(), target: new FilePathTarget(file) });
  const frames = new EncodedVideoPacketSource('vp8');
  output.addVideoTrack(frames);
  const addSound = sound ? soundTrack(output, sound) : async () => {};
  if (tags) output.setMetadataTags(tags);
  await output.start();
  const { width, height, colorSpace } = picture;
  const decoderConfig = {
    codec: 'vp8',
    codedWidth: width,
    codedHeight: height,
    ...(colorSpace ? { colorSpace } : {}),
  };
  for await (const frame of picture.frames) {
    await frames.add(
      new EncodedPacket(frame.bytes, frame.key ? 'key' : 'delta', frame.time, frame.duration),
      { decoderConfig },
    );
    // Sound and pictures are interleaved, so that the file can be played while it is loading and little is buffered.
    await addSound(frame.time);
    progress?.(frame.time);
  }
  await addSound(Infinity);
  await output.finalize();
}

/** Adds a track. The returned function adds its packets up to a time in seconds. */
function soundTrack(
  output: Output,
  { channels, description, packets }: Sound,
): (until: number) => Promise<void> {
  const source = new EncodedAudioPacketSource('opus');
  output.addAudioTrack(source);
  const decoderConfig = { codec: 'opus', numberOfChannels: channels, sampleRate: 48_000, description };
  let packetIndex = 0;
  return async (until) => {
    for (let packet = packets[packetIndex]; packet && packet.time <= until; packet = packets[++packetIndex]) {
      await source.add(new EncodedPacket(packet.bytes, 'key', packet.time, packet.duration), {
        decoderConfig,
      });
    }
  };
}
