import { css, html, nothing, type PropertyValues } from 'lit';
import { query, state } from 'lit/decorators.js';
import { fill } from '../../text/words.ts';
import { close } from '../base/icons.ts';
import { CardPart } from './card.ts';
import { dayLabel, daysOf, slotLabel, valueLabel, zoneName, type Day } from './slots.ts';

/**
 * Selects a date, a slot, a date with a time, or a range of dates, with native fields so that each device shows its
 * own picker.
 *
 * @summary The canvas' calendar.
 * @fires pal-request - `answer-card`.
 * @csspart label - A field's label.
 * @csspart input - A field.
 * @csspart chosen - A selected date.
 * @csspart day - A day's heading.
 * @csspart option - A slot.
 * @csspart zone - The time zone.
 */
export class PalCalendarCard extends CardPart<'calendar'> {
  static override styles = [
    ...CardPart.styles,
    css`
      .range {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(min(152px, 100%), 1fr));
        gap: 12px;
      }
      .adding {
        display: flex;
        gap: 8px;
        align-items: end;
      }
      .adding label {
        flex: 1;
        min-width: 0;
      }
      ul {
        display: flex;
        flex-wrap: wrap;
        gap: 8px;
        margin: 4px 0 0;
        padding: 0;
        list-style: none;
      }
      li {
        display: flex;
        align-items: center;
        padding-inline-start: 14px;
        border-radius: 999px;
        background: color-mix(in oklab, var(--pal-accent) 10%, var(--pal-surface));
        font-size: 0.92em;
      }
      li button {
        display: grid;
        place-items: center;
        width: 40px;
        min-height: 40px;
        padding: 0;
        border: 0;
      }
      li svg {
        width: 14px;
        height: 14px;
      }
      .day {
        margin: 0;
        padding: 8px 0 8px;
        font-size: 0.875em;
        font-weight: 600;
        color: var(--pal-text-soft);
      }
      fieldset fieldset + fieldset {
        margin-block-start: 8px;
      }
      .slots {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(min(104px, 100%), 1fr));
        gap: 8px;
      }
      .slots .option {
        position: relative;
        justify-content: center;
        padding-inline: 8px;
        text-align: center;
        font-variant-numeric: tabular-nums;
      }
      .slots .option:has(:checked) {
        background: var(--pal-accent);
        color: var(--pal-on-accent);
        font-weight: 550;
      }
      .slots input {
        position: absolute;
        inset: 0;
        width: 100%;
        height: 100%;
        opacity: 0;
        cursor: pointer;
      }
      .zone {
        font-size: 0.82em;
        padding-block-start: 4px;
      }
    `,
  ];

  /** The selected dates, times or slot starts; the start and end of a range. */
  @state() private chosen: readonly string[] = [];
  @state() private day = '';
  @state() private problem = '';
  @query('.adding input') private adding!: HTMLInputElement;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('card')) return;
    const previousArguments = (changed.get('card') as this['card'] | undefined)?.arguments;
    const { mode, slots } = this.cardArguments;
    if (previousArguments && previousArguments.mode !== mode) this.chosen = [];
    // An update may have removed slots.
    else if (slots) this.chosen = this.chosen.filter((start) => slots.some((slot) => slot.start === start));
  }

  override render() {
    const { mode, title, slots } = this.cardArguments;
    const { words } = this;
    const fallback = {
      date_picker: words.chooseDate,
      slot_picker: words.chooseTime,
      date_time: words.chooseTime,
      range: words.chooseRange,
    }[mode];
    const days = slots?.length && (mode === 'slot_picker' || mode === 'date_time') ? daysOf(slots) : null;
    const fields = days
      ? mode === 'date_time'
        ? this.#slotsOfADay(days)
        : this.#slots(days)
      : mode === 'range'
        ? this.#range()
        : this.#dates();
    const isComplete = mode === 'range' ? this.chosen[0] && this.chosen[1] : this.chosen.length > 0;
    return this.form(title ?? fallback, fields, {
      submit: this.#submit,
      incomplete: !isComplete,
      problem: this.problem,
    });
  }

  /** Type and bounds of the native field, for days or for minutes. */
  get #field(): { type: 'date' | 'datetime-local'; min: string; max: string } {
    const { mode, date_range } = this.cardArguments;
    if (mode !== 'date_time')
      return { type: 'date', min: date_range?.start ?? '', max: date_range?.end ?? '' };
    return {
      type: 'datetime-local',
      min: date_range?.start ? `${date_range.start}T00:00` : '',
      max: date_range?.end ? `${date_range.end}T23:59` : '',
    };
  }

  #dates() {
    const { words, language } = this;
    const { type, min, max } = this.#field;
    const label = type === 'date' ? words.date : words.dateAndTime;
    if (!this.cardArguments.multi_select)
      return html`<label part="label"
        >${label}<input
          part="input"
          type=${type}
          min=${min || nothing}
          max=${max || nothing}
          .value=${this.chosen[0] ?? ''}
          aria-describedby="problem"
          @input=${this.#setOnly}
      /></label>`;
    return html`<div class="adding">
        <label part="label"
          >${label}<input
            part="input"
            type=${type}
            min=${min || nothing}
            max=${max || nothing}
            aria-describedby="problem"
            @keydown=${this.#handleKey} /></label
        ><button type="button" @click=${this.#add}>${words.add}</button>
      </div>
      ${
        this.chosen.length > 0
          ? html`<ul>
              ${this.chosen.map(
                (value) =>
                  html`<li part="chosen">
                    ${valueLabel(value, language.tag)}<button
                      type="button"
                      aria-label=${fill(words.remove, { what: valueLabel(value, language.tag) })}
                      @click=${() => this.#toggle(value, false)}
                    >
                      ${close}
                    </button>
                  </li>`,
              )}
            </ul>`
          : nothing
      }`;
  }

  #range() {
    const { words } = this;
    const { min, max } = this.#field;
    const [start = '', end = ''] = this.chosen;
    return html`<div class="range">
      <label part="label"
        >${words.from}<input
          part="input"
          type="date"
          min=${min || nothing}
          max=${end || max || nothing}
          .value=${start}
          aria-describedby="problem"
          @input=${(event: Event) => this.#setEnd(0, event)}
      /></label>
      <label part="label"
        >${words.to}<input
          part="input"
          type="date"
          min=${start || min || nothing}
          max=${max || nothing}
          .value=${end}
          aria-describedby="problem"
          @input=${(event: Event) => this.#setEnd(1, event)}
      /></label>
    </div>`;
  }

  #slots(days: Day[]) {
    return html`${days.map(
      (day) =>
        html`<fieldset>
          <legend class="day" part="day">${dayLabel(day.date, this.language.tag)}</legend>
          <div class="slots">${this.#choices(day)}</div>
        </fieldset>`,
    )}${this.#zone()}`;
  }

  #slotsOfADay(days: Day[]) {
    const { words, language } = this;
    const selected = days.find(({ key }) => key === this.day) ?? days[0]!;
    return html`<label part="label"
        >${words.date}<select
          part="input"
          @change=${(event: Event) => (this.day = (event.target as HTMLSelectElement).value)}
        >
          ${days.map(
            (day) =>
              html`<option value=${day.key} ?selected=${day === selected}>
                ${dayLabel(day.date, language.tag)}
              </option>`,
          )}
        </select></label
      >
      <fieldset>
        <legend class="day" part="day">${words.chooseTime}</legend>
        <div class="slots">${this.#choices(selected)}</div>
      </fieldset>
      ${this.#zone()}`;
  }

  #choices(day: Day) {
    const type = this.cardArguments.multi_select ? 'checkbox' : 'radio';
    return day.slots.map(
      (slot) =>
        html`<label class="option" part="option"
          ><input
            type=${type}
            name="slot"
            value=${slot.start}
            .checked=${this.chosen.includes(slot.start)}
            @change=${(event: Event) => this.#toggle(slot.start, (event.target as HTMLInputElement).checked)}
          /><span dir="auto">${slotLabel(slot, this.language.tag)}</span></label
        >`,
    );
  }

  /** Shows the time zone if times of the agent were converted to the visitor's time zone. */
  #zone() {
    const hasOffsets = this.cardArguments.slots?.some(({ start }) => /(Z|[+-]\d\d:\d\d)$/.test(start));
    return hasOffsets
      ? html`<p class="zone" part="zone">
          ${fill(this.words.timeZone, { zone: zoneName(this.language.tag) })}
        </p>`
      : nothing;
  }

  #setOnly = (event: Event): void => {
    const { value } = event.target as HTMLInputElement;
    this.problem = '';
    this.chosen = value ? [value] : [];
  };

  #setEnd(index: 0 | 1, event: Event): void {
    this.problem = '';
    const bounds = [this.chosen[0] ?? '', this.chosen[1] ?? ''];
    bounds[index] = (event.target as HTMLInputElement).value;
    this.chosen = bounds;
  }

  #toggle(value: string, isOn: boolean): void {
    const remaining = this.cardArguments.multi_select ? this.chosen.filter((other) => other !== value) : [];
    this.chosen = isOn ? [...remaining, value].sort() : remaining;
  }

  #add = (): void => {
    const { value, validity } = this.adding;
    this.problem = value && validity.valid ? '' : value ? this.words.checkThis : this.words.fillIn;
    if (this.problem) return this.adding.focus();
    this.#toggle(value, true);
    this.adding.value = '';
  };

  #handleKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.isComposing) return;
    event.preventDefault();
    this.#add();
  };

  #submit = (): void => {
    const { mode, multi_select } = this.cardArguments;
    const invalidInput = [
      ...this.renderRoot.querySelectorAll<HTMLInputElement>('input:not([name=slot])'),
    ].find((input) => !input.validity.valid);
    if (invalidInput) {
      this.problem = this.words.checkThis;
      return invalidInput.focus();
    }
    const time_zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    const valueName = mode === 'date_picker' ? 'selected_date' : 'selected_slot';
    if (mode === 'range')
      this.submit({ selected_range: { start: this.chosen[0], end: this.chosen[1] }, time_zone });
    else
      this.submit(
        multi_select
          ? { [`${valueName}s`]: [...this.chosen], time_zone }
          : { [valueName]: this.chosen[0], time_zone },
      );
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'pal-calendar-card': PalCalendarCard;
  }
}
