import { lineOf, withAnswer, type OwnAnswer } from '@palkit/contract/own-answers';
import { MAX_ANSWER_LENGTH } from '@palkit/contract/pal-facts';
import type { Pal } from '@palkit/contract/pals';
import { html, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { changeFacts } from './own-answers.ts';
import { ConsolePart, Refusal } from './part.ts';
import { textField } from './form-fields.ts';
import { button } from './templates.ts';
import { t } from './words.ts';

/** Dialog to write the PAL's own answer to a question; `closed` has the changed PAL, or null. */
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
          longest: MAX_ANSWER_LENGTH,
          required: true,
        })}
        ${this.messages()}
        <div class="row end">
          ${button(t('cancel'), cancel, { size: 'm' })}
          <wa-button type="submit" variant="brand" ?loading=${this.busy}>${t('save')}</wa-button>
        </div>
      </form>
    </wa-dialog>`;
  }

  readonly #submit = this.action(async () => {
    const newAnswer = { question: this.field('question'), answer: this.field('answer') };
    if (lineOf(newAnswer).length > MAX_ANSWER_LENGTH)
      throw new Refusal(t('answerTooLong', { count: MAX_ANSWER_LENGTH }));
    this.closed(await changeFacts(this.palId, (facts) => withAnswer(facts, newAnswer)));
  });
}

/** Opens the dialog with a draft. Settles when it is closed, with the changed PAL or null. */
export async function writeAnswer(palId: string, draft: OwnAnswer): Promise<Pal | null> {
  const dialog = Object.assign(new AnswerDialog(), { palId, draft });
  document.body.append(dialog);
  const pal = await new Promise<Pal | null>((resolve) => (dialog.closed = resolve));
  dialog.remove();
  return pal;
}
