/** Simulates the process of a model; the text of a request selects its behaviour. */
import type { Reply, Request } from '../../../src/agent/speech/sherpa/protocol.ts';

const answer = (reply: Reply): void => void process.send!(reply);
const { threads } = JSON.parse(process.argv[2]!) as { threads: number };
const lengthById = new Map<number, number>();

process.on('message', (request: Request) => {
  if (request.is === 'write')
    lengthById.set(request.utterance, (lengthById.get(request.utterance) ?? 0) + request.samples.length);
  if (request.is === 'drop') lengthById.delete(request.utterance);
  if (request.is === 'read')
    answer({ id: request.id, text: `so far ${lengthById.get(request.utterance) ?? 0}` });
  if (request.is === 'finish')
    answer({
      id: request.id,
      text: `all ${lengthById.get(request.utterance) ?? 0}${request.isDecoded ? ' heard' : ''}`,
    });
  if (request.is !== 'speak') return;
  if (request.text.includes('die')) process.exit(3);
  if (request.text.includes('throw')) answer({ id: request.id, failed: 'RangeError' });
  else if (!request.text.includes('hang')) {
    // A tone whose duration depends on the text and whose pitch depends on the speaker.
    const samples = Int16Array.from(
      { length: request.text.length * 1200 },
      (_, index) => 9000 * Math.sin(index / (4 + request.speaker)),
    );
    answer({ id: request.id, samples });
  }
});
process.on('disconnect', () => process.exit(0));
// With 13 threads the process exits before it is ready, and with 0 threads it never becomes ready.
if (threads === 13) process.exit(1);
if (threads > 0) answer({ ready: true });
