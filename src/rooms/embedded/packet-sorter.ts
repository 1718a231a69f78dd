/** Sorts the RTP packets of one stream by their sequence numbers (RFC 3550 §5.1) and finds lost packets. */

/** Number of later packets after which a missing packet counts as lost: 60 ms of a voice. */
const MAX_WAITING = 3;
/** A larger jump of the sequence number, in packets, means that the sender started again: 200 ms of a voice. */
const MAX_JUMP = 10;

export class PacketSorter {
  /** Identifies the stream; null before the first packet. */
  #ssrc: number | null = null;
  #nextSequence = 0;
  /** Packets that arrived before an earlier one, by sequence number. */
  readonly #waiting = new Map<number, Buffer>();

  /**
   * Returns the packets that are next in order, with null for each lost one. Packets that arrive again, or after they
   * were counted as lost, are dropped. `packet` has at least 12 bytes.
   */
  push(packet: Buffer): (Buffer | null)[] {
    const sequence = packet.readUInt16BE(2);
    const ssrc = packet.readUInt32BE(8);
    const distance = distanceOf(this.#nextSequence, sequence);
    if (ssrc !== this.#ssrc || Math.abs(distance) > MAX_JUMP) {
      this.#ssrc = ssrc;
      const remaining = this.#takeWaiting();
      this.#nextSequence = following(sequence);
      return [...remaining, packet];
    }
    if (distance < 0) return [];
    this.#waiting.set(sequence, packet);
    const sorted: (Buffer | null)[] = [];
    while (this.#waiting.has(this.#nextSequence) || this.#waiting.size >= MAX_WAITING) {
      sorted.push(this.#waiting.get(this.#nextSequence) ?? null);
      this.#waiting.delete(this.#nextSequence);
      this.#nextSequence = following(this.#nextSequence);
    }
    return sorted;
  }

  #takeWaiting(): Buffer[] {
    const remaining = [...this.#waiting].sort(
      ([one], [other]) => distanceOf(this.#nextSequence, one) - distanceOf(this.#nextSequence, other),
    );
    this.#waiting.clear();
    return remaining.map(([, packet]) => packet);
  }
}

const following = (sequence: number): number => (sequence + 1) & 0xffff;

/** Returns the number of packets from one sequence number to another, -32,768 to 32,767. */
const distanceOf = (from: number, to: number): number => ((to - from) << 16) >> 16;
