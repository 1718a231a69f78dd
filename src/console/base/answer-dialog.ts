import { html, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Pal } from '@palkit/contract/pals';
import { changeFacts, LONGEST_ANSWER, lineOf, withAnswer } from './own-answers.ts';
import { ConsolePart } from './part.ts';
import { t } from './words.ts';

/**
 * Writes the answer to a question, which the next call knows.
 * @fires answered - With the changed PAL.
 * @fires answer-cancelled - Closed without an answer.
 */
@customElement('palkit-answer-dialog')
export class AnswerDialog extends ConsolePart {
  @property() palId = '';
  @property() question = '';
  @property() answer = '';

  override render(): TemplateResult {
    return html`<wa-dialog open label=${t('addAnswer')} @wa-after-hide=${this.#cancel}>
      <form class="stack" id="answer-form" @submit=${this.#submit}>
        <wa-input name="question" label=${t('question')} .value=${this.question} maxlength="300"></wa-input>
        <wa-textarea
          name="answer"
          label=${t('answer')}
          hint=${t('answerHint')}
          rows="4"
          maxlength=${LONGEST_ANSWER}
          required
          .value=${this.answer}
        ></wa-textarea>
        ${this.messages()}
        <div class="row end">
          <wa-button appearance="outlined" @click=${this.#cancel}>${t('cancel')}</wa-button>
          <wa-button type="submit" variant="brand" ?loading=${this.busy}>${t('save')}</wa-button>
        </div>
      </form>
    </wa-dialog>`;
  }

  #cancel = (): void => {
    this.dispatchEvent(new CustomEvent('answer-cancelled'));
  };

  #submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const added = { question: this.field('question'), answer: this.field('answer') };
    if (lineOf(added).length > LONGEST_ANSWER) {
      this.fault = t('answerTooLong', { count: LONGEST_ANSWER });
      return;
    }
    await this.run(async () => {
      const pal = await changeFacts(this.palId, (facts) => withAnswer(facts, added));
      this.dispatchEvent(new CustomEvent<Pal>('answered', { detail: pal }));
    });
  };
}
