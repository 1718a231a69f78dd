/** Runs each command of the guide's pages exactly as printed. */
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { unless } from '../surroundings.ts';
import { createConversation } from '../../src/contract/conversations.ts';
import { getDeployment } from '../../src/contract/deployments.ts';
import { getDocument } from '../../src/contract/documents.ts';
import { listMemoryStores } from '../../src/contract/memory-stores.ts';
import { getPal } from '../../src/contract/pals.ts';
import { getRecording } from '../../src/contract/recordings.ts';
import { readVisitorToken } from '../../src/service/gates/visitor-tokens.ts';
import { visitorKeysOf } from '../../src/service/resources/visitor-identity.ts';
import { until } from './until.ts';
import { ALICE, openWorld, talk, type World } from './world.ts';

const GUIDE = path.join('docs', 'guide');
const run = promisify(execFile);

/** Returns the blocks of a page that have this mark (a language, optionally with `runnable`), in order. */
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

  const skip = unless(
    ['curl', 'bash'].every((program) => spawnSync(program, ['--version']).status === 0),
    'curl',
  );
  /** Runs all code that a page marks as runnable as one script; returns the value of `variable`. */
  async function follow(page: string, variable: string): Promise<string> {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-guide-'));
    const lines = blocks(page, 'sh runnable');
    assert.ok(lines.length > 1, page);
    try {
      const { stdout } = await run(
        'bash',
        ['-euo', 'pipefail', '-c', `${lines.join('\n')}\necho; echo "$${variable}"`],
        {
          cwd: folder,
          env: {
            ...process.env,
            PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env['PATH']}`,
            KEY: ALICE,
            API: address,
          },
          timeout: 30_000,
        },
      );
      return stdout.trim().split('\n').at(-1)!;
    } finally {
      fs.rmSync(folder, { recursive: true, force: true });
    }
  }
  const readPal = async (pal_id: string) =>
    (await world.call(getPal, { credential: ALICE, params: { pal_id } })).result;

  test('creates, activates and changes a deployment with the lines of its page', { skip }, async () => {
    const [deployment_id, token] = (await follow('deployments.md', 'DEPLOYMENT $TOKEN')).split(' ') as [
      string,
      string,
    ];
    const { result } = await world.call(getDeployment, { credential: ALICE, params: { deployment_id } });
    assert.equal(result.status, 'active');
    assert.equal(result.limits.daily_call_limit_per_user, 5);
    assert.equal(result.customization.theme?.accent_color, '#3355ff');
    assert.equal(result.limits.captcha_required, true);
    assert.equal(result.visitor_identity, 'signed');
    const { store, seal } = world.service.context;
    const row = await store.db
      .selectFrom('deployments')
      .selectAll()
      .where('id', '=', deployment_id)
      .executeTakeFirstOrThrow();
    const visitor = { deploymentId: deployment_id, now: Date.now() };
    assert.deepEqual(await readVisitorToken(token, visitorKeysOf(row, seal), visitor), ['customer-17']);
  });

  test(
    'creates an agent that answers from its documents with the lines of the first page',
    { skip },
    async () => {
      const pal_id = await follow('get-started.md', 'PAL');
      await until('the document to be read', async () => {
        const [document_id] = (await readPal(pal_id)).document_ids;
        const document = { credential: ALICE, params: { document_id: document_id! } };
        return (await world.call(getDocument, document)).result.status === 'ready';
      });
      const { result: conversation } = await world.call(createConversation, {
        credential: ALICE,
        body: { pal_id },
      });
      assert.match(await talk(world, conversation, 'When are you open?'), /6:30/);
    },
  );

  test('gives an agent knowledge with the lines of its page', { skip }, async () => {
    const pal = await readPal(await follow('knowledge.md', 'PAL'));
    assert.deepEqual(pal.document_tags, ['museum']);
    assert.equal(pal.document_ids.length, 1);
    const { result } = await world.call(listMemoryStores, { credential: ALICE, query: {} });
    assert.deepEqual(
      result.data.map(({ participant_tag }) => participant_tag),
      ['customer-17'],
    );
  });

  test(
    'creates guardrails and objectives and gives them to an agent with the lines of their page',
    { skip },
    async () => {
      const pal = await readPal(await follow('guardrails-and-objectives.md', 'PAL'));
      assert.equal(pal.guardrail_ids.length, 1);
      assert.deepEqual(pal.guardrail_tags, ['health']);
      assert.match(pal.objectives_id!, /^o/);
    },
  );

  test(
    'creates tools and a dictionary and gives them to an agent with the lines of their page',
    { skip },
    async () => {
      const pal = await readPal(await follow('clients.md', 'PAL'));
      assert.equal(pal.tool_ids.length, 1);
      assert.match(pal.layers.tts!.pronunciation_dictionary_id!, /^pd/);
    },
  );

  test('records a call with the lines of its page', { skip }, async () => {
    const conversation_id = await follow('recordings.md', 'CONVERSATION');
    const { result } = await world.call(getRecording, { credential: ALICE, params: { conversation_id } });
    assert.equal(result.status, 'recording');
  });

  test('contains only valid blocks of JSON', () => {
    const pages = fs.readdirSync(GUIDE).filter((page) => page.endsWith('.md'));
    const examples = pages.flatMap((page) => blocks(page, 'json').map((code) => ({ page, code })));
    assert.ok(examples.length > 0);
    for (const { page, code } of examples)
      assert.doesNotThrow(() => JSON.parse(code) as unknown, `${page}: ${code}`);
  });
});
