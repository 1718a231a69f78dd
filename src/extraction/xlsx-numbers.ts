/** Formats numbers as a spreadsheet shows them: dates, times, percentages, currencies (ECMA-376 part 1, §18.8.30). */

/**
 * Formats that have no code in the file. Formats 14 and 22 depend on the reader's country, so ISO 8601 is used for
 * them.
 */
const BUILT_IN: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  14: 'yyyy-mm-dd',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'yyyy-mm-dd h:mm',
  37: '#,##0',
  38: '#,##0',
  39: '#,##0.00',
  40: '#,##0.00',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss',
};
const MONTH_NAMES =
  'January February March April May June July August September October November December'.split(' ');
const DAY_NAMES = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
const DAY = 86_400_000;
/** 1 January 1970 in days since 30 December 1899. */
const EPOCH_DAYS = 25_569;
/** Offset in days of the calendar that starts in 1904. */
const LATER_CALENDAR = 1462;
/** The last day of the year 9999. */
const LAST_DAY = 2_958_466;
/** Maximum number of characters of a format code; longer ones are ignored. */
const MAX_CODE_LENGTH = 255;
const MAX_DECIMALS = 15;
/** Matches quoted or escaped text, a part in brackets, AM/PM, or a run of one letter. */
const FORMAT_PARTS = /"([^"]*)"|\\(.)|\[([^\]]*)\]|(AM\/PM|A\/P)|([ymdhs])\5*|[_*].|(.)/gi;

export interface NumberFormats {
  /** The file's format codes by number. */
  codes: ReadonlyMap<number, string>;
  /** True if days are counted from 1904. */
  since1904: boolean;
}

/**
 * Formats the number of a cell. `format` is the id of its format; if that is unknown, the number is written
 * in plain digits.
 */
export function formatCellNumber(
  rawValue: string,
  format: number,
  { codes, since1904 }: NumberFormats,
): string {
  const value = Number(rawValue);
  const code = codes.get(format) ?? BUILT_IN[format];
  if (rawValue === '' || !Number.isFinite(value)) return rawValue;
  if (!code || code.length > MAX_CODE_LENGTH || /^(?:general|@)$/i.test(code)) return decimalText(value);
  const section = sectionFor(value, code.split(';'));
  const parts = [...section.matchAll(FORMAT_PARTS)];
  if (parts.some((part) => part[5] !== undefined))
    return formatDate(value + (since1904 ? LATER_CALENDAR : 0), parts);
  return formatNumber(value, section, parts);
}

/** Formats a number without binary rounding errors. */
const decimalText = (value: number): string => String(Number(value.toPrecision(MAX_DECIMALS)));

const sectionFor = (value: number, sections: readonly string[]): string =>
  (value < 0 ? sections[1] : value === 0 ? sections[2] : undefined) || sections[0]!;

type Part = RegExpExecArray | RegExpMatchArray;

function formatNumber(value: number, section: string, parts: readonly Part[]): string {
  const digits = parts.map((part) => part[6] ?? '').join('');
  if (!/[0#?]/.test(digits)) return parts.map(literalText).join('').trim() || decimalText(value);
  if (/[eE/]/.test(digits)) return decimalText(value);
  const isPercent = digits.includes('%');
  const maxDecimals = Math.min(MAX_DECIMALS, /\.([0#?]*)/.exec(digits)?.[1]?.length ?? 0);
  const minDecimals = Math.min(MAX_DECIMALS, /\.(0*)/.exec(digits)?.[1]?.length ?? 0);
  const hasThousands = /[0#?],(?:[0#?]|$)/.test(digits);
  const number = Math.abs(isPercent ? value * 100 : value).toLocaleString('en-US', {
    useGrouping: hasThousands,
    minimumFractionDigits: minDecimals,
    maximumFractionDigits: maxDecimals,
  });
  const sign = value < 0 ? '-' : '';
  let isPlaced = false;
  const text = parts.map((part) => {
    if (part[6] === undefined || !/[0#?.,]/.test(part[6])) return literalText(part);
    const isFirst = !isPlaced;
    isPlaced = true;
    return isFirst ? number : '';
  });
  return `${sign}${text
    .join('')
    .replace(/^[-(]|\)$/g, '')
    .trim()}`;
}

/** Returns literal text of the format code; for a part in brackets, the currency. */
function literalText([, quoted, escaped, bracket, , , otherText]: Part): string {
  if (bracket !== undefined) return /^\$([^-]*)/.exec(bracket)?.[1] ?? '';
  return quoted ?? escaped ?? otherText ?? '';
}

function formatDate(days: number, parts: readonly Part[]): string {
  if (days < 0 || days > LAST_DAY) return decimalText(days);
  const isTwelveHour = parts.some((part) => part[4] !== undefined);
  // Round to seconds, so that 9:59:59.9999 becomes ten o'clock.
  const date = new Date(Math.round(((days - EPOCH_DAYS) * DAY) / 1000) * 1000);
  let text = '';
  for (const [index, part] of parts.entries()) {
    const run = part[0].toLowerCase();
    if (part[3] !== undefined && /^[hms]+$/i.test(part[3])) text += String(Math.floor(days * 24));
    else if (part[4] !== undefined) text += date.getUTCHours() < 12 ? 'AM' : 'PM';
    else if (part[5] === undefined) text += literalText(part);
    else
      text += dateField(run, date, {
        twelve: isTwelveHour,
        minutes: run.startsWith('m') && isMinutes(parts, index),
      });
  }
  return text.replace(/\s+/g, ' ').trim();
}

/** True if "m" means minutes: after hours or before seconds. */
function isMinutes(parts: readonly Part[], index: number): boolean {
  const letters = (formatParts: readonly Part[]) =>
    formatParts.find((part) => part[5] !== undefined || /^[hms]+$/i.test(part[3] ?? ''));
  const name = (part: Part | undefined) => (part?.[5] ?? part?.[3] ?? '')[0]?.toLowerCase();
  return (
    name(letters(parts.slice(0, index).reverse())) === 'h' || name(letters(parts.slice(index + 1))) === 's'
  );
}

function dateField(
  run: string,
  date: Date,
  { twelve: isTwelveHour, minutes: isMinutes }: { twelve: boolean; minutes: boolean },
): string {
  const pad = (value: number) => String(value).padStart(Math.min(2, run.length), '0');
  if (isMinutes) return pad(date.getUTCMinutes());
  switch (run[0]) {
    case 'y':
      return run.length > 2
        ? String(date.getUTCFullYear())
        : String(date.getUTCFullYear() % 100).padStart(2, '0');
    case 'm':
      return run.length > 2 ? monthName(run.length, date) : pad(date.getUTCMonth() + 1);
    case 'd':
      return run.length > 2 ? dayName(run.length, date) : pad(date.getUTCDate());
    case 'h':
      return pad(isTwelveHour ? date.getUTCHours() % 12 || 12 : date.getUTCHours());
    default:
      return pad(date.getUTCSeconds());
  }
}

function monthName(length: number, date: Date): string {
  const name = MONTH_NAMES[date.getUTCMonth()]!;
  return length === 3 ? name.slice(0, 3) : length === 5 ? name[0]! : name;
}

function dayName(length: number, date: Date): string {
  const name = DAY_NAMES[date.getUTCDay()]!;
  return length === 3 ? name.slice(0, 3) : name;
}
