/**
 * The visitor's screen: chosen in the browser's own picker, sent in place of the camera for as long as the
 * visitor likes.
 */
import type { MediaPort } from './devices.ts';

/** Sharp enough to read, and no more than a call can carry. */
const WANTED: DisplayMediaStreamOptions = {
  video: { width: { max: 1920 }, height: { max: 1080 }, frameRate: { max: 15 } },
  audio: false,
};

export class ScreenKeeper {
  readonly #media: MediaPort | undefined;
  readonly #change: (stream: MediaStream | null) => void;
  #stream: MediaStream | null = null;
  /** Counts what was asked: only the last answer counts. */
  #asked = 0;

  constructor(media: MediaPort | undefined, change: (stream: MediaStream | null) => void) {
    this.#media = media;
    this.#change = change;
  }

  /** Whether this browser can: those of phones cannot, and no page without TLS. */
  get possible(): boolean {
    return typeof this.#media?.getDisplayMedia === 'function';
  }

  /** The live picture, or null where nothing is shared. */
  get track(): MediaStreamTrack | null {
    return this.#stream?.getTracks()[0] ?? null;
  }

  /** Opens the browser's picker; who cancels it meant to, so nothing is told of that. */
  async share(): Promise<void> {
    if (!this.possible || this.#stream) return;
    const asked = ++this.#asked;
    const stream = await this.#media!.getDisplayMedia!(WANTED).catch(() => null);
    const track = stream?.getTracks()[0];
    if (!track) return;
    // Over, or asked anew meanwhile: this answer is nobody's.
    if (this.#asked !== asked) return track.stop();
    // Words on a screen are worth more than smooth motion.
    track.contentHint = 'detail';
    // The browser has a button of its own that ends it.
    track.addEventListener('ended', () => {
      if (this.track === track) this.stop();
    });
    this.#stream = stream;
    this.#change(stream);
  }

  stop(): void {
    this.#asked++;
    const { track } = this;
    if (!track) return;
    this.#stream = null;
    track.stop();
    this.#change(null);
  }
}
