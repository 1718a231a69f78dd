/** Extracts the key frames of a visitor's camera from its RTP packets (RFC 7741) without decoding. */
import { payloadOf, timestampOf } from './rtp.ts';
import { keyFrameSize } from './vp8.ts';

/** Maximum bytes of a frame; a camera's key frame has about 50 KB. */
export const MAX_FRAME_BYTES = 262_144;

/**
 * Parses the payload descriptor: its length in bytes, and true in `begins` if the packet starts the first
 * partition of a frame. Returns null if no bytes follow the descriptor.
 */
export function descriptor(payload: Uint8Array): { length: number; begins: boolean } | null {
  const firstByte = payload[0]!;
  let length = 1;
  if (firstByte & 0x80) {
    const extension = payload[length++]!;
    // Flags of optional fields: I, a picture id of one or two bytes; L, one byte; T or K, one byte.
    if (extension & 0x80) length += (payload[length] ?? 0) & 0x80 ? 2 : 1;
    if (extension & 0x40) length++;
    if (extension & 0x30) length++;
  }
  return length < payload.length
    ? { length, begins: (firstByte & 0x10) !== 0 && (firstByte & 0x07) === 0 }
    : null;
}

export class KeyFrames {
  #parts: Uint8Array[] = [];
  #bytes = 0;
  #timestamp = 0;
  /** The next expected sequence number; null if no key frame is being received. */
  #nextSequence: number | null = null;

  /**
   * Returns the key frame that this packet completes; null if it completes none. A key frame with a missing
   * packet is dropped.
   */
  push(packet: Uint8Array): Uint8Array | null {
    const payload = payloadOf(packet);
    const payloadDescriptor = payload && descriptor(payload);
    if (!payloadDescriptor) return null;
    const sequence = (packet[2]! << 8) | packet[3]!;
    const timestamp = timestampOf(packet);
    const part = payload.subarray(payloadDescriptor.length);
    if (payloadDescriptor.begins && keyFrameSize(part)) {
      this.#parts = [];
      this.#bytes = 0;
      this.#timestamp = timestamp;
    } else if (this.#nextSequence !== sequence || timestamp !== this.#timestamp) {
      // The packet is part of another frame, or there is a gap. Do not wait for late packets.
      this.#nextSequence = null;
      return null;
    }
    this.#parts.push(part.slice());
    this.#bytes += part.length;
    this.#nextSequence = (sequence + 1) & 0xffff;
    if (this.#bytes > MAX_FRAME_BYTES) this.#nextSequence = null;
    if (this.#nextSequence === null || !(packet[1]! & 0x80)) return null;
    this.#nextSequence = null;
    const frame = Buffer.concat(this.#parts);
    this.#parts = [];
    return frame;
  }
}

/** Builds an RTCP picture loss indication (RFC 4585 §6.3.1), which requests a key frame. */
export function pictureLoss(sender: number, media: number): Buffer {
  const packet = Buffer.alloc(12);
  packet.writeUInt8(0x81, 0);
  packet.writeUInt8(206, 1);
  packet.writeUInt16BE(2, 2);
  packet.writeUInt32BE(sender, 4);
  packet.writeUInt32BE(media, 8);
  return packet;
}
