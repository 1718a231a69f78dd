/** The installed models that this process can run. */
import { hasEngine } from './engine.ts';
import { installedModels, type InstalledModel } from './installed.ts';

/** The newest first. `onProblem` is called for each unusable one, with a sentence that says what to do. */
export function usableModels(dataDir: string, onProblem: (problem: string) => void): InstalledModel[] {
  return installedModels(dataDir, onProblem).filter(({ name, engine }) => {
    const able = hasEngine(dataDir, engine);
    if (!able)
      onProblem(
        `The model ${name} is not used: its engine ${engine} is not installed. Install it: palkit ` +
          `models add ${name}`,
      );
    return able;
  });
}
