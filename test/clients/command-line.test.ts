/** The service answers a session of the hosted interface's command-line client, request by request. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ALICE, openWorld, type World } from '../service/world.ts';
import type { ClientRequest } from './client-request.ts';
import { COMMAND_LINE } from './requests.ts';

let world: World;
const values: Record<string, string> = {};
before(async () => {
  world = await openWorld();
});
after(() => world.close());

const fillValues = (text: string): string =>
  text.replace(/\{(\w+)\}/g, (match, name: string) => (Object.hasOwn(values, name) ? values[name]! : match));
const addressOf = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((parent, name) => (parent as Record<string, unknown> | undefined)?.[name], value);

async function send({ request, body }: ClientRequest) {
  const [method, url] = fillValues(request).split(' ') as [string, string];
  const answer = await world.service.app.inject({
    method: method as 'GET',
    url,
    headers: { 'x-api-key': ALICE },
    ...(body === undefined ? {} : { payload: JSON.parse(fillValues(JSON.stringify(body))) as object }),
  });
  return {
    status: answer.statusCode,
    text: answer.body,
    body: answer.body ? answer.json<unknown>() : {},
    warnings: answer.headers['x-palkit-warnings'],
  };
}

describe('the command line', () => {
  for (const item of COMMAND_LINE)
    test(item.name, async () => {
      const { status, text, body, warnings } = await send(item);
      if (item.refusal) {
        assert.equal(status, item.refusal.status, text);
        assert.match(text, item.refusal.words);
        return;
      }
      assert.ok(status < 300, `${status} ${text}`);
      for (const [name, path] of Object.entries(item.takes ?? {})) {
        assert.equal(typeof addressOf(body, path), 'string', `${path} of ${text}`);
        values[name] = addressOf(body, path) as string;
      }
      for (const path of item.reads ?? [])
        assert.notEqual(addressOf(body, path), undefined, `${path} of ${text}`);
      if (item.warnings) assert.equal(warnings, item.warnings);
    });
});
