/**
 * Consent of the person whose face is trained (docs/decisions/0034-consent-of-a-face.md): its forms, how it is given,
 * and its withdrawal.
 */
import * as z from 'zod/mini';
import { legacyEndpoint } from './aliases.ts';
import { endpoint } from './endpoint.ts';
import { HttpUrl, Timestamp } from './ids.ts';
import { nameSchema } from './names.ts';

/** A statement of consent that the account archives: who consented, and the address of the statement. */
export const ConsentStatement = z.object({ name: nameSchema(), statement_url: HttpUrl });
export type ConsentStatement = z.output<typeof ConsentStatement>;

/**
 * `film`: the sentence was recognised in the film. `statement`: the request named a statement. `withdrawn`:
 * the consent was withdrawn.
 */
export const CONSENT_EVENTS = ['film', 'statement', 'withdrawn'] as const;

/** The sentence that the person speaks in the film. `number` links it to the account. */
export const ConsentSentence = z.object({
  sentence: z.string(),
  /** BCP 47 language; the sentence is recognised only in this language. */
  language: z.literal('en'),
  /** The digits at the end of the sentence. */
  number: z.string(),
});

/** An entry of the audit log. It is kept when the face is deleted. */
export const ConsentEvent = z.object({
  face_id: z.string(),
  event: z.enum(CONSENT_EVENTS),
  /** Name and statement; null unless the request contained them. */
  name: z.nullable(z.string()),
  statement_url: z.nullable(z.string()),
  /** The words that were recognised in the film. */
  recognised_words: z.nullable(z.string()),
  created_at: Timestamp,
});
export type ConsentEvent = z.output<typeof ConsentEvent>;

/** For each code, a sentence that explains to the owner why the lips of the face do not move. */
export const LIPS_REASONS = {
  in_training: 'The face is still in training.',
  training_failed: 'The training of the face failed.',
  consent_missing:
    'The person has not agreed: the sentence of GET /v2/faces/consent was not recognised in the film, and the ' +
    'request named no statement.',
  loop_only: 'The film does not meet the requirements for moving lips.',
} as const;
export type LipsReason = keyof typeof LIPS_REASONS;

export const Lips = z.object({
  state: z.enum(['speaks', 'rests']),
  /** Null if the lips move. */
  code: z.nullable(z.string()),
  reason: z.nullable(z.string()),
});
export type Lips = z.output<typeof Lips>;

export const getConsentSentence = endpoint({
  name: 'getConsentSentence',
  method: 'GET',
  path: '/v2/faces/consent',
  auth: 'key',
  tag: 'faces',
  result: ConsentSentence,
  status: 200,
  errors: [],
});
export const listConsentEvents = endpoint({
  name: 'listConsentEvents',
  method: 'GET',
  path: '/v2/faces/{face_id}/consent',
  auth: 'key',
  tag: 'faces',
  result: z.object({ data: z.array(ConsentEvent) }),
  status: 200,
  errors: ['face_not_found', 'forbidden'],
});
export const withdrawConsent = endpoint({
  name: 'withdrawConsent',
  method: 'DELETE',
  path: '/v2/faces/{face_id}/consent',
  auth: 'key',
  tag: 'faces',
  result: z.object({ face_id: z.string() }),
  status: 200,
  errors: ['face_not_found', 'forbidden'],
});

export const faceConsentEndpoints = [
  getConsentSentence,
  listConsentEvents,
  withdrawConsent,
  legacyEndpoint(getConsentSentence, 'getReplicaConsentSentence', '/v2/replicas/consent'),
  legacyEndpoint(listConsentEvents, 'listReplicaConsentEvents', '/v2/replicas/{face_id}/consent'),
  legacyEndpoint(withdrawConsent, 'withdrawReplicaConsent', '/v2/replicas/{face_id}/consent'),
] as const;
