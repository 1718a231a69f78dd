/**
 * Shows a drawn face on the page: a canvas that fills its stage. A worker draws it, or the main thread if the page's
 * policy or origin does not allow a worker.
 */
import type { FaceName } from '@palkit/contract/face/characters';
import type { FaceFeed } from '../session/face-feed.ts';
import { RoomFace } from './room-face.ts';
import { TrustedWorker } from '../session/trusted-worker.ts';
import type { Order, Report } from './painter.ts';
import type { Layout } from './rig.ts';

/** Milliseconds within which the worker must answer. */
const WORKER_MS = 3000;
/** Milliseconds between two readings of the voice's clock. */
const CLOCK_MS = 100;
/** Maximum number of device pixels of a canvas; more would cost time without being visible. */
const MAX_PIXELS = 2_400_000;
/**
 * Times may count from 1970 or from the start of the page, depending on the browser. Below this value, about thirty
 * years in milliseconds, they count from the start of the page.
 */
const UNIX_TIME_THRESHOLD = 1e12;

interface Port {
  /** True for a worker, to which the canvas must be transferred. */
  isWorker: boolean;
  send(order: Order, transfer?: Transferable[]): void;
  /** Set by the face that uses the port. */
  report: (report: Report) => void;
  end(): void;
}

let preparation: Promise<Port> | null = null;

/**
 * Prepares to draw a face. Resolves to null if the browser cannot draw faces or this version does not know the
 * face; the call then requests a video. Rejects if the preparation fails.
 */
export async function prepareFace(
  drawing: string,
  receiver: () => RTCRtpReceiver | undefined,
): Promise<RoomFace | null> {
  if (!canDraw() || !isFaceName(drawing)) return null;
  try {
    await (preparation ??= openPort());
    return new RoomFace(drawing, receiver);
  } catch (error) {
    preparation = null;
    throw error;
  }
}

/** True for a face that this version can draw; a newer service may have others. */
const isFaceName = (name: string): name is FaceName => /^(mira|tomas|noor|pip)$/.test(name);

/**
 * True if the browser's offscreen canvas has filters. Older browsers even lack the class, although its type says
 * that it always exists.
 */
const canDraw = (): boolean => 'filter' in (globalThis.OffscreenCanvasRenderingContext2D?.prototype ?? {});

const openPort = (): Promise<Port> => inWorker().catch(onMainThread);

function inWorker(): Promise<Port> {
  // Bundlers recognise a worker only by the literal expression `new Worker(new URL(…))`.
  const Worker = TrustedWorker;
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./face-worker.js', import.meta.url), { type: 'module' });
    const port: Port = {
      isWorker: true,
      send: (order, transfer = []) => worker.postMessage(order, transfer),
      report: () => {},
      end: () => worker.terminate(),
    };
    const fail = (): void => {
      worker.terminate();
      reject(new Error());
    };
    const timer = setTimeout(fail, WORKER_MS);
    worker.addEventListener('message', ({ data }: MessageEvent<Report>) => {
      clearTimeout(timer);
      if (data === 'ready') resolve(port);
      else port.report(data);
    });
    worker.addEventListener('error', fail);
  });
}

/** Draws on the main thread. Layers are painted one per frame, so that the page stays responsive. */
async function onMainThread(): Promise<Port> {
  const { Painter } = await import('./painter.ts');
  const painter = new Painter(
    (report) => port.report(report),
    () => new Promise((resolve) => requestAnimationFrame(() => resolve())),
  );
  const port: Port = {
    isWorker: false,
    send: (order) => painter.take(order),
    report: () => {},
    end: () => painter.take({ do: 'end' }),
  };
  return port;
}

const styles = new CSSStyleSheet();
// The background extends to all sides as far as a card can move the face, so that no empty edge becomes visible.
styles.replaceSync(`
  .drawn {
    --_reach: max(var(--_aside, 0px), -1 * var(--_aside, 0px));
    position: absolute;
    top: 0;
    left: 50%;
    width: 100%;
    height: 100%;
    mask: var(--_filled-edges);
    translate: -50%;
  }
  .drawn ~ .fade { display: none }
  .drawn.dim { filter: brightness(0.7) }
  @container (min-aspect-ratio: 7 / 5) {
    .drawn {
      width: calc(100% + 2 * var(--_reach));
      translate: calc(var(--_aside, 0px) - 50%);
      transition: translate var(--pal-duration) var(--pal-ease);
    }
  }
`);

/** The stage that shows a face. The canvas is in front of the element that plays the voice. */
interface Stage extends HTMLElement {
  readonly sheets: readonly CSSStyleSheet[];
  restyle(sheets: readonly CSSStyleSheet[]): void;
  readonly renderRoot: HTMLElement | DocumentFragment;
  readonly calm: boolean;
  readonly dim: boolean;
  readonly worry: number;
}

/** Draws the face of a feed. If only the feed is replaced, the same drawing continues. */
export function drawFace(
  current: DrawnFace | null,
  feed: FaceFeed,
  stage: Stage,
  voice: HTMLElement,
  onDrawn: (success: boolean) => void,
): DrawnFace {
  let face = current;
  if (face?.drawing !== feed.drawing) {
    face?.end();
    face = new DrawnFace(stage, voice, feed.drawing, onDrawn);
  }
  face.show(stage);
  face.follow(feed);
  return face;
}

export class DrawnFace {
  readonly drawing: FaceName;
  readonly #canvas = document.createElement('canvas');
  readonly #stage: Stage;
  readonly #departure = new AbortController();
  readonly #port: Promise<Port>;
  #feed: FaceFeed | null = null;
  #isVisible = true;
  #isStill = false;
  #worry = 0;

  /** `onDrawn` is called with true after the first frame, and with false if the face cannot be drawn. */
  constructor(stage: Stage, voice: HTMLElement, drawing: FaceName, onDrawn: (success: boolean) => void) {
    this.drawing = drawing;
    this.#stage = stage;
    if (!stage.sheets.includes(styles)) stage.restyle([...stage.sheets, styles]);
    this.#canvas.role = 'img';
    this.#canvas.setAttribute('part', 'picture');
    voice.after(this.#canvas);
    stage.toggleAttribute('upright', true);
    this.#canvas.ariaLabel = voice.ariaLabel;
    this.#port = preparation ?? openPort();
    preparation = null;
    this.#port
      .then((port) => {
        if (this.#departure.signal.aborted) return;
        port.report = (report) => onDrawn(report === 'drawn');
        this.#start(port);
      })
      .catch(() => onDrawn(false));
  }

  /** Follows the cues of a room. A new feed replaces the earlier one. */
  follow(feed: FaceFeed): void {
    this.#feed = feed;
    feed.follow((cue) => this.#send({ do: 'cue', cue }));
  }

  /** Updates the CSS class and the expression. Only the lips move if the visitor prefers reduced motion. */
  show({ calm, dim, worry }: Stage): void {
    this.#canvas.className = dim ? 'drawn dim' : 'drawn';
    if (calm !== this.#isStill || worry !== this.#worry) this.#send({ do: 'look', still: calm, worry });
    this.#isStill = calm;
    this.#worry = worry;
  }

  end(): void {
    this.#departure.abort();
    this.#canvas.remove();
    this.#port.then((port) => port.end()).catch(() => {});
  }

  #send(order: Order): void {
    this.#port.then((port) => port.send(order)).catch(() => {});
  }

  #start(port: Port): void {
    const { signal } = this.#departure;
    const canvas = this.#canvas;
    const surface = port.isWorker ? canvas.transferControlToOffscreen() : canvas;
    port.send(
      { do: 'start', name: this.drawing, canvas: surface },
      port.isWorker ? [surface as OffscreenCanvas] : [],
    );
    const sizes = new ResizeObserver(() => {
      const layout = this.#layout();
      if (layout) port.send({ do: 'lay', layout });
    });
    sizes.observe(canvas);
    sizes.observe(this.#stage);
    const places = new IntersectionObserver(([entry]) => {
      this.#isVisible = entry!.isIntersecting;
      this.#show(port);
    });
    places.observe(canvas);
    document.addEventListener('visibilitychange', () => this.#show(port), { signal });
    const timer = setInterval(() => this.#sendTime(port), CLOCK_MS);
    signal.addEventListener('abort', () => {
      sizes.disconnect();
      places.disconnect();
      clearInterval(timer);
    });
  }

  #show(port: Port): void {
    port.send({ do: 'show', visible: this.#isVisible && !document.hidden });
  }

  #sendTime(port: Port): void {
    const reading = document.hidden ? null : this.#feed?.clock();
    if (!reading) return;
    const unixTime = reading.at < UNIX_TIME_THRESHOLD ? reading.at + performance.timeOrigin : reading.at;
    port.send({ do: 'clock', reading: { rtp: reading.rtp, at: unixTime } });
  }

  /**
   * Computes the layout; null if the stage or the canvas has no size. The figure is as high as the stage, or as
   * wide if the stage is slightly wider than high. The background fills the rest.
   */
  #layout(): Layout | null {
    const { clientWidth, clientHeight } = this.#stage;
    const canvasWidth = this.#canvas.clientWidth;
    if (clientWidth === 0 || clientHeight === 0 || canvasWidth === 0) return null;
    const ratio = clientWidth / clientHeight;
    const figureSide = ratio > 1 && ratio < 1.4 ? clientWidth : clientHeight;
    const pixels = Math.min(
      globalThis.devicePixelRatio || 1,
      Math.sqrt(MAX_PIXELS / (canvasWidth * clientHeight)),
    );
    return {
      width: Math.round(canvasWidth * pixels),
      height: Math.round(clientHeight * pixels),
      figure: {
        x: ((canvasWidth - figureSide) / 2) * pixels,
        // 30 % of the excess height is cut off at the top.
        y: (clientHeight - figureSide) * 0.3 * pixels,
        side: Math.round(figureSide * pixels),
      },
    };
  }
}
