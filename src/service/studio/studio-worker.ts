/** One task of the studio, in a worker thread of its own. */
import { parentPort, workerData } from 'node:worker_threads';
import { filmCall } from './filming.ts';
import { packSpeech } from './packing.ts';
import { renderVideo } from './rendering.ts';
import { StudioRefusal, type FromStudio, type StudioResult, type StudioTask } from './studio.ts';
import { trainFace } from './training.ts';

const tell = (message: FromStudio) => parentPort!.postMessage(message);

function run(task: StudioTask): Promise<StudioResult> {
  switch (task.do) {
    case 'train':
      return trainFace(task);
    case 'pack':
      return packSpeech(task);
    case 'render':
      return renderVideo(task, (share) => tell({ progress: share }));
    case 'film':
      return filmCall(task, (share) => tell({ progress: share }));
  }
}

run(workerData as StudioTask).then(
  (done) => tell({ done }),
  (error: unknown) => {
    if (!(error instanceof StudioRefusal)) throw error;
    tell({ refused: error.message });
  },
);
