/** Lets the facts and documents answer before a small model, which often asserts what no document states. */
import type { ModelEndpoint } from '../language/model-request.ts';
import { smallTalk } from '../knowledge/small-talk.ts';
import type { DocumentResponder } from './document-responder.ts';
import type { Responder } from './responder.ts';

/**
 * Returns a responder that asks the model; null if there is no model. If the model is small, the facts and
 * documents answer instead in two cases:
 * - they certainly state the value that a question asks for, such as a price or a time;
 * - the question is who or what the agent is, because small models claim to be a person.
 */
export function documentsFirst(
  endpoint: Pick<ModelEndpoint, 'isSmall'> | null,
  documents: Pick<DocumentResponder, 'certainAnswer' | 'think'>,
  model: Responder | null,
): Responder | null {
  if (!model || !endpoint?.isSmall) return model;
  return {
    kind: 'model',
    async *think(question, context) {
      const isAboutAgent = smallTalk(question) === 'identity';
      const certain = isAboutAgent ? null : await documents.certainAnswer(question, context);
      yield* certain ?? (isAboutAgent ? documents : model).think(question, context);
    },
  };
}
