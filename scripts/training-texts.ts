/** Reads an archive of training texts: one JSON object per line, sorted by name. */
import { readFileSync } from 'node:fs';
import * as z from 'zod';

const TrainingText = z.object({ name: z.string(), text: z.string() });
export type TrainingText = z.infer<typeof TrainingText>;

export const readTexts = (archive: string): TrainingText[] =>
  readFileSync(archive, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => TrainingText.parse(JSON.parse(line)));
