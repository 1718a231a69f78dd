/** The installed models that this process can run. */
import { hasEngine } from './engine.ts';
import { installedModels, type InstalledModel } from './installed.ts';

/** Returns the models, newest first. `onProblem` receives a sentence with a remedy for each unusable one. */
export function usableModels(dataDir: string, onProblem: (problem: string) => void): InstalledModel[] {
  return installedModels(dataDir, onProblem).filter(({ name, engine }) => {
    const isRunnable = hasEngine(dataDir, engine);
    if (!isRunnable)
      onProblem(
        `The model ${name} is not used: its engine ${engine} is not installed. Install it: palkit ` +
          `models add ${name}`,
      );
    return isRunnable;
  });
}
