/**
 * The visitor's camera in the recording of a call: a second video track with the frames as they arrived, and black
 * in gaps.
 */
import { EncodedPacket, EncodedVideoPacketSource, type Output } from 'mediabunny';
import { keyFrameSize } from '../embedded/vp8.ts';
import { RtpLine } from './call-sound.ts';

/**
 * Seconds without a frame after which the camera counts as switched off: longer than the pause after which its
 * frames start with a key frame. Also the seconds between two of the black pictures that follow, because the
 * writer waits for all tracks.
 */
const OFF_SECONDS = 3;
/** Minimum seconds for which a frame is shown. */
const MIN_SECONDS = 0.001;
/** A black key frame of 16 by 16 pixels, which players stretch. */
const BLACK_FRAME = Buffer.from('MAEAnQEqEAAQAAVAfCWkAANwAP7w5sAA', 'base64');

/**
 * VP8 pictures may change their size during a call, because a browser sends smaller pictures over a weak
 * network.
 */
export class CameraTrack {
  readonly #source = new EncodedVideoPacketSource('vp8');
  readonly #config: { codec: string; codedWidth: number; codedHeight: number };
  readonly #line = new RtpLine(90_000);
  /** The frame that is not written yet, because its duration is unknown. */
  #pendingFrame: { bytes: Uint8Array; key: boolean; at: number } = { bytes: BLACK_FRAME, key: true, at: 0 };
  #isIntact = false;

  constructor(output: Output, size: { width: number; height: number }) {
    output.addVideoTrack(this.#source, { name: 'Visitor' });
    this.#config = { codec: 'vp8', codedWidth: size.width, codedHeight: size.height };
  }

  /** Called when the visitor's RTP timestamps restart. */
  restartTimestamps(): void {
    this.#line.reset();
  }

  /** Adds a frame that arrived at `time` seconds. */
  async add(time: number, timestamp: number, bytes: Uint8Array): Promise<void> {
    const key = keyFrameSize(bytes) !== null;
    const at = this.#line.positionOf(time, timestamp);
    await this.fillUntil(at);
    // After a lost picture, no picture can be decoded until the next key frame.
    if (!key && !this.#isIntact) return;
    this.#isIntact = true;
    await this.#show({ bytes, key, at: Math.max(at, this.#pendingFrame.at + MIN_SECONDS) });
  }

  /** Fills the track with black up to `time`, if there were no frames for a long time. */
  async fillUntil(time: number): Promise<void> {
    while (time - this.#pendingFrame.at > OFF_SECONDS) {
      this.#isIntact = false;
      await this.#show({ bytes: BLACK_FRAME, key: true, at: this.#pendingFrame.at + OFF_SECONDS });
    }
  }

  async end(time: number): Promise<void> {
    await this.fillUntil(time);
    await this.#show({
      bytes: BLACK_FRAME,
      key: true,
      at: Math.max(time, this.#pendingFrame.at + MIN_SECONDS),
    });
  }

  /** Writes the previous frame, and holds the next one until its duration is known. */
  async #show(next: { bytes: Uint8Array; key: boolean; at: number }): Promise<void> {
    const { bytes, key, at } = this.#pendingFrame;
    this.#pendingFrame = next;
    await this.#source.add(new EncodedPacket(bytes, key ? 'key' : 'delta', at, next.at - at), {
      decoderConfig: this.#config,
    });
  }
}
