import type { Exchange, Responder } from '../../src/agent/replies/responder.ts';

/** Says the lines to a responder in one call; returns its answer to the last one. */
export async function lastAnswer(
  responder: Pick<Responder, 'think'>,
  ...lines: readonly string[]
): Promise<string> {
  const history: Exchange[] = [];
  for (const content of lines) {
    let text = '';
    const context = { history: [...history], canvas: null, signal: new AbortController().signal };
    for await (const chunk of responder.think(content, context)) if ('text' in chunk) text += chunk.text;
    history.push({ role: 'user', content }, { role: 'assistant', content: text });
  }
  return history.at(-1)!.content;
}
