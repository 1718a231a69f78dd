/** A part of a page that asks the service for something itself, and shows its refusals. */
import type { Pal } from '@palkit/contract/pals';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import { faultWords } from './page.ts';

export abstract class ConsolePart extends LitElement {
  @state() protected fault = '';
  @state() protected notice = '';
  @state() protected busy = false;
  /** Aborts when the part leaves the page. */
  protected gone = new AbortController();

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

  /** Runs a request of the person; its refusal is shown in the service's words. True if it worked. */
  protected async run(work: () => Promise<void>, message = ''): Promise<boolean> {
    this.busy = true;
    this.fault = '';
    this.notice = '';
    try {
      await work();
      this.notice = message;
      return true;
    } catch (error) {
      if (!this.gone.signal.aborted) this.fault = faultWords(error);
      return false;
    } finally {
      this.busy = false;
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

  /** The value of a field of this part by its name. */
  protected field(name: string): string {
    return (
      this.querySelector<HTMLElement & { value: string | null }>(`[name="${name}"]`)?.value?.trim() ?? ''
    );
  }
}
