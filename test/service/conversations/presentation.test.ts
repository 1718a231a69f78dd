/** Slides from documents are shown on demand or presented in order. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createConversation } from '../../../src/contract/conversations.ts';
import { createDocument } from '../../../src/contract/documents.ts';
import { readRoom } from '../../../src/contract/rooms.ts';
import { attachPalSkill } from '../../../src/contract/skills.ts';
import { slidesOf } from '../../../src/agent/replies/presentation.ts';
import { pdfPages } from '../files.ts';
import { ModelServer } from '../model-server.ts';
import { Website } from '../website.ts';
import { until } from '../until.ts';
import { ALICE, visitorEvents, openWorld, talk, type World } from '../world.ts';

type CreatedCall = { conversation_id: string; meeting_token: string };

test("headings are slides, long chapters several, and text without a heading is under its document's name", () => {
  const slides = slidesOf([
    { name: 'Deck', content: '# One\n\nFirst.\n\n- a\n- b\n\n## Two\nText under it.\n\n# Three' },
    { name: 'Letter', content: `Dear reader.\n\n${'x'.repeat(1190)}` },
  ]);
  assert.ok(slides.every(({ picture }) => picture === null));
  assert.deepEqual(
    slides.map(({ document, number, of: total, title, body }) => [
      document,
      number,
      total,
      title,
      body.length > 100 ? 'long' : body,
    ]),
    [
      ['Deck', 1, 3, 'One', 'First.\n\n- a\n- b'],
      ['Deck', 2, 3, 'Two', 'Text under it.'],
      ['Deck', 3, 3, 'Three', ''],
      ['Letter', 1, 2, 'Letter', 'Dear reader.'],
      ['Letter', 2, 2, 'Letter', 'long'],
    ],
  );
  assert.deepEqual(slidesOf([{ name: 'Empty', content: '' }]), []);
  assert.equal(
    slidesOf([
      { name: 'Many', content: Array.from({ length: 999 }, (_, index) => `# ${index}`).join('\n\n') },
    ]).length,
    300,
  );
});

test('pages are slides: the first line is the title, and a sentence continues across lines', () => {
  const pages = [
    {
      content: 'Bells\nWe have seven\nbells. And one\nHorn.',
      picture: 'https://palkit.example/media/slides/a.webp',
    },
    { content: '', picture: null },
    { content: `${'x'.repeat(101)}\nMore`, picture: null },
  ];
  assert.deepEqual(
    slidesOf([{ name: 'Deck', content: 'not looked at', pages }]).map(
      ({ document, number, of: total, title, body, picture }) => [
        document,
        number,
        total,
        title,
        body.length > 100 ? 'long' : body,
        picture,
      ],
    ),
    [
      [
        'Deck',
        1,
        3,
        'Bells',
        'We have seven bells. And one\nHorn.',
        'https://palkit.example/media/slides/a.webp',
      ],
      ['Deck', 2, 3, 'Deck', '', null],
      ['Deck', 3, 3, 'Deck', 'long', null],
    ],
  );
});

describe('a presentation', () => {
  let model: ModelServer;
  let website: Website;
  let talking: World;
  let plainWorld: World;
  before(async () => {
    model = await ModelServer.open();
    website = await Website.open();
    website.pages = {
      '/deck.md': {
        headers: { 'content-type': 'text/markdown' },
        body: '# Bells\n\nWe have **seven** bells.\n\n# Horns\n\nHorns are loud.\n\n# Lamps\n\nLamps shine.',
      },
    };
    talking = await openWorld({
      environment: { LLM_BASE_URL: model.url, OUTBOUND_ALLOWED_HOSTS: website.host },
    });
    plainWorld = await openWorld({ environment: { OUTBOUND_ALLOWED_HOSTS: website.host } });
  });
  after(async () => {
    await talking.close();
    await plainWorld.close();
    await website.close();
    await model.close();
  });

  const begin = async (
    world: World,
    config: Record<string, unknown> = {},
    deployment: Record<string, unknown> | null = null,
  ): Promise<CreatedCall> => {
    const { document_id } = (
      await world.call(createDocument, {
        credential: ALICE,
        body: { document_url: website.url('/deck.md'), document_name: 'Deck' },
      })
    ).result;
    await world.service.context.jobs.idle();
    const pal_id = await world.pal({ custom_greeting: 'Welcome.' });
    await world.call(attachPalSkill, {
      credential: ALICE,
      params: { pal_id, skill_id: 'presentation' },
      body: { config: { document_ids: [document_id], ...config } },
    });
    if (deployment) return world.start(await world.deployment({ pal_id, ...deployment }));
    return (await world.call(createConversation, { credential: ALICE, body: { pal_id } })).result;
  };
  /** Waits for `count` cards and lines of the agent; returns them in order. */
  const waitForLines = async (world: World, conversation: CreatedCall, count: number) => {
    return until(`${count} cards and lines`, async () => {
      const allEntries = (await visitorEvents(world, conversation)).flatMap((event) => {
        if (event.event_type === 'conversation.tool_call') {
          const { title, body } = JSON.parse(event.properties.arguments) as { title: string; body: string };
          return [`[${event.properties.name} ${title}: ${body}]`];
        }
        const says = event.event_type === 'conversation.utterance' && event.properties.role === 'pal';
        return says ? [event.properties.speech] : [];
      });
      return allEntries.length >= count && allEntries;
    });
  };
  const DECK = [
    '[canvas_show_text 1/3 Bells: We have **seven** bells.]',
    'Bells. We have seven bells.',
    '[canvas_show_text 2/3 Horns: Horns are loud.]',
    'Horns. Horns are loud.',
    '[canvas_show_text 3/3 Lamps: Lamps shine.]',
    'Lamps. Lamps shine.',
  ];

  test('walk_the_deck shows and reads each slide after the greeting, also without a model', async () => {
    for (const world of [talking, plainWorld])
      assert.deepEqual(
        await waitForLines(world, await begin(world, { slides_trigger: 'walk_the_deck' }), 7),
        ['Welcome.', ...DECK],
      );
  });

  test('on demand the model shows the slides that it describes, and no slide appears by itself', async () => {
    model.reset();
    const conversation = await begin(talking, { prompt: 'Praise the bells.' });
    const steps = [
      [{ name: 'presentation_show_slide', arguments: { slide: 2 } }],
      'Loud, these horns.',
      [
        { name: 'presentation_previous', arguments: {} },
        { name: 'presentation_show_slide', arguments: { document: 'Other', slide: 1 } },
      ],
      'Back to the bells.',
      [{ name: 'presentation_continue', arguments: {} }],
      'Gladly.',
    ];
    model.answer = () => steps.shift()!;
    await talk(talking, conversation, 'What of horns?');
    assert.deepEqual(await waitForLines(talking, conversation, 3), [
      'Welcome.',
      '[canvas_show_text 2/3 Horns: Horns are loud.]',
      'Loud, these horns.',
    ]);
    assert.match(model.requests[0]!.messages[0]!.content!, /Deck, slide 2: Horns[^]*Praise the bells\./);
    assert.match(
      model.requests[1]!.messages.at(-1)!.content!,
      /^Shown: Deck, slide 2 of 3, Horns\.\nHorns are loud\./,
    );
    await talk(talking, conversation, 'Back, please.');
    assert.match(
      model.requests[3]!.messages.at(-1)!.content!,
      /^Error: there is no such slide\. There are: Deck 1 \(Bells\)/,
    );
    await talk(talking, conversation, 'And now the rest.');
    assert.deepEqual((await waitForLines(talking, conversation, 10)).slice(3), [
      DECK[0],
      'Back to the bells.',
      'Gladly.',
      ...DECK.slice(2),
    ]);
  });

  test("without a model the visitor's words move the slides", async () => {
    const conversation = await begin(plainWorld);
    assert.equal(await talk(plainWorld, conversation, 'next slide please'), 'Bells. We have seven bells.');
    assert.equal(await talk(plainWorld, conversation, 'Next.'), 'Horns. Horns are loud.');
    assert.equal(await talk(plainWorld, conversation, 'go back'), 'Bells. We have seven bells.');
    assert.equal(await talk(plainWorld, conversation, 'Back'), 'There is no other slide in that direction.');
    await talk(plainWorld, conversation, 'Continue');
    assert.deepEqual((await waitForLines(plainWorld, conversation, 13)).slice(-5), [
      'Gladly.',
      ...DECK.slice(2),
    ]);
  });

  test('a PDF is shown as pictures of its pages, with their words for screen readers', async () => {
    website.pages['/deck.pdf'] = {
      body: pdfPages([
        { lines: ['Bells', 'We have seven bells,', 'all of brass.'], size: [960, 540] },
        { lines: ['Horns'] },
      ]),
    };
    const { document_id } = (
      await plainWorld.call(createDocument, {
        credential: ALICE,
        body: { document_url: website.url('/deck.pdf'), document_name: 'Deck' },
      })
    ).result;
    await plainWorld.service.context.jobs.idle();
    const conversation = await begin(plainWorld, {
      document_ids: [document_id],
      slides_trigger: 'walk_the_deck',
    });
    for (;;) {
      const events = await visitorEvents(plainWorld, conversation);
      const lines = events.flatMap((event) =>
        event.event_type === 'conversation.utterance' && event.properties.role === 'pal'
          ? [event.properties.speech]
          : [],
      );
      if (lines.length < 3) {
        await new Promise((resolve) => setImmediate(resolve));
        continue;
      }
      assert.deepEqual(lines, ['Welcome.', 'Bells. We have seven bells, all of brass.', 'Horns.']);
      const cards = events.flatMap((event) =>
        event.event_type === 'conversation.tool_call' ? [event.properties] : [],
      );
      assert.deepEqual(
        cards.map(({ name }) => name),
        ['canvas_show_image', 'canvas_show_image'],
      );
      const [bells, horns] = cards.map(
        (card) => JSON.parse(card.arguments) as { url: string; alt: string; caption: string },
      );
      assert.deepEqual(
        [bells!.alt, bells!.caption, horns!.alt, horns!.caption],
        ['Bells. We have seven bells, all of brass.', '1/2 Bells', 'Horns.', '2/2 Horns'],
      );
      assert.match(bells!.url, /^https:\/\/palkit\.example\/media\/slides\/[0-9a-f]{48}\.webp$/);
      assert.equal(
        (await plainWorld.service.app.inject({ url: new URL(bells!.url).pathname })).headers['content-type'],
        'image/webp',
      );
      return;
    }
  });

  test('without a picture there are no slides', async () => {
    model.reset();
    const conversation = await begin(
      talking,
      { slides_trigger: 'walk_the_deck' },
      { customization: { modality: 'audio' } },
    );
    await talking.call(readRoom, {
      params: { conversation_id: conversation.conversation_id },
      credential: conversation.meeting_token,
    });
    await talk(talking, conversation, 'Hello');
    assert.deepEqual(await waitForLines(talking, conversation, 2), ['Welcome.', 'Yes.']);
    assert.equal(model.requests[0]!.tools, undefined);
  });
});
