import { askPal, type PalAnswer } from '@palkit/contract/pal-questions';
import type { Pal } from '@palkit/contract/pals';
import type * as z from 'zod/mini';
import { html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { request } from '../base/api.ts';
import '../base/answer-dialog.ts';
import { button, ConsolePart } from '../base/part.ts';
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
  @state() private draft: string | null = null;

  override render(): TemplateResult {
    return html`<section aria-labelledby="test-title">
      <h2 id="test-title">${t('testQuestion')}</h2>
      <form class="row" @submit=${this.#ask}>
        <wa-input name="question" label=${t('question')} maxlength="2000" required></wa-input>
        <wa-button type="submit" variant="brand" ?loading=${this.busy}>${t('ask')}</wa-button>
      </form>
      ${this.messages()} ${this.answer ? this.#result(this.answer) : nothing}
      ${
        this.draft === null
          ? nothing
          : html`<palkit-answer-dialog
              .palId=${this.pal.pal_id}
              .question=${this.question}
              .answer=${this.draft}
              @answered=${this.#answered}
              @answer-cancelled=${() => (this.draft = null)}
            ></palkit-answer-dialog>`
      }
    </section>`;
  }

  #result(answer: Answer): TemplateResult {
    const causes = answer.fault?.join(' ');
    return html`<div class="result" aria-live="polite">
      <p class="quiet">
        ${answer.outcome ? t(answer.outcome) : t('noAnswer')} ·
        ${t(answer.answering === 'model' ? 'byModel' : 'byDocuments')} ·
        ${t('seconds', { seconds: (answer.took / 1000).toFixed(1) })}
      </p>
      <blockquote>${answer.said || '–'}</blockquote>
      ${causes ? html`<wa-callout variant="warning">${causes}</wa-callout>` : nothing}
      ${button(t('addAnswer'), () => (this.draft = ''))}
      ${
        answer.candidates.length > 0
          ? html`<h3>${t('candidates')}</h3>
              <ul class="cards">
                ${answer.candidates.map(
                  ({ text, score, document_name, heading }) =>
                    html`<li>
                      <div>
                        <span class="as-written">${text}</span>
                        <span class="quiet"
                          >${[
                            document_name,
                            heading,
                            score === null ? '' : t('sureness', { percent: Math.round(score * 100) }),
                          ]
                            .filter(Boolean)
                            .join(' · ')}</span
                        >
                      </div>
                      ${button(t('makeAnswer'), () => (this.draft = text.slice(0, 400)))}
                    </li>`,
                )}
              </ul>`
          : nothing
      }
    </div>`;
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
  #answered = (event: CustomEvent<Pal>): void => {
    this.draft = null;
    this.tellPal(event.detail);
    void this.run(() => this.#try(), t('answerKnown'));
  };
}
