/** A publisher of models and a folder to install them in, for tests. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, afterEach, before, beforeEach } from 'node:test';
import { ManualClock } from '../../src/runtime/clock.ts';
import { type InstallParts } from '../../src/models/install.ts';
import { installedModels } from '../../src/models/installed.ts';
import type { Model } from '../../src/models/model.ts';
import { createOutbound, type Outbound } from '../../src/outbound/outbound.ts';
import { model, Publisher, VOSK, zip } from './publisher.ts';

export const clock = new ManualClock();
export const ZIP = zip(VOSK);
export let publisher: Publisher;
let outbound: Outbound;
export let dataDir: string;
before(async () => {
  publisher = await Publisher.open();
  outbound = createOutbound({ clock, allowedHosts: [publisher.host] });
});
beforeEach(() => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-models-'));
  publisher.publish('tiny.zip', ZIP);
});
afterEach(() => {
  publisher.requests.length = 0;
  publisher.files.clear();
  publisher.redirects.clear();
  fs.rmSync(dataDir, { recursive: true, force: true });
});
after(async () => {
  publisher.close();
  await outbound.close();
});

export const parts = (overrides: Partial<InstallParts> = {}): InstallParts => ({
  dataDir,
  outbound,
  clock,
  allowedHosts: [publisher.host],
  free: async () => 1e12,
  pause: async () => undefined,
  progress: () => undefined,
  step: () => undefined,
  ...overrides,
});
export const tinyModel = (source: object = {}, extraFields: Partial<Model> = {}): Model =>
  model({ address: publisher.address('tiny.zip'), ...source }, extraFields);
export const refusalOf = (code: string, message: RegExp) => ({ name: 'ModelError', code, message });
export const installedNames = () => installedModels(dataDir).map(({ name }) => name);
export const remainingFiles = () =>
  fs.existsSync(path.join(dataDir, 'models'))
    ? fs.readdirSync(path.join(dataDir, 'models')).filter((name) => name !== '.incoming')
    : [];
