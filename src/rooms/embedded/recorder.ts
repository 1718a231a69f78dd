/**
 * Writes the log of a call in the media process: the visitor's voice and camera as received, the agent's voice and
 * face as sent.
 */
import { CameraFrames } from './camera-frames.ts';
import { CallLogWriter, type CallLogPath } from './call-log.ts';

/**
 * Returns the time for both directions: Unix milliseconds that do not jump when the system time is corrected.
 */
const now = () => performance.timeOrigin + performance.now();

export class Recorder {
  readonly #log: CallLogWriter;
  #camera = new CameraFrames();
  /** Unix milliseconds of tick 0. */
  readonly #origin: () => number;

  constructor(place: CallLogPath, face: string, parts: { origin(): number; fault(error: unknown): void }) {
    this.#log = new CallLogWriter(place, face, now(), parts.fault);
    this.#origin = parts.origin;
  }

  /** Called when another connection continues the call. */
  beginConnection(): void {
    this.#camera = new CameraFrames();
    this.#log.add('joined', now(), new Uint8Array());
  }

  addVisitorPacket(timestamp: number, packet: Uint8Array): void {
    const bytes = Buffer.allocUnsafe(4 + packet.length);
    bytes.writeUInt32BE(timestamp, 0);
    bytes.set(packet, 4);
    this.#log.add('visitor', now(), bytes);
  }

  /** Processes an RTP packet of the camera; returns true if a key frame should be requested. */
  addCameraPacket(packet: Uint8Array): boolean {
    if (packet.length < 12) return false;
    const time = now();
    const frame = this.#camera.push(packet, time);
    if (frame) {
      const bytes = Buffer.allocUnsafe(4 + frame.bytes.length);
      bytes.writeUInt32BE(frame.timestamp, 0);
      bytes.set(frame.bytes, 4);
      this.#log.add('camera', time, bytes);
    }
    return this.#camera.needsKeyFrame(time);
  }

  addAgentPacket(tick: number, packet: Uint8Array): void {
    this.#log.add('agent', this.#timeOf(tick), packet);
  }

  addPicture(tick: number, picture: number): void {
    const bytes = Buffer.allocUnsafe(2);
    bytes.writeUInt16BE(picture, 0);
    this.#log.add('picture', this.#timeOf(tick), bytes);
  }

  flush(): void {
    this.#log.flush(now());
  }

  close(): void {
    void this.#log.close();
  }

  #timeOf(tick: number): number {
    return this.#origin() + tick * 20;
  }
}
