/** The worker of a drawn face. */
import { Painter, type Order } from './painter.ts';

const painter = new Painter(
  (report) => postMessage(report),
  () => Promise.resolve(),
);
addEventListener('message', ({ data }: MessageEvent<Order>) => painter.take(data));
postMessage('ready');
