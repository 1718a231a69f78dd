/** Uses the elements as a Svelte template does; it must compile. */
import type { SvelteHTMLElements } from 'svelte/elements';
import type {} from 'palkit/svelte';

export const embed: SvelteHTMLElements['pal-embed'] = {
  'deployment-id': 'd1',
  theme: 'dark',
  'onpal-ended': (event) => event.reason,
  style: 'block-size: 480px',
  override: { locale: 'de' },
};
export const widget: SvelteHTMLElements['pal-widget'] = {
  'deployment-id': 'd1',
  position: 'top-left',
  'onpal-state-change': (event) => event.phase.is,
};
// @ts-expect-error There is no such corner.
export const wrong: SvelteHTMLElements['pal-widget'] = { position: 'middle' };
