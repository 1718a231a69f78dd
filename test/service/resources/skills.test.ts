import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createConversation } from '../../../src/contract/conversations.ts';
import { deletePal } from '../../../src/contract/pals.ts';
import {
  attachPalSkill,
  changePalSkill,
  COMPONENT_NAMES,
  detachPalSkill,
  enabledComponents,
  getPalSkill,
  listPalSkills,
  listSkills,
} from '../../../src/contract/skills.ts';
import { ALICE, BOB, visitorEvents, openWorld, talk, type World } from '../world.ts';

const PRECISE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00$/;

describe('skills', () => {
  let world: World;
  const documents = ['d0000000000000000000a', 'd0000000000000000000b'];
  before(async () => {
    world = await openWorld({ environment: { SEARCH_BASE_URL: 'http://127.0.0.1:9' } });
    const now = new Date(world.clock.now()).toISOString();
    const content = '# Opening hours\n\nWe open at nine.\n\n# Repairs\n\nA repair takes two days.';
    const { db } = world.service.context.store;
    for (const id of documents) {
      await db
        .insertInto('documents')
        .values({
          id,
          account_id: 1,
          name: 'Shop',
          url: '',
          tags: '[]',
          status: 'ready',
          crawled: false,
          crawling: false,
          created_at: now,
          updated_at: now,
        })
        .execute();
      await db.insertInto('document_chunks').values({ document_id: id, position: 0, content }).execute();
    }
  });
  after(() => world.close());

  const attach = async (pal_id: string, skill_id: string, config?: unknown) =>
    (
      await world.call(attachPalSkill, {
        credential: ALICE,
        params: { pal_id, skill_id },
        ...(config === undefined ? {} : { body: { config } }),
      })
    ).result;
  const merge = async (pal_id: string, skill_id: string, config: unknown) =>
    (
      await world.call(changePalSkill, {
        credential: ALICE,
        params: { pal_id, skill_id },
        body: { config },
      })
    ).result;
  const detach = (pal_id: string, skill_id: string) =>
    world.call(detachPalSkill, { credential: ALICE, params: { pal_id, skill_id } });
  const listAttached = async (pal_id: string) =>
    (await world.call(listPalSkills, { credential: ALICE, params: { pal_id } })).result;
  const readSkill = async (pal_id: string, skill_id: string) =>
    (await world.call(getPalSkill, { credential: ALICE, params: { pal_id, skill_id } })).result;

  // Proves resources-3.
  test('the registry lists the four skills', async () => {
    const { result } = await world.call(listSkills, { credential: ALICE });
    assert.deepEqual(
      result.data.map(({ skill_id }) => skill_id),
      ['internet_search', 'presentation', 'magic_canvas', 'memory'],
    );
  });

  // Proves endpoints-16, resources-49.
  test('a skill can be attached, read, overwritten, merged and detached', async () => {
    const pal_id = await world.pal();
    assert.deepEqual(await listAttached(pal_id), {});
    const skill = await attach(pal_id, 'presentation', {
      document_ids: documents,
      slides_trigger: 'walk_the_deck',
      prompt: 'Slowly.',
    });
    assert.deepEqual(
      [skill.skill_id, skill.config],
      ['presentation', { document_ids: documents, slides_trigger: 'walk_the_deck', prompt: 'Slowly.' }],
    );
    assert.match(skill.attached_at, PRECISE);
    assert.deepEqual(await readSkill(pal_id, 'presentation'), skill);
    await attach(pal_id, 'internet_search');
    assert.deepEqual((await listAttached(pal_id))['internet_search']!.config, {});
    assert.deepEqual(Object.keys(await listAttached(pal_id)).sort(), ['internet_search', 'presentation']);
    world.clock.move(1000);
    const mergedSkill = await merge(pal_id, 'presentation', {
      prompt: null,
      document_ids: documents.slice(0, 1),
    });
    assert.deepEqual(mergedSkill.config, {
      document_ids: documents.slice(0, 1),
      slides_trigger: 'walk_the_deck',
    });
    assert.equal(mergedSkill.attached_at, skill.attached_at);
    assert.ok(mergedSkill.updated_at > skill.updated_at);
    assert.deepEqual((await attach(pal_id, 'presentation', { document_ids: documents })).config, {
      document_ids: documents,
    });
    // A config without a wrapper is also accepted.
    assert.deepEqual(
      (
        await world.call(attachPalSkill, {
          credential: ALICE,
          params: { pal_id, skill_id: 'presentation' },
          body: { document_ids: documents, prompt: 'Bare.' },
        })
      ).result.config,
      { document_ids: documents, prompt: 'Bare.' },
    );
    await detach(pal_id, 'presentation');
    assert.deepEqual(Object.keys(await listAttached(pal_id)), ['internet_search']);
    await attach(pal_id, 'presentation', { document_ids: documents });
  });

  // Proves resources-50.
  test('the canvas configuration overrides only the values that it contains', async () => {
    const pal_id = await world.pal();
    await attach(pal_id, 'magic_canvas', {
      components: {
        chart: { enabled: false },
        scheduling_embed: { scheduling_url: 'https://book.example.com/me' },
      },
      usage_guidance: 'Rarely.',
    });
    const { config } = await merge(pal_id, 'magic_canvas', {
      components: { chart: null, image: { enabled: false } },
    });
    assert.deepEqual(config, {
      components: {
        scheduling_embed: { scheduling_url: 'https://book.example.com/me' },
        image: { enabled: false },
      },
      usage_guidance: 'Rarely.',
    });
    assert.deepEqual(
      [...enabledComponents({})],
      COMPONENT_NAMES.filter((name) => name !== 'scheduling_embed'),
    );
    assert.deepEqual(
      [...enabledComponents(config)],
      COMPONENT_NAMES.filter((name) => name !== 'image'),
    );
    // Concurrent merges are serialised, so none is lost.
    await Promise.all(
      COMPONENT_NAMES.map((name) =>
        merge(pal_id, 'magic_canvas', { components: { [name]: { enabled: false } } }),
      ),
    );
    const { components } = (await readSkill(pal_id, 'magic_canvas')).config as {
      components: Record<string, { enabled: boolean }>;
    };
    assert.deepEqual(
      COMPONENT_NAMES.map((name) => components[name]!.enabled),
      COMPONENT_NAMES.map(() => false),
    );
  });

  // Proves limits-9, resources-50.
  test('every field of a skill configuration is validated', async () => {
    const pal_id = await world.pal();
    const canvas = (components: unknown) => ['magic_canvas', { components }] as const;
    const bookingCanvas = (scheduling_url: unknown) => canvas({ scheduling_embed: { scheduling_url } });
    const cases: (readonly [string, unknown, RegExp])[] = [
      ['internet_search', { depth: 1 }, /^config\.depth is unknown here/],
      ['presentation', {}, /^config\.document_ids is required/],
      ['presentation', { document_ids: [] }, /^config\.document_ids must hold at least one/],
      ['presentation', { document_ids: 'x' }, /^config\.document_ids must be a list/],
      ['presentation', { document_ids: [documents[0], 'd0'] }, /^Unknown document d0/],
      [
        'presentation',
        { document_ids: documents, slides_trigger: 'sometimes' },
        /^config\.slides_trigger must be on_demand or walk_the_deck/,
      ],
      ['presentation', { document_ids: documents, prompt: 7 }, /^config\.prompt must be a string/],
      ['presentation', { document_ids: documents, speed: 2 }, /^config\.speed is unknown here/],
      ['magic_canvas', [], /^config must be an object/],
      ['magic_canvas', { colour: 'red' }, /^config\.colour is unknown here/],
      [...canvas([]), /^config\.components must be an object/],
      [...canvas({ hologram: {} }), /^config\.components\.hologram is unknown here/],
      [...canvas({ question: true }), /^config\.components\.question must be an object/],
      [
        ...canvas({ question: { enabled: 'no' } }),
        /^config\.components\.question\.enabled must be true or false/,
      ],
      [...canvas({ text: { size: 1 } }), /^config\.components\.text\.size is unknown here/],
      [
        ...canvas({ scheduling_embed: {} }),
        /^config\.components\.scheduling_embed\.scheduling_url is required/,
      ],
      [...canvas({ scheduling_embed: { enabled: true } }), /scheduling_url is required/],
      [...bookingCanvas('http://example.com'), /scheduling_url must be an https address/],
      [...bookingCanvas(7), /scheduling_url must be a string/],
      [...bookingCanvas('https://user@example.com/'), /must be an https address/],
      [
        ...bookingCanvas(`https://example.com/${'x'.repeat(2048)}`),
        /scheduling_url must be at most 2048 characters/,
      ],
      ...[
        'https://127.0.0.1/',
        'https://0x7f.1',
        'https://2130706433',
        'https://localhost:8443/x',
        'https://[::1]/',
        'https://[::ffff:10.0.0.1]',
        'https://169.254.169.254/latest',
        'https://metadata.google.internal/',
        'https://printer.local',
      ].map((url) => [...bookingCanvas(url), /must not be on a private/] as const),
      [
        'magic_canvas',
        { usage_guidance: 'x'.repeat(2049) },
        /^config\.usage_guidance must be at most 2048 characters/,
      ],
      ['magic_canvas', { usage_guidance: 7 }, /^config\.usage_guidance must be a string/],
    ];
    for (const [skill_id, config, message] of cases)
      assert.match(
        (
          await world.refusal(attachPalSkill, {
            credential: ALICE,
            params: { pal_id, skill_id },
            body: { config },
          })
        ).text,
        message,
        JSON.stringify(config).slice(0, 100),
      );
    assert.deepEqual(await listAttached(pal_id), {});
    for (const usage_guidance of ['x'.repeat(2048), '👩🏽‍🚀'.repeat(2048)])
      await attach(pal_id, 'magic_canvas', { usage_guidance });
    await attach(pal_id, 'magic_canvas', { components: { scheduling_embed: { enabled: false } } });
    assert.match(
      (
        await world.refusal(changePalSkill, {
          credential: ALICE,
          params: { pal_id, skill_id: 'magic_canvas' },
          body: { config: { components: { scheduling_embed: { enabled: true } } } },
        })
      ).text,
      /scheduling_url is required/,
    );
    assert.deepEqual((await readSkill(pal_id, 'magic_canvas')).config, {
      components: { scheduling_embed: { enabled: false } },
    });
    assert.match(
      (await world.refusal(attachPalSkill, { credential: BOB, params: { pal_id, skill_id: 'magic_canvas' } }))
        .text,
      /another account/,
    );
  });

  // Proves errors-9, resources-3.
  test('an unknown skill or PAL answers 404 with the error field', async () => {
    const pal_id = await world.pal();
    const deletedPal = await world.pal();
    await world.call(deletePal, { credential: ALICE, params: { pal_id: deletedPal } });
    const codes = async (params: { pal_id: string; skill_id: string }) =>
      Promise.all(
        [getPalSkill, attachPalSkill, changePalSkill, detachPalSkill].map(
          async (row) =>
            (
              await world.refusal(row, {
                credential: ALICE,
                params,
                ...('body' in row ? { body: {} } : {}),
              } as never)
            ).code,
        ),
      );
    assert.deepEqual(
      new Set(await codes({ pal_id: deletedPal, skill_id: 'magic_canvas' })),
      new Set(['skill_pal_not_found']),
    );
    assert.deepEqual(new Set(await codes({ pal_id, skill_id: 'juggling' })), new Set(['skill_not_found']));
    assert.deepEqual(new Set(await codes({ pal_id, skill_id: 'constructor' })), new Set(['skill_not_found']));
    for (const row of [getPalSkill, detachPalSkill])
      assert.equal(
        (await world.refusal(row, { credential: ALICE, params: { pal_id, skill_id: 'magic_canvas' } })).code,
        'skill_not_attached',
      );
    assert.equal(
      (
        await world.refusal(changePalSkill, {
          credential: ALICE,
          params: { pal_id, skill_id: 'magic_canvas' },
          body: {},
        })
      ).code,
      'skill_not_attached',
    );
    for (const url of [
      `/v2/pals/${deletedPal}/skills`,
      `/v2/pals/${deletedPal}/skills/magic_canvas`,
      `/v2/pals/${pal_id}/skills/juggling`,
      `/v2/pals/${pal_id}/skills/magic_canvas`,
    ]) {
      const answer = await world.service.app.inject({ url, headers: { 'x-api-key': ALICE } });
      assert.deepEqual([answer.statusCode, Object.keys(answer.json<object>())], [404, ['error']], url);
    }
  });

  describe('in a conversation', () => {
    /** True if a question card is shown with an answer that the documents do not contain. */
    const isCardShown = async (call: { conversation_id: string; meeting_token: string }) => {
      await talk(world, call, 'Zebra?');
      // The card is sent after its answer, but certainly before the next answer, so ask twice.
      await talk(world, call, 'Zebra?');
      return (await visitorEvents(world, call)).some(
        (event) =>
          event.event_type === 'conversation.tool_call' && event.properties.name === 'canvas_show_question',
      );
    };
    const start = async (pal_id: string) =>
      (await world.call(createConversation, { credential: ALICE, body: { pal_id } })).result;

    test('cards are shown if the canvas is attached and its questions are not disabled', async () => {
      const pal_id = await world.pal({ document_ids: documents });
      assert.equal(await isCardShown(await start(pal_id)), false);
      await attach(pal_id, 'magic_canvas', { components: { chart: { enabled: false } } });
      assert.equal(await isCardShown(await start(pal_id)), true);
      await merge(pal_id, 'magic_canvas', { components: { question: { enabled: false } } });
      assert.equal(await isCardShown(await start(pal_id)), false);
    });

    // Proves endpoints-16.
    test('attaching or detaching a skill affects only later conversations', async () => {
      const pal_id = await world.pal({ document_ids: documents });
      const conversationBefore = await start(pal_id);
      await attach(pal_id, 'magic_canvas');
      const between = await start(pal_id);
      await detach(pal_id, 'magic_canvas');
      assert.deepEqual(
        [
          await isCardShown(conversationBefore),
          await isCardShown(between),
          await isCardShown(await start(pal_id)),
        ],
        [false, true, false],
      );
    });

    test('a call without video and a PAL in echo mode show no cards', async () => {
      const pal_id = await world.pal({ document_ids: documents });
      await attach(pal_id, 'magic_canvas');
      for (const [modality, expected] of [
        ['video', true],
        ['audio', false],
        ['chat', false],
      ] as const) {
        assert.equal(
          await isCardShown(
            await world.start(await world.deployment({ pal_id, customization: { modality } })),
          ),
          expected,
          modality,
        );
      }
      const echo = await world.pal({
        document_ids: documents,
        pipeline_mode: 'echo',
        system_prompt: undefined,
      });
      await attach(echo, 'magic_canvas');
      const conversation = await start(echo);
      await visitorEvents(world, conversation);
      assert.ok(
        !(await visitorEvents(world, conversation)).some(
          (event) => event.event_type === 'conversation.tool_call',
        ),
      );
    });
  });
});
