/** Fields of forms, and the button that sends one. */
import { html, nothing, type TemplateResult } from 'lit';
import { t } from './words.ts';

export const submitButton = (label: string, isBusy = false, appearance: 'accent' | 'outlined' = 'accent') =>
  html`<div>
    <wa-button type="submit" variant="brand" appearance=${appearance} ?loading=${isBusy}>${label}</wa-button>
  </div>`;

interface TextField {
  type?: 'password' | 'url' | 'number';
  /** The text in the field; a new one replaces the person's input. */
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

export const progressField = (words: string, share: number): TemplateResult =>
  html`<label class="field">${words} <progress max="1" .value=${share}></progress></label>`;
