/** Shows a card in a call's panel, for tests. */
import { CANVAS_COMPONENTS, type CanvasComponent, type Card } from '../../src/contract/canvas.ts';
import type { CanvasState } from '../../src/elements/session/phases.ts';
import { LIVE } from '../../stories/scripted-session.ts';
import { openWidget } from './widget.ts';

export const SLOTS = [
  '2031-03-03T09:00',
  { start: '2031-03-03T10:00', end: '2031-03-03T10:30' },
  { start: '2031-03-04T15:00', label: 'Tea time' },
];
export const QUARTERS = [
  { label: 'First', value: 12 },
  { label: 'Second quarter with a rather long name', value: 1_500_000.5 },
  { label: 'Third', value: -7 },
];

export function card(component: CanvasComponent, args: Record<string, unknown>, id = 't1'): Card {
  return { tool_call_id: id, component, arguments: CANVAS_COMPONENTS[component].parse(args) } as Card;
}
export const showCard = (
  component: CanvasComponent,
  args: Record<string, unknown>,
  state: CanvasState['state'] = 'open',
) => openWidget({ phase: LIVE, canvas: { card: card(component, args), state } });

export const CARDS: [string, CanvasComponent, Record<string, unknown>, RegExp][] = [
  [
    'question',
    'question',
    {
      question: 'Which?',
      options: [
        { id: 'a', label: 'One' },
        { id: 'b', label: 'Two' },
      ],
    },
    /Which\?.*One.*Two.*Skip/,
  ],
  [
    'input',
    'input',
    { prompt: 'Your address?', input_type: 'email', required: true, allow_skip: true },
    /Your address\?.*Submit.*Skip/,
  ],
  ['date', 'calendar', {}, /Choose a date.*Date.*Submit.*Skip/],
  ['dates', 'calendar', { multi_select: true, title: 'Which days?' }, /Which days\?.*Add/],
  [
    'slots',
    'calendar',
    { mode: 'slot_picker', slots: SLOTS },
    /Monday, March 3, 2031.*9:00.*10:00.*10:30.*Tuesday, March 4, 2031.*Tea time/,
  ],
  ['date and slot', 'calendar', { mode: 'date_time', slots: SLOTS }, /Monday, March 3, 2031.*9:00/],
  ['date and time', 'calendar', { mode: 'date_time' }, /Date and time/],
  ['range', 'calendar', { mode: 'range', date_range: { start: '2031-03-01' } }, /Choose the dates.*From.*To/],
  [
    'scheduling',
    'scheduling_embed',
    { scheduling_url: 'https://127.0.0.1:1/book' },
    /Book an appointment.*Open in a new tab/,
  ],
  [
    'text',
    'text',
    { body: 'Two *lines*\nas written.', title: 'Read me' },
    /Read me Two \*lines\* as written\./,
  ],
  [
    'Markdown',
    'text',
    {
      body: '# Title\n\n1. one\n2. [two](https://example.com)\n\n|a|b|\n|-|-|\n|1|2|\n\n```\ncode\n```',
      format: 'markdown',
    },
    /Title one two a b 1 2 code/,
  ],
  [
    'bars',
    'chart',
    { data: QUARTERS, title: 'Sales', x_label: 'Quarter', y_label: 'Units' },
    /Sales.*First.*1\.5M.*-7/,
  ],
  ['line', 'chart', { data: QUARTERS, chart_type: 'line' }, /Second quarter/],
  ['pie', 'chart', { data: QUARTERS.slice(0, 2), chart_type: 'pie' }, /First.*0%.*Second quarter.*100%/],
  ['alert', 'alert', { body: 'We close at six.', severity: 'warning' }, /Warning We close at six\./],
  ['image', 'image', { url: 'https://127.0.0.1:1/x.png', alt: 'A room', caption: 'The room' }, /The room/],
  ['video', 'video', { url: 'https://127.0.0.1:1/x.mp4', alt: 'A tour', caption: 'The tour' }, /The tour/],
];
