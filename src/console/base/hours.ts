import type { Deployment } from '@palkit/contract/deployments';
import { holidaysOf, holidaysText, hoursOf, hoursText } from '@palkit/contract/hours-text';
import { WEEK_DAYS } from '@palkit/contract/pal-facts';
import { html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { ConsolePart } from './part.ts';
import { submitButton, textField } from './form-fields.ts';
import { language, t } from './words.ts';

export type Hours = NonNullable<Deployment['customization']['hours']>;

const dayNames = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
/** Returns the name of a weekday, counted from Monday; 5 January 1970 was a Monday. */
const dayName = (index: number): string => dayNames.format(new Date(Date.UTC(1970, 0, 5 + index)));

/**
 * Form for opening hours and holidays, of a business or of an agent. An agent also has a text for visitors outside
 * these hours.
 * @fires hours-changed - With the hours; undefined if no day has any.
 */
@customElement('palkit-hours')
export class HoursForm extends ConsolePart {
  @property({ attribute: false }) hours: Partial<Hours> | undefined;
  @property() words = '';
  @property({ type: Boolean }) hasText = false;

  override render(): TemplateResult {
    const { timezone, regular = [], holidays = [], text = '' } = this.hours ?? {};
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    return html`<details>
      <summary>${t('openingHours')}</summary>
      <form class="stack" @submit=${this.#submit}>
        <p class="quiet">${this.words} ${t('hoursFormWords')}</p>
        ${textField('timezone', t('timeZone'), { value: timezone ?? zone, longest: 64 })}
        ${WEEK_DAYS.map((day, index) => textField(day, dayName(index), { value: hoursText(regular, day) }))}
        ${textField('holidays', t('holidays'), { value: holidaysText(holidays), hint: t('holidaysHint'), rows: 3 })}
        ${this.hasText ? textField('closed-text', t('closedText'), { value: text, longest: 500 }) : nothing}
        ${this.messages()} ${submitButton(t('save'), false, 'outlined')}
      </form>
    </details>`;
  }

  #submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const days = WEEK_DAYS.map((day, index) => ({ day, index, spans: hoursOf(this.field(day)) }));
    const holidays = holidaysOf(this.field('holidays'));
    const regular = days.flatMap(({ day, spans }) => (spans ?? []).map((span) => ({ days: [day], ...span })));
    const invalidDay = days.find(({ spans }) => spans === null);
    this.fault = invalidDay ? t('hoursForm', { day: dayName(invalidDay.index) }) : '';
    if (!holidays || (holidays.length > 0 && regular.length === 0)) this.fault ||= t('holidaysHint');
    if (this.fault || !holidays) return;
    const text = this.field('closed-text') || undefined;
    const hours = { ...this.hours, timezone: this.field('timezone'), regular, holidays, text };
    const detail = regular.length > 0 ? hours : undefined;
    this.dispatchEvent(new CustomEvent<Hours | undefined>('hours-changed', { detail }));
  };
}
