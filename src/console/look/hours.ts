import type { Deployment } from '@palkit/contract/deployments';
import { hoursOf, hoursText } from '@palkit/contract/hours-text';
import { WEEK_DAYS } from '@palkit/contract/pal-facts';
import { html, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { ConsolePart } from '../base/part.ts';
import { submitButton, textField } from '../base/form-fields.ts';
import { language, t } from '../base/words.ts';

type Hours = NonNullable<Deployment['customization']['hours']>;

const dayNames = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
/** 5 January 1970 was a Monday. */
const dayName = (index: number): string => dayNames.format(new Date(Date.UTC(1970, 0, 5 + index)));

/**
 * Opening hours: outside them no call begins, and visitors may leave a message. Holidays stay as they are stored.
 * @fires hours-changed - With the hours, undefined where no day has any.
 */
@customElement('palkit-hours')
export class HoursForm extends ConsolePart {
  @property({ attribute: false }) hours: Hours | undefined;

  override render(): TemplateResult {
    const { hours } = this;
    const regular = hours?.regular ?? [];
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    return html`<details>
      <summary>${t('openingHours')}</summary>
      <form class="stack" @submit=${this.#submit}>
        <p class="quiet">${t('openingHoursWords')}</p>
        ${textField('timezone', t('timeZone'), { value: hours?.timezone ?? zone, longest: 64 })}
        ${WEEK_DAYS.map((day, index) => textField(day, dayName(index), { value: hoursText(regular, day) }))}
        ${textField('closed-text', t('closedText'), { value: hours?.text ?? '', longest: 500 })}
        ${this.messages()} ${submitButton(t('save'), false, 'outlined')}
      </form>
    </details>`;
  }

  #submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const days = WEEK_DAYS.map((day, index) => ({ day, index, spans: hoursOf(this.field(day)) }));
    const wrong = days.find(({ spans }) => spans === null);
    this.fault = wrong ? t('hoursForm', { day: dayName(wrong.index) }) : '';
    if (wrong) return;
    const regular = days.flatMap(({ day, spans }) => (spans ?? []).map((span) => ({ days: [day], ...span })));
    const text = this.field('closed-text');
    const detail =
      regular.length > 0
        ? { holidays: [], ...this.hours, timezone: this.field('timezone'), regular, text: text || undefined }
        : undefined;
    this.dispatchEvent(new CustomEvent<Hours | undefined>('hours-changed', { detail }));
  };
}
