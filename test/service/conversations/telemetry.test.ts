/** OpenTelemetry spans of answers contain durations and names, but no text of the conversation. */
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { createConversation } from '../../../src/contract/conversations.ts';
import { ModelServer } from '../model-server.ts';
import { until } from '../until.ts';
import { ALICE, openWorld, talk, type World } from '../world.ts';

interface Attribute {
  key: string;
  value: { stringValue?: string; intValue?: number | string; doubleValue?: number };
}
interface Span {
  name: string;
  attributes: Attribute[];
  spanId: string;
  parentSpanId?: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  status: { code?: number };
}
interface SentTraces {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: Span[] }[] }[];
}

let collector: Server;
let model: ModelServer;
let world: World;
const requests: { path: string; text: string }[] = [];
before(async () => {
  collector = createServer((request, response) => {
    let text = '';
    request
      .setEncoding('utf8')
      .on('data', (chunk: string) => (text += chunk))
      .on('end', () => {
        requests.push({ path: request.url!, text });
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  model = await ModelServer.open();
  const { port } = collector.address() as AddressInfo;
  world = await openWorld({
    environment: {
      LLM_BASE_URL: model.url,
      LLM_MODEL: 'small',
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}/`,
      OTEL_SERVICE_NAME: 'our-agents',
    },
  });
});
let closed = false;
after(async () => {
  if (!closed) await world.close();
  await model.close();
  collector.close();
  collector.closeAllConnections();
});

const valueOf = (attributes: readonly Attribute[], key: string) => {
  const value = attributes.find((attribute) => attribute.key === key)?.value;
  return value && Object.values(value)[0];
};

test('an answer is a span with its requests, exported at the latest when the service stops', async () => {
  const conversation = (
    await world.call(createConversation, { credential: ALICE, body: { pal_id: await world.pal() } })
  ).result as { conversation_id: string; meeting_token: string };
  model.answer = () => 'The secret garden opens at nine.';
  await talk(world, conversation, 'When does the secret garden open?');
  model.answer = () => 401;
  await talk(world, conversation, 'And the hidden tower?');
  await until('both traces', async () => {
    const rows = await world.service.context.store.db.selectFrom('turn_traces').select('position').execute();
    return rows.length === 2;
  });
  closed = true;
  await world.close();
  assert.deepEqual([...new Set(requests.map(({ path }) => path))], ['/v1/traces']);
  const reports = requests
    .map(({ text }) => JSON.parse(text) as SentTraces)
    .flatMap(({ resourceSpans }) => resourceSpans);
  assert.equal(valueOf(reports[0]!.resource.attributes, 'service.name'), 'our-agents');
  const spans = reports.flatMap(({ scopeSpans }) =>
    scopeSpans.flatMap(({ spans: scopeSpanList }) => scopeSpanList),
  );
  const turns = spans.filter(({ name }) => name === 'palkit.turn');
  assert.deepEqual(
    turns.map(({ status }) => status.code ?? 0),
    [0, 2],
  );
  const [answeredTurn] = turns;
  assert.equal(valueOf(answeredTurn!.attributes, 'gen_ai.conversation.id'), conversation.conversation_id);
  assert.equal(valueOf(answeredTurn!.attributes, 'palkit.turn.state'), 'said');
  const request = spans.find(({ parentSpanId }) => parentSpanId === answeredTurn!.spanId);
  assert.equal(request!.name, 'chat small');
  const [startedAt, requestStartedAt, requestEndedAt, endedAt] = [
    answeredTurn!.startTimeUnixNano,
    request!.startTimeUnixNano,
    request!.endTimeUnixNano,
    answeredTurn!.endTimeUnixNano,
  ].map(Number) as [number, number, number, number];
  assert.ok(
    startedAt <= requestStartedAt && requestStartedAt <= requestEndedAt && requestEndedAt <= endedAt,
    'it stands where it was asked',
  );
  assert.equal(valueOf(request!.attributes, 'gen_ai.request.model'), 'small');
  assert.ok(Number(valueOf(request!.attributes, 'palkit.request.characters')) > 100);
  assert.doesNotMatch(requests.map(({ text }) => text).join(''), /secret garden|hidden tower/);
});
