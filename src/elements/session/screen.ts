/** The visitor's screen, which is selected in the browser's picker and sent in place of the camera. */
import type { MediaPort } from './devices.ts';

/** Sharp enough to read text, within the bandwidth of a call. */
const CONSTRAINTS: DisplayMediaStreamOptions = {
  video: { width: { max: 1920 }, height: { max: 1080 }, frameRate: { max: 15 } },
  audio: false,
};

export class ScreenSharing {
  readonly #media: MediaPort | undefined;
  readonly #change: (stream: MediaStream | null) => void;
  #stream: MediaStream | null = null;
  /** Number of the latest request; results of earlier ones are ignored. */
  #requests = 0;

  constructor(media: MediaPort | undefined, change: (stream: MediaStream | null) => void) {
    this.#media = media;
    this.#change = change;
  }

  /** True if the screen can be shared. Phones, and pages without TLS, do not allow it. */
  get possible(): boolean {
    return typeof this.#media?.getDisplayMedia === 'function';
  }

  /** The live track; null if the screen is not shared. */
  get track(): MediaStreamTrack | null {
    return this.#stream?.getTracks()[0] ?? null;
  }

  /** Opens the browser's picker. It is not an error if the visitor cancels it. */
  async share(): Promise<void> {
    const media = this.#media;
    if (!media?.getDisplayMedia || this.#stream) return;
    const request = ++this.#requests;
    const stream = await media.getDisplayMedia(CONSTRAINTS).catch(() => null);
    const track = stream?.getTracks()[0];
    if (!track) return;
    // Sharing was stopped or requested again in the meantime.
    if (this.#requests !== request) return track.stop();
    // Legible text is more important than smooth motion.
    track.contentHint = 'detail';
    // The visitor may also stop sharing with the browser's button.
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
