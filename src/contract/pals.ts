/** PALs (legacy name: personas): the definition of an agent. Specification: resources-30. */
import * as z from 'zod/mini';
import { legacyEndpoint, PAL_BODY_NAMES } from './aliases.ts';
import { endpoint, whereUsed } from './endpoint.ts';
import { Id, Timestamp } from './ids.ts';
import { JsonPatch } from './json-patch.ts';
import { Languages } from './languages.ts';
import { Layers } from './layers.ts';
import { MAX_TOOLS } from './llm-tools.ts';
import { CREATED_FILTERS, NAME_FILTERS, OwnerFilter, page, paging, Sort } from './lists.ts';
import { nameSchema } from './names.ts';
import { PalFacts } from './pal-facts.ts';
import { TimeZone } from './time-zone.ts';

/** Maximum number of guardrails that a PAL may select by id, by tag, and in total. */
export const GUARDRAILS_PER_PAL = 50;

/** Maximum number of statements in `memories`. */
const MEMORIES_PER_PAL = 50;

const text = (max: number) =>
  z.string('must be a string').check(z.maxLength(max, `must be at most ${max} characters`));
const nonEmptyText = (max: number) => text(max).check(z.regex(/\S/, 'must not be empty'));
const ids = (max: number) =>
  z.array(Id, 'must be a list of strings').check(z.maxLength(max, `must hold at most ${max} entries`));

const fields = whereUsed(() => ({
  pal_name: z._default(nameSchema(), 'PAL'),
  system_prompt: z.optional(nonEmptyText(50_000)),
  pipeline_mode: z._default(
    z.enum(['full', 'echo'], 'must be full or echo. This service has no speech-to-speech models'),
    'full',
  ),
  default_face_id: Id,
  languages: z._default(Languages, []),
  document_ids: z._default(ids(1000), []),
  document_tags: z._default(ids(1000), []),
  /** Tools of the account (`/v2/tools`) in addition to those in `layers.llm.tools`. */
  tool_ids: z._default(ids(MAX_TOOLS), []),
  objectives_id: z.optional(z.nullable(Id)),
  guardrail_ids: z._default(ids(GUARDRAILS_PER_PAL), []),
  guardrail_tags: z._default(ids(GUARDRAILS_PER_PAL), []),
  guardrails_id: z.optional(z.nullable(Id)),
  disclosure_type: z._default(z.enum(['always', 'auto', 'off'], 'must be always, auto or off'), 'auto'),
  verbal_disclosure: z._default(text(2000), ''),
  visual_disclosure: z._default(text(500), ''),
  /** The greeting of conversations without their own greeting. */
  custom_greeting: z._default(text(2000), ''),
  /** IANA time zone of dates in the agent's prompt and answers. The default is the server's time zone. */
  timezone: z.optional(z.nullable(TimeZone)),
  /** Background of every conversation. It follows the `system_prompt`. */
  context: z._default(text(50_000), ''),
  /** Statements that apply in every conversation, like `facts.lines`. */
  memories: z._default(
    z
      .array(nonEmptyText(500), 'must be a list of strings')
      .check(z.maxLength(MEMORIES_PER_PAL, `must hold at most ${MEMORIES_PER_PAL} entries`)),
    [],
  ),
  /** Facts, which take precedence over documents. */
  facts: z.optional(z.nullable(PalFacts)),
  layers: z._default(Layers, {}),
}));

/** The fields of a PAL; `POST /v2/pals` requires a face. */
export const PalFields = whereUsed(() => z.object(fields));
/** The fields for `POST /v2/personas`, where the conversation may provide the face. */
export const PersonaFields = whereUsed(() =>
  z.object({ ...fields, default_face_id: z.optional(z.nullable(Id)) }),
);
export type PalFields = z.output<typeof PersonaFields>;

export const Pal = whereUsed(() =>
  z.object({
    pal_id: z.string(),
    ...PersonaFields.shape,
    conferencing_email: z.optional(z.string()),
    created_at: Timestamp,
    updated_at: Timestamp,
  }),
);
export type Pal = z.output<typeof Pal>;

/** The response to a request that creates a PAL (specification: resources-44). */
export const CreatedPal = z.object({
  pal_id: z.string(),
  pal_name: z.string(),
  conferencing_email: z.optional(z.string()),
  created_at: Timestamp,
});

export const createPal = endpoint({
  name: 'createPal',
  method: 'POST',
  path: '/v2/pals',
  auth: 'key',
  tag: 'pals',
  body: PalFields,
  bodyNames: PAL_BODY_NAMES,
  result: CreatedPal,
  status: 200,
  errors: ['unknown_reference', 'language_unsupported'],
});
export const listPals = endpoint({
  name: 'listPals',
  method: 'GET',
  path: '/v2/pals',
  auth: 'key',
  tag: 'pals',
  query: z.object({
    ...paging(10, 1),
    sort: Sort,
    ...NAME_FILTERS,
    ...CREATED_FILTERS,
    pal_type: OwnerFilter,
  }),
  result: page(Pal),
  status: 200,
  errors: [],
});
export const getPal = endpoint({
  name: 'getPal',
  method: 'GET',
  path: '/v2/pals/{pal_id}',
  auth: 'key',
  tag: 'pals',
  result: Pal,
  status: 200,
  errors: ['pal_not_found', 'forbidden'],
  versioned: true,
});
export const patchPal = endpoint({
  name: 'patchPal',
  method: 'PATCH',
  path: '/v2/pals/{pal_id}',
  auth: 'key',
  tag: 'pals',
  body: JsonPatch,
  result: Pal,
  status: 200,
  versioned: true,
  errors: [
    'pal_not_found',
    'forbidden',
    'invalid_patch',
    'patch_test_failed',
    'unknown_reference',
    'language_unsupported',
    'version_conflict',
  ],
});
export const deletePal = endpoint({
  name: 'deletePal',
  method: 'DELETE',
  path: '/v2/pals/{pal_id}',
  auth: 'key',
  tag: 'pals',
  status: 204,
  errors: ['pal_not_found', 'forbidden'],
});

export const palEndpoints = [
  createPal,
  listPals,
  getPal,
  patchPal,
  deletePal,
  legacyEndpoint(createPal, 'createPersona', '/v2/personas', PersonaFields),
  legacyEndpoint(listPals, 'listPersonas', '/v2/personas'),
  legacyEndpoint(getPal, 'getPersona', '/v2/personas/{pal_id}'),
  legacyEndpoint(patchPal, 'patchPersona', '/v2/personas/{pal_id}'),
  legacyEndpoint(deletePal, 'deletePersona', '/v2/personas/{pal_id}'),
] as const;
