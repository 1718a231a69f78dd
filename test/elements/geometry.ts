/**
 * Finds the positions of a face's eyes and mouth on a screen, the parts that cover them, and the parts that are not
 * visible.
 */
import { nextFrame } from '@open-wc/testing';
import type { PalCanvas } from '../../src/elements/parts/pal-canvas.ts';
import type { PalPanel } from '../../src/elements/parts/pal-panel.ts';
import { FACE } from '../../stories/pictures.ts';
import { all, find } from './widget.ts';
import { waitUntil } from './wait-until.ts';

export const SIZES: [width: number, height: number][] = [
  [320, 480],
  [320, 640],
  [360, 640],
  [375, 667],
  [390, 844],
  [480, 320],
  [568, 320],
  [640, 360],
  [640, 400],
  [844, 390],
  [768, 1024],
  [1024, 768],
  [1280, 800],
  [1920, 1080],
];
/** Eyes and mouth as fractions of the picture of a drawn face. */
const EYES_AND_MOUTH_BOX = { left: 0.34, right: 0.66, top: 0.3, bottom: 0.54 };
/** Parts that must never cover the eyes or the mouth. */
const COVERING_PARTS =
  '.disclosure, .notice, .chip, .card, .activity, .weak, .play button, .own, .sharing, .side, ' +
  '.corner button, .stage h2, [part=caption], [part~=control], textarea';
/** Address of the agent's picture. It differs from the address of the module, which the browser caches. */
export const PICTURE = `${FACE}?picture`;

export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Returns the box of eyes and mouth on the screen; null if there is no face. */
function faceBox(panel: PalPanel): Box | null {
  const stillImage = find<HTMLImageElement>(panel.shadowRoot!, '.still');
  if (!stillImage?.checkVisibility()) return null;
  const { left, top, width, height } = stillImage.getBoundingClientRect();
  const scale = Math.max(width / stillImage.naturalWidth, height / stillImage.naturalHeight);
  const [drawnWidth, drawnHeight] = [stillImage.naturalWidth * scale, stillImage.naturalHeight * scale];
  const x = left + (width - drawnWidth) / 2;
  const y = top + (height - drawnHeight) * 0.3;
  return {
    left: x + EYES_AND_MOUTH_BOX.left * drawnWidth,
    right: x + EYES_AND_MOUTH_BOX.right * drawnWidth,
    top: y + EYES_AND_MOUTH_BOX.top * drawnHeight,
    bottom: y + EYES_AND_MOUTH_BOX.bottom * drawnHeight,
  };
}

/** Returns the part of an element that no card's scrolling cuts off; null if the element is hidden. */
function seenBox(element: HTMLElement, canvas: HTMLElement | null): Box | null {
  if (!element.checkVisibility({ visibilityProperty: true }) || element.closest('.hidden')) return null;
  const box = element.getBoundingClientRect();
  if (box.width <= 1 || box.height <= 1) return null;
  const root = element.getRootNode() as ShadowRoot;
  if (!canvas || !root.host?.localName.endsWith('-card')) return box;
  const canvasBox = canvas.getBoundingClientRect();
  return {
    left: Math.max(box.left, canvasBox.left),
    right: Math.min(box.right, canvasBox.right),
    top: Math.max(box.top, canvasBox.top),
    bottom: Math.min(box.bottom, canvasBox.bottom),
  };
}

export const overlap = (a: Box, b: Box) =>
  a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
const round = ({ left, top, right, bottom }: Box) => [left, top, right, bottom].map(Math.round).join(' ');

/**
 * Describes the faults of a screen. @param view the area that must contain the main buttons: the window, or the frame
 * to which a visitor has scrolled
 */
export function problems(
  panel: PalPanel,
  view: Pick<Box, 'top' | 'bottom'> = { top: 0, bottom: innerHeight },
): string[] {
  const canvas = find(panel.shadowRoot!, '.canvas');
  const face = faceBox(panel);
  const faults = [...(face ? cutOff(panel, face) : []), ...coveredField(panel, canvas)];
  for (const element of all(panel.shadowRoot!)) {
    const [isCovering, isPrimary] = [element.matches(COVERING_PARTS), element.matches('button.primary')];
    const box = isCovering || isPrimary ? seenBox(element, canvas) : null;
    if (!box) continue;
    if (isCovering && face && overlap(box, face))
      faults.push(
        `${element.className || element.localName} at ${round(box)} meets the face at ${round(face)}`,
      );
    if (isPrimary) faults.push(...outOfView(element, box, view));
  }
  return faults;
}

function cutOff(panel: PalPanel, face: Box): string[] {
  const stage = find(panel.shadowRoot!, 'pal-stage')?.getBoundingClientRect();
  const stillRect = find(panel.shadowRoot!, '.still')!.getBoundingClientRect();
  if (stillRect.width < 60 || stillRect.height < 60) return [`the face is gone: ${round(stillRect)}`];
  const isCut = stage && (face.top < stage.top || face.bottom > stage.bottom || face.left < stage.left);
  return isCut ? [`the face is cut: ${round(face)} in ${round(stage)}`] : [];
}

/** Returns a fault if the only field of a card is not completely visible above the card's buttons. */
function coveredField(panel: PalPanel, canvas: HTMLElement | null): string[] {
  const card = find(panel.shadowRoot!, 'pal-input-card')?.shadowRoot;
  const field = card?.querySelector('input')?.getBoundingClientRect();
  const actions = card?.querySelector('.actions')?.getBoundingClientRect();
  if (!field || !actions || !canvas) return [];
  const panelRect = canvas.getBoundingClientRect();
  const isVisible =
    field.top >= panelRect.top - 1 && field.bottom <= Math.min(actions.top, panelRect.bottom) + 1;
  return isVisible ? [] : [`the field at ${round(field)} is not seen above the buttons at ${round(actions)}`];
}

function outOfView(element: HTMLElement, box: Box, view: Pick<Box, 'top' | 'bottom'>): string[] {
  const { top, bottom } = element.getBoundingClientRect();
  const isOutside = top < view.top - 1 || bottom > view.bottom + 1 || box.bottom - box.top < 24;
  return isOutside
    ? [`"${element.textContent?.trim()}" is out of view: ${Math.round(top)} to ${Math.round(bottom)}`]
    : [];
}

/** Resolves when all parts exist and the picture is loaded, because the stage depends on its shape. */
export async function waitUntilDrawn(panel: PalPanel): Promise<void> {
  await panel.updateComplete;
  await nextFrame();
  const canvas = find<PalCanvas>(panel.shadowRoot!, 'pal-canvas');
  if (canvas?.canvas.card)
    await waitUntil(() => canvas.shadowRoot!.querySelector('.unloaded, :not(p, style)'), 'the card is there');
  const stillImage = find<HTMLImageElement>(panel.shadowRoot!, '.still');
  if (stillImage && !find(panel.shadowRoot!, 'pal-stage[upright]'))
    await waitUntil(() => find(panel.shadowRoot!, 'pal-stage[upright]'), 'the picture is there');
}
