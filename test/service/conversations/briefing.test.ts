/** An agent's prompt is built from its PAL, the conversation's request and the account's documents. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, afterEach, before, describe, test } from 'node:test';
import { createConversation } from '../../../src/contract/conversations.ts';
import { initDeployment } from '../../../src/contract/deployments.ts';
import { createDocument } from '../../../src/contract/documents.ts';
import { agentSentences } from '../../../src/agent/replies/agent-sentences.ts';
import { disclosure } from '../../../src/agent/replies/disclosure.ts';
import { Website } from '../website.ts';
import { ALICE, visitorEvents, openWorld, talk, type World } from '../world.ts';

// Proves resources-42, resources-43.
test('the disclosure plays always, only in the EU, or never, with the default text if the PAL has none', () => {
  for (const [disclosure_type, policy, fires] of [
    ['always', null, true],
    ['always', 'eu', true],
    ['auto', null, false],
    ['auto', undefined, false],
    ['auto', 'eu', true],
    ['off', 'eu', false],
    ['off', null, false],
  ] as const) {
    const notices = disclosure(
      { disclosure_type, verbal_disclosure: ' ', visual_disclosure: '' },
      policy,
      agentSentences('en'),
    );
    assert.deepEqual(
      notices,
      fires
        ? { verbal: agentSentences('en').verbalDisclosure, visual: agentSentences('en').visualDisclosure }
        : null,
      `${disclosure_type} ${policy}`,
    );
  }
  assert.deepEqual(
    disclosure(
      { disclosure_type: 'always', verbal_disclosure: 'A.', visual_disclosure: 'B' },
      null,
      agentSentences('en'),
    ),
    { verbal: 'A.', visual: 'B' },
  );
  assert.match(agentSentences('en').verbalDisclosure, /AI system/);
  assert.match(agentSentences('en').visualDisclosure, /AI system/);
});

describe('the context of a conversation', () => {
  let world: World;
  let website: Website;
  let model: http.Server;
  const prompts: string[] = [];
  before(async () => {
    model = http
      .createServer(async (request, response) => {
        let body = '';
        for await (const chunk of request.setEncoding('utf8')) body += chunk as string;
        prompts.push(
          (JSON.parse(body) as { messages: { content: string }[] }).messages
            .map(({ content }) => content)
            .join('\n\n'),
        );
        response
          .writeHead(200, { 'content-type': 'text/event-stream' })
          .end('data: {"choices":[{"delta":{"content":"Yes."}}]}\n\ndata: [DONE]\n\n');
      })
      .listen(0, '127.0.0.1');
    await once(model, 'listening');
    const engine = `http://127.0.0.1:${(model.address() as AddressInfo).port}`;
    website = await Website.open();
    world = await openWorld({
      environment: { LLM_BASE_URL: engine, TTS_BASE_URL: engine, OUTBOUND_ALLOWED_HOSTS: website.host },
    });
  });
  afterEach(() => void prompts.splice(0));
  after(async () => {
    await world.close();
    await website.close();
    model.close();
  });
  const create = async (fields: Record<string, unknown>, body: Record<string, unknown> = {}) =>
    (
      await world.call(createConversation, {
        credential: ALICE,
        body: { pal_id: await world.pal(fields as never), ...body },
      })
    ).result;
  const prompt = async (conversation: { conversation_id: string; meeting_token: string }) => {
    await talk(world, conversation, 'Is it open?');
    return prompts.at(-1)!;
  };

  // Proves endpoints-13.
  test("a prompt has the PAL's instructions and the conversation's context; its greeting comes first", async () => {
    const deployment_id = await world.deployment({
      pal_id: await world.pal({ system_prompt: 'Be brief.', custom_greeting: 'PAL says hi.' }),
    });
    const conversation = await world.start(deployment_id, {
      conversational_context: 'The cart holds a bell.',
      custom_greeting: 'Welcome to the shop.',
    });
    const text = await prompt(conversation);
    assert.ok(text.includes('Be brief.') && text.includes('The cart holds a bell.'));
    const greeting = async (conversation: { conversation_id: string; meeting_token: string }) =>
      (await visitorEvents(world, conversation)).flatMap((event) =>
        event.event_type === 'conversation.utterance' ? [event.properties.speech] : [],
      )[0];
    assert.equal(await greeting(conversation), 'Welcome to the shop.');
    const plainCall = await world.start(deployment_id);
    await prompt(plainCall);
    assert.equal(await greeting(plainCall), 'PAL says hi.');
    assert.ok(
      (await prompt(await create({}, { conversational_context: 'Keyed context.' }))).includes(
        'Keyed context.',
      ),
    );
  });

  test("a prompt has the deployment's context before the page's, and no page can read the former", async () => {
    const conversation = { context: 'Calls are about trains.', unique_memory_tag: true };
    const answer = await world.service.app.inject({
      method: 'POST',
      url: '/v2/deployments',
      headers: { 'x-api-key': ALICE },
      payload: {
        pal_id: await world.pal(),
        channel: 'widget',
        status: 'active',
        customization: { conversation },
      },
    });
    assert.equal(answer.headers['x-palkit-warnings'], 'customization.conversation.unique_memory_tag');
    const created = answer.json<{ deployment_id: string; customization: object }>();
    assert.deepEqual(created.customization, { conversation: { context: 'Calls are about trains.' } });
    const { result } = await world.call(initDeployment, { params: { deployment_id: created.deployment_id } });
    assert.deepEqual(result.customization, {});
    const startedConversation = await world.start(created.deployment_id, {
      conversational_context: 'The page of prices.',
    });
    assert.match(await prompt(startedConversation), /Calls are about trains\.\n\nThe page of prices\./);
    assert.match(await prompt(await world.start(created.deployment_id)), /Calls are about trains\./);
  });

  // Proves resources-36.
  test("a conversation's own languages replace those of the PAL", async () => {
    const languages = async (conversation: { conversation_id: string; meeting_token: string }) =>
      (await visitorEvents(world, conversation)).flatMap((event) =>
        event.event_type === 'conversation.ready' ? [event.properties.capabilities.languages] : [],
      )[0];
    const ownConversation = await create({ languages: ['de'] });
    assert.deepEqual(await languages(ownConversation), ['de']);
    assert.match(await prompt(ownConversation), /Answer only in this language: de\./);
    const overridden = await create({ languages: ['de', 'fr'] }, { properties: { languages: ['it', 'es'] } });
    assert.deepEqual(await languages(overridden), ['it', 'es']);
    const text = await prompt(overridden);
    assert.match(text, /one of these languages.*: it, es\./);
    assert.ok(!text.includes('de, fr'));
    assert.ok(!(await prompt(await create({}))).includes('Answer only in'));
  });

  // Proves resources-39.
  test('a conversation uses documents by id and by tag, from the PAL and from its own request', async () => {
    website.pages = Object.fromEntries(
      ['bell', 'horn', 'lamp', 'lock'].map((word) => [
        `/${word}`,
        { body: `It is open: the ${word} counter.` },
      ]),
    );
    const document = async (path: string, tags: string[]) =>
      (
        await world.call(createDocument, {
          credential: ALICE,
          body: { document_url: website.url(path), tags },
        })
      ).result.document_id;
    const bell = await document('/bell', []);
    await document('/horn', ['loud']);
    const lamp = await document('/lamp', []);
    await document('/lock', ['safe', 'other']);
    await world.service.context.jobs.idle();
    const hotwordsOf = async (fields: Record<string, unknown>, body: Record<string, unknown> = {}) => {
      const text = await prompt(await create(fields, body));
      return ['bell', 'horn', 'lamp', 'lock']
        .filter((word) => text.includes(`the ${word} counter`))
        .join(' ');
    };
    assert.equal(await hotwordsOf({ document_ids: [bell] }), 'bell');
    assert.equal(await hotwordsOf({ document_tags: ['loud', 'safe'] }), 'horn lock');
    assert.equal(
      await hotwordsOf({ document_ids: [bell] }, { document_ids: [lamp], document_tags: ['other'] }),
      'bell lamp lock',
    );
    assert.equal(await hotwordsOf({}), '');
    // A document that receives the tag later is also available to the PAL.
    const pal = { document_tags: ['late'] };
    assert.equal(await hotwordsOf(pal), '');
    await document('/bell', ['late']);
    await world.service.context.jobs.idle();
    assert.equal(await hotwordsOf(pal), 'bell');
  });
});
