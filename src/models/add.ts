/** Adds a model, and the program that runs it. */
import { ENGINES, type EnginePackage } from './engine-packages.ts';
import { hasEngine, installEngine, type RunNpm } from './engine.ts';
import { addModel, type InstallParts } from './install.ts';
import type { InstalledModel } from './installed.ts';
import { FAMILIES, type Model } from './model.ts';
import { installingText } from './steps.ts';

export interface AddParts extends InstallParts {
  npm?: RunNpm;
  /** Shows the licence of an installed program. */
  showNotice?(text: string): void;
}

/**
 * Adds a model after the engine that it needs.
 *
 * @throws ModelError, or the signal's reason
 */
export async function addWithEngine(model: Model, parts: AddParts, from?: string): Promise<InstalledModel> {
  const requiredEngine = missingEngine(model, parts.dataDir);
  if (requiredEngine) {
    parts.step(installingText(`${requiredEngine.name} ${requiredEngine.version}`));
    parts.showNotice?.(requiredEngine.notice);
    await installEngine(parts.dataDir, FAMILIES[model.family].engine, parts.npm, parts.signal);
  }
  return addModel(model, parts, from);
}

/** Returns the engine of a model if it is not installed; otherwise null. */
export function missingEngine({ family }: Pick<Model, 'family'>, dataDir: string): EnginePackage | null {
  const { engine } = FAMILIES[family];
  return hasEngine(dataDir, engine) ? null : ENGINES[engine];
}

/** Returns the size of the download in bytes; null if a publisher does not state it. */
export function downloadSize({ sources }: { sources: readonly { bytes: number | null }[] }): number | null {
  if (sources.length === 0 || sources.some(({ bytes }) => bytes === null)) return null;
  return sources.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0);
}
