import { listDocumentPages, type CrawledPage } from '@palkit/contract/document-pages';
import { readDocumentText, type DocumentPassage } from '@palkit/contract/document-text';
import type { Document } from '@palkit/contract/documents';
import { html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { request } from '../base/api.ts';
import { ConsolePart } from '../base/part.ts';
import { moreButton, webLink } from '../base/templates.ts';
import { t } from '../base/words.ts';

const PAGE = 50;

/**
 * Shows the extracted text of a document, and for a website the result for each page.
 * @fires closed
 */
@customElement('palkit-read-text')
export class ReadText extends ConsolePart {
  @property({ attribute: false }) document!: Document;
  @state() private passages: readonly DocumentPassage[] = [];
  @state() private total = 0;
  @state() private pages: readonly CrawledPage[] = [];
  @state() private pageTotal = 0;

  protected override async load(): Promise<void> {
    await this.#loadMore();
    if (this.document.crawl_config) await this.#morePages();
  }

  async #loadMore(): Promise<void> {
    const { data, total_count } = await request(readDocumentText, this.#nextPage(this.passages));
    this.passages = [...this.passages, ...data];
    this.total = total_count;
  }

  async #morePages(): Promise<void> {
    const { data, total_count } = await request(listDocumentPages, this.#nextPage(this.pages));
    this.pages = [...this.pages, ...data];
    this.pageTotal = total_count;
  }

  #nextPage(rows: readonly unknown[]) {
    return {
      params: { document_id: this.document.document_id },
      query: { limit: String(PAGE), page: String(Math.floor(rows.length / PAGE)) },
    };
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
                ${this.pages.map(pageRow)}
              </ul>
              ${moreButton(this.pages.length < this.pageTotal, () => this.run(() => this.#morePages()))}
            </wa-details>`
          : nothing
      }
      <p class="quiet">${t('passageCount', { count: this.total })}</p>
      ${this.passages.map(
        ({ headings, page_url, content }) =>
          html`<article>
            <p class="quiet">${headings.join(' › ')} ${webLink(page_url)}</p>
            <p class="as-written">${content}</p>
          </article>`,
      )}
      ${moreButton(this.passages.length < this.total, () => this.run(() => this.#loadMore()))}
    </wa-dialog>`;
  }
}

const pageRow = ({ url, status, characters, details }: CrawledPage): TemplateResult =>
  html`<li>
    ${webLink(url, url)}
    ${
      status === 'read'
        ? html`<span class="quiet">${t('characterCount', { count: characters })}</span>`
        : html`<span class="bad">${details ?? t('notRead')}</span>`
    }
  </li>`;
