/**
 * Starts the service for the scenarios of `palkit test`: in a temporary folder, with rooms without WebRTC, on a
 * loopback address, and with the configured engines. Without engines it answers from documents.
 */
import fs from 'node:fs';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { SentenceModel } from '@palkit/agent';
import type { InstalledModel } from '@palkit/models/installed';
import { usableModels } from '@palkit/models/usable';
import type { ServiceOptions, ServiceUnderTest } from '@palkit/testing/service-under-test';
import { LANGUAGES } from '@palkit/testing/simulated-calls';
import { readConfig, type Config } from '../config/config.ts';
import { installedSentenceModel } from './installed-engines.ts';
import { createService } from './service.ts';

const KEY = 'key-of-the-bench-1';
/** Environment variables that also apply to scenarios; all others are meant for the running service. */
const ENGINES = /^(?:LLM|EMBEDDINGS|SEARCH|PERCEPTION)_/;

/** The simulated voice as an installed model that speaks every language of the service. */
const ANY_LANGUAGE: Pick<InstalledModel, 'for' | 'languages'> = {
  for: 'text_to_speech',
  languages: [...LANGUAGES],
};

export async function startServiceForScenarios(options: ServiceOptions): Promise<ServiceUnderTest> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-scenarios-'));
  try {
    if (options.database) fs.cpSync(options.database, path.join(dataDir, 'database'), { recursive: true });
    const service = await create(options, dataDir);
    await service.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = service.app.server.address() as AddressInfo;
    return {
      base: `http://127.0.0.1:${port}`,
      key: KEY,
      async close() {
        service.app.server.closeAllConnections();
        await service.close();
        fs.rmSync(dataDir, { recursive: true, force: true });
      },
    };
  } catch (error) {
    fs.rmSync(dataDir, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Returns the model that judges answers; null if none is configured. Variables other than those of engines
 * are ignored, because they may be meant for another machine.
 */
export const judgeOfScenarios = (environment: ServiceOptions['environment']): Config['llm'] =>
  readConfig(enginesOf(environment)).llm;

const enginesOf = (environment: ServiceOptions['environment']) =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => ENGINES.test(name)));

function create({ environment, scriptedHost, clock, calls }: ServiceOptions, dataDir: string) {
  const settings = readConfig({
    ...enginesOf(environment),
    API_KEYS: `1:${KEY}`,
    DATA_DIR: dataDir,
    PUBLIC_URL: 'http://127.0.0.1',
    OUTBOUND_ALLOWED_HOSTS: [scriptedHost, environment['OUTBOUND_ALLOWED_HOSTS']].filter(Boolean).join(','),
    VISITOR_STARTS_PER_MINUTE: '100000',
    VISITOR_OPEN_CALLS: '100000',
    LOG_LEVEL: environment['LOG_LEVEL'] ?? 'silent',
  });
  const models = usableModels(environment['DATA_DIR'] ?? './data', () => {});
  const config: Config = { ...settings, models: [...models, ANY_LANGUAGE as InstalledModel] };
  const sentences = config.embeddings ? undefined : new SentenceModel(clock, installedSentenceModel(models));
  return createService(config, {
    clock,
    log: pino({ level: config.logLevel }),
    media: calls.media,
    // Scenarios may overload the service; it must not refuse them as it refuses visitors.
    load: { refusal: () => null },
    engines: {
      ...calls.engines,
      ...(sentences ? { sentences } : {}),
      close: async () => sentences?.close(),
    },
  });
}
