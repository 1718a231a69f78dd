import { exportConversations } from '@palkit/contract/conversation-exports';
import { listConversations, type ConversationRead } from '@palkit/contract/conversations';
import { listDeployments, type Deployment } from '@palkit/contract/deployments';
import type { Pal } from '@palkit/contract/pals';
import { html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { request, saveFile } from '../base/api.ts';
import { addressOf, palNames } from '../base/page.ts';
import { ConsoleSection } from '../base/part.ts';
import { selectField } from '../base/form-fields.ts';
import { button, table } from '../base/templates.ts';
import { clockTime, date, t, wordsFor } from '../base/words.ts';
import { FILTERS, filtersOf, queryOf, type Filters } from './filters.ts';

const PAGE = 50;
const COLUMNS = ['started', 'agent', 'where', 'outcome', 'rating', 'language', 'length'] as const;

/** Lists conversations with filters, search, cursor paging and exports. The page's address contains the filters. */
@customElement('palkit-conversation-list')
export class ConversationList extends ConsoleSection {
  protected override readonly heading = 'allConversations';
  @property({ attribute: false }) pals: readonly Pal[] = [];
  @state() private rows: readonly ConversationRead[] = [];
  @state() private total = 0;
  @state() private filters: Filters = filtersOf(new URLSearchParams(location.search));
  @state() private deployments: readonly Deployment[] = [];
  /** Cursors of the pages up to the current one; the first page has none. */
  @state() private cursors: readonly string[] = [];
  @state() private nextCursor: string | null = null;

  protected override async load(): Promise<void> {
    void this.run(() => this.#list());
    this.deployments = (await request(listDeployments, { query: { limit: '200' } })).deployments;
  }

  async #list(): Promise<void> {
    const query = { ...queryOf(this.filters), limit: String(PAGE), cursor: this.cursors.at(-1) };
    const { signal } = this.removal;
    const { filters, cursors } = this;
    const { data, total_count, next_cursor } = await request(listConversations, { query, signal });
    // The response for earlier filters may arrive after the response for later ones.
    if (filters !== this.filters || cursors !== this.cursors) return;
    this.rows = data;
    this.total = total_count;
    this.nextCursor = next_cursor;
  }

  protected override content(): TemplateResult {
    const emptyText = Object.keys(this.filters).length > 0 ? 'noneFound' : 'noConversations';
    return html`<form class="row" role="search" @change=${this.#filter} @submit=${this.#filter}>
        <label class="field"
          >${t('search')}
          <input type="search" name="search" maxlength="200" .value=${this.filters.search ?? ''}
        /></label>
        ${FILTERS.map(({ name, label, choices }) => {
          const options = choices?.map((value) => [value, wordsFor(value)] as const) ?? this.#options(name);
          const allOptions = [['', t('all')] as const, ...options];
          return options.length > 1
            ? selectField(t(label), allOptions, this.filters[name] ?? '', { name })
            : nothing;
        })}
        ${(['created_after', 'created_before'] as const).map(
          (name) =>
            html`<label class="field"
              >${t(name)} <input type="date" name=${name} .value=${this.filters[name] ?? ''}
            /></label>`,
        )}
        <wa-button type="submit" appearance="outlined">${t('search')}</wa-button>
      </form>
      <p class="quiet" aria-live="polite">${t('conversationCount', { count: this.total })}</p>
      ${this.rows.length === 0 ? html`<p class="quiet">${t(emptyText)}</p>` : this.#table()}
      <div class="row">
        ${(['csv', 'jsonl'] as const).map((format) =>
          this.runButton(t(`export-${format}`), () => this.#export(format), { disabled: this.total === 0 }),
        )}
      </div>`;
  }

  #options(name: string): (readonly [string, string])[] {
    if (name === 'pal_id') return palNames(this.pals);
    if (name === 'deployment_id')
      return this.deployments.map(({ deployment_id, name: label }) => [deployment_id, label]);
    const tags = new Set(this.pals.flatMap(({ languages }) => languages));
    return [...tags].map((tag) => [tag, tag]);
  }

  #table(): TemplateResult {
    const [isFirst, isLast] = [this.cursors.length === 0, this.nextCursor === null];
    const later = () => this.#open([...this.cursors, this.nextCursor ?? '']);
    const rows = this.rows.map((row) => this.#row(row));
    return html`${table('allConversations', COLUMNS, rows)}
    ${
      !isFirst || !isLast
        ? html`<nav class="row" aria-label=${t('pages')}>
            ${button(t('earlierPage'), () => this.#open(this.cursors.slice(0, -1)), { disabled: isFirst })}
            ${button(t('laterPage'), later, { disabled: isLast })}
          </nav>`
        : nothing
    }`;
  }

  #row(row: ConversationRead): TemplateResult {
    const deployment = this.deployments.find(({ deployment_id }) => deployment_id === row.deployment_id);
    const isRunning = row.status === 'active';
    return html`<tr>
      <th scope="row">
        <a href=${addressOf('conversations', { conversation: row.conversation_id })}
          >${date(row.created_at)}</a
        >
        ${row.recording ? html`<span class="quiet">${t('recorded')}</span>` : nothing}
      </th>
      <td>${this.pals.find(({ pal_id }) => pal_id === row.pal_id)?.pal_name ?? '–'}</td>
      <td>${deployment?.name ?? row.conversation_name}</td>
      <td>
        ${
          isRunning
            ? html`<wa-badge variant="success">${t('running')}</wa-badge>`
            : row.handover?.state === 'message'
              ? t('handover-message')
              : row.outcomes.map(wordsFor).join(', ') || '–'
        }
      </td>
      <td>${row.rating ?? '–'}</td>
      <td>${row.language ?? '–'}</td>
      <td>
        ${row.ended_at ? clockTime((Date.parse(row.ended_at) - Date.parse(row.created_at)) / 1000) : '–'}
      </td>
    </tr>`;
  }

  #filter = (event: Event): void => {
    event.preventDefault();
    this.filters = filtersOf(new FormData(event.currentTarget as HTMLFormElement));
    const query = new URLSearchParams(this.filters).toString();
    history.replaceState(null, '', query ? `?${query}` : location.pathname);
    this.#open([]);
  };

  #open(cursors: readonly string[]): void {
    this.cursors = cursors;
    void this.run(() => this.#list());
  }

  async #export(format: 'csv' | 'jsonl'): Promise<void> {
    const query = { ...queryOf(this.filters), format };
    const text = await request(exportConversations, { query, signal: this.removal.signal });
    saveFile(`conversations-${new Date().toISOString().slice(0, 10)}.${format}`, text);
  }
}
