import { askPal, type PalAnswer } from '@palkit/contract/pal-questions';
import type { Pal } from '@palkit/contract/pals';
import type * as z from 'zod/mini';
import { html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { request } from '../base/api.ts';
import { writeAnswer } from '../base/answer-dialog.ts';
import { ConsoleSection } from '../base/part.ts';
import { textField } from '../base/form-fields.ts';
import { button, card, cards, joinWords } from '../base/templates.ts';
import { t } from '../base/words.ts';

type Answer = z.output<typeof PalAnswer>;

/**
 * Asks the PAL a test question without a call, and lets the owner replace the answer.
 * @fires pal-changed - An answer was added.
 */
@customElement('palkit-test-question')
export class TestQuestion extends ConsoleSection {
  protected override readonly heading = 'testQuestion';
  @property({ attribute: false }) pal!: Pal;
  @state() private question = '';
  @state() private answer: Answer | null = null;

  protected override content(): TemplateResult {
    return html`<form class="row" @submit=${this.#askQuestion}>
        ${textField('question', t('question'), { longest: 2000, required: true })}
        <wa-button type="submit" variant="brand" ?loading=${this.busy}>${t('ask')}</wa-button>
      </form>
      ${this.answer ? this.#result(this.answer) : nothing}`;
  }

  #result(answer: Answer): TemplateResult {
    const causes = answer.fault?.join(' ');
    return html`<div class="lines" aria-live="polite">
      <p class="quiet">
        ${answer.outcome ? t(answer.outcome) : t('noAnswer')} ·
        ${t(answer.answering === 'model' ? 'byModel' : 'byDocuments')} ·
        ${t('seconds', { seconds: (answer.took / 1000).toFixed(1) })}
      </p>
      <blockquote>${answer.said || '–'}</blockquote>
      ${causes ? html`<wa-callout variant="warning">${causes}</wa-callout>` : nothing}
      ${button(t('addAnswer'), () => this.#write(''))}
      ${answer.candidates.length > 0 ? html`<h3>${t('candidates')}</h3>` : nothing}
      ${cards(
        answer.candidates.map(({ text, score, document_name, heading }) => {
          const certainty = score !== null && t('sureness', { percent: Math.round(score * 100) });
          return card(
            '',
            [html`<span class="as-written">${text}</span>`, joinWords([document_name, heading, certainty])],
            button(t('makeAnswer'), () => this.#write(text.slice(0, 400))),
          );
        }),
      )}
    </div>`;
  }

  readonly #askQuestion = this.action(() => {
    this.question = this.field('question');
    return this.#requestAnswer();
  });

  async #requestAnswer(): Promise<void> {
    const params = { pal_id: this.pal.pal_id };
    this.answer = await request(askPal, { params, body: { question: this.question } });
  }

  /** Opens a dialog with this draft of an answer. When it is saved, asks again, to show the new answer. */
  async #write(answer: string): Promise<void> {
    const pal = await writeAnswer(this.pal.pal_id, { question: this.question, answer });
    if (!pal) return;
    this.announcePal(pal);
    await this.run(() => this.#requestAnswer(), t('answerKnown'));
  }
}
