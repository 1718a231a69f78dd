import { answerOf } from '@palkit/contract/own-answers';
import { MAX_ANSWERS, type PalFacts } from '@palkit/contract/pal-facts';
import type { Pal } from '@palkit/contract/pals';
import { html, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { writeAnswer } from '../base/answer-dialog.ts';
import { changeFacts } from '../base/own-answers.ts';
import { ConsoleSection, Refusal } from '../base/part.ts';
import { submitButton, textField } from '../base/form-fields.ts';
import { button, DANGER, card, cards } from '../base/templates.ts';
import { t } from '../base/words.ts';

const CONTACTS = ['telephone', 'email', 'address'] as const;

/**
 * The owner's answers and facts, which come before documents.
 * @fires pal-changed - The PAL has other facts.
 */
@customElement('palkit-facts')
export class FactsPart extends ConsoleSection {
  protected override readonly heading = 'ownAnswers';
  @property({ attribute: false }) pal!: Pal;

  protected override content(): TemplateResult {
    const lines = this.pal.facts?.lines ?? [];
    return html`<p class="quiet">${t('ownAnswersWords')}</p>
      ${cards(
        lines.map((line) => {
          const { question, answer } = answerOf(line);
          const remove = button(t('delete'), () => this.#remove(line), DANGER);
          return card(question, [html`<span>${answer}</span>`], remove);
        }),
      )}
      ${button(t('addAnswer'), () => this.#add(), { size: 'm', disabled: lines.length >= MAX_ANSWERS })}
      <h3>${t('facts')}</h3>
      <form class="stack" @submit=${this.#save}>
        ${CONTACTS.map((name) =>
          textField(name, t(name), {
            value: this.pal.facts?.[name] ?? '',
            longest: name === 'telephone' ? 50 : 200,
          }),
        )}
        ${textField('prices', t('prices'), {
          value: (this.pal.facts?.prices ?? []).map(({ name, price }) => `${name}: ${price}`).join('\n'),
          hint: t('pricesHint'),
          rows: 3,
        })}
        ${submitButton(t('save'), this.busy)}
      </form>`;
  }

  async #add(): Promise<void> {
    const pal = await writeAnswer(this.pal.pal_id, { question: '', answer: '' });
    if (!pal) return;
    this.announcePal(pal);
    this.notice = t('answerKnown');
  }

  readonly #save = this.action(async () => {
    const prices = pricesOf(this.field('prices'));
    if (prices === null) throw new Refusal(t('pricesHint'));
    const contacts = Object.fromEntries(CONTACTS.map((name) => [name, this.field(name) || null]));
    this.announcePal(await changeFacts(this.pal.pal_id, (facts) => ({ ...facts, ...contacts, prices })));
  }, t('saved'));

  #remove(line: string): void {
    const remove = (facts: PalFacts) => ({ ...facts, lines: facts.lines.filter((other) => other !== line) });
    this.confirm('deleteAnswer', 'delete', { line }, async () =>
      this.announcePal(await changeFacts(this.pal.pal_id, remove)),
    );
  }
}

/** One price a line, `name: price`; null if a line has another form. */
function pricesOf(text: string): PalFacts['prices'] | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const prices = lines.map((line) => {
    const colon = line.indexOf(':');
    return { name: line.slice(0, Math.max(0, colon)).trim(), price: line.slice(colon + 1).trim() };
  });
  return prices.every(({ name, price }) => name && price) ? prices : null;
}
