import type { OwnAnswer } from '@palkit/contract/own-answers';
import { askPal, type PalAnswer } from '@palkit/contract/pal-questions';
import type { Pal } from '@palkit/contract/pals';
import type * as z from 'zod/mini';
import { html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { request } from '../base/api.ts';
import { answerDialog } from '../base/answer-dialog.ts';
import { ConsolePart } from '../base/part.ts';
import { button, card, cards, joined, textField } from '../base/templates.ts';
import { t } from '../base/words.ts';

type Answer = z.output<typeof PalAnswer>;

/**
 * Asks the PAL a question without a call, and makes a better answer its own.
 * @fires pal-changed - The PAL has a new answer.
 */
@customElement('palkit-test-question')
export class TestQuestion extends ConsolePart {
  @property({ attribute: false }) pal!: Pal;
  @state() private question = '';
  @state() private answer: Answer | null = null;
  /** Words that the dialog begins with; null while it is closed. */
  @state() private draft: OwnAnswer | null = null;

  override render(): TemplateResult {
    return html`<section aria-labelledby="test-title">
      <h2 id="test-title">${t('testQuestion')}</h2>
      <form class="row" @submit=${this.#ask}>
        ${textField('question', t('question'), { longest: 2000, required: true })}
        <wa-button type="submit" variant="brand" ?loading=${this.busy}>${t('ask')}</wa-button>
      </form>
      ${this.messages()} ${this.answer ? this.#result(this.answer) : nothing}
      ${answerDialog(this.pal, this.draft, this.#answered)}
    </section>`;
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
      ${button(t('addAnswer'), () => this.#begin(''))}
      ${answer.candidates.length > 0 ? html`<h3>${t('candidates')}</h3>` : nothing}
      ${cards(
        answer.candidates.map(({ text, score, document_name, heading }) => {
          const sureness = score !== null && t('sureness', { percent: Math.round(score * 100) });
          return card(
            '',
            [html`<span class="as-written">${text}</span>`, joined([document_name, heading, sureness])],
            button(t('makeAnswer'), () => this.#begin(text.slice(0, 400))),
          );
        }),
      )}
    </div>`;
  }

  #begin(answer: string): void {
    this.draft = { question: this.question, answer };
  }

  #ask = (event: SubmitEvent): void => {
    event.preventDefault();
    this.question = this.field('question');
    void this.run(() => this.#try());
  };

  async #try(): Promise<void> {
    const params = { pal_id: this.pal.pal_id };
    this.answer = await request(askPal, { params, body: { question: this.question } });
  }

  /** Asks again, so that the owner sees what the next call would say. */
  #answered = (pal: Pal | null): void => {
    this.draft = null;
    if (!pal) return;
    this.tellPal(pal);
    void this.run(() => this.#try(), t('answerKnown'));
  };
}
