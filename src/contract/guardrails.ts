/**
 * Guardrails: behavioural rules of PALs, individual or in the deprecated named sets. Every item of a set is also an
 * individual guardrail with a uuid. Specification: resources-20 to resources-22, versioning-6.
 */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Id, NullableHttpUrl, Timestamp } from './ids.ts';
import { JsonPatch } from './json-patch.ts';
import {
  Flag,
  Limit,
  page,
  paging,
  Sort,
  CREATED_FILTERS,
  NAME_FILTERS,
  OwnerFilter,
  CommaList,
} from './lists.ts';
import { nameSchema } from './names.ts';

/** Maximum number of items in a set; a larger one could not be attached to a PAL (specification: limits-8). */
export const GUARDRAILS_PER_SET = 50;
/** Items per page of sets, and of individual guardrails with `legacy=false`. */
export const GUARDRAIL_PAGES = { sets: 10, individual: 100 } as const;

const nonEmptyText = (max: number) =>
  z
    .string('must be a string')
    .check(z.regex(/\S/, 'must not be empty'), z.maxLength(max, `must be at most ${max} characters`));

const item = {
  guardrail_name: nameSchema(),
  guardrail_prompt: nonEmptyText(10_000),
  modality: z.enum(
    ['verbal', 'visual'],
    'must be verbal or visual. Guardrails check text and camera pictures, not sound',
  ),
  /** Address that is called when the guardrail is triggered. */
  callback_url: z.optional(NullableHttpUrl),
  /** False if the visitor's page receives no event when the guardrail is triggered. */
  app_message: z.optional(z.boolean('must be true or false')),
  /** A field of the hosted interface, which is refused. */
  tool_call: z.optional(
    z.null(
      'is not supported: a guardrail that triggers calls its callback_url and, with app_message, tells the page. ' +
        'Leave it out',
    ),
  ),
  /** PALs select the guardrail with `guardrail_tags`. */
  tags: z._default(
    z.array(Id, 'must be a list of strings').check(z.maxLength(50, 'must hold at most 50 entries')),
    [],
  ),
};

export const GuardrailFields = z.object(item, 'must be an object');
export type GuardrailFields = z.output<typeof GuardrailFields>;

const items = <Item extends z.ZodMiniType>(shape: Item) =>
  z
    .array(shape, 'must be a list of guardrails')
    .check(z.maxLength(GUARDRAILS_PER_SET, `must hold at most ${GUARDRAILS_PER_SET} guardrails`));

/** Fields of a set that a patch may change. The uuids can be tested but not written; they depend on the items. */
export const PatchableGuardrailSet = z.object({
  name: nameSchema(),
  data: items(
    z.strictObject({ uuid: z.optional(z.unknown()), ...item }, 'must be an object with known fields'),
  ),
});

/** Fields of a set, which an individual guardrail lacks. */
export const SET_FIELDS = ['name', 'data'] as const;
/** Fields of an individual guardrail besides its name. */
const ITEM_FIELDS = ['guardrail_prompt', 'modality', 'callback_url', 'app_message', 'tags'] as const;

/** An individual guardrail if `guardrail_name` is at the top level, otherwise a set. */
export const NewGuardrail = z
  .object({
    name: z.optional(nameSchema()),
    data: z.optional(items(GuardrailFields)),
    guardrail_name: z.optional(item.guardrail_name),
    guardrail_prompt: z.optional(item.guardrail_prompt),
    modality: z.optional(item.modality),
    callback_url: item.callback_url,
    app_message: item.app_message,
    tool_call: item.tool_call,
    tags: item.tags,
  })
  .check(({ value, issues }) => {
    const isSet = value.guardrail_name === undefined;
    const refuse = (field: keyof typeof value, message: string) =>
      issues.push({ code: 'custom', message, path: [field], input: value });
    for (const field of isSet ? SET_FIELDS : (['guardrail_prompt', 'modality'] as const))
      if (value[field] === undefined) refuse(field, 'is required');
    for (const field of isSet ? ITEM_FIELDS : [])
      if ([value[field] ?? []].flat().length > 0) refuse(field, 'must be in the items of data');
  });

const SetItem = z.object({ uuid: z.string(), ...item });
export const GuardrailSet = z.object({ uuid: z.string(), name: z.string(), data: z.array(SetItem) });
export type GuardrailSet = z.output<typeof GuardrailSet>;

export const CreatedGuardrailSet = z.object({
  guardrails_id: z.string(),
  guardrails_name: z.string(),
  status: z.literal('active'),
  created_at: Timestamp,
});

export const Guardrail = z.object({
  ...SetItem.shape,
  /** The set that contains the guardrail; null for an individual one. */
  guardrails_id: z.nullable(z.string()),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type Guardrail = z.output<typeof Guardrail>;

const idPath = '/v2/guardrails/{guardrails_id}';

export const createGuardrail = endpoint({
  name: 'createGuardrail',
  method: 'POST',
  path: '/v2/guardrails',
  auth: 'key',
  tag: 'guardrails',
  body: NewGuardrail,
  result: z.union([CreatedGuardrailSet, Guardrail]),
  status: 200,
  errors: [],
});
export const listGuardrails = endpoint({
  name: 'listGuardrails',
  method: 'GET',
  path: '/v2/guardrails',
  auth: 'key',
  tag: 'guardrails',
  query: z.object({
    ...paging(GUARDRAIL_PAGES.sets, 1),
    limit: z.optional(Limit),
    sort: Sort,
    legacy: z._default(Flag, true),
    ...NAME_FILTERS,
    ...CREATED_FILTERS,
    type: OwnerFilter,
    /** Guardrails with any of these tags, `a,b`; with `legacy=true`, sets that contain such a guardrail. */
    tags: z.optional(CommaList),
  }),
  result: page(z.union([GuardrailSet, Guardrail])),
  status: 200,
  errors: [],
});
export const getGuardrail = endpoint({
  name: 'getGuardrail',
  method: 'GET',
  path: idPath,
  auth: 'key',
  tag: 'guardrails',
  result: z.union([GuardrailSet, Guardrail]),
  status: 200,
  errors: ['guardrail_not_found', 'forbidden'],
  versioned: true,
});
export const patchGuardrail = endpoint({
  name: 'patchGuardrail',
  method: 'PATCH',
  path: idPath,
  auth: 'key',
  tag: 'guardrails',
  body: JsonPatch,
  result: z.union([GuardrailSet, Guardrail]),
  status: 200,
  versioned: true,
  errors: ['guardrail_not_found', 'forbidden', 'invalid_patch', 'patch_test_failed', 'version_conflict'],
});
export const deleteGuardrail = endpoint({
  name: 'deleteGuardrail',
  method: 'DELETE',
  path: idPath,
  auth: 'key',
  tag: 'guardrails',
  status: 204,
  errors: ['guardrail_not_found', 'forbidden'],
});

export const guardrailEndpoints = [
  createGuardrail,
  listGuardrails,
  getGuardrail,
  patchGuardrail,
  deleteGuardrail,
] as const;
