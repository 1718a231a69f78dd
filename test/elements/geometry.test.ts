/**
 * Nothing stands over the eyes and the mouth, and what a screen is for is in view: in every state, in fourteen
 * sizes, in English, German (long) and Arabic (from right to left).
 */
import { setViewport } from '@web/test-runner-commands';
import { expect, fixture, html, nextFrame, waitUntil } from '@open-wc/testing';
import '../../src/elements/define.ts';
import type { PalWidget } from '../../src/elements/pal-widget.ts';
import type { PalCanvas } from '../../src/elements/parts/pal-canvas.ts';
import type { PalPanel } from '../../src/elements/parts/pal-panel.ts';
import type { View } from '../../src/elements/session/phases.ts';
import { FACE, stopPictures } from '../../stories/pictures.ts';
import { DEPLOYMENT, ScriptedSession } from '../../stories/scripted-session.ts';
import { SCREENS } from '../../stories/screens.ts';
import { all, find } from './widget.ts';

const SIZES: [width: number, height: number][] = [
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
/** Eyes and mouth, as shares of a drawn face's picture. */
const FACE_BOX = { left: 0.3, right: 0.7, top: 0.36, bottom: 0.68 };
/** What may never stand over them. */
const OVER =
  '.disclosure, .notice, .chip, .card, .activity, .weak, .play button, .own, .sharing, .side, ' +
  '.corner button, .stage h2, [part=caption], [part~=control], textarea';
/** By another address than the module that names it, which the browser keeps. */
const PICTURE = `${FACE}?picture`;

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Where eyes and mouth are on the screen; null where there is no face. */
function faceBox(panel: PalPanel): Box | null {
  const still = find<HTMLImageElement>(panel.shadowRoot!, '.still');
  if (!still?.checkVisibility()) return null;
  const { left, top, width, height } = still.getBoundingClientRect();
  const scale = Math.max(width / still.naturalWidth, height / still.naturalHeight);
  const [drawnWidth, drawnHeight] = [still.naturalWidth * scale, still.naturalHeight * scale];
  const x = left + (width - drawnWidth) / 2;
  const y = top + (height - drawnHeight) * 0.35;
  return {
    left: x + FACE_BOX.left * drawnWidth,
    right: x + FACE_BOX.right * drawnWidth,
    top: y + FACE_BOX.top * drawnHeight,
    bottom: y + FACE_BOX.bottom * drawnHeight,
  };
}

/** What is seen of an element: what its scrolling place cuts off is not there. */
function seenBox(element: HTMLElement, canvas: HTMLElement | null): Box | null {
  if (!element.checkVisibility({ visibilityProperty: true }) || element.closest('.hidden')) return null;
  const box = element.getBoundingClientRect();
  if (box.width <= 1 || box.height <= 1) return null;
  const root = element.getRootNode() as ShadowRoot;
  if (!canvas || !root.host?.localName.endsWith('-card')) return box;
  const place = canvas.getBoundingClientRect();
  return {
    left: Math.max(box.left, place.left),
    right: Math.min(box.right, place.right),
    top: Math.max(box.top, place.top),
    bottom: Math.min(box.bottom, place.bottom),
  };
}

const meet = (one: Box, other: Box) =>
  one.left < other.right - 1 &&
  other.left < one.right - 1 &&
  one.top < other.bottom - 1 &&
  other.top < one.bottom - 1;
const round = ({ left, top, right, bottom }: Box) => [left, top, right, bottom].map(Math.round).join(' ');

/** What is wrong with a screen, in words. */
function problems(panel: PalPanel): string[] {
  const found: string[] = [];
  const canvas = find(panel.shadowRoot!, '.canvas');
  const face = faceBox(panel);
  const stage = find(panel.shadowRoot!, 'pal-stage')?.getBoundingClientRect();
  if (face && stage && (face.top < stage.top || face.bottom > stage.bottom || face.left < stage.left))
    found.push(`the face is cut: ${round(face)} in ${round(stage)}`);
  for (const element of all(panel.shadowRoot!)) {
    const over = element.matches(OVER);
    if (!over && !element.matches('button.primary')) continue;
    const box = seenBox(element, canvas);
    if (!box) continue;
    if (over && face && meet(box, face))
      found.push(
        `${element.className || element.localName} at ${round(box)} meets the face at ${round(face)}`,
      );
    const { top, bottom } = element.getBoundingClientRect();
    if (
      element.matches('button.primary') &&
      (top < -1 || bottom > innerHeight + 1 || box.bottom - box.top < 24)
    )
      found.push(
        `"${element.textContent?.trim()}" is out of view: ${Math.round(top)} to ${Math.round(bottom)}`,
      );
  }
  return found;
}

async function openedIn(locale: string, expanded: boolean) {
  const session = new ScriptedSession();
  const base = { ...DEPLOYMENT, thumbnail_image_url: PICTURE };
  const widget = await fixture<PalWidget>(
    html`<pal-widget
      deployment-id="d1"
      style="--pal-duration: 0ms"
      ?expanded=${expanded}
      .createSession=${() => session}
    ></pal-widget>`,
  );
  const show = (view: Partial<View>) => {
    const { customization } = view.deployment ?? DEPLOYMENT;
    session.show({
      ...view,
      // Nothing has to be encoded and played to be measured.
      agent: null,
      deployment: {
        ...base,
        ...view.deployment,
        thumbnail_image_url: PICTURE,
        customization: { ...customization, locale },
      },
    });
  };
  show({ phase: { is: 'ready' } });
  widget.open();
  await waitUntil(() => widget.shadowRoot!.querySelector('pal-panel'), 'the panel is there', {
    timeout: 15_000,
  });
  const panel = widget.shadowRoot!.querySelector<PalPanel>('pal-panel')!;
  const languageOf = () => panel.getAttribute('lang');
  await waitUntil(() => languageOf() === locale, `the words are ${locale}`, { timeout: 5000 });
  return { locale, panel, show, session };
}

/** All parts are there, and the picture, whose shape the stage wants to know. */
async function drawn(panel: PalPanel): Promise<void> {
  await panel.updateComplete;
  await nextFrame();
  const canvas = find<PalCanvas>(panel.shadowRoot!, 'pal-canvas');
  if (canvas?.canvas.card)
    await waitUntil(() => canvas.shadowRoot!.querySelector('.unloaded, :not(p, style)'), 'the card is there');
  const still = find<HTMLImageElement>(panel.shadowRoot!, '.still');
  if (still && !find(panel.shadowRoot!, 'pal-stage[upright]'))
    await waitUntil(() => find(panel.shadowRoot!, 'pal-stage[upright]'), 'the picture is there');
}

describe('geometry', () => {
  after(async () => {
    stopPictures();
    await setViewport({ width: 1024, height: 800 });
  });

  for (const [width, height] of SIZES) {
    for (const expanded of width >= 1024 ? [false, true] : [false]) {
      it(
        'leaves eyes and mouth free, main buttons in view at ' +
          `${width}x${height}${expanded ? ', enlarged' : ''}`,
        async function () {
          this.timeout(60_000);
          await setViewport({ width, height });
          const wrong: string[] = [];
          // All languages stand in the page at once: a screen costs its frames once.
          const opened = await Promise.all(['en', 'de', 'ar'].map((locale) => openedIn(locale, expanded)));
          const fresh = opened[0]!.session.view;
          for (const [name, view] of Object.entries(SCREENS)) {
            for (const { show } of opened) show({ ...fresh, ...view() });
            await Promise.all(opened.map(({ panel }) => drawn(panel)));
            await nextFrame();
            for (const { locale, panel } of opened)
              wrong.push(...problems(panel).map((problem) => `${name} in ${locale}: ${problem}`));
            stopPictures();
          }
          expect(wrong).to.deep.equal([]);
        },
      );
    }
  }
});
