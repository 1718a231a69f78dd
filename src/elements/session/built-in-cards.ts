/** Kinds that a page's own card may not use. Written by "npm run docs" from src/contract/canvas.ts. */
export const BUILT_IN_CARDS: readonly string[] = [
  'question',
  'input',
  'calendar',
  'scheduling_embed',
  'text',
  'chart',
  'alert',
  'image',
  'video',
];
