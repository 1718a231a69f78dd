/** Reads a recording: Opus is copied, uncompressed sound is encoded. The mouth shapes follow the loudness. */
import { Decoder } from '@evan/opus';
import {
  EncodedPacketSink,
  FilePathSource,
  Input,
  MATROSKA,
  MP4,
  OGG,
  QTFF,
  WAVE,
  WEBM,
  type InputAudioTrack,
} from 'mediabunny';
import { RECORDING_LIMITS } from '@palkit/contract/videos';
import { encodeOpus, mouthsOfLoudness } from '@palkit/agent';
import { opusHead, soundOf, type Packet, type Sound } from './packing.ts';
import { MediaJobRefusal } from './media-jobs.ts';

export interface Recording {
  sound: Sound;
  mouths: Uint8Array;
  seconds: number;
}

/** Sample rate of the sound from which loudness is measured, in hertz. */
const LOUDNESS_RATE = 16_000;
const CODEC_NAMES: Record<string, string> = {
  aac: 'AAC',
  mp3: 'MP3',
  vorbis: 'Vorbis',
  flac: 'FLAC',
  ac3: 'AC-3',
  eac3: 'E-AC-3',
  dts: 'DTS',
};
const ADVICE =
  'Opus (Ogg, WebM) or uncompressed WAV is needed. Convert it first, for example with: ffmpeg -i ' +
  'audio.mp3 -c:a libopus audio.ogg';

/** @throws MediaJobRefusal with the fault of the file */
export async function readRecording(file: string): Promise<Recording> {
  const input = new Input({
    formats: [OGG, WAVE, WEBM, MATROSKA, MP4, QTFF],
    source: new FilePathSource(file),
  });
  try {
    if (!(await input.canRead())) throw new MediaJobRefusal(`The recording cannot be read: ${ADVICE}`);
    const track = await input.getPrimaryAudioTrack();
    if (!track) throw new MediaJobRefusal('The recording has no sound.');
    const [codec, channels, seconds] = [
      await track.getCodec(),
      await track.getNumberOfChannels(),
      await track.computeDuration(),
    ];
    if (!(seconds > 0)) throw new MediaJobRefusal('The recording is empty.');
    if (seconds > RECORDING_LIMITS.maxSeconds)
      throw new MediaJobRefusal(
        `The recording lasts ${Math.ceil(seconds / 60)} minutes; at most ${RECORDING_LIMITS.maxSeconds / 60} are used.`,
      );
    if (codec === 'opus' && channels <= 2) return await readOpus(track, channels);
    const sampleReader =
      codec && Object.hasOwn(SAMPLE_FORMATS, codec)
        ? SAMPLE_FORMATS[codec as keyof typeof SAMPLE_FORMATS]
        : null;
    if (sampleReader) return await readSamples(track, sampleReader, channels);
    const kind = codec ? (CODEC_NAMES[codec] ?? codec) : 'of an unknown kind';
    throw new MediaJobRefusal(
      `The recording is ${kind}${codec === 'opus' ? ` with ${channels} channels` : ''}. ${ADVICE}`,
    );
  } catch (error) {
    if (error instanceof MediaJobRefusal) throw error;
    throw new MediaJobRefusal('The recording is damaged or incomplete.');
  } finally {
    input.dispose();
  }
}

async function readOpus(track: InputAudioTrack, channels: number): Promise<Recording> {
  const decoder = new Decoder({ channels: 1, sample_rate: LOUDNESS_RATE });
  const packets: Packet[] = [];
  const decodedParts: Int16Array[] = [];
  let time = 0;
  for await (const packet of new EncodedPacketSink(track).packets()) {
    const bytes = decoder.decode(packet.data);
    const samples = new Int16Array(bytes.slice().buffer);
    // The duration of a packet is the duration of its sound, even if the file states a different one.
    packets.push({ bytes: packet.data, time, duration: samples.length / LOUDNESS_RATE });
    time += samples.length / LOUDNESS_RATE;
    if (time > RECORDING_LIMITS.maxSeconds + 1)
      throw new MediaJobRefusal('The recording is longer than its file says.');
    decodedParts.push(samples);
  }
  // The package declares this result with a browser type that does not exist in the service.
  const config = (await track.getDecoderConfig()) as { description?: ArrayBuffer | ArrayBufferView } | null;
  const description = config?.description;
  const opusHeader = description
    ? new Uint8Array(
        ArrayBuffer.isView(description)
          ? description.buffer.slice(description.byteOffset, description.byteOffset + description.byteLength)
          : description,
      )
    : opusHead(channels);
  return {
    sound: { channels, description: opusHeader, packets },
    ...withMouths(joinSamples(decodedParts), LOUDNESS_RATE, time),
  };
}

/**
 * For each format of uncompressed sound, the bytes of a sample, and a function that reads it as a number from
 * -32768 to 32767.
 */
const SAMPLE_FORMATS = {
  'pcm-s16': { bytes: 2, read: (view: DataView, at: number) => view.getInt16(at, true) },
  'pcm-s16be': { bytes: 2, read: (view: DataView, at: number) => view.getInt16(at) },
  'pcm-s24': {
    bytes: 3,
    read: (view: DataView, at: number) => (view.getInt8(at + 2) << 8) | view.getUint8(at + 1),
  },
  'pcm-s24be': {
    bytes: 3,
    read: (view: DataView, at: number) => (view.getInt8(at) << 8) | view.getUint8(at + 1),
  },
  'pcm-s32': { bytes: 4, read: (view: DataView, at: number) => view.getInt32(at, true) >> 16 },
  'pcm-s32be': { bytes: 4, read: (view: DataView, at: number) => view.getInt32(at) >> 16 },
  'pcm-f32': { bytes: 4, read: (view: DataView, at: number) => sampleOf(view.getFloat32(at, true)) },
  'pcm-f32be': { bytes: 4, read: (view: DataView, at: number) => sampleOf(view.getFloat32(at)) },
  'pcm-u8': { bytes: 1, read: (view: DataView, at: number) => (view.getUint8(at) - 128) << 8 },
  'pcm-s8': { bytes: 1, read: (view: DataView, at: number) => view.getInt8(at) << 8 },
} as const;

const sampleOf = (sample: number) =>
  Math.round(Math.max(-1, Math.min(1, Number.isNaN(sample) ? 0 : sample)) * 32_767);

async function readSamples(
  track: InputAudioTrack,
  { bytes, read }: (typeof SAMPLE_FORMATS)[keyof typeof SAMPLE_FORMATS],
  channels: number,
): Promise<Recording> {
  const rate = await track.getSampleRate();
  const parts: Int16Array[] = [];
  for await (const { data } of new EncodedPacketSink(track).packets()) {
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
    parts.push(
      Int16Array.from({ length: Math.floor(data.byteLength / (bytes * channels)) }, (_, frame) => {
        let sum = 0;
        for (let channel = 0; channel < channels; channel++)
          sum += read(view, (frame * channels + channel) * bytes);
        return sum / channels;
      }),
    );
  }
  const samples = resampleMono(joinSamples(parts), rate);
  const sound = soundOf(encodeOpus(samples, 48_000));
  return { sound, ...withMouths(samples, 48_000, sound.packets.length * 0.02) };
}

/** Resamples to 48 kHz by linear interpolation, which is sufficient for voices. */
function resampleMono(samples: Int16Array, rate: number): Int16Array {
  if (rate === 48_000) return samples;
  return Int16Array.from({ length: Math.floor((samples.length * 48_000) / rate) }, (_, index) => {
    const at = (index * rate) / 48_000;
    const lowerSample = samples[Math.floor(at)]!;
    return lowerSample + ((samples[Math.floor(at) + 1] ?? lowerSample) - lowerSample) * (at % 1);
  });
}

function joinSamples(parts: readonly Int16Array[]): Int16Array {
  const joinedSamples = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joinedSamples.set(part, at);
    at += part.length;
  }
  return joinedSamples;
}

function withMouths(
  samples: Int16Array,
  rate: number,
  seconds: number,
): { mouths: Uint8Array; seconds: number } {
  if (!(seconds > 0)) throw new MediaJobRefusal('The recording is empty.');
  return { mouths: mouthsOfLoudness(samples, rate, Math.ceil(seconds / 0.04)), seconds };
}
