/**
 * The visitor's screen: selected in the browser's own picker, and sent in place of the camera while shared.
 */
import type { MediaPort } from './devices.ts';

/** Sharp enough to read, within a call's bandwidth. */
const CONSTRAINTS: DisplayMediaStreamOptions = {
  video: { width: { max: 1920 }, height: { max: 1080 }, frameRate: { max: 15 } },
  audio: false,
};

export class ScreenKeeper {
  readonly #media: MediaPort | undefined;
  readonly #change: (stream: MediaStream | null) => void;
  #stream: MediaStream | null = null;
  /** Counter of requests; only the latest request's answer counts. */
  #requests = 0;

  constructor(media: MediaPort | undefined, change: (stream: MediaStream | null) => void) {
    this.#media = media;
    this.#change = change;
  }

  /** False on phones and on pages without TLS. */
  get possible(): boolean {
    return typeof this.#media?.getDisplayMedia === 'function';
  }

  /** The live track, or null while nothing is shared. */
  get track(): MediaStreamTrack | null {
    return this.#stream?.getTracks()[0] ?? null;
  }

  /** Opens the browser's picker; cancelling it is not an error. */
  async share(): Promise<void> {
    const media = this.#media;
    if (!media?.getDisplayMedia || this.#stream) return;
    const request = ++this.#requests;
    const stream = await media.getDisplayMedia(CONSTRAINTS).catch(() => null);
    const track = stream?.getTracks()[0];
    if (!track) return;
    // Sharing was stopped or requested again meanwhile.
    if (this.#requests !== request) return track.stop();
    // Readable text matters more than smooth motion.
    track.contentHint = 'detail';
    // The browser's own button ended it.
    track.addEventListener('ended', () => {
      if (this.track === track) this.stop();
    });
    this.#stream = stream;
    this.#change(stream);
  }

  stop(): void {
    this.#requests++;
    const { track } = this;
    if (!track) return;
    this.#stream = null;
    track.stop();
    this.#change(null);
  }
}
