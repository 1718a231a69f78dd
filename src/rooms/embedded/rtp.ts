/** RTP packets in both directions (RFC 3550), with VP8 (RFC 7741). */

/** Maximum payload bytes of a video packet; with all headers it fits into the smallest MTU of the public internet. */
const MAX_PAYLOAD = 1160;

export class RtpStream {
  readonly #ssrc: number;
  readonly #payloadType: number;
  #nextSequence: number;
  #nextPictureId: number;

  constructor(ssrc: number, payloadType: number, start: { sequence: number; picture: number }) {
    this.#ssrc = ssrc;
    this.#payloadType = payloadType;
    this.#nextSequence = start.sequence & 0xffff;
    this.#nextPictureId = start.picture & 0x7fff;
  }

  /** Creates a packet; `marker` is true at the start of a talk spurt or the end of a picture. */
  packet(payload: Uint8Array, timestamp: number, marker: boolean): Buffer {
    const packet = Buffer.allocUnsafe(12 + payload.length);
    packet[0] = 0x80;
    packet[1] = (marker ? 0x80 : 0) | this.#payloadType;
    packet.writeUInt16BE(this.#nextSequence, 2);
    packet.writeUInt32BE(timestamp >>> 0, 4);
    packet.writeUInt32BE(this.#ssrc, 8);
    packet.set(payload, 12);
    this.#nextSequence = (this.#nextSequence + 1) & 0xffff;
    return packet;
  }

  /** Splits a VP8 frame into packets with a 15-bit picture id. */
  picture(frame: Uint8Array, timestamp: number): Buffer[] {
    this.#nextPictureId = (this.#nextPictureId + 1) & 0x7fff;
    const count = Math.max(1, Math.ceil(frame.length / MAX_PAYLOAD));
    const size = Math.ceil(frame.length / count);
    return Array.from({ length: count }, (_, index) => {
      const part = frame.subarray(index * size, (index + 1) * size);
      const payload = Buffer.allocUnsafe(4 + part.length);
      // Flags: X, an extension follows; S, a partition starts in this packet.
      payload[0] = 0x80 | (index === 0 ? 0x10 : 0);
      // Flag I: a picture id of two bytes follows.
      payload[1] = 0x80;
      payload.writeUInt16BE(0x8000 | this.#nextPictureId, 2);
      payload.set(part, 4);
      return this.packet(payload, timestamp, index === count - 1);
    });
  }
}

/**
 * True for an RTCP packet. RTCP uses the same port, but its packet types differ from all RTP payload types
 * (RFC 5761).
 */
export function isRtcp(packet: Uint8Array): boolean {
  return packet.length >= 2 && packet[1]! >= 192 && packet[1]! <= 223;
}

/**
 * True if a compound RTCP packet requests a key frame: picture loss (RFC 4585 §6.3.1) or full intra request (RFC 5104
 * §4.3.1).
 */
export function asksForKeyFrame(packet: Uint8Array): boolean {
  for (
    let index = 0;
    index + 4 <= packet.length;
    index += 4 * (1 + ((packet[index + 2]! << 8) | packet[index + 3]!))
  ) {
    const format = packet[index]! & 0x1f;
    if (packet[index + 1] === 206 && (format === 1 || format === 4)) return true;
  }
  return false;
}

/** Returns the timestamp of a packet for which `payloadOf` has returned a payload. */
export function timestampOf(packet: Uint8Array): number {
  return ((packet[4]! << 24) | (packet[5]! << 16) | (packet[6]! << 8) | packet[7]!) >>> 0;
}

/** Returns the payload of a received RTP packet; null for any other packet. */
export function payloadOf(packet: Uint8Array): Uint8Array | null {
  if (packet.length < 12 || packet[0]! >> 6 !== 2) return null;
  let at = 12 + (packet[0]! & 0x0f) * 4;
  if (packet[0]! & 0x10) {
    if (packet.length < at + 4) return null;
    at += 4 + ((packet[at + 2]! << 8) | packet[at + 3]!) * 4;
  }
  const padding = packet[0]! & 0x20 ? packet[packet.length - 1]! : 0;
  return at < packet.length - padding ? packet.subarray(at, packet.length - padding) : null;
}
