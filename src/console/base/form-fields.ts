/** Form fields and the submit button. */
import { html, nothing, type TemplateResult } from 'lit';
import { t } from './words.ts';

export const submitButton = (label: string, isBusy = false, appearance: 'accent' | 'outlined' = 'accent') =>
  html`<div>
    <wa-button type="submit" variant="brand" appearance=${appearance} ?loading=${isBusy}>${label}</wa-button>
  </div>`;

interface TextField {
  type?: 'password' | 'url' | 'number';
  /** The text in the field; a new value replaces the user's input. */
  value?: string;
  /** The initial text. */
  initial?: string;
  hint?: string;
  placeholder?: string;
  autocomplete?: string;
  required?: boolean;
  shortest?: number;
  longest?: number;
  from?: number;
  to?: number;
  /** The number of visible lines; if set, the field is a text area. */
  rows?: number;
  /** Called with the value when the user has changed it and leaves the field. */
  changed?: (value: string) => void;
}

/** Returns the value for an attribute; `nothing` omits the attribute. */
const set = <Value>(value: Value | undefined): Value | typeof nothing => value ?? nothing;

/** Renders a field for a single line, or for several if `rows` is set. */
export function textField(name: string, label: string, field: TextField = {}): TemplateResult {
  const handleChange = (event: Event) =>
    field.changed?.(((event.target as HTMLInputElement).value ?? '').trim());
  if (field.rows)
    return html`<wa-textarea
      name=${name}
      label=${label}
      hint=${set(field.hint)}
      rows=${field.rows}
      maxlength=${set(field.longest)}
      ?required=${field.required}
      .value=${set(field.value)}
      @change=${handleChange}
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
    @change=${handleChange}
  ></wa-input>`;
}

export const websiteField = (required = false): TemplateResult =>
  textField('website', t('website'), { placeholder: 'https://example.com', autocomplete: 'url', required });

/** Renders a select field; each value has a label. */
export function selectField(
  label: string,
  options: readonly (readonly [value: string, words: string])[],
  choice: string,
  { name, choose }: { name?: string; choose?: (value: string) => void },
): TemplateResult {
  const onChange = (event: Event) => choose?.((event.target as HTMLSelectElement).value);
  return html`<label class="field"
    >${label}
    <select name=${name ?? nothing} @change=${onChange}>
      ${options.map(([value, words]) => html`<option value=${value} ?selected=${value === choice}>${words}</option>`)}
    </select></label
  >`;
}

/** Renders a field for files that the service can read. */
export const fileField = (onChange?: (input: HTMLInputElement) => void): TemplateResult =>
  html`<label class="field"
    >${t('orFile')}
    <input
      name="files"
      type="file"
      multiple
      accept=".pdf,.txt,.md,.docx,.pptx,.csv,.xlsx,.html"
      @change=${(event: Event) => onChange?.(event.target as HTMLInputElement)}
  /></label>`;

export const progressField = (words: string, share: number): TemplateResult =>
  html`<label class="field">${words} <progress max="1" .value=${share}></progress></label>`;
