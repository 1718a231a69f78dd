import { listConversations, type ConversationRead } from '@palkit/contract/conversations';
import { listDeployments, type Deployment } from '@palkit/contract/deployments';
import type { Pal } from '@palkit/contract/pals';
import { listUnansweredQuestions, type UnansweredQuestion } from '@palkit/contract/unanswered-questions';
import { html, nothing, type TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { request } from '../base/api.ts';
import '../base/answer-dialog.ts';
import { withoutAnswered } from '../base/own-answers.ts';
import { addressOf, ConsolePage } from '../base/page.ts';
import { clockTime, date, t } from '../base/words.ts';
import './conversation.ts';

const PAGE = 20;
const STATUSES = ['', 'active', 'ended'] as const;

/** Conversations, one of them, and the questions that were not answered. */
@customElement('palkit-conversations')
export class ConversationsPage extends ConsolePage {
  readonly page = 'conversations';
  readonly #shownId = new URLSearchParams(location.search).get('conversation');
  @state() private rows: readonly ConversationRead[] = [];
  @state() private total = 0;
  @state() private at = 1;
  @state() private status: (typeof STATUSES)[number] = '';
  @state() private deployments: readonly Deployment[] = [];
  /** Null until they are grouped. */
  @state() private questions: readonly UnansweredQuestion[] | null = null;
  @state() private answering: UnansweredQuestion | null = null;

  protected override async ready(): Promise<void> {
    if (this.#shownId !== null) return;
    // Grouping by meaning may take seconds where a model makes vectors first.
    this.later(this.#listQuestions());
    const list = this.#list();
    this.deployments = (await request(listDeployments, { query: { limit: '200' } })).deployments;
    await list;
  }

  async #list(): Promise<void> {
    const { data, total_count } = await request(listConversations, {
      query: { limit: String(PAGE), page: String(this.at), status: this.status || undefined },
    });
    this.rows = data;
    this.total = total_count;
  }

  async #listQuestions(): Promise<void> {
    const pal_id = this.pal?.pal_id;
    try {
      if (pal_id === undefined) return;
      const { data } = await request(listUnansweredQuestions, { params: { pal_id }, query: { limit: '50' } });
      this.questions = data;
    } finally {
      this.questions ??= [];
    }
  }

  protected override content(): TemplateResult {
    if (this.#shownId !== null)
      return html`<p><a href=${addressOf('conversations')}>${t('allConversations')}</a></p>
        <palkit-conversation .conversationId=${this.#shownId}></palkit-conversation>`;
    return html`${this.#openQuestions()}
      <section aria-labelledby="list">
        <div class="row">
          <h2 id="list">${t('allConversations')}</h2>
          <label
            >${t('status')}
            <select @change=${this.#filter}>
              ${STATUSES.map((status) => html`<option value=${status}>${statusWords(status)}</option>`)}
            </select></label
          >
        </div>
        ${this.rows.length === 0 ? html`<p class="quiet">${t('noConversations')}</p>` : this.#table()}
      </section>`;
  }

  #openQuestions(): TemplateResult {
    const open = withoutAnswered(this.pal, this.questions ?? []);
    return html`<section aria-labelledby="open">
      <h2 id="open">${t('openQuestions')}</h2>
      ${
        this.questions === null
          ? html`<p>${t('loading')}</p>`
          : open.length === 0
            ? html`<p class="quiet">${t('noOpenQuestions')}</p>`
            : html`<ul class="cards">
                ${open.map(
                  (group) =>
                    html`<li>
                      <div>
                        <strong>${group.question}</strong>
                        <span class="quiet"
                          >${t('askedTimes', { count: group.count })} ·
                          <a href=${addressOf('conversations', { conversation: group.conversation_id })}
                            >${date(group.last_asked_at)}</a
                          ></span
                        >
                        ${
                          group.wordings.length > 1
                            ? html`<wa-details appearance="plain" summary=${t('otherWordings')}
                                ><ul>
                                  ${group.wordings.slice(1).map((words) => html`<li>${words}</li>`)}
                                </ul></wa-details
                              >`
                            : nothing
                        }
                      </div>
                      <wa-button
                        size="s"
                        variant="brand"
                        appearance="outlined"
                        @click=${() => (this.answering = group)}
                        >${t('addAnswer')}</wa-button
                      >
                    </li>`,
                )}
              </ul>`
      }
      ${
        this.answering && this.pal
          ? html`<palkit-answer-dialog
              .palId=${this.pal.pal_id}
              .question=${this.answering.question}
              @answered=${this.#answered}
              @answer-cancelled=${() => (this.answering = null)}
            ></palkit-answer-dialog>`
          : nothing
      }
    </section>`;
  }

  #table(): TemplateResult {
    const pages = Math.ceil(this.total / PAGE);
    return html`<div class="scroll" tabindex="0" role="group" aria-labelledby="list">
        <table>
          <thead>
            <tr>
              <th scope="col">${t('started')}</th>
              <th scope="col">${t('agent')}</th>
              <th scope="col">${t('where')}</th>
              <th scope="col">${t('status')}</th>
              <th scope="col">${t('length')}</th>
            </tr>
          </thead>
          <tbody>
            ${this.rows.map(
              (row) =>
                html`<tr>
                  <th scope="row">
                    <a href=${addressOf('conversations', { conversation: row.conversation_id })}
                      >${date(row.created_at)}</a
                    >
                  </th>
                  <td>${this.pals.find(({ pal_id }) => pal_id === row.pal_id)?.pal_name ?? '–'}</td>
                  <td>
                    ${
                      this.deployments.find(({ deployment_id }) => deployment_id === row.deployment_id)
                        ?.name ?? row.conversation_name
                    }
                  </td>
                  <td>${statusWords(row.status)}</td>
                  <td>
                    ${
                      row.status === 'ended'
                        ? clockTime((Date.parse(row.updated_at) - Date.parse(row.created_at)) / 1000)
                        : '–'
                    }
                  </td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
      ${
        pages > 1
          ? html`<nav class="row" aria-label=${t('pages')}>
              <wa-button
                size="s"
                appearance="outlined"
                ?disabled=${this.at <= 1}
                @click=${() => this.#turn(-1)}
                >${t('earlierPage')}</wa-button
              >
              <span>${t('pageOf', { page: this.at, pages })}</span>
              <wa-button
                size="s"
                appearance="outlined"
                ?disabled=${this.at >= pages}
                @click=${() => this.#turn(1)}
                >${t('laterPage')}</wa-button
              >
            </nav>`
          : nothing
      }`;
  }

  #filter = (event: Event): void => {
    this.status = (event.target as HTMLSelectElement).value as (typeof STATUSES)[number];
    this.at = 1;
    void this.run(() => this.#list());
  };

  #turn(by: number): void {
    this.at += by;
    void this.run(() => this.#list());
  }

  #answered = (event: CustomEvent<Pal>): void => {
    this.pal = event.detail;
    // The owner may have put the question in other words, which hides the group on this page only.
    this.questions = (this.questions ?? []).filter((group) => group !== this.answering);
    this.answering = null;
    this.notice = t('answerKnown');
  };
}

function statusWords(status: (typeof STATUSES)[number]): string {
  if (status === '') return t('all');
  return status === 'active' ? t('running') : t('ended');
}
