/**
 * `palkit/parts`: stage, captions, transcript, composer, controls and canvas, for a page that lays them out itself.
 * Each part draws the session that it is given (`element.session = createSession(…)`) and passes the visitor's
 * requests to it.
 */
import { css } from 'lit';
import type { Customization } from '@palkit/contract/customization';
import { carryOutCallRequest } from './call-request.ts';
import type { SessionView } from './headless/session-view.ts';
import { LocaleController } from './locale-controller.ts';
import { containTyping } from './parts/base/typing.ts';
import { Part, type Follow } from './parts/base/part.ts';
import type { RequestEvent } from './parts/base/request.ts';
import { tokens } from './parts/base/tokens.ts';
import { PalCanvas } from './parts/pal-canvas.ts';
import { PalCaptions } from './parts/pal-captions.ts';
import { PalComposer } from './parts/pal-composer.ts';
import { PalControls } from './parts/pal-controls.ts';
import { PalStage } from './parts/pal-stage.ts';
import { PalTranscript } from './parts/pal-transcript.ts';
import { chooseLanguage, direction } from './text/choose.ts';
import { LANGUAGES } from './text/facade.ts';

export { PalCanvas, PalCaptions, PalComposer, PalControls, PalStage, PalTranscript };

const PARTS = {
  'pal-stage': PalStage,
  'pal-captions': PalCaptions,
  'pal-transcript': PalTranscript,
  'pal-composer': PalComposer,
  'pal-controls': PalControls,
  'pal-canvas': PalCanvas,
};
type PartTag = keyof typeof PARTS;
type Properties<Tag extends PartTag> = Partial<InstanceType<(typeof PARTS)[Tag]>>;

/** The properties of each part, computed from a view. */
const PROPERTIES: { [Tag in PartTag]: (view: SessionView) => Properties<Tag> } = {
  'pal-stage': ({ phase, deployment, agentStream, screen, devices, activity }) => ({
    stream: isTextCall({ phase }) ? null : agentStream,
    own: screen.stream ?? devices.preview,
    screen: screen.stream !== null,
    name: deployment?.agentName ?? '',
    poster: deployment?.poster ?? '',
    activity,
    weak: phase.is === 'live' && phase.connection === 'weak',
    dim: phase.is === 'joining' || (phase.is === 'live' && phase.connection === 'reconnecting'),
  }),
  'pal-captions': ({ caption, visitorCaption, activity }) => ({
    line: caption,
    visitorLine: visitorCaption,
    activity,
  }),
  'pal-transcript': (view) => ({
    lines: view.transcript,
    name: view.deployment?.agentName ?? '',
    downloads: customizationOf(view).transcript?.download !== false,
  }),
  'pal-composer': ({ phase }) => ({ disabled: phase.is !== 'live' }),
  'pal-controls': ({ phase, deployment, devices, screen }) => ({
    devices,
    media: deployment?.modality !== 'chat' && !isTextCall({ phase }),
    video: deployment?.modality === 'video',
    shareable: screen.offered && deployment?.modality === 'video',
    sharing: screen.stream !== null,
    waiting: phase.is !== 'live',
    // The page itself decides whether captions and transcript are shown.
    captions: null,
    transcript: null,
  }),
  'pal-canvas': (view) => ({ canvas: view.canvas, accent: customizationOf(view).magic_canvas?.accent_color }),
};

const isTextCall = ({ phase }: Pick<SessionView, 'phase'>): boolean =>
  phase.is === 'live' && phase.transport === 'text';

/** Returns the owner's customization, which the session has already parsed. */
const customizationOf = ({ deployment }: SessionView): Customization => deployment?.customization ?? {};

/** Styles that a channel would provide: sizes, and backgrounds that keep texts legible on every page. */
const standaloneStyles = css`
  :host(pal-stage) {
    aspect-ratio: 4 / 3;
  }
  :host(pal-transcript) {
    min-height: 240px;
  }
  :host(:is(pal-transcript, pal-composer)) {
    background: var(--pal-surface);
  }
  :host(:is(pal-captions, pal-controls)) {
    padding: 10px;
    border-radius: var(--pal-radius-small);
    background: var(--pal-dock-background, #14161a);
  }
`;

const followSession: Follow = (part, session, setLanguage, signal) => {
  const draw = PROPERTIES[part.localName as PartTag];
  if (!draw) return console.warn(`palkit: ${part.localName} cannot draw a session`);
  const [base, own] = [tokens.styleSheet!, standaloneStyles.styleSheet!];
  part.restyle([base, ...part.sheets.filter((sheet) => sheet !== base && sheet !== own), own]);
  const controller = new LocaleController(part, setLanguage, signal);
  let deployment: SessionView['deployment'] | undefined;
  const drawView = (view: SessionView): void => {
    if (view.deployment !== deployment) chooseWords(part, (deployment = view.deployment), controller);
    Object.assign(part, draw(view));
  };
  drawView(session.view);
  signal.addEventListener('abort', session.subscribe(drawView), { once: true });
  containTyping(part, signal);
  part.addEventListener(
    'pal-request',
    (event) => {
      event.stopPropagation();
      carryOutCallRequest(session, (event as RequestEvent).request);
    },
    { signal },
  );
};

/** Chooses the visitor's language from all information so far, and loads its texts. */
function chooseWords(part: Part, deployment: SessionView['deployment'], controller: LocaleController): void {
  const { locale } = (deployment?.customization ?? {}) as Customization;
  const page = part.closest<HTMLElement>('[lang]')?.lang || document.documentElement.lang;
  const choice = chooseLanguage(
    { locale, languages: deployment?.languages, page, browser: navigator.languages },
    LANGUAGES,
  );
  const dir = direction(choice.language);
  if (getComputedStyle(part).direction !== dir) part.dir = dir;
  controller.read(choice);
}

if (typeof customElements !== 'undefined') {
  Part.follow = followSession;
  for (const [tag, element] of Object.entries(PARTS))
    if (!customElements.get(tag)) customElements.define(tag, element);
}
