import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { Pal } from '@palkit/contract/pals';
import { changeFacts, LONGEST_ANSWER, lineOf, withAnswer } from './own-answers.ts';
import { faultWords } from './page.ts';
import { t } from './words.ts';

/**
 * Writes the answer to a question, which the next call knows.
 * @fires answered - With the changed PAL.
 * @fires answer-cancelled - Closed without an answer.
 */
@customElement('palkit-answer-dialog')
export class AnswerDialog extends LitElement {
  @property() palId = '';
  @property() question = '';
  @property() answer = '';
  @state() private fault = '';
  @state() private busy = false;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

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
        <div role="alert">
          ${this.fault ? html`<wa-callout variant="danger">${this.fault}</wa-callout>` : nothing}
        </div>
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
    const value = (selector: string) =>
      this.querySelector<HTMLElement & { value: string | null }>(selector)?.value ?? '';
    const added = { question: value('wa-input'), answer: value('wa-textarea') };
    if (lineOf(added).length > LONGEST_ANSWER) {
      this.fault = t('answerTooLong', { count: LONGEST_ANSWER });
      return;
    }
    this.busy = true;
    this.fault = '';
    try {
      const pal = await changeFacts(this.palId, (facts) => withAnswer(facts, added));
      this.dispatchEvent(new CustomEvent<Pal>('answered', { detail: pal }));
    } catch (error) {
      this.fault = faultWords(error);
    } finally {
      this.busy = false;
    }
  };
}
