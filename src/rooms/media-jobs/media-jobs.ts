/**
 * Produces media files: trained faces, speech files, and videos of speaking faces. Each job is a worker thread with
 * limited memory and time, so that an uploaded file cannot block or crash the service.
 */
import type { FaceReport } from '@palkit/contract/face-report';
import { systemClock } from '@palkit/runtime/clock';
import { Heartbeat } from '@palkit/runtime/heartbeat';
import { startWorker } from '@palkit/runtime/worker';
import type { Pong, Ping } from '@palkit/runtime/worker-port';

/** The sound of a script: mono Opus packets of 20 ms, and a mouth shape for each 40 ms. */
export interface SpokenScript {
  packets: Uint8Array[];
  mouths: Uint8Array;
}

/** A job writes files into `folder`; their names are file endings (`face`, `webm`, `webp`, `ogg`). */
export type MediaJob =
  /** `consent` is true if the person agreed to moving lips. */
  | { do: 'train'; file: string; folder: string; name: string; consent: boolean; ffmpeg: string | null }
  /** Writes `still` (WebP) and `sound` (16 kHz, mono, 16 bits) if the film has them. */
  | { do: 'examine'; file: string; folder: string; ffmpeg: string | null }
  | { do: 'pack'; script: SpokenScript; folder: string }
  /** `sound` is a spoken script, or the path of a recording. */
  | { do: 'render'; face: string; trained: boolean; sound: SpokenScript | string; folder: string }
  /** Makes the recording of a call from its logs, earliest first. */
  | { do: 'record'; callLogs: string[]; face: string; folder: string };

export interface MediaJobResult {
  /** Duration of the file that was produced. */
  seconds: number;
  /** Set by a training that examined the film. A speaking face also has a file `mouths`. */
  report?: FaceReport;
  /** Set by an examination: true if it wrote a still, or the sound. */
  hasStill?: boolean;
  hasSound?: boolean;
}

export type FromMediaJob =
  | { progress: number }
  | { result: MediaJobResult }
  | { refused: string; code?: string };

/** The uploaded file cannot be used; the message explains the reason to its owner. */
export class MediaJobRefusal extends Error {
  override readonly name = 'MediaJobRefusal';
  /** A code for programs (`FILM_FAULTS`); null if there is none. */
  readonly code: string | null;

  constructor(message: string, code: string | null = null) {
    super(message);
    this.code = code;
  }
}

/** The job failed because of a fault of the service. */
export class MediaJobError extends Error {
  override readonly name = 'MediaJobError';
}

const MINUTE_MS = 60_000;
/** Maximum milliseconds of each job, because some damaged files keep the parser busy forever. */
const MAX_JOB_MS: Record<MediaJob['do'], number> = {
  train: 5 * MINUTE_MS,
  // Shorter than the time after which a worker counts as hung, so that a damaged film is rejected and not tried
  // again.
  examine: 1.5 * MINUTE_MS,
  pack: MINUTE_MS,
  render: 10 * MINUTE_MS,
  record: 120 * MINUTE_MS,
};
const MAX_MEGABYTES = 512;
/**
 * Milliseconds between pings. A worker that does not answer for two minutes counts as hung, long before the
 * time limit.
 */
const PING_MS = 10_000;
const MISSED_PINGS = 12;

export interface MediaJobOptions {
  signal: AbortSignal;
  /** The account of the job; accounts take turns. */
  account?: number | undefined;
  progress?: (share: number) => void;
  /** Time limit of the job in milliseconds. */
  maxTime?: number;
}
export type RunMediaJob = (task: MediaJob, options: MediaJobOptions) => Promise<MediaJobResult>;

/**
 * Runs a job. `progress` receives values from 0 to 1; `maxTime` is in milliseconds. Rejects with a
 * `MediaJobRefusal`, a `MediaJobError`, or the signal's reason.
 */
export const runMediaJob: RunMediaJob = (task, { signal, progress, maxTime = MAX_JOB_MS[task.do] }) =>
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
      onHang: () => settle(() => reject(new MediaJobError('it hung'))),
    });
    const abort = () => settle(() => reject(signal.reason as Error));
    let isSettled = false;
    function settle(settleWith: () => void): void {
      if (isSettled) return;
      isSettled = true;
      clearTimeout(timer);
      heartbeat.stop();
      signal.removeEventListener('abort', abort);
      // Settle the promise only after the worker has stopped writing.
      void worker.terminate().then(settleWith, settleWith);
    }
    signal.addEventListener('abort', abort, { once: true });
    worker.on('message', (message: FromMediaJob | Pong) => {
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
