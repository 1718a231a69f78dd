/**
 * Measures the resident memory of the built service and all its processes: idle, during and after calls.
 *
 *   npm run build && node --import tsx bench/memory.ts [visitors]
 *
 * The service has its supervisor, as with `npm start`, and uses the embedded engines and a face of 25 pictures per
 * second. For a minute all visitors ask questions at the same time; `talking` is the highest of the readings, one
 * per second.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { startDeployment } from '../src/contract/deployments.ts';
import { loadFlite } from '../src/agent/speech/flite.ts';
import { activeDeployment, openService } from './own-service.ts';
import { report } from './results.ts';
import { TalkingVisitor } from './talking-visitor.ts';

const VISITORS = Number(process.argv[2] ?? 2);
const TALK_MS = 60_000;
/** Milliseconds after the reading of a document until the process that read it has ended. */
const READ_MS = 65_000;
/** Milliseconds after the start of the service until its last work has ended. */
const SETTLED_MS = 30_000;
const QUESTIONS = [
  'When are you open on Saturdays?',
  'How much does it cost to send a parcel to another country?',
  'Can I bring my dog?',
  'Where is the nearest station?',
];

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Returns a process and all its descendants, with their memory in megabytes. */
function processes(pid: number): { name: string; megabytes: number }[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
  );
  return [nameAndMemory(pid), ...children.flatMap((child) => processes(Number(child)))];
}

function nameAndMemory(pid: number): { name: string; megabytes: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const program = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    .split('\0')
    .find((word) => word.endsWith('.js'));
  return {
    name: program?.split('/').at(-1) ?? '?',
    megabytes: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024,
  };
}

type Reading = ReturnType<typeof processes>;
const total = (reading: Reading) => reading.reduce((sum, { megabytes }) => sum + megabytes, 0);

function printReading(description: string, reading: Reading): void {
  const each = reading.map(({ name, megabytes }) => `${name} ${megabytes.toFixed(0)}`).join(', ');
  report(`${description}: ${total(reading).toFixed(0)} MB (${each})\n`);
}

/** Reads the memory of all processes; tries again if a process or a thread ended meanwhile. */
function read(pid: number): Reading {
  for (let attempts = 0; ; attempts += 1) {
    try {
      return processes(pid);
    } catch (error) {
      if (attempts > 10) throw error;
    }
  }
}

const flite = loadFlite();
const questionSounds = QUESTIONS.map((text) => flite(text, { voice: 'rms' }).samples);
const service = await openService({}, { supervised: true });
await pause(SETTLED_MS);
printReading('idle', read(service.pid));

const document_id = await service.uploadDocument(readFileSync('bench/questions/texts/shop.md', 'utf8'));
await pause(READ_MS);
const deployment_id = await activeDeployment(service.client, {
  custom_greeting: 'Hello.',
  document_ids: [document_id],
});
const visitors = await Promise.all(
  Array.from({ length: VISITORS }, async () => {
    const { result } = await service.client(startDeployment, { params: { deployment_id } });
    return TalkingVisitor.join(result.conversation_url, result.meeting_token);
  }),
);
let most: Reading = [];
for (const deadline = performance.now() + TALK_MS; performance.now() < deadline; await pause(1000)) {
  for (const [index, visitor] of visitors.entries())
    if (!visitor.isSpeaking && performance.now() - visitor.saidAt > 4000)
      visitor.say(questionSounds[(index + Math.floor(performance.now() / 5000)) % questionSounds.length]!);
  const now = read(service.pid);
  if (total(now) > total(most)) most = now;
}
printReading(`${VISITORS} visitors talking`, most);
await Promise.all(visitors.map((visitor) => visitor.leave()));
await pause(SETTLED_MS);
printReading('after their calls', read(service.pid));
await service.close();
process.exit(0);
