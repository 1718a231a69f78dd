import { deleteDocument, listDocuments, recrawlDocument, type Document } from '@palkit/contract/documents';
import type { Pal } from '@palkit/contract/pals';
import { html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { request } from '../base/api.ts';
import { addFile, addToPal, addWebsite, isReading, isUsedBy, removeFromPal } from '../base/documents.ts';
import { confirmDialog, webAddress } from '../base/page.ts';
import { button, ConsolePart } from '../base/part.ts';
import { date, t } from '../base/words.ts';
import './read-text.ts';

const PAGE = 50;

/**
 * Websites and files: their state, what was read of them, and new ones.
 * @fires pal-changed - The PAL has another list of documents.
 */
@customElement('palkit-documents')
export class DocumentsPart extends ConsolePart {
  @property({ attribute: false }) pal!: Pal;
  @state() private documents: readonly Document[] = [];
  @state() private total = 0;
  @state() private opened: Document | null = null;
  @state() private removing: Document | null = null;
  #watched = new Set<string>();

  override connectedCallback(): void {
    super.connectedCallback();
    void this.run(() => this.#list(0));
  }

  async #list(from: number): Promise<void> {
    const page = String(Math.floor(from / PAGE));
    const { data, total_count } = await request(listDocuments, { query: { limit: String(PAGE), page } });
    const listed = new Set(this.documents.map(({ document_id }) => document_id));
    this.documents = [...this.documents, ...data.filter(({ document_id }) => !listed.has(document_id))];
    this.total = total_count;
    for (const document of data) if (isReading(document)) this.#watch(document.document_id);
  }

  #watch(id: string): void {
    if (this.#watched.has(id)) return;
    this.#watched.add(id);
    const ended = this.follow(id, (document) => this.#put(document)).finally(() => this.#watched.delete(id));
    this.later(ended);
  }

  #put(document: Document): void {
    const others = this.documents.filter(({ document_id }) => document_id !== document.document_id);
    const index = this.documents.findIndex(({ document_id }) => document_id === document.document_id);
    this.documents = index < 0 ? [document, ...others] : this.documents.with(index, document);
  }

  override render(): TemplateResult {
    return html`<section aria-labelledby="documents-title">
      <h2 id="documents-title">${t('documents')}</h2>
      ${this.messages()}
      <form class="row" @submit=${this.#addWebsite}>
        <wa-input
          name="website"
          label=${t('website')}
          placeholder="https://example.com"
          inputmode="url"
          autocomplete="url"
          required
        ></wa-input>
        <wa-button type="submit" variant="brand" ?loading=${this.busy}>${t('readWebsite')}</wa-button>
        <label class="file"
          >${t('orFile')}
          <input
            type="file"
            multiple
            accept=".pdf,.txt,.md,.docx,.pptx,.csv,.xlsx,.html"
            @change=${this.#addFiles}
        /></label>
      </form>
      ${
        this.documents.length === 0
          ? html`<p class="quiet">${t('noDocuments')}</p>`
          : html`<ul class="cards">
              ${this.documents.map((document) => this.#row(document))}
            </ul>`
      }
      ${
        this.documents.length < this.total
          ? html`<wa-button
              appearance="outlined"
              @click=${() => this.run(() => this.#list(this.documents.length))}
              >${t('more')}</wa-button
            >`
          : nothing
      }
      ${
        this.opened
          ? html`<palkit-read-text
              .document=${this.opened}
              @closed=${() => (this.opened = null)}
            ></palkit-read-text>`
          : nothing
      }
      ${
        this.removing
          ? confirmDialog(
              t('deleteDocument'),
              t('deleteDocumentWords', { name: this.removing.document_name }),
              t('delete'),
              this.#decide,
            )
          : nothing
      }
    </section>`;
  }

  #row(document: Document): TemplateResult {
    const isUsed = isUsedBy(this.pal, document);
    const address = webAddress(document.document_url);
    return html`<li>
      <div>
        <strong>${document.document_name}</strong>
        ${address ? html`<a href=${address} rel="noreferrer" target="_blank">${address}</a>` : nothing}
        <span class="quiet">${stateWords(document)}</span>
        ${
          isReading(document)
            ? html`<progress
                aria-label=${t('progressOf', { name: document.document_name })}
                max="100"
                .value=${document.progress ?? 0}
              ></progress>`
            : nothing
        }
        ${document.error_details ? html`<span class="bad">${document.error_details}</span>` : nothing}
      </div>
      <div class="row">
        <wa-switch size="s" ?checked=${isUsed} @change=${(event: Event) => this.#use(document, event)}
          >${t('usedBy', { name: this.pal.pal_name })}</wa-switch
        >
        ${
          document.status === 'ready' || document.crawl_config
            ? button(t('whatWasRead'), () => (this.opened = document))
            : nothing
        }
        ${
          document.crawl_config && !isReading(document)
            ? button(t('readAgain'), () => this.#again(document))
            : nothing
        }
        ${button(t('delete'), () => (this.removing = document), 'danger')}
      </div>
    </li>`;
  }

  #addWebsite = (event: SubmitEvent): void => {
    event.preventDefault();
    void this.#add(() => addWebsite(this.field('website')));
  };

  #addFiles = async (event: Event): Promise<void> => {
    const input = event.target as HTMLInputElement;
    for (const file of [...(input.files ?? [])]) if (!(await this.#add(() => addFile(file)))) break;
    input.value = '';
  };

  #add(make: () => Promise<Document>): Promise<boolean> {
    return this.run(async () => {
      const document = await make();
      this.#put(document);
      this.total += 1;
      this.#watch(document.document_id);
      this.tellPal(await addToPal(this.pal.pal_id, document.document_id));
    });
  }

  #use(document: Document, event: Event): void {
    const { checked } = event.target as HTMLInputElement;
    void this.run(async () => {
      const { document_id } = document;
      this.tellPal(
        checked ? await addToPal(this.pal.pal_id, document_id) : await removeFromPal(this.pal, document_id),
      );
    });
  }

  #again({ document_id }: Document): void {
    void this.run(async () => {
      this.#put(await request(recrawlDocument, { params: { document_id }, body: {} }));
      this.#watch(document_id);
    });
  }

  #decide = (agreed: boolean): void => {
    const document = this.removing;
    this.removing = null;
    if (!agreed || !document) return;
    void this.run(async () => {
      const { document_id } = document;
      this.tellPal(await removeFromPal(this.pal, document_id));
      await request(deleteDocument, { params: { document_id } });
      this.documents = this.documents.filter((other) => other.document_id !== document_id);
      this.total -= 1;
    });
  };
}

function stateWords(document: Document): string {
  const pages = document.crawled_urls?.length;
  return [
    isReading(document) ? t('reading') : t(document.status === 'ready' ? 'read' : 'notRead'),
    pages === undefined ? '' : t('pageCount', { count: pages }),
    date(document.last_crawled_at ?? document.updated_at),
  ]
    .filter(Boolean)
    .join(' · ');
}
