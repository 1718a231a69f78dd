/**
 * Eyes and mouth stay uncovered, and the main control of each screen is visible: in every state, in fourteen sizes,
 * in English, German (long) and Arabic (right to left).
 */
import { setViewport } from '@web/test-runner-commands';
import { expect, fixture, html, nextFrame } from '@open-wc/testing';
import '../../src/elements/define.ts';
import type { PalWidget } from '../../src/elements/pal-widget.ts';
import type { PalPanel } from '../../src/elements/parts/pal-panel.ts';
import type { View } from '../../src/elements/session/phases.ts';
import { stopPictures } from '../../stories/pictures.ts';
import { DEPLOYMENT, ScriptedSession } from '../../stories/scripted-session.ts';
import { SCREENS } from '../../stories/screens.ts';
import { waitUntilDrawn, PICTURE, problems, SIZES } from './geometry.ts';
import { isWebKit } from './widget.ts';
import { waitUntil } from './wait-until.ts';

/**
 * Each size shows every fifth screen, beginning with a different one in each size and on each day, so that each
 * size has shown all screens after five days. WebKit shows every seventh, because it draws without a graphics card
 * here.
 */
const ONE_OF = isWebKit ? 7 : 5;
const DAY = Math.floor(Date.now() / 86_400_000);

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
      // No stream is used, because it would have to be encoded and played, and the layout does not depend on it.
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
  await waitUntil(() => widget.shadowRoot!.querySelector('pal-panel'), 'the panel is there');
  const panel = widget.shadowRoot!.querySelector<PalPanel>('pal-panel')!;
  const languageOf = () => panel.getAttribute('lang');
  await waitUntil(() => languageOf() === locale, `the words are ${locale}`);
  return { locale, panel, show, session };
}

describe('geometry', () => {
  after(async () => {
    stopPictures();
    await setViewport({ width: 1024, height: 800 });
  });

  for (const [index, [width, height]] of SIZES.entries()) {
    for (const expanded of width >= 1024 ? [false, true] : [false]) {
      it(
        'leaves eyes and mouth free, main buttons in view at ' +
          `${width}x${height}${expanded ? ', enlarged' : ''}`,
        async function () {
          this.timeout(60_000);
          await setViewport({ width, height });
          const faults: string[] = [];
          // All languages are on the page at the same time, so that each screen waits only once for its frames.
          const openedPlaces = await Promise.all(
            ['en', 'de', 'ar'].map((locale) => openedIn(locale, expanded)),
          );
          const initialView = openedPlaces[0]!.session.view;
          const screens = Object.entries(SCREENS).filter(
            (_, position) => position % ONE_OF === (index + DAY) % ONE_OF,
          );
          for (const [name, view] of screens) {
            for (const { show } of openedPlaces) show({ ...initialView, ...view() });
            await Promise.all(openedPlaces.map(({ panel }) => waitUntilDrawn(panel)));
            await nextFrame();
            for (const { locale, panel } of openedPlaces)
              faults.push(...problems(panel).map((problem) => `${name} in ${locale}: ${problem}`));
            stopPictures();
          }
          expect(faults).to.deep.equal([]);
        },
      );
    }
  }
});
