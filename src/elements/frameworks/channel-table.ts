/** The channels' properties and events for the framework bindings; a test compares them with the manifest. */
import type { PalEvents } from '../events.ts';
import type { PalEmbed } from '../pal-embed.ts';
import type { PalLandingPage } from '../pal-landing-page.ts';
import type { PalWidget } from '../pal-widget.ts';

export interface Channels {
  'pal-widget': PalWidget;
  'pal-embed': PalEmbed;
  'pal-landing-page': PalLandingPage;
}

const EVERYWHERE = {
  deploymentId: 'deployment-id',
  baseUrl: 'base-url',
  conversationalContext: 'conversational-context',
  customGreeting: 'custom-greeting',
  memoryStores: 'memory-stores',
  visitorToken: 'visitor-token',
  theme: 'theme',
  accentColor: 'accent-color',
  poster: 'poster',
  screenSharing: 'screen-sharing',
  hearing: 'hearing',
} as const;

/** Maps the properties of each channel to its attributes. */
export const ATTRIBUTES = {
  'pal-widget': {
    ...EVERYWHERE,
    text: 'text',
    position: 'position',
    variant: 'variant',
    expanded: 'expanded',
  },
  'pal-embed': EVERYWHERE,
  'pal-landing-page': EVERYWHERE,
} as const satisfies Record<keyof Channels, Record<string, string>>;

/** Properties whose values are objects. The bindings set them on the element and not as attributes. */
export const OBJECTS = ['override', 'tools'] as const;

/** Maps the names of listeners in React to events. */
export const LISTENERS = {
  onReady: 'pal-ready',
  onOpen: 'pal-open',
  onClose: 'pal-close',
  onStarted: 'pal-started',
  onEnded: 'pal-ended',
  onError: 'pal-error',
  onStateChange: 'pal-state-change',
  onMessage: 'pal-message',
  onToolCall: 'pal-tool-call',
  onNavigate: 'pal-navigate',
  onFeedback: 'pal-feedback',
} as const satisfies Record<string, keyof PalEvents>;

export type ChannelProperties<Tag extends keyof Channels> = Partial<
  Pick<Channels[Tag], (keyof (typeof ATTRIBUTES)[Tag] | (typeof OBJECTS)[number]) & keyof Channels[Tag]>
>;
export type ChannelListeners = {
  [Name in keyof typeof LISTENERS]?: (event: PalEvents[(typeof LISTENERS)[Name]]) => void;
};

/** Returns the attributes for markup; undefined, null and false are omitted. */
export function markupAttributes(
  tag: keyof Channels,
  properties: Record<string, unknown>,
): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [property, attribute] of Object.entries(ATTRIBUTES[tag])) {
    const value = properties[property] as string | number | boolean | null | undefined;
    if (value === undefined || value === null || value === false) continue;
    attributes[attribute] = value === true ? '' : String(value);
  }
  return attributes;
}
