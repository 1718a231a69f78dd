/** Lets the facts and documents answer before a small model, which often asserts what no document states. */
import type { ModelEndpoint } from '../language/model-request.ts';
import type { DocumentResponder } from './document-responder.ts';
import type { Responder } from './responder.ts';

/**
 * Returns the responder of a model. If the model is small, questions for values such as a price or a time are answered
 * without it when the facts or documents state the value certainly. Null if there is no model.
 */
export function documentsFirst(
  endpoint: Pick<ModelEndpoint, 'isSmall'> | null,
  documents: Pick<DocumentResponder, 'certainAnswer'>,
  model: Responder | null,
): Responder | null {
  if (!model || !endpoint?.isSmall) return model;
  return {
    kind: 'model',
    async *think(question, context) {
      const certain = await documents.certainAnswer(question, context);
      yield* certain ?? model.think(question, context);
    },
  };
}
