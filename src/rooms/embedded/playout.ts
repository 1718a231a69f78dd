/**
 * Plays the sentences of a call one after another: a packet every 20 ms, with its mouth shape. This module does no
 * I/O.
 */
import type { Speech } from '@palkit/agent';

const PACKET_SECONDS = 0.02;
/** Packets per video frame. */
const PACKETS_PER_FRAME = 2;

export type PlayoutEvent =
  | { is: 'saying'; utteranceId: string }
  | { is: 'said'; utteranceId: string; seconds: number; interrupted: boolean };

export class Playout {
  #queue: { utteranceId: string; speech: Speech; at: number }[] = [];
  #isOnHold = false;
  #tell: (event: PlayoutEvent) => void;

  #mayBegin: (utteranceId: string) => boolean;

  /** `mayBegin` returns false while a sentence has to wait. It is called until the sentence begins. */
  constructor(tell: (event: PlayoutEvent) => void, mayBegin: (utteranceId: string) => boolean = () => true) {
    this.#tell = tell;
    this.#mayBegin = mayBegin;
  }

  add(utteranceId: string, speech: Speech): void {
    this.#queue.push({ utteranceId, speech, at: 0 });
  }

  /** Returns the next packet; `first` is true for the first packet of a sentence. Null during silence. */
  next(): { packet: Uint8Array; first: boolean } | null {
    if (this.#isOnHold) return null;
    for (;;) {
      const item = this.#queue[0];
      if (!item) return null;
      const packet = item.speech.packets[item.at];
      if (packet) {
        if (item.at === 0 && !this.#mayBegin(item.utteranceId)) return null;
        if (item.at === 0) this.#tell({ is: 'saying', utteranceId: item.utteranceId });
        return { packet, first: item.at++ === 0 };
      }
      this.#queue.shift();
      this.#tell({
        is: 'said',
        utteranceId: item.utteranceId,
        seconds: item.at * PACKET_SECONDS,
        interrupted: false,
      });
    }
  }

  /**
   * Returns the mouth shape of the 40 ms that contain the next packet, as an index into `MOUTHS`, to which
   * `STRESS` may be added; null during silence. `ahead` is the number of video frames to look ahead.
   */
  mouth(ahead = 0): number | null {
    const head = this.#queue[0];
    if (head?.at === 0 && !this.#mayBegin(head.utteranceId)) return null;
    let packets = ahead * PACKETS_PER_FRAME;
    for (const { at, speech } of this.#isOnHold ? [] : this.#queue) {
      const packetsLeft = speech.packets.length - at;
      // After the last packet of a sentence, the next sentence begins.
      if (packetsLeft > packets) return speech.mouths[Math.floor((at + packets) / PACKETS_PER_FRAME)] ?? 0;
      packets -= Math.max(0, packetsLeft);
    }
    return null;
  }

  /**
   * Returns the sentence that is playing, and the position of its packet that was sent last, in milliseconds
   * from the beginning of the sentence; null during silence.
   */
  moment(): { utteranceId: string; time: number } | null {
    const item = this.#isOnHold ? undefined : this.#queue[0];
    if (!item || item.at === 0) return null;
    return { utteranceId: item.utteranceId, time: (item.at - 1) * PACKET_SECONDS * 1000 };
  }

  /**
   * Returns the mouth shapes of the current sentence from the packet that was sent last, and in `late` the
   * number of packets since the first of these mouth shapes began; null if no sentence is playing.
   */
  upcomingMouths(): { mouths: Uint8Array; late: number } | null {
    const item = this.#queue[0];
    if (!item || item.at === 0) return null;
    const packet = item.at - 1;
    return {
      mouths: item.speech.mouths.subarray(Math.floor(packet / PACKETS_PER_FRAME)),
      late: packet % PACKETS_PER_FRAME,
    };
  }

  /** Pauses the sound, or continues at the same position. */
  hold(onHold: boolean): void {
    this.#isOnHold = onHold;
  }

  /** Drops all sentences, and reports the one that was playing. */
  hush(): void {
    const item = this.#queue[0];
    this.#queue = [];
    this.#isOnHold = false;
    if (item && item.at > 0)
      this.#tell({
        is: 'said',
        utteranceId: item.utteranceId,
        seconds: item.at * PACKET_SECONDS,
        interrupted: true,
      });
  }
}
