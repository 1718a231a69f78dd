/**
 * A service of the bench's own: a folder that is thrown away, rooms without WebRTC, an address on this machine, and the
 * engines that the settings name. Without any it answers from documents, as the service does.
 */
import fs from 'node:fs';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { SentenceModel } from '@palkit/agent';
import type { Clock } from '@palkit/runtime/clock';
import { createService } from '../compose/service.ts';
import { installedSentences } from '../compose/installed-engines.ts';
import { readConfig, type Config } from '../config/config.ts';
import type { InstalledModel } from '../models/installed.ts';
import { usableModels } from '../models/usable.ts';
import { ScriptedServer } from './scripted-server.ts';
import { LANGUAGES, SimulatedCalls } from './simulated-calls.ts';
import { steadyClock } from './steady-clock.ts';

const KEY = 'key-of-the-bench-1';
/** Settings of the environment that count here too; all others are the running service's. */
const ENGINES = /^(?:LLM|EMBEDDINGS|SEARCH|PERCEPTION)_/;

/** The simulated voice as the service looks for one: what languages it has is all that is asked of it. */
const ANY_LANGUAGE: Pick<InstalledModel, 'for' | 'languages'> = {
  for: 'text_to_speech',
  languages: [...LANGUAGES],
};

export interface OwnService {
  base: string;
  key: string;
  config: Config;
  calls: SimulatedCalls;
  clock: Clock;
  server: ScriptedServer;
  close(): Promise<void>;
}

/** `database`: the folder of a database that was made before, copied; `DATA_DIR`'s models are used either way. */
export async function openOwnService({
  environment,
  database,
}: {
  environment: Readonly<Record<string, string | undefined>>;
  database?: string | undefined;
}): Promise<OwnService> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-scenarios-'));
  const clock = steadyClock();
  const server = await ScriptedServer.open(clock);
  try {
    if (database) fs.cpSync(database, path.join(dataDir, 'database'), { recursive: true });
    const settings = readConfig({
      ...Object.fromEntries(Object.entries(environment).filter(([name]) => ENGINES.test(name))),
      API_KEYS: `1:${KEY}`,
      DATA_DIR: dataDir,
      PUBLIC_URL: 'http://127.0.0.1',
      OUTBOUND_ALLOWED_HOSTS: [server.host, environment['OUTBOUND_ALLOWED_HOSTS']].filter(Boolean).join(','),
      VISITOR_STARTS_PER_MINUTE: '100000',
      VISITOR_OPEN_CALLS: '100000',
      LOG_LEVEL: environment['LOG_LEVEL'] ?? 'silent',
    });
    const models = usableModels(environment['DATA_DIR'] ?? './data', () => {});
    const config = { ...settings, models: [...models, ANY_LANGUAGE as InstalledModel] };
    const calls = new SimulatedCalls(clock);
    const sentences = config.embeddings ? undefined : new SentenceModel(clock, installedSentences(models));
    const service = await createService(config, {
      clock,
      log: pino({ level: config.logLevel }),
      media: calls.media,
      // Many scenarios at once are work, and no visitors who could come later.
      load: { refusal: () => null },
      engines: {
        ...calls.engines,
        ...(sentences ? { sentences } : {}),
        close: async () => sentences?.close(),
      },
    });
    await service.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = service.app.server.address() as AddressInfo;
    return {
      base: `http://127.0.0.1:${port}`,
      key: KEY,
      config,
      calls,
      clock,
      server,
      async close() {
        service.app.server.closeAllConnections();
        await service.close();
        await server.close();
        clock.stop();
        fs.rmSync(dataDir, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await server.close();
    clock.stop();
    fs.rmSync(dataDir, { recursive: true, force: true });
    throw error;
  }
}
