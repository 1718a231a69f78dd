/** Lets the facts and documents answer before a small model, which often asserts what no document states. */
import type { ModelEndpoint } from '../language/model-request.ts';
import { smallTalk } from '../knowledge/small-talk.ts';
import type { DocumentResponder } from './document-responder.ts';
import type { Responder } from './responder.ts';

/**
 * Returns the responder of a model. If the model is small, questions about values such as a price or a time are
 * answered without it when the facts or documents state the value certainly, and questions who or what the agent is
 * always, because small models claim to be a person. Null if there is no model.
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
