/** Encodes speech as Opus packets in the room's format: mono, 20 ms each. */
import { Encoder } from '@evan/opus';

/** Sample rates in Hz that Opus accepts without resampling. */
export const OPUS_SAMPLE_RATES = [8000, 12000, 16000, 24000, 48000] as const;
export type OpusSampleRate = (typeof OPUS_SAMPLE_RATES)[number];

export const PACKET_SECONDS = 0.02;
const BIT_RATE = 24_000;

const encoders = new Map<OpusSampleRate, Encoder>();

function encoderFor(sampleRate: OpusSampleRate): Encoder {
  const existing = encoders.get(sampleRate);
  if (existing) {
    existing.reset();
    return existing;
  }
  const encoder = new Encoder({ channels: 1, sample_rate: sampleRate, application: 'voip' });
  encoder.bitrate = BIT_RATE;
  encoder.signal = 'voice';
  encoders.set(sampleRate, encoder);
  return encoder;
}

/** Encodes samples; the last packet is filled with silence. */
export function encodeOpus(samples: Int16Array, sampleRate: OpusSampleRate): Uint8Array[] {
  const encoder = encoderFor(sampleRate);
  const size = sampleRate * PACKET_SECONDS;
  const packets: Uint8Array[] = [];
  for (let index = 0; index < samples.length; index += size) {
    const frame = new Int16Array(size);
    frame.set(samples.subarray(index, index + size));
    packets.push(encoder.encode(frame));
  }
  return packets;
}
