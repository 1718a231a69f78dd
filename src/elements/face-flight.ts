/**
 * Moves the agent's face between the launcher and the panel: one picture above everything else for a quarter of a
 * second. A view transition would freeze the entire page meanwhile. Nothing moves if the visitor prefers reduced
 * motion.
 */
import { zoomOf } from './top-layer.ts';
import type { PalPanel } from './parts/pal-panel.ts';

/** The members of a widget that the animation uses. */
export interface FaceWidget extends HTMLElement {
  readonly poster: string;
  readonly renderRoot: HTMLElement | DocumentFragment;
  readonly updateComplete: Promise<boolean>;
}

/** Milliseconds of the animation. In the last third the moving picture fades into the picture at the destination. */
const DURATION = 280;
const EASE = 'cubic-bezier(0.2, 0, 0, 1)';
const REDUCED_MOTION = matchMedia('(prefers-reduced-motion: reduce)');

interface Flight {
  picture: HTMLImageElement;
  from: DOMRect;
  animation: Animation;
  destination: Element;
}
const flights = new WeakMap<FaceWidget, Flight>();

/**
 * Animates the face from the launcher into the panel that was just opened. Returns false if there is no picture or
 * the visitor prefers reduced motion.
 */
export function growFace(widget: FaceWidget, dialog: HTMLElement): boolean {
  const from = launcherFace(widget)?.getBoundingClientRect();
  const panel = dialog.querySelector<PalPanel>('pal-panel');
  if (!from?.width || !panel || REDUCED_MOTION.matches) return false;
  void panel.updateComplete.then(() => {
    const face = panelFace(panel);
    if (face) animatePicture(widget, from, face);
  });
  return true;
}

/** Redirects a running animation if the panel now shows the face at another position. */
export function followFace(widget: FaceWidget, panel: PalPanel | null): void {
  if (!panel || !flights.has(widget)) return;
  void panel.updateComplete.then(() => {
    const flight = flights.get(widget);
    const face = panelFace(panel);
    if (!flight || !face || flight.destination === launcherFace(widget)) return;
    const frames = positionPicture(flight.picture, flight.from, face.getBoundingClientRect());
    (flight.animation.effect as KeyframeEffect).setKeyframes(frames);
    if (face !== flight.destination) fadeIn(face).currentTime = flight.animation.currentTime;
    flight.destination = face;
  });
}

/** Animates the face from the closing panel into the launcher or the minimised call. */
export async function shrinkFace(widget: FaceWidget): Promise<void> {
  const panel = widget.renderRoot.querySelector<PalPanel>('dialog[open] pal-panel');
  const from = panel && panelFace(panel)?.getBoundingClientRect();
  if (!from?.width || REDUCED_MOTION.matches) return;
  await widget.updateComplete;
  await launcherOf(widget)?.updateComplete;
  const face = launcherFace(widget);
  if (face && widget.isConnected) animatePicture(widget, from, face);
}

export const launcherOf = (widget: FaceWidget) =>
  widget.renderRoot.querySelector<HTMLElement & { updateComplete: Promise<boolean> }>('pal-minimised') ??
  widget.renderRoot.querySelector('pal-launcher');

const launcherFace = (widget: FaceWidget) => launcherOf(widget)?.shadowRoot?.querySelector('img');

function panelFace(panel: PalPanel): Element | null | undefined {
  const root = panel.shadowRoot;
  const stage = root?.querySelector('pal-call')?.shadowRoot?.querySelector('pal-stage')?.shadowRoot;
  return root?.querySelector('.face') ?? stage?.querySelector('.still, .agent:not([hidden])');
}

function animatePicture(widget: FaceWidget, from: DOMRect, destination: Element): void {
  const { renderRoot, poster } = widget;
  flights.get(widget)?.animation.cancel();
  const to = destination.getBoundingClientRect();
  // On a page with CSS `zoom`, measured lengths differ from lengths in styles.
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
    objectPosition: getComputedStyle(destination).objectPosition,
    pointerEvents: 'none',
  });
  const animation = picture.animate(positionPicture(picture, from, to), { duration: DURATION, easing: EASE });
  animation.onfinish = animation.oncancel = () => {
    picture.remove();
    if (flights.get(widget)?.animation === animation) flights.delete(widget);
  };
  flights.set(widget, { picture, from, animation, destination });
  renderRoot.append(picture);
  picture.showPopover();
  picture.animate({ opacity: [1, 1, 0], offset: [0, 0.8, 1] }, DURATION);
  fadeIn(destination);
}

/** Fades in the destination below the moving picture. */
const fadeIn = (destination: Element) =>
  destination.animate({ opacity: [0, 0, 1, 1], offset: [0, 0.7, 0.8, 1] }, DURATION);

/**
 * Positions the picture over the larger box. Returns keyframes between this box and a circle at the smaller box.
 */
function positionPicture(picture: HTMLImageElement, from: DOMRect, to: DOMRect): Keyframe[] {
  const [large, small] = to.width > from.width ? [to, from] : [from, to];
  Object.assign(picture.style, {
    inset: `${large.top}px auto auto ${large.left}px`,
    width: `${large.width}px`,
    height: `${large.height}px`,
  });
  const smallSide = Math.min(large.width, large.height);
  const centre = ({ left, top, width, height }: DOMRect) => [left + width / 2, top + height / 2] as const;
  const [[x, y], [toX, toY]] = [centre(large), centre(small)];
  const fullFrame = { transform: 'none', clipPath: 'inset(0px 0px round 0px)' };
  const circleFrame = {
    transform: `translate(${toX - x}px, ${toY - y}px) scale(${small.width / smallSide})`,
    clipPath: `inset(${(large.height - smallSide) / 2}px ${(large.width - smallSide) / 2}px round ${smallSide / 2}px)`,
  };
  return large === to ? [circleFrame, fullFrame] : [fullFrame, circleFrame];
}
