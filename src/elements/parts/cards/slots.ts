/** Groups the slots of a calendar by day in the visitor's time zone. */
import type { CanvasArguments } from '@palkit/contract/canvas';

export type Slot = NonNullable<CanvasArguments<'calendar'>['slots']>[number];

export interface Day {
  /** The date in the visitor's time zone, such as `2026-03-01`. */
  key: string;
  date: Date;
  slots: Slot[];
}

/** Returns the days with slots, in order. */
export function daysOf(slots: readonly Slot[]): Day[] {
  const days = new Map<string, Day>();
  for (const slot of [...slots].sort((a, b) => +new Date(a.start) - +new Date(b.start))) {
    const date = new Date(slot.start);
    const [month, ofMonth] = [date.getMonth() + 1, date.getDate()].map((digits) =>
      String(digits).padStart(2, '0'),
    );
    const key = `${date.getFullYear()}-${month}-${ofMonth}`;
    const day = days.get(key) ?? { key, date, slots: [] };
    day.slots.push(slot);
    days.set(key, day);
  }
  return [...days.values()];
}

/** Returns the agent's label for a slot, or its times, such as `9:00 – 9:30 AM`. */
export function slotLabel(slot: Slot, tag: string): string {
  if (slot.label) return slot.label;
  const format = new Intl.DateTimeFormat(tag, { hour: 'numeric', minute: '2-digit' });
  const start = new Date(slot.start);
  const end = slot.end ? new Date(slot.end) : null;
  return end && end > start ? format.formatRange(start, end) : format.format(start);
}

/** Formats a date as `Sunday, March 1`, with the year if it is not the current one. */
export function dayLabel(date: Date, tag: string, style: 'long' | 'short' = 'long'): string {
  const year = date.getFullYear() === new Date().getFullYear() ? undefined : 'numeric';
  return new Intl.DateTimeFormat(tag, { weekday: style, day: 'numeric', month: style, year }).format(date);
}

/** Formats the value of a date or date-and-time field. */
export function valueLabel(value: string, tag: string): string {
  if (!value.includes('T')) return dayLabel(new Date(`${value}T00:00`), tag);
  return new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(value));
}

/** Returns the name of the visitor's time zone, such as `Central European Standard Time`. */
export function zoneName(tag: string): string {
  return (
    new Intl.DateTimeFormat(tag, { timeZoneName: 'long' })
      .formatToParts(new Date())
      .find(({ type }) => type === 'timeZoneName')?.value ?? ''
  );
}
