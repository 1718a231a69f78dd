/** Draws a face frame by frame from the events of the room, in a worker or on the main thread. */
import type { FaceName } from '@palkit/contract/face/characters';
import type { FaceCue } from '@palkit/contract/face/follower';
import { DRAWINGS } from './drawings.ts';
import { Rig, type ClockReading, type Layout } from './rig.ts';

export type Order =
  | { do: 'start'; name: FaceName; canvas: OffscreenCanvas | HTMLCanvasElement }
  | { do: 'lay'; layout: Layout }
  | { do: 'cue'; cue: FaceCue }
  | { do: 'clock'; reading: ClockReading }
  /**
   * `still` is true if only the lips may move. `worry` is the number of milliseconds for which the face looks
   * worried.
   */
  | { do: 'look'; still: boolean; worry: number }
  /** `visible` is false while the page does not show the face; no frame is drawn then. */
  | { do: 'show'; visible: boolean }
  | { do: 'end' };

export type Report = 'ready' | 'drawn' | 'failed';

/** Returns the current Unix time in milliseconds. */
const unixTime = (): number => performance.timeOrigin + performance.now();

export class Painter {
  readonly #report: (report: Report) => void;
  readonly #pause: () => Promise<void>;
  #rig: Rig | null = null;
  /** Orders that wait until the drawing is loaded; null if loading failed. */
  #waitingOrders: Order[] | null = [];
  #isVisible = true;
  #isRunning = false;
  #hasDrawn = false;

  constructor(report: (report: Report) => void, pause: () => Promise<void>) {
    this.#report = report;
    this.#pause = pause;
  }

  take(order: Order): void {
    if (order.do === 'start') void this.#start(order).catch(() => this.#fail());
    else if (order.do === 'end') {
      this.#rig = null;
      this.#isVisible = false;
    } else if (this.#rig) this.#follow(this.#rig, order);
    else this.#waitingOrders?.push(order);
  }

  /** Discards further orders, because they could never be drawn. */
  #fail(): void {
    this.#waitingOrders = null;
    this.#report('failed');
  }

  async #start({ name, canvas }: Extract<Order, { do: 'start' }>): Promise<void> {
    const { drawing } = await DRAWINGS[name]();
    const context = canvas.getContext('2d', { alpha: false }) as OffscreenCanvasRenderingContext2D;
    this.#rig = new Rig(context, drawing, this.#pause);
    for (const order of this.#waitingOrders?.splice(0) ?? []) this.#follow(this.#rig, order);
  }

  #follow(rig: Rig, order: Order): void {
    const now = unixTime();
    switch (order.do) {
      case 'lay':
        void rig.layOut(order.layout).then(
          () => this.#run(),
          () => this.#report('failed'),
        );
        return;
      case 'cue':
        return rig.cue(order.cue, now);
      case 'clock':
        return rig.clock(order.reading);
      case 'look':
        rig.still = order.still;
        rig.worriedUntil = now + order.worry;
        return;
      case 'show':
        this.#isVisible = order.visible;
        return this.#run();
    }
  }

  #run(): void {
    if (this.#isRunning || !this.#isVisible) return;
    this.#isRunning = true;
    const draw = (): void => {
      this.#isRunning = this.#isVisible && this.#rig !== null;
      if (!this.#isRunning) return;
      if (this.#rig!.draw(unixTime()) && !this.#hasDrawn) {
        this.#hasDrawn = true;
        this.#report('drawn');
      }
      requestAnimationFrame(draw);
    };
    requestAnimationFrame(draw);
  }
}
