import type { CanvasComponent } from '@palkit/contract/canvas';

/** Each kind of card is a chunk, fetched when the first of its kind arrives. */
export const KINDS: Record<CanvasComponent, { tag: string; load: () => Promise<CustomElementConstructor> }> =
  {
    question: {
      tag: 'pal-question-card',
      load: () => import('./pal-question-card.ts').then((chunk) => chunk.PalQuestionCard),
    },
    input: {
      tag: 'pal-input-card',
      load: () => import('./pal-input-card.ts').then((chunk) => chunk.PalInputCard),
    },
    calendar: {
      tag: 'pal-calendar-card',
      load: () => import('./pal-calendar-card.ts').then((chunk) => chunk.PalCalendarCard),
    },
    scheduling_embed: {
      tag: 'pal-scheduling-card',
      load: () => import('./pal-scheduling-card.ts').then((chunk) => chunk.PalSchedulingCard),
    },
    text: {
      tag: 'pal-text-card',
      load: () => import('./pal-text-card.ts').then((chunk) => chunk.PalTextCard),
    },
    chart: {
      tag: 'pal-chart-card',
      load: () => import('./pal-chart-card.ts').then((chunk) => chunk.PalChartCard),
    },
    alert: {
      tag: 'pal-alert-card',
      load: () => import('./pal-alert-card.ts').then((chunk) => chunk.PalAlertCard),
    },
    image: {
      tag: 'pal-image-card',
      load: () => import('./pal-image-card.ts').then((chunk) => chunk.PalImageCard),
    },
  };
