/** The line at the start that suggests a better voice; empty if one is installed. */
import type { Config } from './config.ts';

export function invitation({ tts, models }: Pick<Config, 'tts' | 'models'>): string {
  if (tts || models.some((model) => model.for === 'text_to_speech')) return '';
  return (
    '  The built-in voice is a plain one. For a natural one, once: npx palkit models add ' +
    'piper-en (64 MB)\n'
  );
}
