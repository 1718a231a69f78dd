/** The current migrations and the current API lose no data of the complete database of an older service. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import pg from 'pg';
import { ManualClock } from '../../../src/runtime/clock.ts';
import { openLayers } from '../../../src/service/platform/layer-secrets.ts';
import { openEmbedded } from '../../../src/service/store/embedded.ts';
import { needsPostgres } from '../../surroundings.ts';
import { emptyDatabase, createFreshFolder } from '../fresh-database.ts';
import { ALICE, BOB, openWorld, talk, type World } from '../world.ts';
import { until } from '../until.ts';
import type { ReadAnswer } from './older/read-all.ts';
import { isDecided, missing } from './older/differences.ts';

const folder = path.join(path.dirname(fileURLToPath(import.meta.url)), 'older');
const media = path.join(folder, 'media');
const SERVED_KINDS = ['faces', 'recordings', 'slides', 'speech', 'videos'];
const dump = fs.readFileSync(path.join(folder, 'database.sql'), 'utf8');
const recorded = JSON.parse(fs.readFileSync(path.join(folder, 'answers.json'), 'utf8')) as {
  now: string;
  answers: ReadAnswer[];
};
interface PromptAnswer {
  messages: { content: string }[];
  tools: unknown[];
  characters: { messages: number; tools: number };
}
const contentOf = ({ messages }: PromptAnswer) => messages.map(({ content }) => content).join('\n');
/** Returns all texts of several words in a value. */
const textsOf = (value: unknown): string[] =>
  typeof value === 'string'
    ? value.includes(' ')
      ? [value]
      : []
    : typeof value === 'object' && value !== null
      ? [...new Set(Object.values(value).flatMap(textsOf))]
      : [];
/** Returns the number of recorded rows of a table. */
const rowsOf = (table: string) => dump.split(`INSERT INTO public.${table} `).length - 1;
const tables = [...dump.matchAll(/^CREATE TABLE public\.(\w+) /gm)].map(([, name]) => name!);
/** When the service starts, it adds or deletes rows of these tables. */
const MOVING = new Set(['attempts', 'faces', 'jobs', 'kysely_migration', 'processes', 'spent_captchas']);

async function onEmbedded(): Promise<{ dataDir: string; environment: object; drop(): Promise<void> }> {
  // Copying a database is faster than creating one.
  const dataDir = await createFreshFolder();
  const { pool, close } = await openEmbedded(dataDir);
  await pool.query(`drop schema public cascade; create schema public; ${dump}`);
  await close();
  return { dataDir, environment: {}, drop: async () => {} };
}

async function onPostgres(): ReturnType<typeof onEmbedded> {
  const { url, drop } = await emptyDatabase(process.env['TEST_DATABASE_URL']!);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(dump);
  await client.end();
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-test-'));
  return { dataDir, environment: { DATABASE_URL: url }, drop };
}

for (const [name, restore, skip] of [
  ['the embedded database', onEmbedded, false],
  ['PostgreSQL', onPostgres, needsPostgres],
] as const)
  describe(`a database of the service of November, on ${name}`, { skip }, () => {
    let restored: Awaited<ReturnType<typeof restore>>;
    let world: World;
    before(async () => {
      restored = await restore();
      fs.cpSync(media, path.join(restored.dataDir, 'media'), { recursive: true });
      world = await openWorld({
        dataDir: restored.dataDir,
        clock: new ManualClock(Date.parse(recorded.now)),
        environment: { ...restored.environment, SEARCH_BASE_URL: 'http://127.0.0.1:9/search' },
      });
    });
    after(async () => {
      await world?.close();
      await restored?.drop();
      if (restored) fs.rmSync(restored.dataDir, { recursive: true, force: true });
    });
    const read = (key: string, url: string) =>
      world.service.app.inject({
        url,
        headers: { 'x-api-key': key === 'alice' ? ALICE : BOB, origin: 'https://pool.example' },
      });

    test('has every row of every table', async () => {
      for (const table of tables) {
        assert.ok(rowsOf(table) > 0, `${table} was recorded empty`);
        const { rows } = await world.service.context.store.pool.query<{ count: number }>(
          `select count(*) from ${table}`,
        );
        const count = Number(rows[0]!.count);
        assert.ok(MOVING.has(table) || count >= rowsOf(table), `${table}: ${count} of ${rowsOf(table)}`);
      }
    });

    test('returns each resource with every value', async () => {
      const lost: string[] = [];
      for (const answer of recorded.answers) {
        const { statusCode, body } = await read(answer.key, answer.path);
        if (statusCode !== 200) lost.push(`${answer.path} answers ${statusCode} ${body}`);
        else
          for (const index of missing(answer.body, JSON.parse(body)))
            if (!isDecided(answer.path, index)) lost.push(`${answer.path} ${index}`);
      }
      assert.deepEqual(lost, []);
    });

    test('keeps each file on the disk and serves it', async () => {
      const files = SERVED_KINDS.flatMap((kind) => {
        const names = fs.readdirSync(path.join(media, kind));
        assert.ok(names.length > 0, kind);
        return names.map((name) => `${kind}/${name}`);
      });
      for (const file of files) {
        const bytes = fs.readFileSync(path.join(media, file));
        assert.ok(fs.readFileSync(path.join(restored.dataDir, 'media', file)).equals(bytes), file);
        if (file.endsWith('.face')) continue;
        const { statusCode, rawPayload } = await world.service.app.inject({ url: `/media/${file}` });
        assert.ok(statusCode === 200 && rawPayload.equals(bytes), `${file} ${statusCode}`);
      }
    });

    test("keeps all words of a PAL's prompt, and counts them", async () => {
      const prompts = recorded.answers.filter(({ path }) => path.endsWith('/prompt'));
      const stored = recorded.answers.filter((answer) => !prompts.includes(answer));
      const words = textsOf(stored.map(({ body }) => body));
      let count = 0;
      for (const { key, path: url, body } of prompts) {
        const prompt = JSON.parse((await read(key, url)).body) as PromptAnswer;
        const ownWords = words.filter((text) => contentOf(body as unknown as PromptAnswer).includes(text));
        count += ownWords.length;
        assert.deepEqual(
          ownWords.filter((text) => !contentOf(prompt).includes(text)),
          [],
          url,
        );
        const lengths = [prompt.messages, prompt.tools].map((part) => JSON.stringify(part).length);
        assert.deepEqual([prompt.characters.messages, prompt.characters.tools], lengths, url);
      }
      assert.ok(count > 5, `${count} texts`);
    });

    test('allows other changes of a resource with older values, by its older ETag', async () => {
      const ways = recorded.answers.filter(({ path }) => /^\/v2\/(deployments|pals)\/\w+$/.test(path));
      assert.ok(ways.length > 5);
      for (const { path: url, key, etag, body } of ways) {
        const field = url.startsWith('/v2/pals/') ? 'pal_name' : 'name';
        const value = `${String(body[field])} today`;
        const unchanged = await world.service.app.inject({
          method: 'PATCH',
          url,
          headers: { 'x-api-key': key === 'alice' ? ALICE : BOB, 'if-match': etag! },
          payload: [{ op: 'replace', path: `/${field}`, value: body[field] }],
        });
        assert.deepEqual([unchanged.statusCode, unchanged.headers['etag']], [200, etag], url);
        const answer = await world.service.app.inject({
          method: 'PATCH',
          url,
          headers: { 'x-api-key': key === 'alice' ? ALICE : BOB, 'if-match': etag! },
          payload: [{ op: 'replace', path: `/${field}`, value }],
        });
        assert.equal(answer.statusCode, 200, `${url}: ${answer.body}`);
        const lost = missing({ ...body, [field]: value }, answer.json()).filter(
          (at) => !at.startsWith('/updated_at ') && !isDecided(url, at),
        );
        assert.deepEqual(lost, [], url);
      }
    });

    test('opens the secrets of its layers', async () => {
      const { store, seal } = world.service.context;
      const { id, document } = await store.db
        .selectFrom('pals')
        .selectAll()
        .where(sql<boolean>`document->>'system_prompt' = 'You help at a pool.'`)
        .executeTakeFirstOrThrow();
      const opened = JSON.stringify(openLayers(document.layers, id, seal));
      for (const secret of ['key-of-the-model', 'Bearer sesame']) {
        assert.ok(opened.includes(secret), secret);
        assert.ok(!dump.includes(secret), `${secret} was stored in the clear`);
      }
    });

    test("continues a call, with its PAL's knowledge", async () => {
      const list = recorded.answers.find(({ path }) => path.startsWith('/v2/pals?'))!.body['data'];
      const { pal_id } = (list as { pal_id: string; pal_name: string }[]).find(
        ({ pal_name }) => pal_name === 'Quiet',
      )!;
      const answer = await world.service.app.inject({
        method: 'POST',
        url: '/v2/conversations',
        headers: { 'x-api-key': ALICE },
        payload: { pal_id },
      });
      const created = answer.json<{ conversation_id: string; meeting_token: string }>();
      assert.match(await talk(world, created, 'What does a ticket cost?'), /7 euros/);
    });

    // This test must be the last one, because it moves the clock beyond the lease of the older process.
    test('reads an unfinished document to the end', async () => {
      const unread = recorded.answers.find(({ body }) => body['status'] === 'processing')!;
      world.clock.move(61_000);
      await until('the document to be ready', async () => {
        await world.service.context.jobs.idle();
        return (await read(unread.key, unread.path)).json<{ status: string }>().status === 'ready';
      });
      assert.deepEqual(fs.readdirSync(path.join(restored.dataDir, 'media', 'documents')), []);
    });
  });
