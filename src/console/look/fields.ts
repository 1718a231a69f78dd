/** The fields of the page Look as a table: where each is kept in a deployment, and how it is written. */
import type { Deployment } from '@palkit/contract/deployments';
import type { Word } from '../base/words.ts';

/** The part of a deployment that the fields change. */
export type Look = Pick<Deployment, 'customization' | 'limits' | 'allowed_origins' | 'enable_recording'>;

export const lookOf = ({ customization, limits, allowed_origins, enable_recording }: Look): Look =>
  structuredClone({ customization, limits, allowed_origins, enable_recording });

interface Common {
  name: Word;
  hint?: Word;
  /** The one channel that has it; by default all. */
  channel?: Deployment['channel'];
  read(look: Look): string;
  write(look: Look, value: string): void;
}
export type Field = Common &
  (
    | { kind: 'color' | 'text' | 'lines' | 'switch' }
    | { kind: 'number'; from: number; to: number }
    | { kind: 'choice'; choices: readonly Word[] }
  );

type Group = 'theme' | 'widget' | 'preview' | 'consent' | 'after_call' | 'transcript';

/** A text of a group of `customization`; the empty one removes it. */
const text = (group: Group, key: string): Pick<Common, 'read' | 'write'> => ({
  read: ({ customization }) => wordsOf(groupOf(customization, group)[key], ''),
  write: ({ customization }, value) => setIn(customization, group, key, value === '' ? undefined : value),
});

const flag = (group: Group, key: string, standard: boolean): Pick<Common, 'read' | 'write'> => ({
  read: ({ customization }) => wordsOf(groupOf(customization, group)[key], String(standard)),
  write: ({ customization }, value) => setIn(customization, group, key, value === 'true'),
});

function groupOf(customization: Look['customization'], group: Group): Record<string, unknown> {
  return customization[group] ?? {};
}

function setIn(customization: Look['customization'], group: Group, key: string, value: unknown): void {
  const changed: Record<string, unknown> = { ...groupOf(customization, group), [key]: value };
  if (value === undefined) delete changed[key];
  Object.assign(customization, { [group]: changed });
}

/** A stored value as text; the group may hold anything that an older version stored. */
function wordsOf(value: unknown, standard: string): string {
  return typeof value === 'string' || typeof value === 'boolean' ? String(value) : standard;
}

const linesOf = (value: string): string[] =>
  value
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

const MINUTE = 60;
const STANDARD_COLOR = '#2f5fe0';

export const FIELDS: readonly Field[] = [
  {
    name: 'accentColor',
    kind: 'color',
    read: ({ customization }) => longHex(customization.theme?.accent_color ?? STANDARD_COLOR),
    write: text('theme', 'accent_color').write,
  },
  {
    name: 'scheme',
    kind: 'choice',
    choices: ['auto', 'light', 'dark'],
    read: ({ customization }) => customization.theme?.mode ?? 'auto',
    write: text('theme', 'mode').write,
  },
  {
    name: 'corner',
    kind: 'choice',
    choices: ['bottom-right', 'bottom-left', 'top-right', 'top-left'],
    channel: 'widget',
    read: ({ customization }) => customization.widget?.position ?? 'bottom-right',
    write: text('widget', 'position').write,
  },
  { name: 'launcherText', kind: 'text', channel: 'widget', ...text('widget', 'text') },
  { name: 'title', kind: 'text', ...text('preview', 'title') },
  { name: 'description', kind: 'text', ...text('preview', 'description') },
  {
    name: 'suggestedQuestions',
    hint: 'threeLines',
    kind: 'lines',
    read: ({ customization }) => (customization.preview?.questions ?? []).join('\n'),
    write: ({ customization }, value) => setIn(customization, 'preview', 'questions', linesOf(value)),
  },
  { name: 'asksRating', kind: 'switch', ...flag('after_call', 'feedback', false) },
  { name: 'transcriptFile', kind: 'switch', ...flag('transcript', 'download', true) },
  { name: 'asksConsent', kind: 'switch', ...flag('consent', 'required', false) },
  { name: 'consentText', kind: 'text', ...text('consent', 'text') },
  {
    name: 'recordsCalls',
    kind: 'switch',
    read: ({ enable_recording }) => String(enable_recording),
    write: (look, value) => void (look.enable_recording = value === 'true'),
  },
  {
    name: 'captcha',
    kind: 'switch',
    read: ({ limits }) => String(limits.captcha_required),
    write: ({ limits }, value) => void (limits.captcha_required = value === 'true'),
  },
  {
    name: 'longestCall',
    kind: 'number',
    from: 1,
    to: 1440,
    read: ({ limits }) => String(Math.round(limits.max_call_duration / MINUTE)),
    write: ({ limits }, value) => void (limits.max_call_duration = Number(value || MINUTE) * MINUTE),
  },
  {
    name: 'dailyCalls',
    hint: 'emptyIsNone',
    kind: 'number',
    from: 1,
    to: 1_000_000,
    read: ({ limits }) => String(limits.daily_call_limit ?? ''),
    write: ({ limits }, value) => void (limits.daily_call_limit = value === '' ? null : Number(value)),
  },
  {
    name: 'origins',
    hint: 'originsHint',
    kind: 'lines',
    read: ({ allowed_origins }) => allowed_origins.join('\n'),
    write: (look, value) => void (look.allowed_origins = linesOf(value)),
  },
];

/** The form `#rrggbb`, which the browser's field for colours takes alone. */
function longHex(color: string): string {
  return color.length === 4 ? color.replace(/[0-9a-f]/gi, (digit) => digit + digit) : color;
}
