/**
 * Every framework and bundler that we name, from the packed package to a call of the real service. It takes minutes,
 * and hundreds of megabytes from the npm registry: a run does two of them, others each day. `FRAMEWORKS` names
 * some of them, by commas, or `all`, which writes docs/guide/frameworks.md.
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
import { APPLICATIONS, hasRegistry, Makers, pack, serve, theirTurn, type Made } from './applications.ts';
import { visit, type Findings } from './visit.ts';
import { write } from './page.ts';

const names = process.env['FRAMEWORKS'];
const chosen = names
  ? APPLICATIONS.filter(({ name }) => names === 'all' || names.split(',').includes(name))
  : theirTurn(Date.now());
const skip = unless(await hasRegistry(), 'registry');
/** A registry may be slow, and so may a machine with other work. */
const timeout = 1_500_000;

test('every row has its turn within a week', () => {
  const days = [0, 1, 2, 3, 4, 5, 6].flatMap((day) => theirTurn(Date.now() + day * 86_400_000));
  assert.deepEqual(new Set(days), new Set(APPLICATIONS));
  assert.equal(days.length, APPLICATIONS.length);
});

describe('every framework', () => {
  let service: RunningService;
  let browser: Browser;
  let folder: string;
  let created: Map<string, Made>;
  const found = new Map<string, Findings>();
  before(async () => {
    if (skip) return;
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-matrix-'));
    let tarballs: string[];
    [service, browser, tarballs] = await Promise.all([startService(), launch(), pack(folder)]);
    const makers = new Makers(folder, tarballs, {
      baseUrl: service.url,
      deploymentId: service.deployments['captcha']!,
    });
    created = new Map(chosen.map((application) => [application.name, makers.make(application)]));
    // Each result is awaited by its own test, which may start after the failure.
    for (const place of [...created.values()].flatMap(({ installed, built }) => [installed, built]))
      place.catch(() => undefined);
  });
  after(async () => {
    await browser?.close();
    await service?.close();
    if (folder) fs.rmSync(folder, { recursive: true, force: true });
    if (names === 'all' && !skip) write(found);
  });

  for (const application of chosen) {
    test(`${application.title}: installed`, { timeout, skip }, async () => {
      const place = await created.get(application.name)!.installed;
      assert.ok(fs.existsSync(path.join(place, 'node_modules', '@palkit')));
    });

    test(`${application.title}: built, rendered, and a call`, { timeout, skip }, async () => {
      const place = await created.get(application.name)!.built;
      const served = await serve(application, place);
      try {
        const findings = await visit(browser, served.url, application.rendered === true);
        found.set(application.name, findings);
        process.stdout.write(`${application.name} ${JSON.stringify(findings)}\n`);
        const { complaints, ...marks } = findings;
        assert.deepEqual(
          Object.entries(marks).filter(([, mark]) => mark === false),
          [],
          complaints.join('\n'),
        );
        assert.deepEqual(complaints, []);
      } finally {
        await served.close();
        fs.rmSync(place, { recursive: true, force: true });
      }
    });
  }
});
