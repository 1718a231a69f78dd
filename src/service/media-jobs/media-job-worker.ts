/** One media job, in a worker thread of its own. */
import { parentPort, workerData } from 'node:worker_threads';
import { receive } from '@palkit/runtime/worker-port';
import { recordCall } from './call-recording.ts';
import { openKeyFrameFilm } from './key-frame-film.ts';
import { packSpeech } from './packing.ts';
import { renderVideo } from './rendering.ts';
import { MediaJobRefusal, type FromMediaJob, type MediaJobResult, type MediaJob } from './media-jobs.ts';
import { trainFace } from './training.ts';

const tell = (message: FromMediaJob) => parentPort?.postMessage(message);

// The task comes as `workerData`; only pings come as messages.
if (parentPort) {
  receive(parentPort, () => {});
  parentPort.unref();
}

function run(task: MediaJob): Promise<MediaJobResult> {
  switch (task.do) {
    case 'train':
      return trainFace(task, { openFilm: openKeyFrameFilm, progress: (share) => tell({ progress: share }) });
    case 'pack':
      return packSpeech(task);
    case 'render':
      return renderVideo(task, (share) => tell({ progress: share }));
    case 'record':
      return recordCall(task, (share) => tell({ progress: share }));
  }
}

run(workerData as MediaJob).then(
  (result) => tell({ result }),
  (error: unknown) => {
    if (!(error instanceof MediaJobRefusal)) throw error;
    tell({ refused: error.message });
  },
);
