/**
 * Shows the progress of a download: as a bar on a terminal, otherwise as a line for each tenth, or for each
 * 10 MB if the size is unknown.
 */

const BAR_WIDTH = 24;
/** Minimum milliseconds between two writes to a terminal. */
const FRAME_MS = 100;

export interface Screen {
  write(text: string): unknown;
  isTTY?: boolean | undefined;
}

export interface ProgressBar {
  step(words: string): void;
  progress(bytes: number, total: number | null): void;
  /** Ends the line of the bar. */
  end(): void;
}

export function progressBar(screen: Screen, now: () => number = Date.now): ProgressBar {
  let lastWrite = -Infinity;
  let lastTenth = -1;
  let hasDrawn = false;
  const end = (): void => {
    if (hasDrawn && screen.isTTY) screen.write('\n');
    hasDrawn = false;
    lastTenth = -1;
    lastWrite = -Infinity;
  };
  return {
    end,
    step(words) {
      end();
      screen.write(`${words} …\n`);
    },
    progress(bytes, total) {
      const share = total ? bytes / total : null;
      if (!screen.isTTY) {
        const reachedStep = share === null ? Math.floor(bytes / 10e6) : Math.floor(share * 10);
        if (reachedStep <= lastTenth) return;
        lastTenth = reachedStep;
        hasDrawn = true;
        return void screen.write(`  ${words(bytes, total)}\n`);
      }
      const time = now();
      if (time - lastWrite < FRAME_MS && share !== 1) return;
      lastWrite = time;
      hasDrawn = true;
      const barLength = Math.round((share ?? 0) * BAR_WIDTH);
      const bar = share === null ? '' : `${'█'.repeat(barLength)}${'░'.repeat(BAR_WIDTH - barLength)} `;
      screen.write(`\r\u001b[K  ${bar}${words(bytes, total)}`);
    },
  };
}

function words(bytes: number, total: number | null): string {
  const megabytes = (count: number): string => (count / 1e6).toFixed(count < 10e6 ? 1 : 0);
  if (!total) return `${megabytes(bytes)} MB`;
  return (
    `${String(Math.floor((bytes / total) * 100)).padStart(3)} %  ${megabytes(bytes)} of ` +
    `${megabytes(total)} MB`
  );
}
