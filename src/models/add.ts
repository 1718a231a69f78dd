/** Adds a model together with the program that runs it. */
import { ENGINES, type EnginePackage } from './engine-packages.ts';
import { hasEngine, installEngine, type RunNpm } from './engine.ts';
import { addModel, type InstallParts } from './install.ts';
import type { InstalledModel } from './installed.ts';
import { FAMILIES, type Model } from './model.ts';
import { installing } from './steps.ts';

export interface AddParts extends InstallParts {
  npm?: RunNpm;
  /** Shows the licence of a program that is installed. */
  notice?(text: string): void;
}

/**
 * Adds a model, and before it the engine that it needs.
 *
 * @throws ModelError, or the signal's reason
 */
export async function addWithEngine(model: Model, parts: AddParts, from?: string): Promise<InstalledModel> {
  const missing = missingEngine(model, parts.dataDir);
  if (missing) {
    parts.step(installing(`${missing.name} ${missing.version}`));
    parts.notice?.(missing.notice);
    await installEngine(parts.dataDir, FAMILIES[model.family].engine, parts.npm, parts.signal);
  }
  return addModel(model, parts, from);
}

/** The program that runs a model and has yet to be installed; null without one. */
export function missingEngine({ family }: Pick<Model, 'family'>, dataDir: string): EnginePackage | null {
  const { engine } = FAMILIES[family];
  return hasEngine(dataDir, engine) ? null : ENGINES[engine];
}

/** Bytes of the whole download; null if a publisher does not state its size. */
export function downloadSize({ sources }: { sources: readonly { bytes: number | null }[] }): number | null {
  if (sources.length === 0 || sources.some(({ bytes }) => bytes === null)) return null;
  return sources.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0);
}
