/** Runs one media job in a worker thread. */
import { parentPort, workerData } from 'node:worker_threads';
import { FilmError } from '@palkit/face-training/films/film-error';
import { handleRequests } from '@palkit/runtime/worker-port';
import { recordCall } from './call-recording.ts';
import { packSpeech } from './packing.ts';
import { renderVideo } from './rendering.ts';
import { MediaJobRefusal, type FromMediaJob, type MediaJobResult, type MediaJob } from './media-jobs.ts';

const post = (message: FromMediaJob) => parentPort?.postMessage(message);

// The task is passed as `workerData`; pings are the only messages.
if (parentPort) {
  handleRequests(parentPort, () => {});
  parentPort.unref();
}

/** Loads the code of rare jobs on demand, because the code of a training is larger than all other code. */
async function run(task: MediaJob): Promise<MediaJobResult> {
  switch (task.do) {
    case 'train':
      return (await import('./training.ts')).trainFace(task, {
        openFilm: async (file) =>
          (await import('@palkit/face-training/films/open-film')).openFilm(file, { ffmpeg: task.ffmpeg }),
        progress: (share) => post({ progress: share }),
      });
    case 'examine':
      return (await import('./film-examination.ts')).examineFilm(task);
    case 'pack':
      return packSpeech(task);
    case 'render':
      return renderVideo(task, (share) => post({ progress: share }));
    case 'record':
      return recordCall(task, (share) => post({ progress: share }));
  }
}

run(workerData as MediaJob).then(
  (result) => post({ result }),
  (error: unknown) => {
    if (error instanceof FilmError) post({ refused: error.message, code: error.code });
    else if (error instanceof MediaJobRefusal) post({ refused: error.message });
    else throw error;
  },
);
