/**
 * Tests all frameworks and bundlers that we list, from the packed package to a call with the real service. Each
 * takes minutes and loads hundreds of megabytes from the npm registry, so two of them are tested each day.
 * `FRAMEWORKS` selects some, separated by commas; `FRAMEWORKS=all` also generates docs/guide/frameworks.md.
 */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { unless } from '../../surroundings.ts';
import { launch } from '../../browser.ts';
import { startService, type RunningService } from '../../journeys/running-service.ts';
import {
  APPLICATIONS,
  hasRegistry,
  ApplicationBuilder,
  pack,
  serve,
  applicationsOfToday,
  type BuiltApplication,
} from './applications.ts';
import { visit, type Findings } from './visit.ts';
import { write } from './page.ts';

const names = process.env['FRAMEWORKS'];
const applications = names
  ? APPLICATIONS.filter(({ name }) => names === 'all' || names.split(',').includes(name))
  : applicationsOfToday(Date.now());
const skip = unless(await hasRegistry(), 'registry');
/** The registry may be slow, and the machine may be busy. */
const timeout = 1_500_000;

test('every row runs once within a week', () => {
  const days = [0, 1, 2, 3, 4, 5, 6].flatMap((day) => applicationsOfToday(Date.now() + day * 86_400_000));
  assert.deepEqual(new Set(days), new Set(APPLICATIONS));
  assert.equal(days.length, APPLICATIONS.length);
});

describe('every framework', () => {
  let service: RunningService;
  let browser: Browser;
  let folder: string;
  let builtApplications: Map<string, BuiltApplication>;
  const findingsByCell = new Map<string, Findings>();
  before(async () => {
    if (skip) return;
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-matrix-'));
    let tarballs: string[];
    [service, browser, tarballs] = await Promise.all([startService(), launch(), pack(folder)]);
    const makers = new ApplicationBuilder(folder, tarballs, {
      baseUrl: service.url,
      deploymentId: service.deployments['captcha']!,
    });
    builtApplications = new Map(
      applications.map((application) => [application.name, makers.make(application)]),
    );
    // Each result is awaited in a separate test, which may start after the failure.
    for (const promise of [...builtApplications.values()].flatMap(({ installation, built }) => [
      installation,
      built,
    ]))
      promise.catch(() => undefined);
  });
  after(async () => {
    await browser?.close();
    await service?.close();
    if (folder) fs.rmSync(folder, { recursive: true, force: true });
    if (names === 'all' && !skip) write(findingsByCell);
  });

  for (const application of applications) {
    test(`${application.title}: installed`, { timeout, skip }, async () => {
      const installedFolder = await builtApplications.get(application.name)!.installation;
      assert.ok(fs.existsSync(path.join(installedFolder, 'node_modules', '@palkit')));
    });

    test(`${application.title}: built, rendered, and a call`, { timeout, skip }, async () => {
      const builtFolder = await builtApplications.get(application.name)!.built;
      const servedApplication = await serve(application, builtFolder);
      try {
        const findings = await visit(browser, servedApplication.url, application.rendered === true);
        findingsByCell.set(application.name, findings);
        process.stdout.write(`${application.name} ${JSON.stringify(findings)}\n`);
        const { complaints, ...marks } = findings;
        assert.deepEqual(
          Object.entries(marks).filter(([, mark]) => mark === false),
          [],
          complaints.join('\n'),
        );
        assert.deepEqual(complaints, []);
      } finally {
        await servedApplication.close();
        fs.rmSync(builtFolder, { recursive: true, force: true });
      }
    });
  }
});
