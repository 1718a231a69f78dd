import { listDocumentPages, type CrawledPage } from '@palkit/contract/document-pages';
import { readDocumentText, type DocumentPassage } from '@palkit/contract/document-text';
import type { Document } from '@palkit/contract/documents';
import { html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { request } from '../base/api.ts';
import { webAddress } from '../base/page.ts';
import { ConsolePart } from '../base/part.ts';
import { t } from '../base/words.ts';

const PAGE = 50;

/**
 * The text of a document as it was read, and for a website the result of each page.
 * @fires closed
 */
@customElement('palkit-read-text')
export class ReadText extends ConsolePart {
  @property({ attribute: false }) document!: Document;
  @state() private passages: readonly DocumentPassage[] = [];
  @state() private total = 0;
  @state() private pages: readonly CrawledPage[] = [];
  @state() private pageTotal = 0;

  override connectedCallback(): void {
    super.connectedCallback();
    void this.run(async () => {
      await this.#more();
      if (this.document.crawl_config) await this.#morePages();
    });
  }

  async #more(): Promise<void> {
    const { data, total_count } = await request(readDocumentText, {
      params: { document_id: this.document.document_id },
      query: { limit: String(PAGE), page: String(Math.floor(this.passages.length / PAGE)) },
    });
    this.passages = [...this.passages, ...data];
    this.total = total_count;
  }

  async #morePages(): Promise<void> {
    const { data, total_count } = await request(listDocumentPages, {
      params: { document_id: this.document.document_id },
      query: { limit: String(PAGE), page: String(Math.floor(this.pages.length / PAGE)) },
    });
    this.pages = [...this.pages, ...data];
    this.pageTotal = total_count;
  }

  override render(): TemplateResult {
    return html`<wa-dialog
      class="wide"
      open
      light-dismiss
      label=${this.document.document_name}
      @wa-after-hide=${() => this.dispatchEvent(new CustomEvent('closed'))}
    >
      ${this.messages()}
      ${
        this.pages.length > 0
          ? html`<wa-details summary=${t('pageResults', { count: this.pageTotal })}>
              <ul class="plain">
                ${this.pages.map((page) => this.#page(page))}
              </ul>
              ${moreButton(this.pages.length < this.pageTotal, () => this.run(() => this.#morePages()))}
            </wa-details>`
          : nothing
      }
      <p class="quiet">${t('passageCount', { count: this.total })}</p>
      ${this.passages.map((passage) => {
        const address = webAddress(passage.page_url);
        return html`<article>
          <p class="quiet">
            ${passage.headings.join(' › ')}
            ${address ? html`<a href=${address} rel="noreferrer" target="_blank">${address}</a>` : nothing}
          </p>
          <p class="as-written">${passage.content}</p>
        </article>`;
      })}
      ${moreButton(this.passages.length < this.total, () => this.run(() => this.#more()))}
    </wa-dialog>`;
  }

  #page(page: CrawledPage): TemplateResult {
    const address = webAddress(page.url);
    const isRead = page.status === 'read';
    return html`<li>
      ${address ? html`<a href=${address} rel="noreferrer" target="_blank">${page.url}</a>` : page.url}
      <span class=${isRead ? 'quiet' : 'bad'}
        >${isRead ? t('characterCount', { count: page.characters }) : (page.details ?? t('notRead'))}</span
      >
    </li>`;
  }
}

const moreButton = (isThere: boolean, more: () => unknown) =>
  isThere ? html`<wa-button appearance="outlined" @click=${more}>${t('more')}</wa-button>` : nothing;
