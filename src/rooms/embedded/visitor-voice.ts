/**
 * Decodes a visitor's voice from RTP packets with Opus (RFC 7587). Packets that arrive out of order are sorted;
 * otherwise the words would be scrambled. Lost packets are concealed; otherwise the sound before and after them
 * would be joined.
 */
import { Decoder } from '@evan/opus';
import { PacketSorter } from './packet-sorter.ts';
import { payloadOf } from './rtp.ts';

/** Sample rate of the sound in Hz. */
export const VOICE_SAMPLE_RATE = 16_000;
/**
 * Bits of a packet's first byte that state the mode, the length of a frame and the channels (RFC 6716 §3.1).
 */
const FRAME_KIND = 0xfc;

/** Maximum number of samples that conceal one gap: 200 ms. It bounds the work that a hostile sender can cause. */
const MAX_CONCEALED = VOICE_SAMPLE_RATE / 5;

export interface VoicePart {
  /** Mono. */
  samples: Int16Array;
  /** The decoded packet; null if the packet was lost and the samples conceal the loss. */
  packet: Buffer | null;
}

export class VisitorVoice {
  readonly #sorter = new PacketSorter();
  readonly #decoder = new Decoder({ channels: 1, sample_rate: VOICE_SAMPLE_RATE });
  #lastKind = 0;
  /** Number of samples of the last packet. */
  #lastLength = 0;

  /**
   * Returns the sound that is next in order; throws if a payload is not Opus. A packet without a payload is
   * ignored.
   */
  push(packet: Buffer): VoicePart[] {
    if (!payloadOf(packet)) return [];
    let concealed = 0;
    return this.#sorter.push(packet).flatMap((next) => {
      if (next) return this.#decode(next);
      concealed += this.#lastLength;
      return concealed > MAX_CONCEALED ? [] : this.#conceal();
    });
  }

  #decode(packet: Buffer): VoicePart[] {
    const payload = payloadOf(packet);
    if (!payload) return [];
    const samples = samplesOf(this.#decoder.decode(payload));
    this.#lastKind = payload[0]! & FRAME_KIND;
    this.#lastLength = samples.length;
    return [{ samples, packet }];
  }

  /** Conceals a packet: a frame without data makes the decoder continue its last sound more quietly. */
  #conceal(): VoicePart[] {
    const parts: VoicePart[] = [];
    for (let length = 0; length < this.#lastLength;) {
      const samples = samplesOf(this.#decoder.decode(Uint8Array.of(this.#lastKind)));
      length += samples.length;
      parts.push({ samples, packet: null });
    }
    return parts;
  }
}

const samplesOf = (bytes: Uint8Array): Int16Array =>
  new Int16Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 1);
