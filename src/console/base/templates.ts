/** Templates that several parts of the console share. */
import { html, nothing, type TemplateResult } from 'lit';
import { t, type Word } from './words.ts';

type Content = TemplateResult | typeof nothing;

export interface ButtonLook {
  variant?: 'neutral' | 'danger';
  size?: 's' | 'm';
  disabled?: boolean;
  isBusy?: boolean;
}

/** Renders a button, by default small enough for a row of a list. */
export const button = (
  label: string,
  act: () => unknown,
  { variant = 'neutral', size = 's', disabled = false, isBusy = false }: ButtonLook = {},
): TemplateResult =>
  html`<wa-button
    size=${size}
    appearance="outlined"
    variant=${variant}
    ?disabled=${disabled}
    ?loading=${isBusy}
    @click=${act}
    >${label}</wa-button
  >`;

export const DANGER = { variant: 'danger' } as const;

/** Renders a button that loads the next page of a list; absent if the list is complete. */
export const moreButton = (hasMore: boolean, more: () => unknown): Content =>
  hasMore ? html`<div>${button(t('more'), more)}</div>` : nothing;

/** Renders a part of a page below its heading. */
export const section = (id: string, title: string, content: unknown): TemplateResult =>
  html`<section aria-labelledby=${id}>
    <h2 id=${id}>${title}</h2>
    ${content}
  </section>`;

/** Renders a table that scrolls if it is too wide. */
export const table = (titleId: string, columns: readonly Word[], rows: readonly TemplateResult[]) =>
  html`<div class="scroll" tabindex="0" role="group" aria-labelledby=${titleId}>
    <table>
      <thead>
        <tr>
          ${columns.map((key) => html`<th scope="col">${t(key)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;

export const cards = (rows: readonly TemplateResult[]): Content =>
  rows.length === 0
    ? nothing
    : html`<ul class="cards">
        ${rows}
      </ul>`;

/** Renders one row of `cards`: a title, details below it, and its actions. Text is in a quiet colour. */
export const card = (
  title: string,
  details: readonly (Content | string | null | undefined | false)[],
  actions: Content = nothing,
): TemplateResult =>
  html`<li>
    <div>
      ${title ? html`<strong>${title}</strong>` : nothing}
      ${details.map((detail) => (!detail || typeof detail === 'string' ? quietText(detail || '') : detail))}
    </div>
    ${actions}
  </li>`;

const quietText = (words: string): Content => (words ? html`<span class="quiet">${words}</span>` : nothing);

/** A list of terms with their texts; a term without a text is omitted. */
export type Term = readonly [label: string, words: string | null | undefined];
export const terms = (rows: readonly Term[]) =>
  html`<dl class="facts">
    ${rows.map(([label, words]) =>
      words
        ? html`<dt>${label}</dt>
            <dd>${words}</dd>`
        : nothing,
    )}
  </dl>`;

/** Joins the texts that are not empty in one line. */
export const joinWords = (words: readonly (string | null | undefined | false)[]): string =>
  words.filter(Boolean).join(' · ');

/** Shows the address of a visitor's page or a document, as a link if it is a web address. */
export const webLink = (address: string | null, otherwise: string | typeof nothing = nothing) =>
  address !== null && /^https?:\/\//i.test(address)
    ? html`<a href=${address} rel="noreferrer" target="_blank">${address}</a>`
    : otherwise;
