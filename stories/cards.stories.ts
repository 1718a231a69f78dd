import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { CANVAS_COMPONENTS, type CanvasComponent, type Card } from '../src/contract/canvas.ts';
import mira from '../src/assets/faces/mira.webm';
import type { CanvasState } from '../src/elements/session/phases.ts';
import { args, argTypes, channel, type Controls } from './channels.ts';
import { CHART_PICTURE } from './pictures.ts';
import { STATES } from './states.ts';

interface CardControls extends Controls {
  /** Arguments of the card. */
  input: Record<string, unknown>;
  state: CanvasState['state'];
  side: 'safe-area-right' | 'safe-area-left';
}

/** Every card of the canvas next to a call. */
const meta: Meta<CardControls> = {
  title: 'Cards',
  component: 'pal-canvas',
  args: { ...args, state: 'open', side: 'safe-area-right' },
  argTypes: {
    ...argTypes,
    input: { control: 'object', description: 'The arguments, as the agent gives them.' },
    state: { control: 'inline-radio', options: ['open', 'sending', 'sent', 'failed'] },
    side: { control: 'inline-radio', options: ['safe-area-right', 'safe-area-left'] },
  },
};
export default meta;
type Story = StoryObj<CardControls>;

const card = (
  component: CanvasComponent,
  input: Record<string, unknown>,
  controls: Partial<CardControls> = {},
): Story => ({
  args: { input, ...controls },
  render: ({ input: changed, state, side, ...controls }) =>
    channel('pal-embed', controls, {
      ...STATES.LiveListening(),
      canvas: {
        card: {
          tool_call_id: 't1',
          component,
          arguments: CANVAS_COMPONENTS[component].parse({ ...changed, layout: { preferred_slot: side } }),
        } as Card,
        state,
      },
    }),
});
/** Creates a story with a local address. The contract requires https, but a story must work without a network. */
const localCard = (
  component: CanvasComponent,
  address: Record<string, string>,
  input: Record<string, unknown> = {},
): Story => ({
  args: { input },
  render: ({ input: changed, state, side, ...controls }) =>
    channel('pal-embed', controls, {
      ...STATES.LiveListening(),
      canvas: {
        card: {
          tool_call_id: 't1',
          component,
          arguments: { ...changed, ...address, layout: { preferred_slot: side } },
        } as Card,
        state,
      },
    }),
});
const question = {
  question: 'What matters most on your way?',
  options: [
    { id: 'comfort', label: 'Comfort' },
    { id: 'speed', label: 'Speed' },
    { id: 'load', label: 'Room for shopping' },
  ],
};
const slots = [
  '2031-03-03T09:00',
  '2031-03-03T09:30',
  { start: '2031-03-03T11:00', label: 'Late morning' },
  '2031-03-04T15:00',
  '2031-03-04T15:30',
];
const sales = [
  { label: 'City', value: 124 },
  { label: 'Touring', value: 86 },
  { label: 'Electric', value: 151 },
  { label: 'Children', value: 42 },
];
const months = ['January', 'February', 'March', 'April', 'May', 'June'].map((label, index) => ({
  label,
  value: [18, 22, 41, 63, 74, 69][index]!,
}));

export const Question: Story = card('question', question);
export const QuestionMany: Story = card('question', { ...question, multi_select: true, allow_other: true });
export const QuestionSending: Story = card('question', question, { state: 'sending' });
export const QuestionSent: Story = card('question', question, { state: 'sent' });
export const QuestionFailed: Story = card('question', question, { state: 'failed' });
export const QuestionOnTheLeft: Story = card('question', question, { side: 'safe-area-left' });
export const Input: Story = card('input', {
  prompt: 'Where shall we send the offer?',
  placeholder: 'you@example.com',
  input_type: 'email',
  required: true,
  allow_skip: true,
});
export const CalendarDate: Story = card('calendar', { title: 'When would you like a test ride?' });
export const CalendarDates: Story = card('calendar', { multi_select: true });
export const CalendarSlots: Story = card('calendar', { mode: 'slot_picker', slots });
export const CalendarDateAndSlot: Story = card('calendar', { mode: 'date_time', slots });
export const CalendarRange: Story = card('calendar', { mode: 'range', title: 'How long will you need it?' });
export const Text: Story = card('text', {
  title: 'Opening hours',
  body: 'Monday to Friday, 9 to 18\nSaturday, 9 to 14',
});
export const TextMarkdown: Story = card('text', {
  title: 'The Aurora',
  format: 'markdown',
  body:
    'A **city bicycle** with seven gears.\n\n1. Frame of steel\n2. Lights with a ' +
    '[dynamo](https://example.com)\n\n| | Aurora | Borealis |\n|-|-|-|\n| Price | 740 € | 2,190 € ' +
    '|\n| Weight | 14 kg | 21 kg |\n\n> Ride it before you choose.',
});
export const ChartBars: Story = card('chart', { title: 'Sold this year', data: sales, x_label: 'Bicycles' });
export const ChartLine: Story = card('chart', { title: 'Rides a day', chart_type: 'line', data: months });
export const ChartPie: Story = card('chart', { title: 'What we sell', chart_type: 'pie', data: sales });
export const AlertInfo: Story = card('alert', {
  title: 'Good to know',
  body: 'Test rides are free.',
  severity: 'info',
});
export const AlertSuccess: Story = card('alert', {
  title: 'Booked',
  body: 'See you on Monday at nine.',
  severity: 'success',
});
export const AlertWarning: Story = card('alert', { body: 'We close in ten minutes.', severity: 'warning' });
export const AlertError: Story = card('alert', {
  body: 'The booking did not go through.',
  severity: 'error',
});
export const Image: Story = localCard(
  'image',
  { url: CHART_PICTURE },
  { alt: 'Rides a day: a line that rises towards summer', caption: 'Rides a day, last year' },
);
export const Video: Story = localCard(
  'video',
  { url: mira },
  { alt: 'A tour of the workshop', caption: 'The workshop in a minute' },
);
export const Scheduling: Story = localCard('scheduling_embed', {
  scheduling_url:
    'data:text/html,<html lang=en><title>Booking</title><body style="font:16px ' +
    'system-ui;padding:16px"><h1 style="font-size:18px">Book a test ride</h1><p>The owner\'s own ' +
    'booking page stands here.</p>',
});
