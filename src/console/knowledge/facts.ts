import { answerOf } from '@palkit/contract/own-answers';
import { MAX_ANSWERS, type PalFacts } from '@palkit/contract/pal-facts';
import { pricesOf, pricesText } from '@palkit/contract/prices-text';
import type { Pal } from '@palkit/contract/pals';
import { html, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { writeAnswer } from '../base/answer-dialog.ts';
import type { Hours } from '../base/hours.ts';
import '../base/hours.ts';
import { changeFacts } from '../base/own-answers.ts';
import { ConsoleSection, Refusal } from '../base/part.ts';
import { submitButton, textField } from '../base/form-fields.ts';
import { button, DANGER, card, cards } from '../base/templates.ts';
import { t } from '../base/words.ts';

const CONTACTS = ['telephone', 'email', 'address'] as const;

/**
 * The owner's answers and facts, which take precedence over documents.
 * @fires pal-changed - The PAL's facts changed.
 */
@customElement('palkit-facts')
export class FactsPart extends ConsoleSection {
  protected override readonly heading = 'ownAnswers';
  @property({ attribute: false }) pal!: Pal;

  protected override content(): TemplateResult {
    const lines = this.pal.facts?.lines ?? [];
    const hours = { ...this.pal.facts?.opening_hours, timezone: this.pal.timezone ?? undefined };
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
          value: pricesText(this.pal.facts?.prices ?? []),
          hint: t('pricesHint'),
          rows: 3,
        })}
        ${submitButton(t('save'), this.busy)}
      </form>
      <palkit-hours
        .hours=${hours}
        .words=${t('factHoursWords')}
        @hours-changed=${({ detail }: CustomEvent<Hours | undefined>) => this.#saveHours(detail)}
      ></palkit-hours>`;
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
    await this.#change((facts) => ({ ...facts, ...contacts, prices }));
  }, t('saved'));

  #saveHours(hours: Hours | undefined): void {
    const opening_hours = hours ? { regular: hours.regular, holidays: hours.holidays } : null;
    void this.run(() => this.#change((facts) => ({ ...facts, opening_hours }), hours?.timezone), t('saved'));
  }

  async #change(change: (facts: PalFacts) => PalFacts, timezone?: string): Promise<void> {
    this.announcePal(await changeFacts(this.pal.pal_id, change, timezone));
  }

  #remove(line: string): void {
    const remove = (facts: PalFacts) => ({ ...facts, lines: facts.lines.filter((other) => other !== line) });
    this.confirm('deleteAnswer', 'delete', { line }, () => this.#change(remove));
  }
}
