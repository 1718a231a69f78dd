/** `npm start`: reads the settings, starts the service, says where it is, stops on a signal. */
import { readConfig, SettingError } from './config/config.ts';
import { createEngines } from './compose/configured-engines.ts';
import { invitation } from './config/invitation.ts';
import { localLine } from './compose/local-engines.ts';
import { usableModels } from './models/usable.ts';
import { Media } from './rooms/embedded/media.ts';
import { createService } from './compose/service.ts';
import { FolderError } from './store/embedded.ts';
import pino from 'pino';

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
  const engines = createEngines(config);
  const media = await Media.start({
    udpPort: config.room.udpPort,
    publicAddress: config.room.publicAddress ?? undefined,
    iceServers: config.room.iceServers,
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
    `\n  Palkit is ready: open ${config.publicUrl}/ and talk.\n  To put it on a page of yours, and what its content security policy has to allow: ${config.publicUrl}/embed\n${invitation(config)}\n`,
  );

  if (config.llm === null && config.localEngines)
    void localLine(fetch).then((line) => line && process.stdout.write(line));

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
  if (error instanceof SettingError || error instanceof FolderError) stop(error.message);
  const code = (error as { code?: string }).code;
  if (code === 'EADDRINUSE')
    stop(
      `Something else listens on ${process.env['HOST'] || '127.0.0.1'}:${process.env['PORT'] || 8787}. Stop it, or set PORT.`,
    );
  if (code === 'EACCES') stop(`This address or folder is not allowed: ${(error as Error).message}`);
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === '28P01' || code === '3D000')
    stop(`The database at DATABASE_URL cannot be opened (${code}).`);
  throw error;
}
