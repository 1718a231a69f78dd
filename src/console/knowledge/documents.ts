import {
  CRAWL_INTERVALS,
  deleteDocument,
  listDocuments,
  patchDocument,
  recrawlDocument,
  type Document,
} from '@palkit/contract/documents';
import type { Pal } from '@palkit/contract/pals';
import { html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { request } from '../base/api.ts';
import { isReading, isUsedBy, withState } from '@palkit/contract/documents-of-pal';
import { addFile, addWebsite, linkedFiles, useDocument } from '../base/documents.ts';
import { documentState, readingText } from '../base/document-state.ts';
import { ConsoleSection } from '../base/part.ts';
import { fileField, selectField, websiteField } from '../base/form-fields.ts';
import { button, DANGER, card, cards, joinWords, moreButton, webLink } from '../base/templates.ts';
import { date, t } from '../base/words.ts';
import './read-text.ts';

const PAGE = 50;

/**
 * Websites and files: adds them, and shows their state and extracted text.
 * @fires pal-changed - The list of the PAL's documents changed.
 */
@customElement('palkit-documents')
export class DocumentsPart extends ConsoleSection {
  protected override readonly heading = 'documents';
  @property({ attribute: false }) pal!: Pal;
  @state() private documents: readonly Document[] = [];
  @state() private total = 0;
  /** Files that a website links to, keyed by the website's document id. */
  @state() private files: Readonly<Record<string, readonly string[]>> = {};
  @state() private openDocument: Document | null = null;

  protected override load(): Promise<void> {
    return this.#list(0);
  }

  async #list(from: number): Promise<void> {
    const page = String(Math.floor(from / PAGE));
    const { data, total_count } = await request(listDocuments, { query: { limit: String(PAGE), page } });
    const documentIds = new Set(this.documents.map(({ document_id }) => document_id));
    this.documents = [...this.documents, ...data.filter(({ document_id }) => !documentIds.has(document_id))];
    this.total = total_count;
    for (const document of data) this.#watch(document);
  }

  /** Polls a document while it is being read, then finds the files that a website links to. */
  #watch(document: Document): void {
    const { document_id, crawl_config } = document;
    if (isReading(document)) this.follow(document_id, (state) => (this.#set(state), this.#watch(state)));
    else if (crawl_config)
      this.loadLater(
        linkedFiles(document).then((files) => void (this.files = { ...this.files, [document_id]: files })),
      );
  }

  #set(document: Document): void {
    const isListed = this.documents.some(({ document_id }) => document_id === document.document_id);
    this.documents = isListed ? withState(this.documents, document) : [document, ...this.documents];
  }

  protected override content(): TemplateResult {
    return html`<form class="row" @submit=${this.#addWebsite}>
        ${websiteField(true)}
        <wa-button type="submit" variant="brand" ?loading=${this.busy}>${t('readWebsite')}</wa-button>
        ${fileField((input) => void this.#addFiles(input))}
      </form>
      ${this.documents.length === 0 ? html`<p class="quiet">${t('noDocuments')}</p>` : nothing}
      ${cards(this.documents.map((document) => this.#row(document)))}
      ${moreButton(this.documents.length < this.total, () => this.run(() => this.#list(this.documents.length)))}
      ${
        this.openDocument
          ? html`<palkit-read-text
              .document=${this.openDocument}
              @closed=${() => (this.openDocument = null)}
            ></palkit-read-text>`
          : nothing
      }`;
  }

  #row(document: Document): TemplateResult {
    const isOpen = document.status === 'ready' || document.crawl_config;
    const isCrawled = document.crawl_config && !isReading(document);
    const files = (this.files[document.document_id] ?? []).filter(
      (url) => !this.documents.some(({ document_url }) => document_url === url),
    );
    const isUsed = isUsedBy(this.pal, document);
    const addWords = t('addLinkedFiles', { count: files.length });
    return card(
      document.document_name,
      [
        webLink(document.document_url),
        joinWords([readingText(document), date(document.last_crawled_at ?? document.updated_at)]),
        documentState(document),
      ],
      html`<div class="row">
        <wa-switch size="s" ?checked=${isUsed} @change=${this.action(() => this.#use(document, !isUsed))}
          >${t('usedBy', { name: this.pal.pal_name })}</wa-switch
        >
        ${isOpen ? button(t('whatWasRead'), () => (this.openDocument = document)) : nothing}
        ${files.length > 0 ? this.runButton(addWords, () => this.#addLinked(files)) : nothing}
        ${document.crawl_config ? this.#interval(document) : nothing}
        ${isCrawled ? this.runButton(t('readAgain'), () => this.#recrawl(document)) : nothing}
        ${button(t('delete'), () => this.#remove(document), DANGER)}
      </div>`,
    );
  }

  readonly #addWebsite = this.action(() => this.#add(addWebsite(this.field('website'))));

  async #addFiles(input: HTMLInputElement): Promise<void> {
    for (const file of [...(input.files ?? [])]) if (!(await this.run(() => this.#add(addFile(file))))) break;
    input.value = '';
  }

  /** Renders a field for the interval at which a website is read again. */
  #interval({ document_id, crawl_every }: Document): TemplateResult {
    const params = { document_id };
    const choose = (value: string) => {
      const body = { crawl_every: CRAWL_INTERVALS.find((interval) => interval === value) ?? null };
      void this.run(async () => this.#set(await request(patchDocument, { params, body })), t('saved'));
    };
    const intervals = CRAWL_INTERVALS.map((interval) => [interval, t(`every-${interval}`)] as const);
    return selectField(t('readsAgain'), [['', t('never')], ...intervals], crawl_every ?? '', { choose });
  }

  async #addLinked(files: readonly string[]): Promise<void> {
    for (const url of files) await this.#add(addWebsite(url, null));
  }

  async #add(addition: Promise<Document>): Promise<void> {
    const document = await addition;
    this.#set(document);
    this.total += 1;
    this.#watch(document);
    this.announcePal(await useDocument(this.pal, document.document_id));
  }

  async #use({ document_id }: Document, isUsed: boolean): Promise<void> {
    this.announcePal(await useDocument(this.pal, document_id, isUsed));
  }

  async #recrawl({ document_id }: Document): Promise<void> {
    const document = await request(recrawlDocument, { params: { document_id }, body: {} });
    this.#set(document);
    this.#watch(document);
  }

  #remove({ document_id, document_name }: Document): void {
    this.confirm('deleteDocument', 'delete', { name: document_name }, async () => {
      this.announcePal(await useDocument(this.pal, document_id, false));
      await request(deleteDocument, { params: { document_id } });
      this.documents = this.documents.filter((other) => other.document_id !== document_id);
      this.total -= 1;
    });
  }
}
