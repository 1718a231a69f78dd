import { lineOf, withAnswer, type OwnAnswer } from '@palkit/contract/own-answers';
import { LONGEST_ANSWER } from '@palkit/contract/pal-facts';
import type { Pal } from '@palkit/contract/pals';
import { html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { changeFacts } from './own-answers.ts';
import { ConsolePart } from './part.ts';
import { textField } from './templates.ts';
import { t } from './words.ts';

/** Writes the answer to a question, which the next call knows; `closed` gets the changed PAL, or null. */
@customElement('palkit-answer-dialog')
export class AnswerDialog extends ConsolePart {
  @property() palId = '';
  @property({ attribute: false }) draft: OwnAnswer = { question: '', answer: '' };
  @property({ attribute: false }) closed: (pal: Pal | null) => void = () => undefined;

  override render(): TemplateResult {
    const cancel = () => this.closed(null);
    const { question, answer } = this.draft;
    return html`<wa-dialog open label=${t('addAnswer')} @wa-after-hide=${cancel}>
      <form class="stack" id="answer-form" @submit=${this.#submit}>
        ${textField('question', t('question'), { value: question, longest: 300 })}
        ${textField('answer', t('answer'), {
          value: answer,
          hint: t('answerHint'),
          rows: 4,
          longest: LONGEST_ANSWER,
          required: true,
        })}
        ${this.messages()}
        <div class="row end">
          <wa-button appearance="outlined" @click=${cancel}>${t('cancel')}</wa-button>
          <wa-button type="submit" variant="brand" ?loading=${this.busy}>${t('save')}</wa-button>
        </div>
      </form>
    </wa-dialog>`;
  }

  #submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const added = { question: this.field('question'), answer: this.field('answer') };
    if (lineOf(added).length > LONGEST_ANSWER) {
      this.fault = t('answerTooLong', { count: LONGEST_ANSWER });
      return;
    }
    await this.run(async () =>
      this.closed(await changeFacts(this.palId, (facts) => withAnswer(facts, added))),
    );
  };
}

/** The dialog, open while there is a draft. */
export const answerDialog = (
  pal: Pal | null,
  draft: OwnAnswer | null,
  closed: AnswerDialog['closed'],
): TemplateResult | typeof nothing =>
  pal && draft
    ? html`<palkit-answer-dialog
        .palId=${pal.pal_id}
        .draft=${draft}
        .closed=${closed}
      ></palkit-answer-dialog>`
    : nothing;
