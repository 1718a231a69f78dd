/** Templates that several parts of the console share. */
import type { Document } from '@palkit/contract/documents';
import { html, nothing, type TemplateResult } from 'lit';
import { isReading } from './documents.ts';
import { t, type Word } from './words.ts';

type Content = TemplateResult | typeof nothing;

interface ButtonLook {
  variant?: 'neutral' | 'danger';
  size?: 's' | 'm';
  disabled?: boolean;
  isBusy?: boolean;
}

/** A button, by default a small one beside its object. */
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

export const submitButton = (label: string, isBusy = false, appearance: 'accent' | 'outlined' = 'accent') =>
  html`<div>
    <wa-button type="submit" variant="brand" appearance=${appearance} ?loading=${isBusy}>${label}</wa-button>
  </div>`;

/** Reads the next page of a list; nothing where all of it is shown. */
export const moreButton = (isThere: boolean, more: () => unknown): Content =>
  isThere ? html`<div>${button(t('more'), more)}</div>` : nothing;

interface TextField {
  type?: 'password' | 'url' | 'number';
  /** The text that is shown; a new one replaces what the person typed. */
  value?: string;
  /** The text at the beginning. */
  initial?: string;
  hint?: string;
  placeholder?: string;
  autocomplete?: string;
  required?: boolean;
  shortest?: number;
  longest?: number;
  from?: number;
  to?: number;
  /** Lines of a field that takes several. */
  rows?: number;
  /** The value that was typed, when the person leaves the field. */
  changed?: (value: string) => void;
}

/** The value of an attribute, which is left out without one. */
const set = <Value>(value: Value | undefined): Value | typeof nothing => value ?? nothing;

/** A field with one line, or with several. */
export function textField(name: string, label: string, field: TextField = {}): TemplateResult {
  const changed = (event: Event) => field.changed?.(((event.target as HTMLInputElement).value ?? '').trim());
  if (field.rows)
    return html`<wa-textarea
      name=${name}
      label=${label}
      hint=${set(field.hint)}
      rows=${field.rows}
      maxlength=${set(field.longest)}
      ?required=${field.required}
      .value=${set(field.value)}
      @change=${changed}
    ></wa-textarea>`;
  return html`<wa-input
    name=${name}
    label=${label}
    type=${field.type ?? 'text'}
    hint=${set(field.hint)}
    placeholder=${set(field.placeholder)}
    autocomplete=${set(field.autocomplete)}
    minlength=${set(field.shortest)}
    maxlength=${set(field.longest)}
    min=${set(field.from)}
    max=${set(field.to)}
    value=${set(field.initial)}
    ?required=${field.required}
    ?password-toggle=${field.type === 'password' && field.required}
    .value=${set(field.value)}
    @change=${changed}
  ></wa-input>`;
}

export const websiteField = (required = false): TemplateResult =>
  textField('website', t('website'), { placeholder: 'https://example.com', autocomplete: 'url', required });

/** A choice of a few values, each with its words. */
export function selectField(
  label: string,
  options: readonly (readonly [value: string, words: string])[],
  chosen: string,
  { name, choose }: { name?: string; choose?: (value: string) => void },
): TemplateResult {
  const changed = (event: Event) => choose?.((event.target as HTMLSelectElement).value);
  return html`<label class="field"
    >${label}
    <select name=${name ?? nothing} @change=${changed}>
      ${options.map(([value, words]) => html`<option value=${value} ?selected=${value === chosen}>${words}</option>`)}
    </select></label
  >`;
}

/** A field for files of the kinds that the service reads. */
export const fileField = (changed?: (input: HTMLInputElement) => void): TemplateResult =>
  html`<label class="field"
    >${t('orFile')}
    <input
      name="files"
      type="file"
      multiple
      accept=".pdf,.txt,.md,.docx,.pptx,.csv,.xlsx,.html"
      @change=${(event: Event) => changed?.(event.target as HTMLInputElement)}
  /></label>`;

/** A table, which scrolls by itself where it is too wide. */
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

/** One row of `cards`: a title, details below it, and what can be done with it. Words are shown as quiet ones. */
export const card = (
  title: string,
  details: readonly (Content | string | null | undefined | false)[],
  actions: Content = nothing,
): TemplateResult =>
  html`<li>
    <div>
      ${title ? html`<strong>${title}</strong>` : nothing}
      ${details.map((detail) => (!detail || typeof detail === 'string' ? quiet(detail || '') : detail))}
    </div>
    ${actions}
  </li>`;

const quiet = (words: string): Content => (words ? html`<span class="quiet">${words}</span>` : nothing);

/** Terms, each with its words; one without words is left out. */
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

/** Words that are there, in one line. */
export const joined = (words: readonly (string | null | undefined | false)[]): string =>
  words.filter(Boolean).join(' · ');

/** An address of a visitor or a document as a link: only if it is one of the web. */
export const webLink = (address: string | null, otherwise: string | typeof nothing = nothing) =>
  address !== null && /^https?:\/\//i.test(address)
    ? html`<a href=${address} rel="noreferrer" target="_blank">${address}</a>`
    : otherwise;

export const progressField = (words: string, share: number): TemplateResult =>
  html`<label class="field">${words} <progress max="1" .value=${share}></progress></label>`;

/** The state of a document, and the number of pages that were read of a website. */
export function readWords(document: Document): string {
  const count = document.crawled_urls?.length ?? 0;
  return joined([
    isReading(document) ? t('reading') : t(document.status === 'ready' ? 'read' : 'notRead'),
    count > 0 && t('pageCount', { count }),
  ]);
}

/** How far a document has been read, and why it could not be. */
export const documentState = (document: Document): TemplateResult =>
  html`${
    isReading(document)
      ? html`<progress
          aria-label=${t('progressOf', { name: document.document_name })}
          max="100"
          .value=${document.progress ?? 0}
        ></progress>`
      : nothing
  }
  ${document.error_details ? html`<span class="bad">${document.error_details}</span>` : nothing}`;
