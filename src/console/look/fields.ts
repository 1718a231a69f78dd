/** The fields of the appearance page as a table: the path of each value in a deployment, and its conversion. */
import type { Deployment } from '@palkit/contract/deployments';
import type { Word } from '../base/words.ts';

/** The part of a deployment that the fields change. */
export type Look = Pick<Deployment, 'customization' | 'limits' | 'allowed_origins' | 'enable_recording'>;

export const lookOf = ({ customization, limits, allowed_origins, enable_recording }: Look): Look =>
  structuredClone({ customization, limits, allowed_origins, enable_recording });

interface CommonField {
  name: Word;
  hint?: Word;
  /** The channel that has the field; the default is all channels. */
  channel?: Deployment['channel'];
  /** Path of the value in the deployment, with dots between the names. */
  path: `${keyof Look}` | `${keyof Look}.${string}`;
  /** The value that is shown if none is stored. */
  standard?: string;
}
export type Field = CommonField &
  (
    | { kind: 'color' | 'text' | 'lines' | 'switch' }
    /** A stored value is the typed number multiplied by `unit`. An empty field stores `empty`. */
    | { kind: 'number'; from: number; to: number; unit: number; empty: number | null }
    | { kind: 'choice'; choices: readonly Word[] }
  );

export const FIELDS: readonly Field[] = [
  { name: 'accentColor', kind: 'color', path: 'customization.theme.accent_color', standard: '#2f5fe0' },
  { name: 'scheme', kind: 'choice', path: 'customization.theme.mode', choices: ['auto', 'light', 'dark'] },
  {
    name: 'corner',
    kind: 'choice',
    channel: 'widget',
    path: 'customization.widget.position',
    choices: ['bottom-right', 'bottom-left', 'top-right', 'top-left'],
  },
  { name: 'launcherText', kind: 'text', channel: 'widget', path: 'customization.widget.text' },
  { name: 'title', kind: 'text', path: 'customization.preview.title' },
  { name: 'description', kind: 'text', path: 'customization.preview.description' },
  { name: 'suggestedQuestions', kind: 'lines', path: 'customization.preview.questions', hint: 'threeLines' },
  { name: 'engine-voice', kind: 'choice', path: 'customization.voice', choices: ['service', 'browser'] },
  { name: 'asksRating', kind: 'switch', path: 'customization.after_call.feedback' },
  { name: 'transcriptFile', kind: 'switch', path: 'customization.transcript.download', standard: 'true' },
  { name: 'asksConsent', kind: 'switch', path: 'customization.consent.required' },
  { name: 'consentText', kind: 'text', path: 'customization.consent.text' },
  { name: 'recordsCalls', kind: 'switch', path: 'enable_recording' },
  { name: 'captcha', kind: 'switch', path: 'limits.captcha_required' },
  {
    name: 'longestCall',
    kind: 'number',
    path: 'limits.max_call_duration',
    ...{ from: 1, to: 1440, unit: 60, empty: 3600 },
  },
  {
    name: 'dailyCalls',
    kind: 'number',
    path: 'limits.daily_call_limit',
    hint: 'emptyIsNone',
    ...{ from: 1, to: 1_000_000, unit: 1, empty: null },
  },
  { name: 'origins', kind: 'lines', path: 'allowed_origins', hint: 'originsHint' },
];

type StoredObject = Record<string, unknown>;
const isGroup = (value: unknown): value is StoredObject => typeof value === 'object' && value !== null;

/** Returns the text of a field for a stored value. A group may contain any values from an earlier version. */
export function textOf(field: Field, look: Look): string {
  const value = field.path
    .split('.')
    .reduce<unknown>((group, key) => (isGroup(group) ? group[key] : undefined), look);
  const standard = field.standard ?? (field.kind === 'switch' ? 'false' : '');
  if (Array.isArray(value)) return value.join('\n');
  if (typeof value === 'number')
    return String(Math.round(value / (field.kind === 'number' ? field.unit : 1)));
  if (typeof value === 'boolean') return String(value);
  if (typeof value !== 'string') return standard;
  return field.kind === 'color' ? longHex(value) : value;
}

/** Stores the text of a field. An empty text removes the value from `customization`. */
export function putText(field: Field, look: Look, text: string): void {
  const keys = field.path.split('.');
  const lastKey = keys.pop()!;
  let group = look as unknown as StoredObject;
  for (const key of keys) group = (group[key] ??= {}) as StoredObject;
  const value = valueOf(field, text);
  if (value === '') delete group[lastKey];
  else group[lastKey] = value;
}

function valueOf(field: Field, text: string): unknown {
  switch (field.kind) {
    case 'switch':
      return text === 'true';
    case 'lines':
      return text
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean);
    case 'number':
      return text === '' ? field.empty : Number(text) * field.unit;
    default:
      return text;
  }
}

/** Converts a colour to `#rrggbb`, the only form that the browser's colour field accepts. */
function longHex(color: string): string {
  return color.length === 4 ? color.replace(/[0-9a-f]/gi, (digit) => digit + digit) : color;
}
