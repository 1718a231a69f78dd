/** Simulates the process of a voice; the text selects its behaviour. */
import type { Reply, Request } from '../../../../src/agent/speech/neural/protocol.ts';

const answer = (reply: Reply): void => void process.send!(reply);
const endless = new Set<number>();

process.on('message', (request: Request) => {
  if (request.is === 'ping') return answer({ alive: true });
  if (request.is === 'stop') return void endless.delete(request.id);
  const { id, text } = request;
  if (text.includes('die')) process.exit(3);
  if (text.includes('throw')) return answer({ id, failed: 'RangeError' });
  if (text.includes('endless')) {
    endless.add(id);
    return answer({ id, samples: new Int16Array(960), last: false, duration: 9, phones: [] });
  }
  const samples = text === 'short' ? Int16Array.of(endless.size) : new Int16Array(24_000).fill(5000);
  answer({ id, samples, last: true, duration: 1, phones: [] });
});
process.on('disconnect', () => process.exit(0));
answer({ ready: true });
