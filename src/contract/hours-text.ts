/** Opening hours of a day as a person types them: `9:00-12:00, 14-18`. */
import type * as z from 'zod/mini';
import type { RegularHours, WEEK_DAYS } from './pal-facts.ts';

type Regular = z.output<typeof RegularHours>;

export const hoursText = (regular: readonly Regular[], day: (typeof WEEK_DAYS)[number]): string =>
  regular
    .filter(({ days }) => days.includes(day))
    .map(({ opens, closes }) => `${opens}-${closes}`)
    .join(', ');

/** The spans of a text; null if a part has another form. */
export function hoursOf(text: string): Omit<Regular, 'days'>[] | null {
  const spans = text
    .split(',')
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const match = /^(\d{1,2})(?::(\d\d))?[-–](\d{1,2})(?::(\d\d))?$/.exec(part.replaceAll(' ', ''));
      if (!match) return null;
      const time = (hour = '', minute = '00') => `${hour.padStart(2, '0')}:${minute}`;
      return { opens: time(match[1], match[2]), closes: time(match[3], match[4]) };
    });
  return spans.every((span) => span !== null) ? spans : null;
}
