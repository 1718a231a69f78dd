/** The entry of the library: classes, events and types. Importing `palkit/define` registers the elements. */
export { Channel, setDefaultBaseUrl } from './channel.ts';
export * from './events.ts';
export { PalCloseEvent, PalOpenEvent } from './panel-events.ts';
export { PalEmbed } from './pal-embed.ts';
export { PalLandingPage } from './pal-landing-page.ts';
export { PalWidget } from './pal-widget.ts';
export { registerCard, type OwnCardOptions } from './session/own-cards.ts';
export type * from './session/phases.ts';
