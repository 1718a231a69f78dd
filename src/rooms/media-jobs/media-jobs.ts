/**
 * Produces media files: faces cut from training videos, speech packed into files, videos of faces that speak. Each
 * task is a worker thread with bounded memory and time, so that no uploaded file blocks or crashes the service.
 */
import type { FaceReport } from '@palkit/contract/face-report';
import { systemClock } from '@palkit/runtime/clock';
import { Heartbeat } from '@palkit/runtime/heartbeat';
import { startWorker } from '@palkit/runtime/worker';
import type { Alive, Ping } from '@palkit/runtime/worker-port';

/** The sound of a script: Opus packets of 20 ms, mono, and a mouth for each 40 ms. */
export interface SpokenScript {
  packets: Uint8Array[];
  mouths: Uint8Array;
}

/** Files are written into `folder` under the name of their ending (`face`, `webm`, `webp`, `ogg`). */
export type MediaJob =
  /** `consent`: the person agreed to moving lips. */
  | { do: 'train'; file: string; folder: string; name: string; consent: boolean; ffmpeg: string | null }
  /** Writes `still` (WebP) and `sound` (16 kHz, mono, 16 bits) if the film has them. */
  | { do: 'examine'; file: string; folder: string; ffmpeg: string | null }
  | { do: 'pack'; spoken: SpokenScript; folder: string }
  /** `sound` is synthesised from a script, or the path of a recording. */
  | { do: 'render'; face: string; trained: boolean; sound: SpokenScript | string; folder: string }
  /** The recording of a call from its logs, the earliest first. */
  | { do: 'record'; callLogs: string[]; face: string; folder: string };

export interface MediaJobResult {
  /** Result of a produced file. */
  seconds: number;
  /** Files of a training whose film was examined; a face that speaks also has a file `mouths`. */
  report?: FaceReport;
  /** Result of an examination. */
  hasStill?: boolean;
  hasSound?: boolean;
}

export type FromMediaJob =
  { progress: number } | { result: MediaJobResult } | { refused: string; code?: string };

/** The uploaded file cannot be used; the message explains it to its owner. */
export class MediaJobRefusal extends Error {
  override readonly name = 'MediaJobRefusal';
  /** A code for programs, if the refusal has one (`FILM_FAULTS`). */
  readonly code: string | null;

  constructor(message: string, code: string | null = null) {
    super(message);
    this.code = code;
  }
}

/** The work failed through a fault of the service. */
export class MediaJobError extends Error {
  override readonly name = 'MediaJobError';
}

const MINUTE = 60_000;
/** Some damaged files keep the parser busy endlessly. */
const MAX_TIME: Record<MediaJob['do'], number> = {
  train: 5 * MINUTE,
  // Shorter than the time after which a worker counts as hung, so that a damaged film is refused and not tried again.
  examine: 1.5 * MINUTE,
  pack: MINUTE,
  render: 10 * MINUTE,
  record: 120 * MINUTE,
};
const MAX_MEGABYTES = 512;
/**
 * Milliseconds between pings; a worker that answers none for two minutes hangs, long before the longest
 * limit.
 */
const PING_MS = 10_000;
const MISSED_PINGS = 12;

export interface MediaJobOptions {
  signal: AbortSignal;
  /** The account that the job belongs to: accounts take turns. */
  account?: number | undefined;
  progress?: (share: number) => void;
  /** Milliseconds. */
  maxTime?: number;
}
export type RunMediaJob = (task: MediaJob, options: MediaJobOptions) => Promise<MediaJobResult>;

/**
 * `progress` hears shares from 0 to 1, `maxTime` is in milliseconds. Fails with a `MediaJobRefusal`, a
 * `MediaJobError`, or the signal's reason.
 */
export const runMediaJob: RunMediaJob = (task, { signal, progress, maxTime = MAX_TIME[task.do] }) =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const worker = startWorker(new URL('./media-job-worker', import.meta.url), {
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEGABYTES },
    });
    const timer = setTimeout(
      () =>
        settle(() => reject(new MediaJobRefusal('The file takes too long to work on. It may be damaged.'))),
      maxTime,
    );
    const heartbeat = new Heartbeat({
      clock: systemClock,
      interval: PING_MS,
      misses: MISSED_PINGS,
      ask: () => worker.postMessage({ ping: true } satisfies Ping),
      hung: () => settle(() => reject(new MediaJobError('it hung'))),
    });
    const abort = () => settle(() => reject(signal.reason as Error));
    let settled = false;
    function settle(how: () => void): void {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      heartbeat.stop();
      signal.removeEventListener('abort', abort);
      // The worker must have stopped writing before the promise settles.
      void worker.terminate().then(how, how);
    }
    signal.addEventListener('abort', abort, { once: true });
    worker.on('message', (message: FromMediaJob | Alive) => {
      heartbeat.beat();
      if ('alive' in message) return;
      if ('progress' in message) progress?.(message.progress);
      else if ('result' in message) settle(() => resolve(message.result));
      else settle(() => reject(new MediaJobRefusal(message.refused, message.code)));
    });
    worker.on('error', (error: unknown) => {
      const { name, code } = error as { name?: string; code?: string };
      settle(() =>
        reject(
          code === 'ERR_WORKER_OUT_OF_MEMORY'
            ? new MediaJobRefusal('The file takes too much memory to work on. It may be damaged.')
            : new MediaJobError(`${name} ${code ?? ''}`.trim()),
        ),
      );
    });
    worker.on('exit', () => settle(() => reject(new MediaJobError('it ended early'))));
  });
