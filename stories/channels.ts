/** Renders a channel in a given state for a story, with the story's controls. */
import type { ArgTypes } from '@storybook/web-components-vite';
import type { Channel } from '../src/elements/channel.ts';
import type { Line, View } from '../src/elements/session/phases.ts';
import { LANGUAGES } from '../src/elements/text/facade.ts';
import { FACE } from './pictures.ts';
import { DEPLOYMENT, ScriptedSession } from './scripted-session.ts';
import { STATES, type StateName } from './states.ts';

export type ChannelTag = 'pal-widget' | 'pal-embed' | 'pal-landing-page';

/** The controls of every channel story. */
export interface Controls {
  theme: 'auto' | 'light' | 'dark';
  /** A hex colour; empty for the default. */
  accent: string;
  /** Corner radius in pixels. */
  radius: number;
  locale: string;
  agent: string;
  position?: 'bottom-right' | 'bottom-left' | 'top-right' | 'top-left';
  variant?: 'tiny' | 'compact' | 'full';
  text?: string;
  expanded?: boolean;
}

export const args: Controls = { theme: 'light', accent: '', radius: 20, locale: 'en', agent: 'Mira' };
export const argTypes: Partial<ArgTypes<Controls>> = {
  theme: {
    control: 'inline-radio',
    options: ['auto', 'light', 'dark'],
    description: 'Light, dark, or as the system is.',
  },
  accent: { control: 'color', description: "The owner's one colour." },
  radius: { control: { type: 'range', min: 0, max: 48 }, description: 'The corners, in px.' },
  locale: {
    control: 'select',
    options: LANGUAGES,
    description: 'The language; some run from right to left.',
  },
  agent: { control: 'text', description: "The agent's name." },
};

/** Creates a channel with a session that shows `view`; null leaves it closed. */
export function channel(tag: ChannelTag, controls: Controls, view: Partial<View> | null): HTMLElement {
  const { theme, accent, radius, locale, agent, ...own } = controls;
  const base = view?.deployment ?? DEPLOYMENT;
  const deployment: View['deployment'] = {
    ...base,
    pal_display_name: agent,
    thumbnail_image_url: FACE,
    customization: {
      ...base.customization,
      locale,
      theme: {
        ...base.customization.theme,
        ...(accent ? { accent_color: accent } : {}),
        corner_radius: radius,
      },
    },
  };
  const session = new ScriptedSession();
  session.view = { ...session.view, ...view, deployment };
  const element = document.createElement(tag) as Channel;
  Object.assign(element, {
    deploymentId: 'd1',
    theme,
    accentColor: accent,
    createSession: () => session,
    ...(tag !== 'pal-landing-page' ? { poster: FACE } : {}),
    ...own,
  });
  if (view) element.open();
  return onAPage(element, theme);
}

/** Creates a page around the element with the same colour scheme. */
export function onAPage(element: HTMLElement, theme: Controls['theme'] = 'light'): HTMLElement {
  const page = document.createElement('div');
  page.dataset['page'] = '';
  Object.assign(page.style, {
    colorScheme: theme === 'auto' ? 'light dark' : theme,
    minHeight: '100vh',
    boxSizing: 'border-box',
    padding: element.matches('pal-landing-page, pal-widget') ? '0' : '24px',
    background: 'light-dark(#f6f5f1, #0d0e11)',
    color: 'light-dark(#16181d, #f2f3f5)',
    fontFamily: 'system-ui, sans-serif',
  });
  page.append(element);
  return page;
}

/** Returns a story of one state. */
export const story = (tag: ChannelTag, state: StateName, controls: Partial<Controls> = {}) => ({
  args: controls,
  render: (controls: Controls) => channel(tag, controls, STATES[state]()),
});
/** Returns a story of a closed channel. */
export const closed = (tag: ChannelTag, more: Partial<Controls> = {}) => ({
  args: more,
  render: (controls: Controls) => channel(tag, controls, null),
});

/** Returns a story of a wide embed's invitation before a call; its address answers without a network. */
export const invitation = ({ poster = FACE } = {}) => ({
  render: ({ theme, accent, radius, locale, agent }: Controls) => {
    const deployment: View['deployment'] = {
      ...DEPLOYMENT,
      channel: 'embed',
      pal_display_name: agent,
      customization: {
        locale,
        preview: { questions: ['When are you open?', 'Can I take a test ride?', 'What does a repair cost?'] },
        theme: { ...(accent ? { accent_color: accent } : {}), corner_radius: radius },
      },
    };
    const element = document.createElement('pal-embed') as Channel;
    element.deploymentId = 'd1';
    // The element appends a path, which becomes the fragment of this address.
    element.baseUrl = `data:application/json,${encodeURIComponent(JSON.stringify(deployment))}#`;
    Object.assign(element, { theme, accentColor: accent, poster });
    return onAPage(element, theme);
  },
});

export const manyLines = (count: number): Line[] =>
  Array.from({ length: count }, (_, index) => ({
    id: String(index),
    role: index % 2 ? 'user' : 'pal',
    streaming: false,
    interrupted: index % 37 === 36,
    at: 1_790_000_000_000 + index * 4000,
    text: SENTENCES[(index * 7) % SENTENCES.length]!,
  }));
const SENTENCES = [
  'Our shop opens at nine and closes at six, on Saturdays at two.',
  'And on Sundays?',
  'Then the workshop is closed, but I am here.',
  'What does the Aurora cost?',
  'It is 740 euros with lights and mudguards; the frame has a guarantee of ten years.',
  'Good to know.',
  'Shall I show you a picture of it?',
  'Yes, please.',
];

/** Resolves when everything in a story has been drawn and stands still. */
export async function waitUntilDrawn(root: ParentNode): Promise<void> {
  const deadline = performance.now() + 20_000;
  for (;;) {
    const pending = [...allElements(root)].filter(isPending);
    if (pending.length === 0) break;
    if (performance.now() > deadline)
      throw new Error(`Not drawn: ${pending.map(({ localName }) => localName).join(', ')}`);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  await document.fonts.ready;
  for (const animation of document.getAnimations())
    if (animation.effect?.getComputedTiming().iterations !== Infinity) animation.finish();
}

/**
 * True while an element is incomplete: it lacks its class or first update, a channel its panel, a wide embed its
 * invitation, a canvas its card, or a picture its data.
 */
function isPending(
  element: Element & {
    updateComplete?: Promise<unknown>;
    hasUpdated?: boolean;
    isUpdatePending?: boolean;
    opened?: boolean;
    canvas?: View['canvas'];
    invitation?: unknown;
    createSession?: unknown;
  },
): boolean {
  if (
    element.localName.startsWith('pal-') &&
    (!customElements.get(element.localName) || !element.hasUpdated || element.isUpdatePending)
  )
    return true;
  if (element.localName === 'pal-canvas' && element.canvas?.card)
    return !element.shadowRoot!.querySelector('.unloaded, :not(p, style)');
  if (element instanceof HTMLVideoElement && element.srcObject)
    return element.readyState < HTMLMediaElement.HAVE_CURRENT_DATA;
  if (element instanceof HTMLImageElement) return !element.complete;
  if (element.localName === 'pal-embed' && !element.createSession) return lacksInvitation(element);
  return (
    /^pal-(widget|embed|landing-page)$/.test(element.localName) &&
    element.opened === true &&
    !element.shadowRoot!.querySelector('pal-panel')
  );
}

/** True for an embed that is wide enough for an invitation (in CSS pixels) but has not fetched it. */
const lacksInvitation = (embed: Element & { invitation?: unknown }): boolean =>
  embed.getBoundingClientRect().width >= 620 && !embed.invitation;

function* allElements(root: ParentNode): Generator<Element> {
  for (const element of root.querySelectorAll('*')) {
    yield element;
    if (element.shadowRoot) yield* allElements(element.shadowRoot);
  }
}
