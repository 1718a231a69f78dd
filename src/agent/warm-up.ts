/** Makes the first question of a process as fast as later ones. */
import { describe } from '@palkit/runtime/describe';
import type { Log } from '@palkit/runtime/log';
import { Knowledge } from './knowledge/knowledge.ts';
import { DocumentResponder } from './replies/document-responder.ts';

const WARM_UP_DOCUMENT = `# Opening hours

We are open from Tuesday to Friday from 10:00 to 18:00.

| Ticket | Adults | Children |
| --- | --- | --- |
| One day | 5 € | 3 € |
`;
/** One question for the search, one for the price table, and one for an answer when the fact is missing. */
const QUESTIONS = ['When are you open?', 'What does a ticket cost?', 'Do you sell bikes?'];

/**
 * Answers some test questions. Code that has already run answers in 15 ms instead of 100 ms, so the first
 * visitor of a new process does not have to wait. An error is logged.
 */
export async function warmUp(log: Pick<Log, 'warn'>): Promise<void> {
  try {
    await answerQuestions();
  } catch (error) {
    log.warn(describe(error), 'the warm-up failed');
  }
}

async function answerQuestions(): Promise<void> {
  const { signal } = new AbortController();
  const knowledge = new Knowledge([{ document_id: 'own', name: 'Opening hours', content: WARM_UP_DOCUMENT }]);
  await knowledge.prepare();
  const responder = new DocumentResponder('', knowledge);
  for (const question of QUESTIONS)
    for await (const chunk of responder.think(question, { history: [], canvas: null, signal })) void chunk;
}
