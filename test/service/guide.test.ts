/** What the guide's pages tell a reader to run is run as it stands there. */
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { getDeployment } from '../../src/contract/deployments.ts';
import { ALICE, openWorld, type World } from './world.ts';

const GUIDE = path.join('docs', 'guide');
const run = promisify(execFile);

/** The blocks of a page that are marked with a language and perhaps `runnable`, in order. */
function blocks(page: string, mark: string): string[] {
  const text = fs.readFileSync(path.join(GUIDE, page), 'utf8');
  return [...text.matchAll(/^```([^\n]*)\n([^]*?)^```$/gm)]
    .filter(([, info]) => info === mark)
    .map(([, , code]) => code!);
}

describe('the guide', () => {
  let world: World;
  let address: string;
  before(async () => {
    world = await openWorld();
    address = await world.service.app.listen({ host: '127.0.0.1', port: 0 });
  });
  after(() => world.close());

  const skip = spawnSync('curl', ['--version']).status === 0 ? false : 'needs curl, which its lines call';
  test('a deployment is made, made active and changed by the lines of its page', { skip }, async () => {
    const lines = blocks('deployments.md', 'sh runnable');
    assert.equal(lines.length, 2);
    const { stdout } = await run(
      'bash',
      ['-euo', 'pipefail', '-c', `${lines.join('\n')}\necho; echo "$DEPLOYMENT"`],
      {
        env: {
          ...process.env,
          PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env['PATH']}`,
          KEY: ALICE,
          API: address,
        },
        timeout: 30_000,
      },
    );
    const deployment_id = stdout.trim().split('\n').at(-1)!;
    const { result } = await world.call(getDeployment, { credential: ALICE, params: { deployment_id } });
    assert.equal(result.status, 'active');
    assert.equal(result.limits.daily_call_limit_per_user, 5);
    assert.equal(result.customization.theme?.accent_color, '#3355ff');
    assert.equal(result.limits.captcha_required, true);
  });

  test('every block of JSON is JSON', () => {
    const pages = fs.readdirSync(GUIDE).filter((page) => page.endsWith('.md'));
    const found = pages.flatMap((page) => blocks(page, 'json').map((code) => ({ page, code })));
    assert.ok(found.length > 0);
    for (const { page, code } of found)
      assert.doesNotThrow(() => JSON.parse(code) as unknown, `${page}: ${code}`);
  });
});
