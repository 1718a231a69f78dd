/**
 * The tests of `geometry.test.ts` for an embed in a page and for landing pages: nothing covers eyes and mouth, and
 * the main parts of a screen are visible within the frame. Each test shows some of the screens in English, German
 * (long) and Arabic (right to left).
 */
import { setViewport } from '@web/test-runner-commands';
import { expect, fixture, html, nextFrame } from '@open-wc/testing';
import '../../src/elements/define.ts';
import type { Channel } from '../../src/elements/channel.ts';
import type { PalPanel } from '../../src/elements/parts/pal-panel.ts';
import type { View } from '../../src/elements/session/phases.ts';
import { LANDING_TEMPLATES } from '@palkit/contract/customization';
import { stopPictures } from '../../stories/pictures.ts';
import { DEPLOYMENT, ScriptedSession } from '../../stories/scripted-session.ts';
import { SCREENS } from '../../stories/screens.ts';
import { waitUntilDrawn, PICTURE, problems, SIZES } from './geometry.ts';
import { isWebKit } from './widget.ts';
import { waitUntil } from './wait-until.ts';

const LOCALES = ['en', 'de', 'ar'] as const;
/**
 * Each test shows every fourth screen, beginning with a different one. With 1, each test would show all screens,
 * which takes a minute and a half. WebKit shows every eighth, because it draws without a graphics card here.
 */
const ONE_OF = isWebKit ? 8 : 4;
/** The widths of the sizes, each once, because the height of an embed depends on its width. */
const WIDTHS = [...new Set(SIZES.map(([width]) => width))];

async function openedIn(tag: 'pal-embed' | 'pal-landing-page', locale: string, template?: string) {
  const session = new ScriptedSession();
  const createSession = () => session;
  const container = await fixture<HTMLElement>(
    tag === 'pal-embed'
      ? html`<div>
          <pal-embed
            deployment-id="d1"
            base-url="https://service.example"
            style="--pal-duration: 0ms"
            .createSession=${createSession}
          ></pal-embed>
        </div>`
      : html`<div>
          <pal-landing-page
            deployment-id="d1"
            base-url="https://service.example"
            style="--pal-duration: 0ms"
            .createSession=${createSession}
          ></pal-landing-page>
        </div>`,
  );
  const channel = container.firstElementChild as Channel;
  const show = (view: Partial<View>) => {
    const { customization } = view.deployment ?? DEPLOYMENT;
    session.show({
      ...view,
      // No stream is used, because it would have to be encoded and played, and the layout does not depend on it.
      agent: null,
      deployment: {
        ...DEPLOYMENT,
        ...view.deployment,
        thumbnail_image_url: PICTURE,
        customization: {
          ...customization,
          locale,
          landing_page: {
            title: 'Northlight Bikes',
            description: 'A small shop by the harbour, and somebody who answers.',
            ...(template ? { template: template as (typeof LANDING_TEMPLATES)[number] } : {}),
          },
        },
      },
    });
  };
  show({ phase: { is: 'ready' } });
  channel.open();
  const panelOf = () => channel.shadowRoot!.querySelector<PalPanel>('pal-panel');
  await waitUntil(panelOf, 'the panel is there');
  await waitUntil(() => panelOf()!.getAttribute('lang') === locale, `the words are ${locale}`);
  return { locale, panel: panelOf()!, show, session, frame: channel.shadowRoot!.querySelector('.frame')! };
}

type OpenedPlace = Awaited<ReturnType<typeof openedIn>>;

/** Shows the screens whose turn it is, in all languages at the same time; returns their faults. */
async function faultsIn(openedPlaces: readonly OpenedPlace[], turn: number): Promise<string[]> {
  const faults: string[] = [];
  const initialView = openedPlaces[0]!.session.view;
  const screens = Object.entries(SCREENS).filter((_, index) => index % ONE_OF === turn % ONE_OF);
  for (const [name, view] of screens) {
    for (const { show } of openedPlaces) show({ ...initialView, ...view() });
    await Promise.all(openedPlaces.map(({ panel }) => waitUntilDrawn(panel)));
    await nextFrame();
    for (const { locale, panel, frame } of openedPlaces)
      faults.push(
        ...problems(panel, frame.getBoundingClientRect()).map(
          (problem) => `${name} in ${locale}: ${problem}`,
        ),
      );
    stopPictures();
  }
  return faults;
}

describe('geometry of embeds and landing pages', () => {
  after(async () => {
    stopPictures();
    await setViewport({ width: 1024, height: 800 });
  });

  for (const [index, width] of WIDTHS.entries())
    it(`an embed in a window ${width} px wide`, async function () {
      this.timeout(60_000);
      await setViewport({ width, height: 800 });
      const openedPlaces = await Promise.all(LOCALES.map((locale) => openedIn('pal-embed', locale)));
      expect(await faultsIn(openedPlaces, index)).to.deep.equal([]);
    });

  for (const [index, [width, height]] of SIZES.entries()) {
    const template = LANDING_TEMPLATES[index % LANDING_TEMPLATES.length]!;
    it(`a landing page at ${width}x${height}, ${template}`, async function () {
      this.timeout(60_000);
      await setViewport({ width, height });
      const openedPlaces = await Promise.all(
        LOCALES.map((locale) => openedIn('pal-landing-page', locale, template)),
      );
      expect(await faultsIn(openedPlaces, index)).to.deep.equal([]);
    });
  }
});
