/**
 * Applies twice the load that two cores can carry: calls with picture and voice run, while more visitors start
 * calls.
 *
 *   npm run build && node --import tsx bench/overload.ts [--calls 30] [--newcomers 60] [--each 250]
 *
 * Limits (issue 12): existing calls receive nine pictures of ten, and each new visitor gets a call, or 503 with
 * `Retry-After`, within a second. The exit code is 1 if a limit is missed. Only capacity and measured load refuse
 * visitors; limits per address are off. The visitors' programs run on the same machine.
 */
import os from 'node:os';
import { parseArgs } from 'node:util';
import { HeldCalls, inWords, RATE, type StartedCall } from './held-calls.ts';
import { openService } from './own-service.ts';
import { Times } from './game-day/ledger.ts';
import { pause } from './game-day/visitors.ts';
import { report } from './results.ts';

const WAIT_BEFORE_MS = 8000;
const WAIT_AFTER_MS = 15_000;
const ANSWER_MS = 1000;
const PICTURES = 0.9;
const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '30' },
    newcomers: { type: 'string', default: '60' },
    each: { type: 'string', default: '250' },
  },
});
const say = report;

interface Answer {
  milliseconds: number;
  status: number;
  retryAfter: string | null;
  call: StartedCall | null;
}

async function start(base: string, deployment: string): Promise<Answer> {
  const startedAt = performance.now();
  const response = await fetch(`${base}/v2/deployments/${deployment}/start`, { method: 'POST' });
  const body = (await response.json()) as { conversation_url?: string; meeting_token?: string };
  const { conversation_url: url, meeting_token: token } = body;
  return {
    milliseconds: performance.now() - startedAt,
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    call: url && token ? { url, token } : null,
  };
}

const service = await openService({ OVERLOAD_REFUSALS: 'on', ROOM_MAXIMUM_CALLS: '1000' });
const first = new HeldCalls();
const laterCalls = new HeldCalls();
let isPassing = true;
try {
  const deployment = await service.createDeployment('This is a long greeting. '.repeat(40));
  say(`load of the machine ${os.loadavg()[0]!.toFixed(1)}`);
  while (first.count < Number(values.calls)) {
    const { call } = await start(service.base, deployment);
    if (call) await first.add(call);
    else await pause(500);
  }
  await first.rates();
  await pause(WAIT_BEFORE_MS);
  say(`${first.count} calls before anybody comes: ${inWords(await first.rates())}`);

  const times = new Times();
  const refusalCounts = new Map<string, number>();
  let strays = 0;
  const coming: Promise<unknown>[] = [];
  for (let count = 0; count < Number(values.newcomers); count++) {
    coming.push(
      start(service.base, deployment).then(({ milliseconds, status, retryAfter, call }) => {
        times.add(milliseconds);
        if (call) return laterCalls.add(call).then((entered) => void (entered || (strays += 1)));
        const kind = `${status}${retryAfter === null ? ' without Retry-After' : ''}`;
        refusalCounts.set(kind, (refusalCounts.get(kind) ?? 0) + 1);
        return null;
      }),
    );
    await pause(Number(values.each));
  }
  await Promise.all(coming);
  const ratesDuring = await first.rates();
  await laterCalls.rates();
  const refusalText = [...refusalCounts].map(([kind, count]) => `${count} with ${kind}`).join(', ');
  say(
    `${values.newcomers} newcomers: ${laterCalls.count} taken, ${strays} of them refused as they entered the ` +
      `room (a page tries again for a while and then writes); ` +
      `refused at once ${refusalText || 'none'}; answered in ` +
      `${times.at(0.5)} ms (median), ${times.at(1)} ms (the last)`,
  );
  say(`the first ${first.count} while they came: ${inWords(ratesDuring)}`);
  await pause(WAIT_AFTER_MS);
  const ratesAfter = await first.rates();
  say(`the first ${first.count} afterwards: ${inWords(ratesAfter)}`);
  say(`the ${laterCalls.count - strays} that entered: ${inWords(await laterCalls.rates())}`);
  isPassing =
    times.at(1) <= ANSWER_MS &&
    [...refusalCounts.keys()].every((kind) => kind === '503') &&
    [ratesDuring, ratesAfter].every((rates) => rates[0]! >= PICTURES * RATE);
  say(isPassing ? 'the limits are met' : 'MISSED');
} finally {
  first.close();
  laterCalls.close();
  await service.close();
}
process.exit(isPassing ? 0 : 1);
