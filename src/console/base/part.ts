/** An element that asks the service for something, and shows its refusals. */
import { ApiError } from '@palkit/contract/api-error';
import type { Document } from '@palkit/contract/documents';
import type { Pal } from '@palkit/contract/pals';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import { pause } from './api.ts';
import { watchDocument } from './documents.ts';
import { t } from './words.ts';

/** The words of a refusal, as the service says them. */
export function faultWords(error: unknown): string {
  if (!(error instanceof ApiError) || !error.message) return t('unreachable');
  return error.code === 'invalid_console_link' ? t('usedLink') : error.message;
}

/** A small button beside its object. */
export const button = (
  label: string,
  act: () => unknown,
  variant: 'neutral' | 'danger' = 'neutral',
): TemplateResult =>
  html`<wa-button size="s" appearance="outlined" variant=${variant} @click=${act}>${label}</wa-button>`;

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

export abstract class ConsolePart extends LitElement {
  @state() protected fault = '';
  @state() protected notice = '';
  @state() protected busy = false;
  /** Aborts when the part leaves the page. */
  protected gone = new AbortController();

  /** Pages share one style sheet, so they render without a shadow root. */
  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.gone = new AbortController();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.gone.abort();
  }

  /** Runs a request of the person and shows its refusal; else its own text, or `message`. True if it worked. */
  protected async run(work: () => Promise<unknown>, message = ''): Promise<boolean> {
    this.busy = true;
    this.fault = '';
    this.notice = '';
    try {
      const words = await work();
      this.notice = typeof words === 'string' ? words : message;
      return true;
    } catch (error) {
      if (!this.gone.signal.aborted) this.fault = faultWords(error);
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** Loads what can be shown without, so that the rest is there at once. */
  protected later(work: Promise<void>): void {
    work.catch((error: unknown) => {
      if (!this.gone.signal.aborted) this.fault = faultWords(error);
    });
  }

  /** Follows a document that is being read; while the service does not answer, the part says so. */
  protected follow(id: string, put: (document: Document) => void): Promise<void> {
    let isLost = false;
    const changed = (document: Document) => {
      if (isLost) this.fault = '';
      isLost = false;
      put(document);
    };
    const lost = (error: unknown) => {
      isLost = true;
      this.fault = faultWords(error);
    };
    return watchDocument(id, this.gone.signal, changed, lost);
  }

  /** Works again and again, until it answers false or the part leaves the page; a failure is shown meanwhile. */
  protected async repeat(
    milliseconds: number,
    work: (signal: AbortSignal) => Promise<boolean>,
  ): Promise<void> {
    const { signal } = this.gone;
    for (let isLost = false; !signal.aborted; await pause(milliseconds, signal))
      try {
        if (!(await work(signal))) return;
        if (isLost) this.fault = '';
        isLost = false;
      } catch (error) {
        if (signal.aborted) return;
        isLost = true;
        this.fault = faultWords(error);
        // A refusal stays one, but for too many requests.
        if (error instanceof ApiError && error.retryAfter === undefined) return;
      }
  }

  protected messages(): TemplateResult {
    return html`<div role="status">
        ${this.notice ? html`<wa-callout variant="success">${this.notice}</wa-callout>` : nothing}
      </div>
      <div role="alert">
        ${this.fault ? html`<wa-callout variant="danger">${this.fault}</wa-callout>` : nothing}
      </div>`;
  }

  /** Tells the page of a changed PAL. */
  protected tellPal(pal: Pal): void {
    this.dispatchEvent(new CustomEvent<Pal>('pal-changed', { detail: pal, bubbles: true }));
  }

  /** The value of a field of this part by its name, as it was typed. */
  protected typed(name: string): string {
    return this.querySelector<HTMLElement & { value: string | null }>(`[name="${name}"]`)?.value ?? '';
  }

  protected readonly field = (name: string): string => this.typed(name).trim();
}
