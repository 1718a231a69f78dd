/** Writes one call down in the media process: the visitor's voice as it comes, the agent's and its face as they are sent. */
import { TakeWriter, type TakePlace } from './take.ts';

/** One clock for both sides: Unix milliseconds that no correction of the system's time moves. */
const now = () => performance.timeOrigin + performance.now();

export class Recorder {
  readonly #take: TakeWriter;
  /** Unix milliseconds of tick 0. */
  readonly #origin: () => number;

  constructor(place: TakePlace, face: string, parts: { origin(): number; fault(error: unknown): void }) {
    this.#take = new TakeWriter(place, face, now(), parts.fault);
    this.#origin = parts.origin;
  }

  /** Another connection takes the call over. */
  joined(): void {
    this.#take.add('joined', now(), new Uint8Array());
  }

  heard(timestamp: number, packet: Uint8Array): void {
    const bytes = Buffer.allocUnsafe(4 + packet.length);
    bytes.writeUInt32BE(timestamp, 0);
    bytes.set(packet, 4);
    this.#take.add('visitor', now(), bytes);
  }

  said(tick: number, packet: Uint8Array): void {
    this.#take.add('agent', this.#timeOf(tick), packet);
  }

  shown(tick: number, picture: number): void {
    const bytes = Buffer.allocUnsafe(2);
    bytes.writeUInt16BE(picture, 0);
    this.#take.add('picture', this.#timeOf(tick), bytes);
  }

  flush(): void {
    this.#take.flush(now());
  }

  close(): void {
    void this.#take.close();
  }

  #timeOf(tick: number): number {
    return this.#origin() + tick * 20;
  }
}
