/** Registers the channels. A tag that is already registered is kept, so the module can be loaded twice. */
import { PalEmbed } from './pal-embed.ts';
import { PalLandingPage } from './pal-landing-page.ts';
import { PalWidget } from './pal-widget.ts';
import { PalLauncher } from './parts/pal-launcher.ts';

if (typeof customElements !== 'undefined') {
  for (const [tag, element] of Object.entries({
    'pal-launcher': PalLauncher,
    'pal-widget': PalWidget,
    'pal-embed': PalEmbed,
    'pal-landing-page': PalLandingPage,
  })) {
    if (!customElements.get(tag)) customElements.define(tag, element);
  }
}
