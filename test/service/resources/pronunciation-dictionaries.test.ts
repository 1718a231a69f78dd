/** Pronunciation dictionaries: they belong to an account, PALs refer to them, and voices use them. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createConversation } from '../../../src/contract/conversations.ts';
import { phonesOfIpa, unknownSound } from '../../../src/contract/ipa.ts';
import type { SpeakOptions } from '../../../src/agent/speech/engines.ts';
import { toneVoice } from '../tone.ts';
import { ALICE, BOB, waitUntilConnected, openWorld, type World } from '../world.ts';
import { until } from '../until.ts';

let world: World;
const speakOptions: SpeakOptions[] = [];
before(async () => {
  const voice = toneVoice();
  world = await openWorld({
    engines: {
      ears: null,
      voice: {
        ...voice,
        speak(text, options) {
          speakOptions.push(options);
          return voice.speak(text, options);
        },
      },
    },
  });
});
after(() => world.close());

const send = async (method: string, url: string, payload?: object, key = ALICE) => {
  const headers = { 'x-api-key': key };
  const answer = await world.service.app.inject({
    method: method as 'GET',
    url,
    headers,
    ...(payload && { payload }),
  });
  return {
    status: answer.statusCode,
    body: answer.body ? answer.json<Record<string, unknown>>() : ({} as Record<string, unknown>),
  };
};
const path = '/v2/pronunciation-dictionaries';
const rules = [
  { text: 'Palkit', pronunciation: 'pal kit', type: 'alias' },
  { text: 'kubernetes', pronunciation: 'ˌkuːbərˈnɛtɪz', type: 'ipa' },
];

describe('a dictionary', () => {
  test('is created, listed, changed, deleted', async () => {
    const response = await send('POST', `${path}/`, { name: 'Names', rules });
    assert.equal(response.status, 200, JSON.stringify(response.body));
    const ownPath = `${path}/${String(response.body['pronunciation_dictionary_id'])}`;
    assert.equal((await send('GET', `${path}?search=names`)).body['total_count'], 1);
    assert.deepEqual((await send('GET', ownPath)).body, response.body);
    const patchAnswer = await send('PATCH', ownPath, { rules: [] });
    assert.deepEqual([patchAnswer.body['name'], patchAnswer.body['rules']], ['Names', []]);
    assert.equal((await send('GET', ownPath, undefined, BOB)).status, 403);
    assert.equal((await send('DELETE', ownPath)).status, 204);
    assert.equal((await send('GET', ownPath)).status, 404);
  });

  test('is refused with rules that no voice can apply', async () => {
    const rule = { text: 'a', pronunciation: 'b', type: 'alias' };
    for (const [invalid, message] of [
      [{ case_sensitive: true }, /case_sensitive must be false/],
      [{ word_boundaries: false }, /word_boundaries must be true/],
      [{ type: 'sampa' }, /type must be alias or ipa/],
      [{ type: 'ipa', pronunciation: 'ʘa' }, /pronunciation must not contain ʘ/],
      [{ pronunciation: '/k ae t/' }, /must not contain a slash/],
      [{ text: '<b>' }, /text must be a word/],
      [{ text: 'x'.repeat(61) }, /at most 60/],
    ] as const) {
      const { status, body } = await send('POST', path, { name: 'A', rules: [{ ...rule, ...invalid }] });
      assert.equal(status, 400, JSON.stringify(invalid));
      assert.match(String(body['error']), message);
    }
    const twice = await send('POST', path, { name: 'A', rules: [rule, { ...rule, text: 'A ' }] });
    assert.match(String(twice.body['error']), /must name each text once/);
  });

  test('is used by the voice of a PAL that names it, after the PAL’s own words', async () => {
    const response = await send('POST', path, { name: 'Names', rules });
    const id = String(response.body['pronunciation_dictionary_id']);
    const ownRule = { word: 'palkit', say: 'paul kit' };
    const layers = { tts: { pronunciation_dictionary_id: id, pronunciations: [ownRule] } };
    const pal_id = await world.pal({ layers });
    const { result } = await world.call(createConversation, { credential: ALICE, body: { pal_id } });
    await waitUntilConnected(world, result.conversation_id);
    const [options] = await until('a greeting that is spoken', () => speakOptions.length > 0 && speakOptions);
    assert.deepEqual(options!.pronunciations, [
      { word: 'Palkit', say: 'pal kit' },
      { word: 'kubernetes', say: '/k uw2 b er0 n eh1 t ih0 z/' },
      ownRule,
    ]);
    await send('DELETE', `${path}/${id}`);
    const pal = await send('GET', `/v2/pals/${pal_id}`);
    assert.deepEqual(pal.body['layers'], { tts: { pronunciations: [ownRule] } });
  });

  test('belongs to its account', async () => {
    const foreign = await send('POST', path, { name: 'A' }, BOB);
    const pronunciation_dictionary_id = foreign.body['pronunciation_dictionary_id'] as string;
    const url = `/v2/pals/${await world.pal()}`;
    const patched = await send('PATCH', url, [
      { op: 'add', path: '/layers/tts/pronunciation_dictionary_id', value: pronunciation_dictionary_id },
    ]);
    assert.equal(patched.status, 400);
    assert.match(String(patched.body['error']), /Unknown pronunciation dictionary/);
  });
});

test('the IPA becomes phones', () => {
  for (const [ipa, phones] of [
    ['ˈbaɪ.uː', '/b ay1 uw0/'],
    ['ʃɪˈvɔːn', '/sh ih0 v ao1 n/'],
    ['tʃɜːtʃ', '/ch er0 ch/'],
    ['d͡ʒoʊ', '/jh ow0/'],
    ['/θɪŋ/', '/th ih0 ng/'],
  ])
    assert.equal(phonesOfIpa(ipa!), phones);
  assert.equal(unknownSound('kæt'), null);
  assert.equal(unknownSound('k!æt'), '!');
  assert.equal(unknownSound('ˈ'), 'ˈ');
});
