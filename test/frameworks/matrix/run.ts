/**
 * Every framework and bundler that we name, from the packed package to a call of the real service: minutes, and
 * hundreds of megabytes from the npm registry, so it is no part of `npm test`. `FRAMEWORKS` names some of them, by
 * commas; all of them write docs/guide/frameworks.md.
 */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launch } from '../../browser.ts';
import { openHouse, type House } from '../../journeys/house.ts';
import { APPLICATIONS, make, pack, serve } from './applications.ts';
import { visit, type Findings } from './visit.ts';
import { write } from './page.ts';

const asked = process.env['FRAMEWORKS'] ?? 'all';
const wanted = APPLICATIONS.filter(({ name }) => asked === 'all' || asked.split(',').includes(name));

describe('every framework', () => {
  let house: House;
  let browser: Browser;
  let folder: string;
  let tarballs: string[];
  const found = new Map<string, Findings>();
  before(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-matrix-'));
    [house, browser, tarballs] = await Promise.all([openHouse(), launch(), pack(folder)]);
  });
  after(async () => {
    await browser?.close();
    await house?.close();
    fs.rmSync(folder, { recursive: true, force: true });
    if (asked === 'all') write(found);
  });

  for (const application of wanted)
    test(`${application.title}: built, rendered, and a call`, async () => {
      const talk = { baseUrl: house.url, deploymentId: house.deployments['captcha']! };
      const place = await make(application, folder, tarballs, talk);
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
});
