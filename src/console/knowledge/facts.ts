import type { PalFacts } from '@palkit/contract/pal-facts';
import type { Pal } from '@palkit/contract/pals';
import { html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import '../base/answer-dialog.ts';
import { answerOf, changeFacts, MOST_ANSWERS, withoutLine } from '../base/own-answers.ts';
import { confirmDialog } from '../base/page.ts';
import { button, ConsolePart } from '../base/part.ts';
import { t } from '../base/words.ts';

const CONTACTS = ['telephone', 'email', 'address'] as const;

/**
 * The owner's answers and facts, which come before documents.
 * @fires pal-changed - The PAL has other facts.
 */
@customElement('palkit-facts')
export class FactsPart extends ConsolePart {
  @property({ attribute: false }) pal!: Pal;
  @state() private adding = false;
  @state() private removing: string | null = null;

  override render(): TemplateResult {
    const lines = this.pal.facts?.lines ?? [];
    return html`<section aria-labelledby="facts-title">
      <h2 id="facts-title">${t('ownAnswers')}</h2>
      <p class="quiet">${t('ownAnswersWords')}</p>
      ${this.messages()}
      ${
        lines.length === 0
          ? nothing
          : html`<ul class="cards">
              ${lines.map((line) => {
                const { question, answer } = answerOf(line);
                return html`<li>
                  <div>${question ? html`<strong>${question}</strong>` : nothing}<span>${answer}</span></div>
                  ${button(t('delete'), () => (this.removing = line), 'danger')}
                </li>`;
              })}
            </ul>`
      }
      <wa-button
        appearance="outlined"
        ?disabled=${lines.length >= MOST_ANSWERS}
        @click=${() => (this.adding = true)}
        >${t('addAnswer')}</wa-button
      >
      <h3>${t('facts')}</h3>
      <form class="stack" @submit=${this.#save}>
        ${CONTACTS.map(
          (name) =>
            html`<wa-input
              name=${name}
              label=${t(name)}
              maxlength=${name === 'telephone' ? 50 : 200}
              .value=${this.pal.facts?.[name] ?? ''}
            ></wa-input>`,
        )}
        <wa-textarea
          name="prices"
          label=${t('prices')}
          hint=${t('pricesHint')}
          rows="3"
          .value=${(this.pal.facts?.prices ?? []).map(({ name, price }) => `${name}: ${price}`).join('\n')}
        ></wa-textarea>
        <div><wa-button type="submit" variant="brand" ?loading=${this.busy}>${t('save')}</wa-button></div>
      </form>
      ${
        this.adding
          ? html`<palkit-answer-dialog
              .palId=${this.pal.pal_id}
              @answered=${this.#answered}
              @answer-cancelled=${() => (this.adding = false)}
            ></palkit-answer-dialog>`
          : nothing
      }
      ${
        this.removing === null
          ? nothing
          : confirmDialog(t('deleteAnswer'), this.removing, t('delete'), this.#decide)
      }
    </section>`;
  }

  #answered = (event: CustomEvent<Pal>): void => {
    this.adding = false;
    this.tellPal(event.detail);
    this.notice = t('answerKnown');
  };

  #save = (event: SubmitEvent): void => {
    event.preventDefault();
    const prices = pricesOf(this.field('prices'));
    if (prices === null) {
      this.fault = t('pricesHint');
      return;
    }
    const contacts = Object.fromEntries(CONTACTS.map((name) => [name, this.field(name) || null]));
    void this.run(async () => {
      this.tellPal(await changeFacts(this.pal.pal_id, (facts) => ({ ...facts, ...contacts, prices })));
    }, t('saved'));
  };

  #decide = (agreed: boolean): void => {
    const line = this.removing;
    this.removing = null;
    if (!agreed || line === null) return;
    void this.run(async () => {
      this.tellPal(await changeFacts(this.pal.pal_id, (facts) => withoutLine(facts, line)));
    });
  };
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
