/** Base class of elements that send requests to the service and show its errors. */
import { ApiError } from '@palkit/contract/api-error';
import { getDocument, type Document } from '@palkit/contract/documents';
import type { Pal } from '@palkit/contract/pals';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import { pause, request } from './api.ts';
import { isReading } from '@palkit/contract/documents-of-pal';
import { button, section, type ButtonLook } from './templates.ts';
import { t, type Word } from './words.ts';

/** Milliseconds between two checks of a document that is being read. */
const POLL = 1000;

/** Returns the text to show for an error: the service's message if there is one. */
export function faultWords(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  if (!(error instanceof ApiError) || !error.message) return t('unreachable');
  return error.code === 'invalid_console_link' ? t('usedLink') : error.message;
}

/** A message about the user's input, which `run` shows unchanged. */
export class Refusal extends Error {}

/** Titles of a confirmation before data is lost. The text below the title has the same key followed by `Words`. */
type LossTitle = { [Title in Word]: `${Title}Words` extends Word ? Title : never }[Word];
interface Loss {
  title: LossTitle;
  action: Word;
  /** Values for the placeholders in the text. */
  values: Readonly<Record<string, string>>;
  work: () => Promise<unknown>;
}

export abstract class ConsolePart extends LitElement {
  @state() protected fault = '';
  @state() protected notice = '';
  @state() protected busy = false;
  @state() private loss: Loss | null = null;
  /** Aborts when the element is removed from the page. */
  protected removal = new AbortController();
  readonly #followedIds = new Set<string>();

  /** Renders without a shadow root, because all pages share one style sheet. */
  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.removal = new AbortController();
    this.loadLater(this.load());
  }

  /** Loads the data that the element shows. */
  protected async load(): Promise<void> {}

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.removal.abort();
  }

  /** Runs `work`; true if it succeeds. Shows its error, or its text, or `message` if it returns none. */
  protected async run(work: () => Promise<unknown>, message = ''): Promise<boolean> {
    this.busy = true;
    this.fault = '';
    this.notice = '';
    try {
      const words = await work();
      this.notice = typeof words === 'string' ? words : message;
      return true;
    } catch (error) {
      if (!this.removal.signal.aborted) this.fault = faultWords(error);
      // The message appears at the top of the element, possibly far above the button.
      await this.updateComplete;
      this.querySelector('[role=alert]')?.scrollIntoView({ block: 'nearest' });
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** Returns a listener that runs `work` instead of the browser's default action for a form. */
  protected action(work: () => Promise<unknown>, message = ''): (event?: Event) => void {
    return (event) => {
      event?.preventDefault();
      void this.run(work, message);
    };
  }

  /** Renders a button that runs `work`. */
  protected runButton(label: string, work: () => Promise<unknown>, look: ButtonLook = {}): TemplateResult {
    return button(label, () => this.run(work), look);
  }

  /** Lets `work` continue in the background, for example loading, and shows its error. */
  protected loadLater(work: Promise<void>): void {
    work.catch((error: unknown) => {
      if (!this.removal.signal.aborted) this.fault = faultWords(error);
    });
  }

  /** Polls a document while it is being read. If the service does not answer, the element shows an error. */
  protected follow(document_id: string, put: (document: Document) => void): void {
    if (this.#followedIds.has(document_id)) return;
    this.#followedIds.add(document_id);
    const reading = this.repeat(POLL, async (signal) => {
      const document = await request(getDocument, { params: { document_id }, signal });
      put(document);
      return isReading(document);
    });
    this.loadLater(reading.finally(() => this.#followedIds.delete(document_id)));
  }

  /** Repeats `work` until it returns false or is refused, or the element is removed. Shows its other errors. */
  protected async repeat(
    milliseconds: number,
    work: (signal: AbortSignal) => Promise<boolean>,
  ): Promise<void> {
    const { signal } = this.removal;
    for (let isLost = false; !signal.aborted; await pause(milliseconds, signal))
      try {
        if (!(await work(signal))) return;
        if (isLost) this.fault = '';
        isLost = false;
      } catch (error) {
        if (signal.aborted) return;
        isLost = true;
        this.fault = faultWords(error);
        // The same request would fail again, except after too many requests.
        if (error instanceof ApiError && error.retryAfter === undefined) return;
      }
  }

  /** Asks for confirmation before data is lost, and runs `work` if the user confirms. */
  protected confirm(title: LossTitle, action: Word, values: Loss['values'], work: Loss['work']): void {
    this.loss = { title, action, values, work };
  }

  #decide(agreed: boolean): void {
    const { loss } = this;
    this.loss = null;
    if (agreed && loss) void this.run(loss.work);
  }

  /** Renders the message about the last request, and the confirmation dialog. */
  protected messages(): TemplateResult {
    const { loss } = this;
    return html`<div role="status">
        ${this.notice ? html`<wa-callout variant="success">${this.notice}</wa-callout>` : nothing}
      </div>
      <div role="alert">
        ${this.fault ? html`<wa-callout variant="danger">${this.fault}</wa-callout>` : nothing}
      </div>
      ${
        loss
          ? html`<wa-dialog open label=${t(loss.title)} @wa-after-hide=${() => this.#decide(false)}>
              <p>${t(`${loss.title}Words`, loss.values)}</p>
              <wa-button slot="footer" appearance="outlined" @click=${() => this.#decide(false)}
                >${t('cancel')}</wa-button
              >
              <wa-button slot="footer" variant="danger" @click=${() => this.#decide(true)}
                >${t(loss.action)}</wa-button
              >
            </wa-dialog>`
          : nothing
      }`;
  }

  /** Informs the page about a changed PAL. */
  protected announcePal(pal: Pal): void {
    this.dispatchEvent(new CustomEvent<Pal>('pal-changed', { detail: pal, bubbles: true }));
  }

  /** Returns the value of the field with this name in the element, as the user typed it. */
  protected inputOf(name: string): string {
    return this.querySelector<HTMLElement & { value: string | null }>(`[name="${name}"]`)?.value ?? '';
  }

  protected readonly field = (name: string): string => this.inputOf(name).trim();
}

/** A section of a page with a title, messages and content. */
export abstract class ConsoleSection extends ConsolePart {
  protected abstract readonly heading: Word;
  protected abstract content(): unknown;

  override render(): TemplateResult {
    return section(this.heading, t(this.heading), [this.messages(), this.content()]);
  }
}
