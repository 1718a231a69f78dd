/** The worker that solves a captcha challenge. */
import type { Challenge } from 'altcha-lib/types';
import { deriveKey, solveChallenge } from './captcha-solver.ts';

addEventListener('message', (event: MessageEvent<Challenge>) => {
  void solveChallenge({ challenge: event.data, deriveKey }).then(
    (solution) => postMessage(solution),
    () => postMessage(null),
  );
});
