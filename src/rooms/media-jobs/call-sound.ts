/** Mixes both voices of a call with little memory: decodes, aligns, adds and encodes them. */
import { Decoder, Encoder } from '@evan/opus';
import { PACKET_SECONDS } from '@palkit/agent';
import type { Packet } from './packing.ts';

const SAMPLE_RATE = 48_000;
const SLOT_SAMPLES = SAMPLE_RATE * PACKET_SECONDS;
const BIT_RATE = 32_000;
/** Maximum seconds by which a packet may be late. */
export const MAX_LATE_SECONDS = 2;
/** Seconds by which a voice's clock may differ from the arrival of its packets before it is reset. */
const MAX_DRIFT_SECONDS = 0.4;

/** Maps the clock of a stream to the timeline, which removes network jitter. */
export class RtpLine {
  readonly #rate: number;
  /** The reference point: a timestamp of the stream and its time in seconds. */
  #anchor: { timestamp: number; time: number } | null = null;

  /** `rate` is the number of ticks per second. */
  constructor(rate: number) {
    this.#rate = rate;
  }

  /** Called when the timestamps restart. */
  reset(): void {
    this.#anchor = null;
  }

  /**
   * Returns the position in the recording, in seconds, of a packet or frame that arrived at `time` (seconds).
   */
  positionOf(time: number, timestamp: number): number {
    const timeByClock =
      this.#anchor && this.#anchor.time + ((timestamp - this.#anchor.timestamp) | 0) / this.#rate;
    if (timeByClock !== null && Math.abs(timeByClock - time) <= MAX_DRIFT_SECONDS) return timeByClock;
    this.#anchor = { timestamp, time };
    return time;
  }
}

export class CallSound {
  readonly #encoder = new Encoder({ channels: 1, sample_rate: SAMPLE_RATE, application: 'voip' });
  readonly #decoders = {
    visitor: new Decoder({ channels: 1, sample_rate: SAMPLE_RATE }),
    agent: new Decoder({ channels: 1, sample_rate: SAMPLE_RATE }),
  };
  /** Slots of 20 ms that are not encoded yet, by number. */
  readonly #slots = new Map<number, Int32Array>();
  /** The next slot to encode. */
  #nextSlot = 0;
  readonly #line = new RtpLine(SAMPLE_RATE);

  constructor() {
    this.#encoder.bitrate = BIT_RATE;
  }

  /** Called when the visitor's RTP timestamps restart. */
  restartTimestamps(): void {
    this.#line.reset();
  }

  /** Adds a packet of the visitor's voice; `time` is its arrival in seconds. */
  addVisitorPacket(time: number, timestamp: number, packet: Uint8Array): void {
    this.#add('visitor', this.#line.positionOf(time, timestamp), packet);
  }

  addAgentPacket(time: number, packet: Uint8Array): void {
    this.#add('agent', time, packet);
  }

  /**
   * Yields the packets that can no longer change at `time` (seconds). If `time` is `Infinity`, yields all
   * packets up to `end`.
   */
  *take(time: number, end = time): Generator<Packet> {
    const lastSlot =
      time === Infinity
        ? Math.ceil(end / PACKET_SECONDS)
        : Math.floor((time - MAX_LATE_SECONDS) / PACKET_SECONDS);
    for (; this.#nextSlot < lastSlot; this.#nextSlot++) {
      const slot = this.#slots.get(this.#nextSlot);
      this.#slots.delete(this.#nextSlot);
      const samples = slot
        ? Int16Array.from(slot, (sample) => Math.max(-32_768, Math.min(32_767, sample)))
        : SILENCE;
      yield {
        bytes: this.#encoder.encode(samples).slice(),
        time: this.#nextSlot * PACKET_SECONDS,
        duration: PACKET_SECONDS,
      };
    }
  }

  #add(speaker: 'visitor' | 'agent', time: number, packet: Uint8Array): void {
    let samples: Int16Array;
    try {
      const bytes = this.#decoders[speaker].decode(packet);
      samples = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 1);
    } catch {
      // Ignore invalid packets, because a visitor's browser may send anything.
      return;
    }
    const start = Math.round(time * SAMPLE_RATE);
    for (let index = 0; index < samples.length;) {
      const slotNumber = Math.floor((start + index) / SLOT_SAMPLES);
      const offset = start + index - slotNumber * SLOT_SAMPLES;
      const length = Math.min(SLOT_SAMPLES - offset, samples.length - index);
      if (slotNumber >= this.#nextSlot) {
        let slot = this.#slots.get(slotNumber);
        if (!slot) this.#slots.set(slotNumber, (slot = new Int32Array(SLOT_SAMPLES)));
        for (let at = 0; at < length; at++) slot[offset + at]! += samples[index + at]!;
      }
      index += length;
    }
  }
}

const SILENCE = new Int16Array(SLOT_SAMPLES);
