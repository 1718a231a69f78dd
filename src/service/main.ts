/** `npm start`: reads the settings, starts the service, prints its address, and stops on a signal. */
import { warmUp } from '@palkit/agent';
import { CONSOLE_LINK_MINUTES } from '@palkit/contract/console';
import { readConfig } from './config/config.ts';
import { createEngines } from './compose/configured-engines.ts';
import { invitation } from './config/invitation.ts';
import { localLine } from '@palkit/models/local-engines';
import { MODELS } from '@palkit/models/catalogue';
import { offerFirstVoice } from '@palkit/models/first-voice';
import { runModels } from '@palkit/models/run';
import { terminalQuestion } from '@palkit/models/terminal-question';
import { usableModels } from '@palkit/models/usable';
import { iceServersOfPeer } from '@palkit/rooms/embedded/ice-servers';
import { Media } from '@palkit/rooms/embedded/media';
import { createService } from './compose/service.ts';
import { SYSTEM_FACES } from './seed/system-faces.ts';
import { storeThisRelease } from './compose/release-files.ts';
import { systemClock } from '@palkit/runtime/clock';
import { optimiseOnlyHotWasm } from '@palkit/runtime/wasm-budget';
import { startFault } from './compose/start-faults.ts';
import { checkUdpPort } from './config/udp-port.ts';
import { isUnreachable } from './store/unreachable.ts';
import pino from 'pino';

/** Returns the stack frames of an error, without its message, which might contain data. */
const stackFrames = (error: unknown) =>
  ((error as Error | null)?.stack ?? '')
    .split('\n')
    .filter((line) => line.trim().startsWith('at '))
    .slice(0, 6)
    .join('\n');

/** Prints one line without a stack trace, for a failed start that the operator can correct, and exits. */
function stop(message: string): never {
  process.stderr.write(`palkit: ${message}\n`);
  process.exit(1);
}

/** The exit code after a temporary failure of the start, which can be retried: EX_TEMPFAIL of sysexits.h. */
const EXIT_TEMPORARY_FAILURE = 75;
/** True once the database was reached, which proves that its settings are correct. */
let isDatabaseReached = false;

optimiseOnlyHotWasm();
/** No resource is open before the service is ready, so a signal ends the process immediately. */
let handleSignal: (signal: 'SIGINT' | 'SIGTERM') => void = () => process.exit(0);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => handleSignal(signal));
// The process ends with its parent, even while it waits for the database.
process.on('disconnect', () => process.exit(1));

const unknown = process.argv.slice(2).find((argument) => argument !== '--gates');
if (unknown) stop(`Unknown argument ${unknown}. Settings are environment variables; see the README.`);

try {
  const settings = readConfig(process.env);
  const config = {
    ...settings,
    models: usableModels(settings.dataDir, (problem) => process.stderr.write(`palkit: ${problem}\n`)),
  };
  const log = pino({ level: config.logLevel });
  // After an uncaught error the state of the process is unknown, so it exits and its supervisor restarts it.
  for (const uncaught of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(uncaught, (error: unknown) => {
      log.fatal(
        { fault: (error as Error | null)?.name, at: stackFrames(error) },
        'an uncaught fault ends the process',
      );
      process.exit(70);
    });
  await checkUdpPort(config.room.udpPort);
  storeThisRelease(config, systemClock, log);
  const engines = createEngines(config, log);
  // Loading the model takes two seconds, so it loads while the database starts; an unused model stops again.
  engines.sentences?.warm();
  const media = await Media.start({
    udpPort: config.room.udpPort,
    publicAddress: config.room.publicAddress ?? undefined,
    iceServers: iceServersOfPeer(config.room.iceServers),
    faceEngine: config.faceEngine,
    log: (level, message, fields) => log[level](fields, message),
  });
  const service = await createService(config, {
    log,
    engines,
    media,
    gates: process.argv.includes('--gates'),
    databaseReached: () => (isDatabaseReached = true),
    databaseAway: (error) => {
      const maximum = config.databaseWaitSeconds;
      process.stderr.write(
        `palkit: ${startFault(error)} The start waits for it, ${maximum} second${maximum === 1 ? '' : 's'} at most.\n`,
      );
    },
  });
  await service.app.listen({ host: config.host, port: config.port });
  if (service.newKey) {
    process.stdout.write(`\n  Account 1 is made. Its API key, shown this once:\n\n      ${service.newKey}\n`);
  }
  if (service.consoleLink)
    process.stdout.write(
      `\n  Your console: this link works once, for ${CONSOLE_LINK_MINUTES} minutes. ` +
        `\`palkit console\` prints a new one.\n\n      ${service.consoleLink}\n`,
    );
  process.stdout.write(
    `\n  Palkit is ready: open ${config.publicUrl}/\n  To put it on a page of yours, and ` +
      'what its content security policy has to allow: ' +
      `${config.publicUrl}/embed\n${invitation(config)}\n`,
  );

  if (config.llm === null && !engines.model && config.localEngines)
    void localLine(fetch).then((line) => line && process.stdout.write(line));
  const { dataDir, outboundAllowedHosts: allowedHosts } = config;
  void offerFirstVoice({
    dataDir,
    catalogue: MODELS,
    faces: SYSTEM_FACES,
    hasVoice: config.tts !== null || config.models.some((model) => model.for === 'text_to_speech'),
    confirm: terminalQuestion(),
    out: (text) => process.stdout.write(text),
    add: (name) => runModels(['add', name, '--yes'], { dataDir, allowedHosts, faces: SYSTEM_FACES }),
  }).catch((error: unknown) => log.warn({ fault: (error as Error | null)?.name }, 'no voice was added'));
  // Answer the pings of `supervise.ts`, which treats missing answers as a hang.
  process.on('message', (message) => void (message === 'ping' && process.send?.('alive')));
  process.send?.('ready');

  let stopping = false;
  handleSignal = (signal) => {
    if (stopping) process.exit(1);
    stopping = true;
    // SIGTERM waits for the running calls; a user who presses Ctrl+C does not want to wait.
    const drainMs = signal === 'SIGTERM' ? config.drainSeconds * 1000 : 0;
    const drainTimeout = new Promise((resolve) => setTimeout(resolve, drainMs).unref());
    void Promise.race([service.drain(), drainTimeout])
      .then(() => {
        setTimeout(() => process.exit(1), 10_000).unref();
        return service.close();
      })
      .then(() => process.exit(0));
  };
  await warmUp(log);
} catch (error) {
  if ((error as { code?: string }).code === 'EADDRINUSE')
    stop(
      `Something else listens on ${process.env['HOST'] || '127.0.0.1'}:${process.env['PORT'] || 8787}. ` +
        'Stop it, or set PORT.',
    );
  const fault = startFault(error);
  if (fault !== null && isDatabaseReached && isUnreachable(error)) {
    process.stderr.write('palkit: The database went away while the service started.\n');
    process.exit(EXIT_TEMPORARY_FAILURE);
  }
  if (fault !== null) stop(fault);
  throw error;
}
