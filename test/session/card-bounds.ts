/** Each card's arguments at their limits, one entry per card. */
import type { CanvasComponent } from '../../src/contract/canvas.ts';

export type CardArguments = Record<string, unknown>;

const textOfLength = (length: number) => 'x'.repeat(length);
const data = (length: number) => Array.from({ length }, (_, index) => ({ label: `${index}`, value: index }));
const slots = (length: number) =>
  Array.from({ length }, (_, index) => new Date(Date.UTC(2031, 0, 1, 0, index)).toISOString());

/** By component: arguments within the limits (`minimum`, `fits`) are drawn, and others (`not`) are refused. */
export const CARD_BOUNDS: Record<
  CanvasComponent,
  { minimum: CardArguments; fits: CardArguments[]; not: CardArguments[] }
> = {
  question: {
    minimum: {
      question: 'Q',
      options: [
        { id: 'a', label: 'A' },
        { id: 'b', label: 'B' },
      ],
    },
    fits: [{ question: textOfLength(500) }],
    not: [{ question: textOfLength(501) }, { question: '' }, { multi_select: 'yes' }],
  },
  input: {
    minimum: { prompt: 'P' },
    fits: [
      { prompt: textOfLength(240) },
      { placeholder: textOfLength(160) },
      ...['text', 'email', 'number', 'tel'].map((input_type) => ({ input_type })),
      { required: true, allow_skip: true },
      { placeholder: null },
    ],
    not: [
      { prompt: textOfLength(241) },
      { prompt: ' ' },
      { prompt: null },
      { placeholder: textOfLength(161) },
      { input_type: 'password' },
      { required: 1 },
    ],
  },
  calendar: {
    minimum: {},
    fits: [
      { mode: 'range' },
      { mode: 'date_time' },
      { title: textOfLength(120) },
      { date_range: { start: '2031-02-28' } },
      { date_range: { start: '2031-02-28', end: '2031-02-28' } },
      { date_range: { start: '2028-02-29' } },
      { mode: 'slot_picker', slots: slots(100) },
      {
        mode: 'slot_picker',
        slots: [
          '2031-01-01T09:00',
          { start: '2031-01-01T10:00+02:00', end: '2031-01-01T10:30+02:00', label: 'Ten' },
        ],
      },
    ],
    not: [
      { mode: 'month' },
      { title: textOfLength(121) },
      { title: '' },
      { date_range: { start: '2031-02-29' } },
      { date_range: { start: '2031-02-02', end: '2031-02-01' } },
      { date_range: { start: '1 March' } },
      { mode: 'slot_picker' },
      { mode: 'slot_picker', slots: [] },
      { mode: 'slot_picker', slots: slots(101) },
      { mode: 'slot_picker', slots: ['tomorrow'] },
      { mode: 'slot_picker', slots: ['2031-01-01T24:00'] },
      { mode: 'slot_picker', slots: ['2031-01-01T09:00', '2031-01-01T09:00'] },
    ],
  },
  scheduling_embed: {
    minimum: { scheduling_url: 'https://example.com/book' },
    fits: [
      { scheduling_url: `https://example.com/${textOfLength(2028)}` },
      { scheduling_url: 'https://example.com:444?x=1' },
    ],
    not: [
      { scheduling_url: `https://example.com/${textOfLength(2029)}` },
      { scheduling_url: 'http://example.com' },
      { scheduling_url: 'javascript:alert(1)' },
      { scheduling_url: 'https://a:b@example.com' },
      { scheduling_url: 'https://' },
      { scheduling_url: null },
    ],
  },
  text: {
    minimum: { body: 'B' },
    fits: [{ body: textOfLength(4000) }, { title: textOfLength(120) }, { format: 'markdown' }],
    not: [{ body: textOfLength(4001) }, { body: '' }, { title: textOfLength(121) }, { format: 'html' }],
  },
  chart: {
    minimum: { data: data(1) },
    fits: [
      { data: data(12) },
      { chart_type: 'line' },
      { chart_type: 'pie', data: data(3) },
      { title: textOfLength(120), x_label: textOfLength(80), y_label: textOfLength(80) },
      { data: [{ label: textOfLength(80), value: -1.5 }] },
    ],
    not: [
      { data: [] },
      { data: data(13) },
      { data: [{ label: textOfLength(81), value: 1 }] },
      { data: [{ label: '', value: 1 }] },
      { data: [{ label: 'x', value: '1' }] },
      { chart_type: 'radar' },
      { chart_type: 'pie', data: data(1) },
      {
        chart_type: 'pie',
        data: [
          { label: 'x', value: -1 },
          { label: 'y', value: 2 },
        ],
      },
      { title: textOfLength(121) },
    ],
  },
  alert: {
    minimum: { body: 'B' },
    fits: [
      { body: textOfLength(1200) },
      { auto_dismiss_seconds: 1 },
      { auto_dismiss_seconds: 120 },
      ...['info', 'success', 'warning', 'error'].map((severity) => ({ severity })),
    ],
    not: [
      { body: textOfLength(1201) },
      { auto_dismiss_seconds: 0 },
      { auto_dismiss_seconds: 121 },
      { auto_dismiss_seconds: '5' },
      { severity: 'fatal' },
    ],
  },
  image: {
    minimum: { url: 'https://example.com/a.png', alt: 'A' },
    fits: [
      { caption: textOfLength(500) },
      { alt: textOfLength(500) },
      ...['localhost:8787', '127.0.0.1'].map((host) => ({
        url: `http://${host}/media/slides/${'a1'.repeat(24)}.webp`,
      })),
    ],
    not: [
      ...[
        'http://localhost:8787/a.png',
        'http://localhost/media/slides/../a.webp',
        'http://localhost:8787/media/slides/a.webp?x',
        'http://localhost.example/media/slides/a.webp',
        'http://10.0.0.1/media/slides/a.webp',
        'http://a@localhost/media/slides/a.webp',
      ].map((url) => ({ url })),
      { url: 'http://example.com/a.png' },
      { url: 'data:image/png;base64,AAAA' },
      { alt: '' },
      { alt: null },
      { alt: textOfLength(501) },
      { caption: textOfLength(501) },
    ],
  },
  video: {
    minimum: { url: 'https://example.com/a.mp4', alt: 'A' },
    fits: [{ caption: textOfLength(500) }, { alt: textOfLength(500) }],
    not: [
      { url: 'http://example.com/a.mp4' },
      { url: 'blob:https://example.com/a' },
      { url: `https://example.com/${textOfLength(2048)}` },
      { alt: '' },
      { alt: textOfLength(501) },
      { caption: textOfLength(501) },
    ],
  },
};
