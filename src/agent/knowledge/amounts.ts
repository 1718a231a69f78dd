/** Parses prices to amounts that can be added, and formats amounts. */
import { pattern } from './pattern.ts';

export interface Amount {
  /** The amount in hundredths of the currency unit. */
  value: number;
  /** Text before and after the number, such as "£" and " €". */
  before: string;
  after: string;
  hasCents: boolean;
  /** The unit that the price is for, such as " a day"; empty for one thing or one person. */
  per: string;
}

const PRICE = pattern('i')`
  ^(?:(free|gratis|no charge)|([€$£¥]|eur|usd|gbp|chf)? ?(\d{1,3}(?:[,' ]\d{3})+|\d{1,7})(?:[.,](\d{2}|-|
  –))?( ?(?:[€$£¥]|euros?|eur|dollars?|pounds?|usd|gbp|chf))?)( (?:a|per|each|an) .*?| each)?\.?$`;
const SINGLE_UNIT = /\b(?:each|person|adult|child|head|guest|ticket|piece|item)\b/i;
/** Maximum number of characters of a cell that is parsed as a price. */
const MAX_CELL_LENGTH = 60;

/** Parses a price; null for a text that is not a single price, such as "from £10" or "€10–12". */
export function amountOf(cell: string): Amount | null {
  const text = cell.trim();
  const match = text.length > MAX_CELL_LENGTH ? null : PRICE.exec(text);
  if (!match) return null;
  const [, free, before = '', whole = '0', cents, after = '', per = ''] = match;
  if (free) return { value: 0, before: '', after: '', hasCents: false, per: '' };
  const hundredths = cents && /\d/.test(cents) ? Number(cents) : 0;
  return {
    value: Number(whole.replace(/\D/g, '')) * 100 + hundredths,
    before,
    after,
    hasCents: cents !== undefined && /\d/.test(cents),
    per: SINGLE_UNIT.test(per) ? '' : per,
  };
}

/**
 * Formats a sum in the style of its inputs, for example "£38.00". Null if the inputs have different currencies or
 * units, such as per day and per week.
 */
export function amountText(value: number, like: readonly Amount[]): string | null {
  const forms = like.filter(({ before, after, value: own }) => own > 0 || before || after);
  const names = new Set(forms.map(({ before, after }) => currencyOf(before || after)));
  const units = new Set(forms.map(({ per }) => per.trim().toLowerCase().replace(/^\S+ /, '')));
  if (names.size > 1 || units.size > 1) return null;
  const { before = '', after = '', per = '' } = forms[0] ?? {};
  const hasCents = value % 100 !== 0 || forms.some((amount) => amount.hasCents);
  const digits = (value / 100).toFixed(hasCents ? 2 : 0).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
  return `${before}${digits}${after}${per}`;
}

function currencyOf(mark: string): string {
  const lowerMark = mark.trim().toLowerCase();
  if (/^(?:€|eur)/.test(lowerMark)) return 'EUR';
  if (/^(?:£|gbp|pound)/.test(lowerMark)) return 'GBP';
  return /^(?:\$|usd|dollar)/.test(lowerMark) ? 'USD' : lowerMark.toUpperCase();
}
