/** Shows how far a download is: a bar that moves on a terminal, a line for each tenth elsewhere. */

const WIDTH = 24;
/** A terminal is written to no more often; milliseconds. */
const FRAME_MS = 100;

export interface Screen {
  write(text: string): unknown;
  isTTY?: boolean | undefined;
}

export interface ProgressBar {
  step(words: string): void;
  progress(done: number, total: number | null): void;
  /** The line under the bar begins. */
  end(): void;
}

export function progressBar(screen: Screen, now: () => number = Date.now): ProgressBar {
  let shown = -Infinity;
  let tenth = -1;
  let drawn = false;
  const end = (): void => {
    if (drawn && screen.isTTY) screen.write('\n');
    drawn = false;
    tenth = -1;
    shown = -Infinity;
  };
  return {
    end,
    step(words) {
      end();
      screen.write(`${words} …\n`);
    },
    progress(done, total) {
      const share = total ? done / total : null;
      if (!screen.isTTY) {
        const reached = share === null ? Math.floor(done / 10e6) : Math.floor(share * 10);
        if (reached <= tenth) return;
        tenth = reached;
        drawn = true;
        return void screen.write(`  ${words(done, total)}\n`);
      }
      const at = now();
      if (at - shown < FRAME_MS && share !== 1) return;
      shown = at;
      drawn = true;
      const filled = Math.round((share ?? 0) * WIDTH);
      const bar = share === null ? '' : `${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)} `;
      screen.write(`\r\u001b[K  ${bar}${words(done, total)}`);
    },
  };
}

function words(done: number, total: number | null): string {
  const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(bytes < 10e6 ? 1 : 0);
  if (!total) return `${megabytes(done)} MB`;
  return (
    `${String(Math.floor((done / total) * 100)).padStart(3)} %  ${megabytes(done)} of ` +
    `${megabytes(total)} MB`
  );
}
