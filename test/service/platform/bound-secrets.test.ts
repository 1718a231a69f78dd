import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutMovedSecrets } from '../../../src/service/platform/bound-secrets.ts';

const BEFORE = {
  llm: {
    base_url: 'https://one.example/v1',
    api_key: 'key',
    headers: { 'x-secret': 'header' },
    tools: [
      {
        function: { parameters: { properties: { token: { type: 'string' }, url: { type: 'string' } } } },
        http: { url: 'https://tool.example/a', headers: { authorization: 'tool' } },
      },
    ],
  },
  tts: { api_key: 'voice' },
};
type Layers = typeof BEFORE;
const change = (edit: (layers: Layers) => void, body: unknown = []) => {
  const changedLayers = structuredClone(BEFORE);
  edit(changedLayers);
  return withoutMovedSecrets(BEFORE, changedLayers, body);
};

test('a change that moves no address keeps all, and so does another path of the same origin', () => {
  assert.deepEqual(
    change(() => {}),
    BEFORE,
  );
  const { llm } = change((layers) => (layers.llm.base_url = 'https://one.example:443/v2'));
  assert.deepEqual([llm.api_key, llm.headers], ['key', BEFORE.llm.headers]);
});

test('another origin gets neither the key nor the headers, and the tools keep theirs', () => {
  for (const base_url of ['https://two.example/v1', 'http://one.example/v1', 'https://one.example:8443/v1']) {
    const { llm } = change((layers) => (layers.llm.base_url = base_url));
    assert.deepEqual([llm.api_key, llm.headers], [undefined, undefined]);
    assert.deepEqual(llm.tools, BEFORE.llm.tools);
  }
});

test("a tool's headers are dropped when its address moves", () => {
  const { llm } = change((layers) => (layers.llm.tools[0]!.http.url = 'https://two.example/a'));
  assert.deepEqual(llm.tools[0]?.http, { url: 'https://two.example/a' });
  assert.equal(llm.api_key, 'key');
});

test("a secret that is copied to another place belongs to its origin, and the service's own stays with it", () => {
  const copiedLayers = change((layers) =>
    Object.assign(layers.tts, { base_url: 'https://two.example', api_key: 'key' }),
  );
  assert.deepEqual(copiedLayers.tts, { base_url: 'https://two.example' });
  const movedLayers = change((layers) => Object.assign(layers.tts, { base_url: 'https://two.example' }));
  assert.deepEqual(movedLayers.tts, { base_url: 'https://two.example' });
});

test('an address within the body does not receive its secrets', () => {
  const action = { url: 'https://one.example/a', body: { url: 'https://shop.example', token: 't' } };
  const movedAction = { ...action, url: 'https://two.example/a' };
  assert.deepEqual(withoutMovedSecrets([action], [movedAction], []), [
    { url: 'https://two.example/a', body: { url: 'https://shop.example' } },
  ]);
  const layer = { base_url: 'https://one.example', extra_body: { url: 'https://x.example', api_key: 'k' } };
  const movedLayer = { ...layer, base_url: 'https://two.example' };
  assert.deepEqual(withoutMovedSecrets({ llm: layer }, { llm: movedLayer }, []), {
    llm: { base_url: 'https://two.example', extra_body: { url: 'https://x.example' } },
  });
});

test("a secret that is sent again goes to its owner's address", () => {
  const patch = [
    { op: 'replace', path: '/layers/llm/base_url', value: 'https://two.example' },
    { op: 'replace', path: '/layers/llm/api_key', value: 'key' },
  ];
  const { llm } = change((layers) => (layers.llm.base_url = 'https://two.example'), patch);
  assert.deepEqual([llm.api_key, llm.headers], ['key', undefined]);
});
