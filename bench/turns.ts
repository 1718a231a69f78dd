/**
 * Measures turns in real calls of a WebRTC client with the built service on this machine. Prints medians of the
 * time from the end of recorded words to the agent's first sound, and from the visitor's interruption to silence.
 * There are two runs: with the embedded engines, and with a language model whose first word comes after 200 ms and
 * a voice that takes 150 ms.
 *
 *   npm run build && node --import tsx bench/turns.ts [calls] [--recordings FOLDER] \
 *     [--models FOLDER --voice NAME]
 *
 * - `--recordings`: recorded questions `FOLDER/<1 to 5>.wav`, 16 kHz, mono, 16 bit. By default a built-in voice
 *   speaks.
 * - `--models`: a DATA_DIR whose installed voice NAME is measured in a third run.
 */
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startDeployment } from '../src/contract/deployments.ts';
import { loadFlite } from '../src/agent/speech/flite.ts';
import { wavSamples } from './human-recordings.ts';
import { activeDeployment, openService } from './own-service.ts';
import { report } from './results.ts';
import { TalkingVisitor } from './talking-visitor.ts';

const { values, positionals } = parseArgs({
  options: { recordings: { type: 'string' }, models: { type: 'string' }, voice: { type: 'string' } },
  allowPositionals: true,
});
const CALLS = Number(positionals[0] ?? 20);
const MODEL_MS = 200;
const VOICE_MS = 150;
const TEXT = `# Opening hours

We are open from nine in the morning to six in the evening, on Saturdays until two. On Sundays the shop is \
closed, but the workshop takes bicycles until noon.

# Prices

An inspection costs forty five dollars and takes two days. A flat tyre costs eighteen dollars with the tube, \
and you can wait for it over a coffee in our yard.`;
const QUESTIONS = [
  'When are you open on Saturdays?',
  'What does an inspection cost?',
  'How long does an inspection take?',
  'What are your opening hours?',
  'How much is a flat tyre?',
];
const BARGE_IN = 'Wait, please, I have another question for you.';

const flite = loadFlite();
const synthesise = (text: string) => flite(text, { voice: 'rms' }).samples;
const spokenQuestions = QUESTIONS.map((question, index) =>
  values.recordings ? wavSamples(join(values.recordings, `${index + 1}.wav`)) : synthesise(question),
);

async function waitUntil(isMet: () => boolean, limit: number): Promise<boolean> {
  for (
    const startedAt = performance.now();
    performance.now() - startedAt < limit;
    await new Promise((resolve) => setTimeout(resolve, 4))
  )
    if (isMet()) return true;
  return false;
}

/**
 * A simulated model and voice. `askedAfter` returns the times of their first requests after `from`, in milliseconds
 * of `performance.now()`.
 */
interface Engines {
  url: string;
  askedAfter(from: number): { model: number | undefined; voice: number | undefined; requests: number };
  close(): void;
}

/** Starts a model and a voice with fixed response times. */
async function startEngines(): Promise<Engines> {
  const times = { model: [] as number[], voice: [] as number[] };
  const answer =
    'We are open from nine in the morning to six in the evening. On Saturdays we close at two, and on ' +
    'Sundays the workshop takes bicycles until noon.';
  const server = http
    .createServer(async (request, response) => {
      for await (const _ of request);
      const model = request.url!.endsWith('/completions');
      times[model ? 'model' : 'voice'].push(performance.now());
      if (model) {
        setTimeout(() => {
          response.writeHead(200, { 'content-type': 'text/event-stream' });
          const words = answer.split(/(?<= )/);
          const next = (): void => {
            const word = words.shift();
            if (word === undefined)
              return void response.end(
                'data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n',
              );
            response.write(`data: ${JSON.stringify({ choices: [{ delta: { content: word } }] })}\n\n`);
            // A word every 12 ms is the speed of a typical hosted model.
            setTimeout(next, 12);
          };
          next();
        }, MODEL_MS);
      } else {
        const sound = Buffer.alloc(24_000 * 2 * 3);
        for (let index = 0; index < sound.length / 2; index++)
          sound.writeInt16LE(Math.round(9000 * Math.sin(index / 12)), index * 2);
        setTimeout(() => response.writeHead(200, { 'content-type': 'audio/pcm' }).end(sound), VOICE_MS);
      }
    })
    .listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    askedAfter: (from) => {
      const timesAfter = (list: number[]) => list.filter((at) => at > from);
      return {
        model: timesAfter(times.model).at(-1),
        voice: timesAfter(times.voice)[0],
        requests: timesAfter(times.model).length,
      };
    },
    close: () => server.close(),
  };
}

async function measure(
  name: string,
  environment: Record<string, string>,
  { scripted: scriptedEngines, voice }: { scripted?: Engines; voice?: string } = {},
): Promise<void> {
  const service = await openService(environment);
  const { client } = service;
  const document_id = await service.uploadDocument(TEXT);
  const deployment_id = await activeDeployment(client, {
    custom_greeting: 'Hello.',
    document_ids: [document_id],
    ...(voice ? { layers: { tts: { external_voice_id: voice } } } : {}),
  });

  const answers: number[] = [];
  const silences: number[] = [];
  const steps = { model: [] as number[], voice: [] as number[], requests: [] as number[] };
  for (let call = 0; call < CALLS; call++) {
    const { result } = await client(startDeployment, { params: { deployment_id } });
    const visitor = await TalkingVisitor.join(result.conversation_url, result.meeting_token);
    // Wait for the end of the greeting.
    await waitUntil(() => visitor.heardAt > 0, 10_000);
    await waitUntil(() => performance.now() - visitor.heardAt > 900, 20_000);
    visitor.say(spokenQuestions[call % spokenQuestions.length]!);
    await waitUntil(() => !visitor.isSpeaking, 20_000);
    const endedAt = visitor.saidAt;
    if (await waitUntil(() => visitor.heardAt > endedAt, 15_000)) {
      answers.push(visitor.heardAt - endedAt);
      const { model, voice, requests } = scriptedEngines?.askedAfter(endedAt - 1000) ?? { requests: 0 };
      if (model !== undefined) steps.model.push(model - endedAt);
      if (voice !== undefined) steps.voice.push(voice - endedAt);
      steps.requests.push(requests);
    }
    // Interrupt in the middle of the answer.
    await new Promise((resolve) => setTimeout(resolve, 1200));
    if (performance.now() - visitor.heardAt < 100) {
      visitor.say(synthesise(BARGE_IN));
      await waitUntil(() => performance.now() - visitor.saidAt < 30, 2000);
      const startedAt = visitor.saidAt;
      await waitUntil(() => performance.now() - visitor.heardAt > 400, 8000);
      silences.push(Math.max(0, visitor.heardAt - startedAt));
    }
    await visitor.leave();
  }
  const show = (list: number[]) => {
    const sorted = [...list].sort((a, b) => a - b);
    return sorted.length === 0
      ? 'nothing measured'
      : `median ${sorted[Math.floor(sorted.length / 2)]!.toFixed(0)} ms, from ${sorted[0]!.toFixed(0)} ` +
          `to ${sorted.at(-1)!.toFixed(0)}, the first ${list[0]!.toFixed(0)} (${sorted.length} of ${CALLS})`;
  };
  report(
    `${name}\n  end of words to first sound: ${show(answers)}\n  barge-in to silence: ${show(silences)}\n`,
  );
  if (scriptedEngines)
    report(
      `  the model is asked last: ${show(steps.model)}\n  the voice is asked: ${show(steps.voice)}\n` +
        `  requests to the model a turn: at most ${Math.max(...steps.requests)}\n`,
    );
  await service.close();
}

await measure('embedded engines', {});
if (values.models && values.voice) {
  const folder = fs.mkdtempSync(join(os.tmpdir(), 'palkit-bench-models-'));
  fs.cpSync(join(values.models, 'models'), join(folder, 'models'), { recursive: true });
  await measure(
    `embedded engines with the voice ${values.voice}`,
    { DATA_DIR: folder },
    { voice: values.voice },
  );
  fs.rmSync(folder, { recursive: true, force: true });
}
const ownEngines = await startEngines();
await measure(
  `a model of ${MODEL_MS} ms and a voice of ${VOICE_MS} ms`,
  {
    LLM_BASE_URL: ownEngines.url,
    LLM_MODEL: 'm',
    TTS_BASE_URL: ownEngines.url,
    TTS_MODEL: 'v',
  },
  { scripted: ownEngines },
);
ownEngines.close();
process.exit(0);
