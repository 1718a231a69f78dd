/** `npm start`: reads the settings, starts the service, says where it is, stops on a signal. */
import { readConfig, SettingError } from './config/config.ts';
import { createEngines } from './compose/configured-engines.ts';
import { invitation } from './config/invitation.ts';
import { localLine } from './compose/local-engines.ts';
import { usableModels } from './models/usable.ts';
import { iceServersOfPeer } from './rooms/embedded/ice-servers.ts';
import { Media, MediaError } from './rooms/embedded/media.ts';
import { createService } from './compose/service.ts';
import { FolderError } from './store/embedded.ts';
import { isUnreachable, VersionError } from './store/store.ts';
import { checkUdpPort } from './config/udp-port.ts';
import pino from 'pino';

/** What a person can mend, by the code that the system or the database gives it. */
const START_FAULTS: Record<string, string> = {
  EACCES: 'This address, port or folder is not allowed to this user',
  EPERM: 'This folder is not allowed to this user',
  EROFS: 'DATA_DIR is on a disk that can only be read',
  ENOTDIR: 'DATA_DIR is a file, or below one',
  EEXIST: 'DATA_DIR is a file, or below one',
  ENOENT: 'A file or folder that is needed is not there',
  ENOSPC: 'There is no space left on the disk of DATA_DIR',
  EDQUOT: 'There is no space left for this user on the disk of DATA_DIR',
  EADDRNOTAVAIL: 'HOST is no address of this machine',
  ENOTFOUND: 'The host of DATABASE_URL, or HOST, is not known',
  EAI_AGAIN: 'The host of DATABASE_URL, or HOST, could not be looked up',
  ECONNREFUSED: 'Nothing listens at the address of DATABASE_URL',
  '28000': 'The database at DATABASE_URL does not know this user',
  '28P01': 'The database at DATABASE_URL refuses the user or the password',
  '3D000': 'There is no such database on the server of DATABASE_URL',
  '42501': 'The user of DATABASE_URL may not create tables there',
  '25006': 'The database at DATABASE_URL can only be read',
  '53100': 'The database at DATABASE_URL has no space left',
};

/** Where in the code a fault arose; its message may quote what was being worked on. */
const place = (error: unknown) =>
  ((error as Error | null)?.stack ?? '')
    .split('\n')
    .filter((line) => line.trim().startsWith('at '))
    .slice(0, 6)
    .join('\n');

/** A start that failed for a reason its person can mend gets one line, never a stack trace. */
function stop(message: string): never {
  process.stderr.write(`palkit: ${message}\n`);
  process.exit(1);
}

const unknown = process.argv.slice(2).find((argument) => argument !== '--gates');
if (unknown) stop(`Unknown argument ${unknown}. Settings are environment variables; see the README.`);

try {
  const settings = readConfig(process.env);
  const config = {
    ...settings,
    models: usableModels(settings.dataDir, (problem) => process.stderr.write(`palkit: ${problem}\n`)),
  };
  const log = pino({ level: config.logLevel });
  // Nobody knows what such a fault leaves behind: the process ends, and who started it starts it again.
  for (const uncaught of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(uncaught, (error: unknown) => {
      log.fatal(
        { fault: (error as Error | null)?.name, at: place(error) },
        'an uncaught fault ends the process',
      );
      process.exit(70);
    });
  await checkUdpPort(config.room.udpPort);
  const engines = createEngines(config);
  const media = await Media.start({
    udpPort: config.room.udpPort,
    publicAddress: config.room.publicAddress ?? undefined,
    iceServers: iceServersOfPeer(config.room.iceServers),
    log: (level, message, fields) => log[level](fields, message),
  });
  const service = await createService(config, {
    log,
    engines,
    media,
    gates: process.argv.includes('--gates'),
  });
  await service.app.listen({ host: config.host, port: config.port });
  if (service.newKey) {
    process.stdout.write(`\n  Account 1 is made. Its API key, shown this once:\n\n      ${service.newKey}\n`);
  }
  process.stdout.write(
    `\n  Palkit is ready: open ${config.publicUrl}/\n  To put it on a page of yours, and ` +
      'what its content security policy has to allow: ' +
      `${config.publicUrl}/embed\n${invitation(config)}\n`,
  );

  if (config.llm === null && config.localEngines)
    void localLine(fetch).then((line) => line && process.stdout.write(line));
  // Whoever started it hears that it runs, and it ends with them.
  process.send?.('ready');
  process.on('disconnect', () => process.exit(1));

  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1);
      stopping = true;
      // Somebody at the keyboard is not kept waiting.
      const patience = signal === 'SIGTERM' ? config.drainSeconds * 1000 : 0;
      const over = new Promise((resolve) => setTimeout(resolve, patience).unref());
      void Promise.race([service.drain(), over])
        .then(() => {
          setTimeout(() => process.exit(1), 10_000).unref();
          return service.close();
        })
        .then(() => process.exit(0));
    });
  }
} catch (error) {
  const told = [SettingError, FolderError, VersionError, MediaError].some((kind) => error instanceof kind);
  if (told) stop((error as Error).message);
  const code = (error as { code?: string }).code;
  if (code === 'EADDRINUSE')
    stop(
      `Something else listens on ${process.env['HOST'] || '127.0.0.1'}:${process.env['PORT'] || 8787}. ` +
        'Stop it, or set PORT.',
    );
  const mendable = START_FAULTS[code ?? ''];
  if (mendable)
    stop(
      `${mendable} (${code}${(error as { path?: string }).path ? `, ${(error as { path?: string }).path}` : ''}).`,
    );
  if (isUnreachable(error))
    stop(`The database at DATABASE_URL does not answer (${code ?? 'no connection'}).`);
  throw error;
}
