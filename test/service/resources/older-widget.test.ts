/** The hosted interface's form of the launcher's settings is accepted, and returned in the current form. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createDeployment, patchDeployment } from '../../../src/contract/deployments.ts';
import { ALICE, openWorld, type World } from '../world.ts';

let world: World;
before(async () => {
  world = await openWorld();
});
after(() => world.close());

const request = async (customization: object) => ({
  credential: ALICE,
  body: { pal_id: await world.pal(), channel: 'widget', customization } as never,
});
const create = async (customization: object) =>
  (await world.call(createDeployment, await request(customization))).result;

const ACCEPTED_SETTINGS: [name: string, sent: object, stored: object][] = [
  [
    'text with a title and the words of the button',
    { widget: { text: { title: 'Hi!', btn_title: 'Start' } } },
    { widget: { text: 'Hi!' }, preview: { btn_title: 'Start' } },
  ],
  ['text with a title alone', { widget: { text: { title: 'Hi!' } } }, { widget: { text: 'Hi!' } }],
  [
    'the words of the button beside a first screen',
    { widget: { text: { btn_title: 'Start' } }, preview: { title: 'Ask', btn_title: 'Start' } },
    { widget: {}, preview: { title: 'Ask', btn_title: 'Start' } },
  ],
  ['text of this interface', { widget: { text: 'Hi!' } }, { widget: { text: 'Hi!' } }],
  ['a panel that visitors may enlarge', { widget: { expandable: true } }, { widget: {} }],
  ['an orb', { widget: { avatar: { type: 'orb' } } }, { widget: { avatar: false } }],
  ['the face', { widget: { avatar: { type: 'replica' } } }, { widget: { avatar: true } }],
  [
    'a picture',
    { widget: { avatar: { type: 'image', url: 'https://shop.example/a.png' } } },
    { widget: { avatar: 'https://shop.example/a.png' } },
  ],
];
for (const [name, input, storedSettings] of ACCEPTED_SETTINGS)
  test(`${name} is accepted, and returned in the current form`, async () => {
    const { customization } = await create(input);
    assert.deepEqual(customization, storedSettings);
    assert.deepEqual((await create(customization)).customization, storedSettings);
  });

const REFUSED_SETTINGS: [sent: object, words: RegExp][] = [
  [{ widget: { text: { titel: 'Hi!' } } }, /^customization\.widget\.text\.titel is unknown here/],
  [
    { widget: { text: 7 } },
    /^customization\.widget\.text must be a string, or an object of title and btn_title/,
  ],
  [{ widget: { text: 'x'.repeat(81) } }, /^customization\.widget\.text must be at most 80 characters/],
  [{ widget: { text: { title: 'x'.repeat(81) } } }, /^customization\.widget\.text\.title must be at most 80/],
  [
    { widget: { text: { btn_title: 'A' } }, preview: { btn_title: 'B' } },
    /^customization\.widget\.text\.btn_title must equal preview\.btn_title/,
  ],
  [
    { widget: { expandable: false } },
    /^customization\.widget\.expandable must be true or left out\. .* start_expanded/,
  ],
  [{ widget: { position: 'top' } }, /^customization\.widget\.position must be .* top-right or top-left/],
  [
    { widget: { avatar: { type: 'hologram' } } },
    /^customization\.widget\.avatar must be true, false, an address/,
  ],
  [{ widget: { avatar: { type: 'image' } } }, /^customization\.widget\.avatar must be/],
  [{ widget: { avatar: { type: 'image', url: 'javascript:x' } } }, /^customization\.widget\.avatar must be/],
];
for (const [input, words] of REFUSED_SETTINGS)
  test(`${JSON.stringify(input).slice(0, 80)} is refused by name`, async () => {
    assert.match((await world.refusal(createDeployment, await request(input))).text, words);
  });

test('a patch accepts the older names too', async () => {
  const { deployment_id } = await create({ captions: true });
  const { result } = await world.call(patchDeployment, {
    credential: ALICE,
    params: { deployment_id },
    body: [
      { op: 'add', path: '/customization/widget', value: {} },
      { op: 'add', path: '/customization/widget/text', value: { title: 'Hi!', btn_title: 'Start' } },
      { op: 'add', path: '/customization/widget/avatar', value: { type: 'orb' } },
    ],
  });
  assert.deepEqual(result.customization, {
    captions: true,
    widget: { text: 'Hi!', avatar: false },
    preview: { btn_title: 'Start' },
  });
});
