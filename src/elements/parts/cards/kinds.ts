/** The table of cards. Each kind is a chunk that loads with the first card of that kind. */
import type { CanvasArguments, CanvasComponent, CardOf } from '@palkit/contract/canvas';
import type { Words } from '../../text/words.ts';

interface Kind<Component extends CanvasComponent> {
  tag: string;
  load: () => Promise<CustomElementConstructor>;
  /** Name of the card for the announcement to screen readers. */
  title: (input: CanvasArguments<Component>, words: Words) => string;
}

export const KINDS: { [Component in CanvasComponent]: Kind<Component> } = {
  question: {
    tag: 'pal-question-card',
    load: () => import('./pal-question-card.ts').then((chunk) => chunk.PalQuestionCard),
    title: ({ question }) => question,
  },
  input: {
    tag: 'pal-input-card',
    load: () => import('./pal-input-card.ts').then((chunk) => chunk.PalInputCard),
    title: ({ prompt }) => prompt,
  },
  calendar: {
    tag: 'pal-calendar-card',
    load: () => import('./pal-calendar-card.ts').then((chunk) => chunk.PalCalendarCard),
    title: ({ title, mode }, { chooseDate, chooseRange, chooseTime }) =>
      title ?? (mode === 'date_picker' ? chooseDate : mode === 'range' ? chooseRange : chooseTime),
  },
  scheduling_embed: {
    tag: 'pal-scheduling-card',
    load: () => import('./pal-scheduling-card.ts').then((chunk) => chunk.PalSchedulingCard),
    title: (_, { booking }) => booking,
  },
  text: {
    tag: 'pal-text-card',
    load: () => import('./pal-text-card.ts').then((chunk) => chunk.PalTextCard),
    title: ({ title }, { info }) => title ?? info,
  },
  chart: {
    tag: 'pal-chart-card',
    load: () => import('./pal-chart-card.ts').then((chunk) => chunk.PalChartCard),
    title: ({ title }, { chart }) => title ?? chart,
  },
  alert: {
    tag: 'pal-alert-card',
    load: () => import('./pal-alert-card.ts').then((chunk) => chunk.PalAlertCard),
    title: ({ title, severity }, words) => title ?? words[severity],
  },
  image: {
    tag: 'pal-image-card',
    load: () => import('./pal-image-card.ts').then((chunk) => chunk.PalImageCard),
    title: ({ caption, alt }) => caption ?? alt,
  },
  video: {
    tag: 'pal-video-card',
    load: () => import('./pal-video-card.ts').then((chunk) => chunk.PalVideoCard),
    title: ({ caption, alt }) => caption ?? alt,
  },
};

export const titleOf = <Component extends CanvasComponent>(
  { component, arguments: input }: CardOf<Component>,
  words: Words,
): string => KINDS[component].title(input, words);
