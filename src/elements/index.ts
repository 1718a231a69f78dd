/** The library's door: classes, events and types, registered by importing `palkit/define`. */
export { Channel, setDefaultBaseUrl } from './channel.ts';
export * from './events.ts';
export type { PalFeedbackEvent } from './feedback-event.ts';
export { PalEmbed } from './pal-embed.ts';
export { PalLandingPage } from './pal-landing-page.ts';
export { PalWidget } from './pal-widget.ts';
export type * from './session/phases.ts';
