/** Mixes both voices of a call with little memory: decodes, aligns, adds and encodes them. */
import { Decoder, Encoder } from '@evan/opus';
import { PACKET_SECONDS } from '@palkit/agent';
import type { Packet } from './packing.ts';

const RATE = 48_000;
const SLOT = RATE * PACKET_SECONDS;
const BIT_RATE = 32_000;
/** Maximum seconds by which a packet may be late. */
export const MAX_LATE_SECONDS = 2;
/** Seconds by which a voice's clock may differ from the arrival of its packets before it is reset. */
const MAX_DRIFT_SECONDS = 0.4;

/** Maps the clock of a stream to the timeline, which removes network jitter. */
export class RtpLine {
  readonly #rate: number;
  /** Reference point: a timestamp of the stream and its time in seconds. */
  #anchor: { timestamp: number; time: number } | null = null;

  /** `rate` is the number of ticks per second. */
  constructor(rate: number) {
    this.#rate = rate;
  }

  /** Called when the timestamps restart. */
  reset(): void {
    this.#anchor = null;
  }

  /** Returns the position in the recording, in seconds, of sound that arrived at `time` (seconds). */
  place(time: number, timestamp: number): number {
    const own = this.#anchor && this.#anchor.time + ((timestamp - this.#anchor.timestamp) | 0) / this.#rate;
    if (own !== null && Math.abs(own - time) <= MAX_DRIFT_SECONDS) return own;
    this.#anchor = { timestamp, time };
    return time;
  }
}

export class CallSound {
  readonly #encoder = new Encoder({ channels: 1, sample_rate: RATE, application: 'voip' });
  readonly #decoders = {
    visitor: new Decoder({ channels: 1, sample_rate: RATE }),
    agent: new Decoder({ channels: 1, sample_rate: RATE }),
  };
  /** Slots of 20 ms that are not encoded yet, by number. */
  readonly #slots = new Map<number, Int32Array>();
  /** The next slot to encode. */
  #next = 0;
  readonly #line = new RtpLine(RATE);

  constructor() {
    this.#encoder.bitrate = BIT_RATE;
  }

  /** Called when the visitor's RTP timestamps restart. */
  restartTimestamps(): void {
    this.#line.reset();
  }

  /** Adds a packet of the visitor's voice; `time` is its arrival in seconds. */
  addVisitorPacket(time: number, timestamp: number, packet: Uint8Array): void {
    this.#add('visitor', this.#line.place(time, timestamp), packet);
  }

  addAgentPacket(time: number, packet: Uint8Array): void {
    this.#add('agent', time, packet);
  }

  /** Yields the packets that are final at `time` (seconds); with `Infinity`, all packets up to `end`. */
  *take(time: number, end = time): Generator<Packet> {
    const until =
      time === Infinity
        ? Math.ceil(end / PACKET_SECONDS)
        : Math.floor((time - MAX_LATE_SECONDS) / PACKET_SECONDS);
    for (; this.#next < until; this.#next++) {
      const slot = this.#slots.get(this.#next);
      this.#slots.delete(this.#next);
      const samples = slot
        ? Int16Array.from(slot, (sample) => Math.max(-32_768, Math.min(32_767, sample)))
        : SILENCE;
      yield {
        bytes: this.#encoder.encode(samples).slice(),
        time: this.#next * PACKET_SECONDS,
        duration: PACKET_SECONDS,
      };
    }
  }

  #add(who: 'visitor' | 'agent', time: number, packet: Uint8Array): void {
    let samples: Int16Array;
    try {
      const bytes = this.#decoders[who].decode(packet);
      samples = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 1);
    } catch {
      // Ignore invalid packets, because a visitor's browser may send anything.
      return;
    }
    const start = Math.round(time * RATE);
    for (let index = 0; index < samples.length;) {
      const number = Math.floor((start + index) / SLOT);
      const offset = start + index - number * SLOT;
      const length = Math.min(SLOT - offset, samples.length - index);
      if (number >= this.#next) {
        let slot = this.#slots.get(number);
        if (!slot) this.#slots.set(number, (slot = new Int32Array(SLOT)));
        for (let at = 0; at < length; at++) slot[offset + at]! += samples[index + at]!;
      }
      index += length;
    }
  }
}

const SILENCE = new Int16Array(SLOT);
