/**
 * All screens by name: the channels' states and the cards, for the script that takes pictures of them and the test
 * that measures them. As a page, it shows the screen that its query selects.
 */
import { CANVAS_COMPONENTS, type CanvasComponent, type Card } from '../src/contract/canvas.ts';
import type { View } from '../src/elements/session/phases.ts';
import { channel, waitUntilDrawn, type ChannelTag, type Controls } from './channels.ts';
import { line, STATES } from './states.ts';

const card =
  (component: CanvasComponent, input: Record<string, unknown>, viewFields: Partial<View> = {}) =>
  () => ({
    ...STATES.LiveListening(),
    canvas: {
      card: {
        tool_call_id: component,
        component,
        arguments: CANVAS_COMPONENTS[component].parse(input),
      } as Card,
      state: 'open' as const,
    },
    ...viewFields,
  });
const options = ['Comfort', 'Speed', 'Room for shopping'].map((label) => ({ id: label, label }));

/** A line of maximum length, while it is spoken. */
export const LONG_LINE = line(
  9,
  'pal',
  'Our opening hours are Tuesday to Friday from ten in the morning to seven in the evening, and ' +
    'Saturday from ten to four; we are closed on Sunday and Monday.',
  { streaming: true },
);

/** State in which the visitor or the owner has opened the transcript. */
const { deployment: TRANSCRIBED } = STATES.LiveTranscript();
const TRANSCRIPT = TRANSCRIBED ? { deployment: TRANSCRIBED } : {};

const CARDS = {
  CardQuestion: card('question', { question: 'What matters most on your way?', options }),
  CardQuestionSpoken: card(
    'question',
    { question: 'What matters most on your way?', options },
    { activity: 'speaking', caption: LONG_LINE },
  ),
  CardQuestionMany: card('question', {
    question: 'What matters most on your way?',
    options,
    multi_select: true,
    allow_other: true,
  }),
  CardQuestionLeft: card('question', {
    question: 'What matters most on your way?',
    options,
    layout: { preferred_slot: 'safe-area-left' },
  }),
  CardBesideTranscript: card('question', { question: 'What matters most on your way?', options }, TRANSCRIPT),
  CardInput: card('input', { prompt: 'Where shall we send the offer?', input_type: 'email', required: true }),
  CardCalendar: card('calendar', {
    mode: 'slot_picker',
    slots: ['2031-03-03T09:00', '2031-03-03T09:30', '2031-03-04T15:00', '2031-03-04T15:30'],
  }),
  CardChart: card('chart', {
    chart_type: 'line',
    title: 'Rides a day',
    data: [
      { label: 'January', value: 18 },
      { label: 'February', value: 22 },
      { label: 'March', value: 41 },
      { label: 'April', value: 64 },
    ],
  }),
  CardText: card('text', {
    title: 'The Aurora',
    format: 'markdown',
    body:
      'A **city bicycle** with seven gears.\n\n1. Frame of steel\n2. Lights with a dynamo\n\nRide it ' +
      'before you choose.',
  }),
  CardAlert: card('alert', { body: 'We close in ten minutes.', severity: 'warning' }),
};

/** Screens as functions, because the pictures of a screen end with its session. */
export const SCREENS: Record<string, () => Partial<View>> = {
  ...STATES,
  LiveSpeakingLong: () => ({ ...STATES.LiveSpeaking(), caption: LONG_LINE }),
  LiveEndsSoon: () => ({ ...STATES.LiveListening(), endsSoon: true }),
  ...CARDS,
};

/** Shows the screen that a query such as `?tag=pal-widget&screen=LiveSpeaking&locale=de&theme=dark` selects. */
export async function showScreen(search: string): Promise<void> {
  const query = new URLSearchParams(search);
  const tag = (query.get('tag') ?? 'pal-widget') as ChannelTag;
  const screen = query.get('screen');
  const controls: Controls = {
    theme: (query.get('theme') ?? 'light') as Controls['theme'],
    accent: '',
    radius: 20,
    locale: query.get('locale') ?? 'en',
    agent: 'Mira',
    ...(query.has('expanded') ? { expanded: true } : {}),
  };
  const page = channel(tag, controls, screen ? (SCREENS[screen]?.() ?? {}) : null);
  document.body.style.margin = '0';
  document.body.append(page);
  if (query.has('minimised')) {
    await waitUntilDrawn(page);
    (page.firstElementChild as HTMLElement & { close(): void }).close();
  }
  await waitUntilDrawn(page);
  document.body.dataset['drawn'] = '';
}
