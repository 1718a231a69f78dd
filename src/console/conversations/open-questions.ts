import type { Pal } from '@palkit/contract/pals';
import { listUnansweredQuestions, type UnansweredQuestion } from '@palkit/contract/unanswered-questions';
import { html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import '../base/answer-dialog.ts';
import { request } from '../base/api.ts';
import { withoutAnswered } from '../base/own-answers.ts';
import { addressOf } from '../base/page.ts';
import { ConsolePart } from '../base/part.ts';
import { date, t } from '../base/words.ts';

/**
 * Questions of visitors without an answer, each with "Add the answer".
 * @fires pal-changed - An answer was added.
 */
@customElement('palkit-open-questions')
export class OpenQuestions extends ConsolePart {
  @property({ attribute: false }) pal: Pal | null = null;
  /** Null until they are grouped. */
  @state() private questions: readonly UnansweredQuestion[] | null = null;
  @state() private answering: UnansweredQuestion | null = null;

  override connectedCallback(): void {
    super.connectedCallback();
    // Grouping by meaning may take seconds where a model makes vectors first.
    this.later(this.#load());
  }

  async #load(): Promise<void> {
    const pal_id = this.pal?.pal_id;
    try {
      if (pal_id === undefined) return;
      const { data } = await request(listUnansweredQuestions, { params: { pal_id }, query: { limit: '50' } });
      this.questions = data;
    } finally {
      this.questions ??= [];
    }
  }

  override render(): TemplateResult {
    return html`<section aria-labelledby="open">
      <h2 id="open">${t('openQuestions')}</h2>
      ${this.messages()} ${this.#list()}
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

  #list(): TemplateResult {
    if (this.questions === null) return html`<p>${t('loading')}</p>`;
    const open = withoutAnswered(this.pal, this.questions);
    if (open.length === 0) return html`<p class="quiet">${t('noOpenQuestions')}</p>`;
    return html`<ul class="cards">
      ${open.map((group) => this.#group(group))}
    </ul>`;
  }

  #group(group: UnansweredQuestion): TemplateResult {
    const others = group.wordings.slice(1);
    return html`<li>
      <div>
        <strong>${group.question}</strong>
        <span class="quiet"
          >${t('askedTimes', { count: group.count })} ·
          <a href=${addressOf('conversations', { conversation: group.conversation_id })}
            >${date(group.last_asked_at)}</a
          ></span
        >
        ${
          others.length > 0
            ? html`<wa-details appearance="plain" summary=${t('otherWordings')}
                ><ul>
                  ${others.map((words) => html`<li>${words}</li>`)}
                </ul></wa-details
              >`
            : nothing
        }
      </div>
      <wa-button size="s" variant="brand" appearance="outlined" @click=${() => (this.answering = group)}
        >${t('addAnswer')}</wa-button
      >
    </li>`;
  }

  #answered = (event: CustomEvent<Pal>): void => {
    this.pal = event.detail;
    this.tellPal(event.detail);
    // The owner may have put the question in other words, which hides the group on this page only.
    this.questions = (this.questions ?? []).filter((group) => group !== this.answering);
    this.answering = null;
    this.notice = t('answerKnown');
  };
}
