/** A room whose agent uses a scripted model, for tests of complete turns. */
import { Knowledge } from '../../src/agent/knowledge/knowledge.ts';
import { ModelResponder } from '../../src/agent/replies/model-responder.ts';
import type { Canvas } from '../../src/agent/tools/canvas.ts';
import type { Tool } from '../../src/agent/tools/tool.ts';
import { ManualClock } from '../../src/runtime/clock.ts';
import { scriptedModel, type Answer, type Request } from './scripted-model.ts';
import { answers, begin, event, settle, type Stage, joinInput } from './stage.ts';

let engines = 0;

/** Starts a text call with an agent that uses a scripted model. `say` types a line. */
export function stage(
  answer: (request: Request, number: number) => Answer,
  { tools = [] as Tool[], languages = [] as string[], canvas = null as Canvas | null } = {},
) {
  const model = scriptedModel(answer);
  const clock = new ManualClock();
  const responder = new ModelResponder({
    endpoint: {
      account: 1,
      baseUrl: `https://model-${++engines}.example/v1`,
      apiKey: null,
      model: 'm',
      fetch: model.fetch,
    },
    knowledge: new Knowledge([]),
    prompt: () => 'Be kind.',
    tools,
    clock,
  });
  const created = begin({
    clock,
    responder,
    languages,
    canvas,
    greeting: '',
    fallback: answers({ text: 'From the documents.' }),
  });
  created.stage.audible = false;
  created.agent.take(joinInput('text'));
  return {
    ...created,
    clock,
    requests: model.requests,
    say: (text: string) => created.agent.take(event('conversation.respond', { text })),
  };
}
/** Lets the event loop run until the agent has completed this many lines; returns their text. */
export async function wordsOf(room: Stage, count: number, clock?: ManualClock): Promise<string> {
  for (let turn = 0; turn < 4000; turn++) {
    const lines = room.lines().filter(([role]) => role === 'pal');
    if (lines.length >= count) return lines[count - 1]![1] as string;
    await settle();
    if (clock && turn % 20 === 19) clock.move(500);
  }
  throw new Error('waited in vain for words of the agent');
}
const rounds = 200;
export const settleAll = async () => {
  for (let turn = 0; turn < rounds; turn++) await settle();
};
