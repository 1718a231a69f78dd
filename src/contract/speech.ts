/** Speech: a script that is spoken once and stored as a file. Specification: endpoints-21. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Id, Timestamp } from './ids.ts';
import { page, paging, Sort, CREATED_FILTERS, NAME_FILTERS } from './lists.ts';
import { nameSchema } from './names.ts';

/** Maximum number of characters of a script, about five minutes of speech. */
export const MAX_SCRIPT_CHARACTERS = 5000;
export const Script = z
  .string('must be a string')
  .check(
    z.regex(/\S/, 'must not be empty'),
    z.maxLength(MAX_SCRIPT_CHARACTERS, `must be at most ${MAX_SCRIPT_CHARACTERS} characters`),
  );

const name = nameSchema();

export const Speech = z.object({
  speech_id: z.string(),
  speech_name: z.string(),
  /** Mono Ogg Opus. Anyone with the address can listen to it until the speech is deleted. */
  speech_file_url: z.string(),
  face_id: z.string(),
  script: z.string(),
  /** Duration of the speech in seconds. */
  duration: z.number(),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type Speech = z.output<typeof Speech>;

const path = '/v2/speech/{speech_id}';

export const createSpeech = endpoint({
  name: 'createSpeech',
  method: 'POST',
  path: '/v2/speech',
  auth: 'key',
  tag: 'speech',
  body: z.object({ script: Script, face_id: Id, speech_name: z.optional(name) }),
  result: Speech,
  status: 200,
  errors: ['unknown_reference', 'too_many_requests', 'voice_unavailable'],
});
export const listSpeech = endpoint({
  name: 'listSpeech',
  method: 'GET',
  path: '/v2/speech',
  auth: 'key',
  tag: 'speech',
  query: z.object({ ...paging(10, 1), sort: Sort, ...NAME_FILTERS, ...CREATED_FILTERS }),
  result: page(Speech),
  status: 200,
  errors: [],
});
export const getSpeech = endpoint({
  name: 'getSpeech',
  method: 'GET',
  path,
  auth: 'key',
  tag: 'speech',
  result: Speech,
  status: 200,
  errors: ['speech_not_found', 'forbidden'],
});
export const renameSpeech = endpoint({
  name: 'renameSpeech',
  method: 'PATCH',
  path: '/v2/speech/{speech_id}/name',
  auth: 'key',
  tag: 'speech',
  body: z.object({ speech_name: name }),
  result: Speech,
  status: 200,
  errors: ['speech_not_found', 'forbidden'],
});
export const deleteSpeech = endpoint({
  name: 'deleteSpeech',
  method: 'DELETE',
  path,
  auth: 'key',
  tag: 'speech',
  status: 204,
  errors: ['speech_not_found', 'forbidden'],
});

export const speechEndpoints = [createSpeech, listSpeech, getSpeech, renameSpeech, deleteSpeech] as const;
