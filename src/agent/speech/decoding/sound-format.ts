/**
 * Detects the format of a server's sound from its first bytes, or from its content type. This module does no I/O.
 */
import { isNoise } from './listening.ts';

export interface SampleLayout {
  sampleRate: number;
  channels: number;
  bits: 8 | 16 | 24 | 32 | 64;
  isFloat: boolean;
}

export type SoundFormat =
  | { kind: 'samples'; layout: SampleLayout }
  | { kind: 'wav' }
  | { kind: 'text' }
  | { kind: 'container'; name: 'Ogg' | 'WebM' }
  /** Name of a format that is not supported. */
  | { kind: 'unreadable'; name: string };

/** Number of bytes that are sufficient to identify any format. A shorter sound is passed completely. */
export const FORMAT_PROBE_BYTES = 4096;
/** Sample rate in Hz of `response_format` `pcm`, which is 16-bit little-endian mono. */
export const PCM_RATE = 24_000;

const MAGIC_PATTERNS: readonly (readonly [RegExp, SoundFormat])[] = [
  [/^(?:RIFF|RF64)[^]{4}WAVE/, { kind: 'wav' }],
  [/^OggS/, { kind: 'container', name: 'Ogg' }],
  [/^\x1a\x45\xdf\xa3/, { kind: 'container', name: 'WebM' }],
  [/^ID3/, { kind: 'unreadable', name: 'MP3' }],
  [/^fLaC/, { kind: 'unreadable', name: 'FLAC' }],
  [/^[^]{4}ftyp/, { kind: 'unreadable', name: 'MP4' }],
  [/^FORM[^]{4}AIF/, { kind: 'unreadable', name: 'AIFF' }],
  [/^\.snd/, { kind: 'unreadable', name: 'AU' }],
  [/^caff/, { kind: 'unreadable', name: 'CAF' }],
];
const CONTENT_TYPE_PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:mpeg|mp3)\b/, 'MP3'],
  [/\baacp?\b/, 'AAC'],
  [/\bflac\b/, 'FLAC'],
  [/\b(?:ogg|opus)\b/, 'Opus without a container'],
  [/\b(?:mp4|m4a)\b/, 'MP4'],
  [/mu-?law|pcmu|basic/, 'µ-law'],
  [/a-?law|pcma/, 'A-law'],
];

/**
 * Detects the format of a sound. `start` contains its first `FORMAT_PROBE_BYTES` bytes, or the complete sound if it
 * is shorter.
 */
export function soundFormat(contentType: string, start: Uint8Array): SoundFormat {
  const type = contentType.toLowerCase();
  const letters = String.fromCharCode(...start.subarray(0, 64));
  const magic = MAGIC_PATTERNS.find(([pattern]) => pattern.test(letters));
  if (magic) return magic[1];
  if (isText(type, letters)) return { kind: 'text' };
  const frames = mpegName(start);
  if (frames !== null) return { kind: 'unreadable', name: frames };
  const layout = layoutOf(type);
  const is16Bit = layout.bits === 16 && start.length >= 2;
  if (is16Bit && isNoise(samplesOf(start)))
    return {
      kind: 'unreadable',
      name: CONTENT_TYPE_PATTERNS.find(([pattern]) => pattern.test(type))?.[1] ?? 'an unknown format',
    };
  return { kind: 'samples', layout };
}

const isText = (type: string, letters: string): boolean =>
  /^text\/|json|html|xml/.test(type) ||
  /^\s*[{<]/.test(letters.slice(0, 4)) ||
  (letters.length >= 16 && /^[\x20-\x7e\s]*$/.test(letters) && /[a-z]{3}/i.test(letters));

/**
 * Reads the layout of samples from a content type such as `audio/pcm;rate=16000;channels=2`. The default is 16-bit
 * mono at `PCM_RATE`.
 */
function layoutOf(type: string): SampleLayout {
  const rate = Number(/\b(?:sample[-_]?)?rate=["']?(\d{4,6})\b/.exec(type)?.[1] ?? PCM_RATE);
  const channels = Number(/\bchannels=["']?([1-8])\b/.exec(type)?.[1] ?? 1);
  const isFloat = /float|f32/.test(type);
  return {
    sampleRate: rate >= 4000 && rate <= 192_000 ? rate : PCM_RATE,
    channels,
    bits: isFloat ? 32 : 16,
    isFloat,
  };
}

function samplesOf(bytes: Uint8Array): Int16Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength & ~1);
  return Int16Array.from({ length: view.byteLength / 2 }, (_, index) => view.getInt16(index * 2, true));
}

/** Bit rates of MPEG-1 and MPEG-2 layer III in kbit/s, by the index in the header. */
const BIT_RATES = [
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
] as const;
const MP3_RATES = [44_100, 48_000, 32_000] as const;

/**
 * Returns the format of data that begins with two consecutive frames of AAC or MP3, whose headers do not occur in
 * samples by chance; null for other data.
 */
function mpegName(start: Uint8Array): 'AAC' | 'MP3' | null {
  for (const [name, lengthOf] of [
    ['AAC', adtsLength],
    ['MP3', mp3Length],
  ] as const) {
    const length = lengthOf(start);
    if (length > 0 && length < start.length && lengthOf(start.subarray(length)) > 0) return name;
  }
  return null;
}

/** Returns the length in bytes of an AAC frame with its ADTS header; 0 for other data. */
function adtsLength([first = 0, second = 0, , fourth = 0, fifth = 0, sixth = 0]: Uint8Array): number {
  if (first !== 0xff || (second & 0xf6) !== 0xf0) return 0;
  return ((fourth & 3) << 11) | (fifth << 3) | (sixth >> 5);
}

/** Returns the length in bytes of an MP3 frame; 0 for other data. */
function mp3Length([first = 0, second = 0, third = 0]: Uint8Array): number {
  const version = (second >> 3) & 3;
  if (first !== 0xff || (second & 0xe6) !== 0xe2 || version === 1) return 0;
  const isMpeg1 = version === 3;
  const kilobits = BIT_RATES[isMpeg1 ? 0 : 1][third >> 4] ?? 0;
  const rate = (MP3_RATES[(third >> 2) & 3] ?? 0) / (isMpeg1 ? 1 : version === 2 ? 2 : 4);
  if (kilobits === 0 || rate === 0) return 0;
  return Math.floor(((isMpeg1 ? 144 : 72) * kilobits * 1000) / rate) + ((third >> 1) & 1);
}
