/** The captcha's worker: a challenge in, its solution out. */
import type { Challenge } from 'altcha-lib/types';
import { deriveKey, solveChallenge } from './captcha-solver.ts';

addEventListener('message', (event: MessageEvent<Challenge>) => {
  void solveChallenge({ challenge: event.data, deriveKey }).then(
    (solution) => postMessage(solution),
    () => postMessage(null),
  );
});
