/** Each part of `palkit/parts` works outside a panel, with a session of `palkit/session`. */
import { expect, fixture, html, nextFrame } from '@open-wc/testing';
import type { Session, SessionView } from '../../src/elements/headless/create-session.ts';
import { IDLE_VIEW } from '../../src/elements/headless/create-session.ts';
import '../../src/elements/own-parts.ts';
import type { PalCanvas } from '../../src/elements/parts/pal-canvas.ts';
import { CARD, LIVE } from '../../stories/scripted-session.ts';
import { finishAnimations, find, texts } from './widget.ts';

/** A scripted session that records calls of its methods. */
class RecordingSession {
  view: SessionView = IDLE_VIEW;
  readonly calls: unknown[][] = [];
  readonly listeners = new Set<(view: SessionView) => void>();
  subscribe = (listener: (view: SessionView) => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };
  show(changed: Partial<SessionView>): void {
    this.view = { ...this.view, ...changed };
    for (const listener of this.listeners) listener(this.view);
  }
  say = (...args: unknown[]) => void this.calls.push(['say', ...args]);
  setMicrophone = (...args: unknown[]) => void this.calls.push(['setMicrophone', ...args]);
  setCamera = (...args: unknown[]) => void this.calls.push(['setCamera', ...args]);
  setScreen = (...args: unknown[]) => void this.calls.push(['setScreen', ...args]);
  answerCard = (...args: unknown[]) => void this.calls.push(['answerCard', ...args]);
  end = (...args: unknown[]) => void this.calls.push(['end', ...args]);
}

const LINE = {
  id: 'l1',
  role: 'pal',
  text: 'Five years.',
  streaming: false,
  interrupted: false,
  at: 0,
} as const;
const IN_A_CALL: Partial<SessionView> = {
  phase: LIVE,
  deployment: {
    id: 'd1',
    agentName: 'Mira',
    poster: 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==',
    modality: 'video',
    languages: ['en'],
    maxCallDuration: 3600,
    opensAt: null,
    recording: false,
    customization: {},
  },
  transcript: [LINE],
  caption: { ...LINE, streaming: true },
  canvas: CARD,
  screen: { offered: true, stream: null },
  activity: 'speaking',
};

async function mount<Element extends HTMLElement>(tag: string, changed: Partial<SessionView> = IN_A_CALL) {
  const session = new RecordingSession();
  const container = await fixture(html`<div style="width: 400px"></div>`);
  const part = document.createElement(tag) as Element & {
    session: Session;
    updateComplete: Promise<unknown>;
  };
  part.session = session as unknown as Session;
  container.append(part);
  session.show(changed);
  await part.updateComplete;
  await nextFrame();
  return { session, part, root: part.shadowRoot! };
}

const PARTS = {
  'pal-stage': 'img.still',
  'pal-captions': '[part=caption]',
  'pal-transcript': '[part~=line]',
  'pal-composer': 'textarea',
  'pal-controls': '[role=toolbar]',
  'pal-canvas': '[part=card]',
} as const;

for (const [tag, content] of Object.entries(PARTS))
  for (const theme of ['light', 'dark'] as const)
    it(`${tag} draws a session on a ${theme} page, and axe finds nothing`, async () => {
      const { part, root, session } = await mount(tag);
      part.setAttribute('theme', theme);
      (part.parentElement as HTMLElement).style.background = theme === 'dark' ? '#16181d' : '#ffffff';
      for (let attempts = 0; attempts < 100 && !find(root, content); attempts++) await nextFrame();
      expect(find(root, content), content).not.to.equal(null);
      finishAnimations(part);
      await expect(part).to.be.accessible();
      part.remove();
      await Promise.resolve();
      expect(session.listeners.size, 'nobody listens any more').to.equal(0);
    });

it('typed, pressed and chosen input goes to the session only', async () => {
  const types: string[] = [];
  const hear = (event: Event) => types.push(event.type);
  document.addEventListener('pal-request', hear);
  const composer = await mount('pal-composer');
  const textarea = find<HTMLTextAreaElement>(composer.root, 'textarea')!;
  textarea.value = 'How long?';
  find<HTMLButtonElement>(composer.root, '[part=send]')!.click();
  expect(composer.session.calls).to.deep.equal([['say', 'How long?']]);
  composer.session.show({ phase: { is: 'ended', conversationId: 'c1', reason: 'left' } });
  await composer.part.updateComplete;
  expect(textarea.disabled).to.equal(true);

  const controls = await mount('pal-controls');
  for (const name of ['microphone', 'camera', 'share', 'leave'])
    find<HTMLButtonElement>(controls.root, `[part~=${name}]`)!.click();
  expect(controls.session.calls).to.deep.equal([
    ['setMicrophone', true],
    ['setCamera', true],
    ['setScreen', true],
    ['end'],
  ]);
  expect(find(controls.root, '[part~=captions], [part~=transcript]'), "the page's own to show").to.equal(
    null,
  );

  const canvas = await mount<PalCanvas>('pal-canvas');
  const skip = () => find<HTMLButtonElement>(canvas.root, '[part=skip]');
  for (let attempts = 0; attempts < 100 && !skip(); attempts++) await nextFrame();
  skip()!.click();
  expect(canvas.session.calls).to.deep.equal([['answerCard', { type: 'skip' }]]);
  document.removeEventListener('pal-request', hear);
  expect(types).to.deep.equal([]);
});

it("a part uses the deployment's language and direction", async () => {
  const { part, root, session } = await mount('pal-transcript', { ...IN_A_CALL, transcript: [] });
  expect(texts(root)).to.contain('Your conversation appears here');
  const { deployment } = session.view;
  session.show({ deployment: { ...deployment!, customization: { locale: 'ar' } } });
  for (let attempts = 0; attempts < 100 && /appears/.test(texts(root)); attempts++) await nextFrame();
  expect(texts(root)).not.to.contain('appears');
  expect(part.dir).to.equal('rtl');
});

it('another session replaces the previous one, and a rule of the page its tokens', async () => {
  const { part, root, session } = await mount('pal-transcript');
  const otherSession = new RecordingSession();
  otherSession.view = { ...session.view, transcript: [{ ...LINE, text: 'Another.' }] };
  part.session = otherSession as unknown as Session;
  await part.updateComplete;
  expect(texts(root)).to.contain('Another.');
  expect(session.listeners.size).to.equal(0);
  const style = document.createElement('style');
  style.textContent = 'pal-transcript { --pal-accent: #008000 }';
  document.head.append(style);
  expect(getComputedStyle(part).getPropertyValue('--pal-accent')).to.equal('#008000');
  style.remove();
});
