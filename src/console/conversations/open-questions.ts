import { withoutAnswered } from '@palkit/contract/own-answers';
import type { Pal } from '@palkit/contract/pals';
import { listUnansweredQuestions, type UnansweredQuestion } from '@palkit/contract/unanswered-questions';
import { html, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { writeAnswer } from '../base/answer-dialog.ts';
import { request } from '../base/api.ts';
import { addressOf } from '../base/page.ts';
import { ConsoleSection } from '../base/part.ts';
import { button, card, cards } from '../base/templates.ts';
import { date, t } from '../base/words.ts';

/**
 * Lists unanswered questions of visitors, each with a button to add the answer.
 * @fires pal-changed - An answer was added.
 */
@customElement('palkit-open-questions')
export class OpenQuestions extends ConsoleSection {
  protected override readonly heading = 'openQuestions';
  @property({ attribute: false }) pal: Pal | null = null;
  /** Null until the questions are loaded. */
  @state() private questions: readonly UnansweredQuestion[] | null = null;

  /** Loads the grouped questions, which may take seconds if a model has to compute vectors first. */
  protected override async load(): Promise<void> {
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
    if (this.questions === null) return html`<p>${t('loading')}</p>`;
    const open = withoutAnswered(this.pal?.facts, this.questions);
    if (open.length === 0) return html`<p class="quiet">${t('noOpenQuestions')}</p>`;
    return html`${cards(open.map((group) => this.#group(group)))}`;
  }

  #group(group: UnansweredQuestion): TemplateResult {
    const otherWordings = group.wordings.slice(1);
    const url = addressOf('conversations', { conversation: group.conversation_id });
    const wordings = html`<wa-details appearance="plain" summary=${t('otherWordings')}
      ><ul>
        ${otherWordings.map((words) => html`<li>${words}</li>`)}
      </ul></wa-details
    >`;
    return card(
      group.question,
      [
        html`<span class="quiet"
          >${t('askedTimes', { count: group.count })} · <a href=${url}>${date(group.last_asked_at)}</a></span
        >`,
        otherWordings.length > 0 && wordings,
      ],
      button(t('addAnswer'), () => this.#answer(group)),
    );
  }

  async #answer(group: UnansweredQuestion): Promise<void> {
    const pal = this.pal && (await writeAnswer(this.pal.pal_id, { question: group.question, answer: '' }));
    if (!pal) return;
    this.announcePal(pal);
    // The owner may have rephrased the question, so that the service does not match it. Hide the group on
    // this page in any case.
    this.questions = (this.questions ?? []).filter((other) => other !== group);
    this.notice = t('answerKnown');
  }
}
