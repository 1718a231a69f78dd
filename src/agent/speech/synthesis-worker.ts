/**
 * The worker of `synthesis-pool.ts`. A request is one sentence, as text or as samples. The reply contains
 * packets and mouth shapes.
 */
import { parentPort } from 'node:worker_threads';
import { handleRequests } from '@palkit/runtime/worker-port';
import { FLITE_SAMPLE_RATE, loadFlite } from './flite.ts';
import type { FliteVoiceName, Phone } from './flite.ts';
import { fliteOptions } from './flite-style.ts';
import { mouthsOfLoudness, mouthsOfPhones, withLoudStresses } from './mouths.ts';
import { LEADING_SECONDS, trailingSeconds } from './pauses.ts';
import { PACKET_SECONDS, encodeOpus } from './opus.ts';
import type { OpusSampleRate } from './opus.ts';

export interface SynthesisRequest {
  id: number;
  /** One sentence in ASCII. */
  text: string;
  /** True if some words are markup with phones. */
  phones?: boolean;
  voice: FliteVoiceName;
  speed: number;
}

export interface EncodingRequest {
  id: number;
  samples: Int16Array;
  sampleRate: OpusSampleRate;
  whole?: boolean;
  /** Number of packets at the beginning that repeat the previous part and only give the encoder its context. */
  lead?: number;
}

export interface SpeechReply {
  id: number;
  /** All packets in one buffer; `lengths` has the size of each. */
  bytes: Uint8Array;
  lengths: number[];
  mouths: Uint8Array;
}

/** Seconds of silence that are kept at the end of samples without known words. */
const TRAILING_SILENCE = 0.24;
/** Level of audible sound, about -42 dB of full scale. */
const AUDIBLE_LEVEL = 256;

const flite = loadFlite();
// The first run also compiles the code. It takes place before a visitor waits for a sentence.
flite('Ready.');

function synthesise({ id, text, phones: markup, voice, speed }: SynthesisRequest): SpeechReply {
  const { samples, phones } = flite(text, { ...fliteOptions(voice, speed), markup });
  const firstPhone = phones.findIndex(({ name }) => name !== 'pau');
  const lastPhone = phones.findLastIndex(({ name }) => name !== 'pau');
  const start = firstPhone > 0 ? Math.max(0, phones[firstPhone - 1]!.end - LEADING_SECONDS) : 0;
  const end = (lastPhone >= 0 ? phones[lastPhone]!.end : start) + trailingSeconds(text);
  const [from, to] = [start, end].map((time) => Math.round(time * FLITE_SAMPLE_RATE)) as [number, number];
  // The silence that flite generates may be too short.
  const cutSamples = new Int16Array(to - from);
  cutSamples.set(samples.subarray(from, to));
  const packets = encodeOpus(cutSamples, FLITE_SAMPLE_RATE);
  const stressedPhones = withLoudStresses(phones, samples, FLITE_SAMPLE_RATE);
  const phonesFromStart: Phone[] = stressedPhones.map((phone) => ({ ...phone, end: phone.end - start }));
  return reply(id, packets, mouthsOfPhones(phonesFromStart, frameCount(packets)));
}

function encode({ id, samples, sampleRate, whole, lead = 0 }: EncodingRequest): SpeechReply {
  const first = whole ? -1 : samples.findIndex(isAudible);
  const start = Math.max(0, first - LEADING_SECONDS * sampleRate);
  const cutSamples =
    first < 0
      ? samples
      : samples.subarray(start, samples.findLastIndex(isAudible) + TRAILING_SILENCE * sampleRate);
  const packets = encodeOpus(cutSamples, sampleRate).slice(lead);
  return reply(
    id,
    packets,
    mouthsOfLoudness(
      cutSamples.subarray(lead * PACKET_SECONDS * sampleRate),
      sampleRate,
      frameCount(packets),
      {
        part: whole ?? false,
      },
    ),
  );
}

function isAudible(sample: number): boolean {
  return Math.abs(sample) > AUDIBLE_LEVEL;
}

function frameCount(packets: readonly Uint8Array[]): number {
  return Math.ceil(packets.length / (0.04 / PACKET_SECONDS));
}

function reply(id: number, packets: readonly Uint8Array[], mouths: Uint8Array): SpeechReply {
  const bytes = new Uint8Array(packets.reduce((sum, packet) => sum + packet.length, 0));
  let at = 0;
  for (const packet of packets) {
    bytes.set(packet, at);
    at += packet.length;
  }
  return { id, bytes, lengths: packets.map((packet) => packet.length), mouths };
}

const port = parentPort!;
handleRequests(port, (request: SynthesisRequest | EncodingRequest) => {
  const result = 'text' in request ? synthesise(request) : encode(request);
  port.postMessage(result, [result.bytes.buffer as ArrayBuffer]);
});
port.postMessage({ ready: true });
