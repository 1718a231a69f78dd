/** Asks a PAL a question without a call, for its owner. An extension of Palkit. */
import * as z from 'zod/mini';
import { ParticipantTags, TURN_OUTCOMES } from './conversations.ts';
import { endpoint } from './endpoint.ts';
import { Language } from './languages.ts';

/** Maximum number of questions per account and minute. */
export const QUESTIONS_PER_MINUTE = 30;

const line = /* @__NO_SIDE_EFFECTS__ */ () =>
  z
    .string('must be a string')
    .check(z.regex(/\S/, 'must not be empty'), z.maxLength(2000, 'must be at most 2000 characters'));

export const PalQuestion = z.object({
  question: line(),
  /** Earlier lines, oldest first. The question may continue them. */
  history: z._default(
    z
      .array(
        z.object({ role: z.enum(['user', 'assistant'], 'must be user or assistant'), content: line() }),
        'must be a list of lines with role and content',
      )
      .check(z.maxLength(20, 'must hold at most 20 lines')),
    [],
  ),
  /** The spoken language. The default is the PAL's first language. */
  language: z.optional(z.nullable(Language)),
  /** Answers as in a conversation with these tags: documents for other tags are not used. */
  participant_tags: ParticipantTags,
  /** Answers as if the question were spoken: a less certain answer then contains words of doubt. */
  spoken: z._default(z.boolean('must be true or false'), false),
});

export const PalAnswer = z.object({
  /** The source of the answer. A call answers from documents if the model fails. */
  answering: z.enum(['documents', 'model']),
  /** The text that would be spoken. */
  said: z.string(),
  /** Null if the model failed. */
  outcome: z.nullable(z.enum(TURN_OUTCOMES)),
  /** Passages that may answer the question, best first. */
  candidates: z.array(
    z.object({
      document_id: z.string(),
      document_name: z.string(),
      heading: z.string(),
      /** The sentence that would be spoken, or the passage for a model. */
      text: z.string(),
      /**
       * In an answer from documents, the probability that it is correct, 0 to 1. With a model, scores are comparable
       * within this list only.
       */
      score: z.nullable(z.number()),
    }),
  ),
  /** Documents that the answer uses. */
  sources: z.array(z.object({ document_id: z.string(), document_name: z.string() })),
  /** The card that would be shown with the answer. */
  card: z.nullable(z.object({ component: z.string(), arguments: z.looseObject({}) })),
  /** Milliseconds until the first word; null if there is none. */
  first_word: z.nullable(z.number()),
  /** Milliseconds until the end of the answer. */
  took: z.number(),
  /** Causes of the model's failure, last one first; null if it did not fail. */
  fault: z.nullable(z.array(z.string())),
});
export type PalAnswer = z.output<typeof PalAnswer>;

export const askPal = endpoint({
  name: 'askPal',
  method: 'POST',
  path: '/v2/pals/{pal_id}/ask',
  auth: 'key',
  tag: 'pals',
  body: PalQuestion,
  result: PalAnswer,
  status: 200,
  errors: ['pal_not_found', 'forbidden', 'too_many_requests'],
});
