/** Offers a natural voice once, at the first start on a terminal. */
import fs from 'node:fs';
import path from 'node:path';
import { cardOf, type VoicedFace } from './command.ts';
import { modelsFolder } from './installed.ts';
import type { Model } from './model.ts';

/** The name of the voice for the default face. */
export const FIRST_VOICE = 'piper-en';
/** File that marks that the voice was offered. */
const OFFERED_FILE = '.voice-offered';

export interface FirstVoiceParts {
  dataDir: string;
  catalogue: readonly Model[];
  faces: readonly VoicedFace[];
  /** True if a voice is already installed or configured. */
  hasVoice: boolean;
  confirm: ((question: string) => Promise<boolean>) | null;
  out(text: string): void;
  /** Adds a model after the owner has accepted its card; resolves with the exit code. */
  add(name: string): Promise<number>;
}

/** Asks once, and only on a terminal if no other voice is installed. */
export async function offerFirstVoice(parts: FirstVoiceParts): Promise<void> {
  const { dataDir, catalogue, faces, hasVoice, confirm, out, add } = parts;
  const model = catalogue.find(({ name }) => name === FIRST_VOICE);
  const marker = path.join(modelsFolder(dataDir), OFFERED_FILE);
  if (!model || hasVoice || !confirm || fs.existsSync(marker)) return;
  fs.mkdirSync(path.dirname(marker), { recursive: true });
  fs.writeFileSync(marker, '');
  out(`  The built-in voice is a plain one. A natural one is a download away:\n\n${cardOf(model, faces)}\n`);
  if (await confirm(`Add ${model.name} now?`)) await add(model.name);
  else out(`  Later: palkit models add ${model.name}\n`);
}
