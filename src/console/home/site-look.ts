import type { SiteLook } from '@palkit/contract/site-looks';
import { html, nothing, type TemplateResult } from 'lit';
import { t } from '../base/words.ts';

/** Renders the name, colour and logo found on the owner's website, as checkboxes to tick. */
export function siteLookChoice({ name, accent_color, logo }: SiteLook): TemplateResult | typeof nothing {
  const parts = [
    ['name', name, html`<strong>${name}</strong>`],
    ['accentColor', accent_color, html`<input type="color" disabled .value=${accent_color} />`],
    ['logo', logo?.url, html`<img src=${logo?.data} alt="" />`],
  ] as const;
  const knownParts = parts.filter(([, value]) => value);
  if (knownParts.length === 0) return nothing;
  return html`<fieldset class="site-look">
    <legend>${t('fromWebsite')}</legend>
    ${knownParts.map(
      ([part, value, sample]) =>
        html`<label><input type="checkbox" name=${part} value=${value} /> ${t(part)} ${sample}</label>`,
    )}
  </fieldset>`;
}
