/**
 * The agent's face grows from the launcher into the panel and back: one picture that flies above everything for
 * a quarter of a second. It is no view transition: that of a document takes a picture of the customer's whole
 * page and holds it still meanwhile. Who wants less motion sees none of it.
 */
import { zoomOf } from './held.ts';
import type { PalPanel } from './parts/pal-panel.ts';

/** A widget as far as a face flies in it: the picture, and when what it shows is drawn. */
export interface FaceWidget extends HTMLElement {
  readonly poster: string;
  readonly updateComplete: Promise<boolean>;
}

/** Milliseconds of a flight; in the last third what flies gives way to what is there. */
const DURATION = 280;
const EASE = 'cubic-bezier(0.2, 0, 0, 1)';
const LESS = matchMedia('(prefers-reduced-motion: reduce)');

/** What flies, its movement, and where it came from. */
interface Flight {
  picture: HTMLImageElement;
  from: DOMRect;
  way: Animation;
  arriving: Element;
}
const flights = new WeakMap<FaceWidget, Flight>();

/** From the launcher into the panel that has just opened; says whether there is anything to fly. */
export function growFace(widget: FaceWidget, dialog: HTMLElement): boolean {
  const from = launcherFace(widget)?.getBoundingClientRect();
  const panel = dialog.querySelector<PalPanel>('pal-panel');
  if (!from?.width || !panel || LESS.matches) return false;
  void panel.updateComplete.then(() => {
    const face = panelFace(panel);
    if (face) fly(widget, from, face);
  });
  return true;
}

/** The first screen has come while the face was on its way to the one before: it goes where the face is now. */
export function followFace(widget: FaceWidget, panel: PalPanel | null): void {
  if (!panel || !flights.has(widget)) return;
  void panel.updateComplete.then(() => {
    const flight = flights.get(widget);
    const face = panelFace(panel);
    if (!flight || !face || flight.arriving === launcherFace(widget)) return;
    const frames = place(flight.picture, flight.from, face.getBoundingClientRect());
    (flight.way.effect as KeyframeEffect).setKeyframes(frames);
    if (face !== flight.arriving) appear(face).currentTime = flight.way.currentTime;
    flight.arriving = face;
  });
}

/** From the panel that is about to close, into the launcher or what stands for it during a call. */
export async function shrinkFace(widget: FaceWidget): Promise<void> {
  const panel = widget.shadowRoot!.querySelector<PalPanel>('dialog[open] pal-panel');
  const from = panel && panelFace(panel)?.getBoundingClientRect();
  if (!from?.width || LESS.matches) return;
  await widget.updateComplete;
  await smallest(widget)?.updateComplete;
  const face = launcherFace(widget);
  if (face && widget.isConnected) fly(widget, from, face);
}

const smallest = (widget: FaceWidget) =>
  widget.shadowRoot!.querySelector<HTMLElement & { updateComplete: Promise<boolean> }>('pal-minimised') ??
  widget.shadowRoot!.querySelector('pal-launcher');

const launcherFace = (widget: FaceWidget) => smallest(widget)?.shadowRoot?.querySelector('img');

/** The face on whichever screen the panel shows. */
function panelFace(panel: PalPanel): Element | null | undefined {
  const root = panel.shadowRoot;
  const stage = root?.querySelector('pal-call')?.shadowRoot?.querySelector('pal-stage')?.shadowRoot;
  return root?.querySelector('.face') ?? stage?.querySelector('.still, .agent:not([hidden])');
}

function fly(widget: FaceWidget, from: DOMRect, arriving: Element): void {
  const { shadowRoot, poster } = widget;
  flights.get(widget)?.way.cancel();
  const to = arriving.getBoundingClientRect();
  // On a page that enlarges itself by `zoom`, measured lengths are not those that are set.
  if (!poster || !to.width || !HTMLElement.prototype.showPopover || zoomOf(widget) !== 1) return;
  const picture = document.createElement('img');
  picture.className = 'flight';
  picture.alt = '';
  picture.src = poster;
  picture.popover = 'manual';
  Object.assign(picture.style, {
    position: 'fixed',
    margin: '0',
    padding: '0',
    border: '0',
    background: 'none',
    objectFit: 'cover',
    objectPosition: getComputedStyle(arriving).objectPosition,
    pointerEvents: 'none',
  });
  const way = picture.animate(place(picture, from, to), { duration: DURATION, easing: EASE });
  way.onfinish = way.oncancel = () => {
    picture.remove();
    if (flights.get(widget)?.way === way) flights.delete(widget);
  };
  flights.set(widget, { picture, from, way, arriving });
  shadowRoot!.append(picture);
  picture.showPopover();
  picture.animate({ opacity: [1, 1, 0], offset: [0, 0.8, 1] }, DURATION);
  appear(arriving);
}

/** What is there comes to be seen under what flies. */
const appear = (arriving: Element) =>
  arriving.animate({ opacity: [0, 0, 1, 1], offset: [0, 0.7, 0.8, 1] }, DURATION);

/** Stands where the larger of the two does, and is small and round at the other's place. */
function place(picture: HTMLImageElement, from: DOMRect, to: DOMRect): Keyframe[] {
  const [large, small] = to.width > from.width ? [to, from] : [from, to];
  Object.assign(picture.style, {
    inset: `${large.top}px auto auto ${large.left}px`,
    width: `${large.width}px`,
    height: `${large.height}px`,
  });
  const side = Math.min(large.width, large.height);
  const middle = ({ left, top, width, height }: DOMRect) => [left + width / 2, top + height / 2] as const;
  const [[x, y], [toX, toY]] = [middle(large), middle(small)];
  const flat = { transform: 'none', clipPath: 'inset(0px 0px round 0px)' };
  const round = {
    transform: `translate(${toX - x}px, ${toY - y}px) scale(${small.width / side})`,
    clipPath: `inset(${(large.height - side) / 2}px ${(large.width - side) / 2}px round ${side / 2}px)`,
  };
  return large === to ? [round, flat] : [flat, round];
}
