/** Objectives: the goals of a PAL in a conversation. Specification: events-20. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { NullableHttpUrl, Timestamp } from './ids.ts';
import { JsonPatch } from './json-patch.ts';
import { page, paging, Sort, CREATED_FILTERS, NAME_FILTERS, OwnerFilter } from './lists.ts';
import { nameSchema, optionalNameSchema } from './names.ts';

const nonEmptyText = (max: number) =>
  z
    .string('must be a string')
    .check(z.regex(/\S/, 'must not be empty'), z.maxLength(max, `must be at most ${max} characters`));

export const Objective = z.object(
  {
    objective_name: nameSchema(),
    objective_prompt: nonEmptyText(10_000),
    /** Names of the facts to find out; the callback contains a value for each. */
    output_variables: z._default(
      z
        .array(nonEmptyText(100), 'must be a list of strings')
        .check(z.maxLength(50, 'must hold at most 50 entries')),
      [],
    ),
    /** With `manual`, the objective is completed only after the visitor has confirmed the values. */
    confirmation_mode: z.optional(z.enum(['auto', 'manual'], 'must be auto or manual')),
    modality: z.optional(
      z.literal('verbal', 'must be verbal. Objectives are checked against the transcript'),
    ),
    /** Address that is called when the objective is completed. */
    callback_url: z.optional(NullableHttpUrl),
    /**
     * Branches. The first whose condition is met determines the next objective; if none is met, the next objective
     * in the list follows. An empty list makes this objective the last one. Without the field the objectives
     * follow in order.
     */
    next: z.optional(
      z
        .array(
          z.object({ objective_name: nameSchema(), condition: nonEmptyText(2000) }, 'must be an object'),
          'must be a list of branches',
        )
        .check(z.maxLength(10, 'must hold at most 10 branches')),
    ),
  },
  'must be an object',
);
/** Branches in the legacy format: an objective that always follows, and conditions by name. */
const OlderBranches = {
  next_required_objective: z.optional(z.nullable(nameSchema())),
  next_conditional_objectives: z.optional(
    z.nullable(
      z
        .record(nameSchema(), nonEmptyText(2000), 'must be an object of conditions by objective_name')
        .check(
          z.refine((conditions) => Object.keys(conditions).length <= 10, 'must hold at most 10 branches'),
        ),
    ),
  ),
};
/** The condition of a branch that always applies. */
const ALWAYS_CONDITION = 'Always.';

/** The schema for writes, which converts legacy branches to `next`. */
export const WrittenObjective = z.pipe(
  z.object({ ...Objective.shape, ...OlderBranches }, 'must be an object').check(({ value, issues }) => {
    const branches = branchesOf(value);
    if (branches && branches.length > 10)
      issues.push({
        code: 'custom',
        message: 'must hold at most 10 branches together with next_required_objective',
        path: ['next_conditional_objectives'],
        input: value,
      });
    if (branches === undefined || value.next === undefined) return;
    if (JSON.stringify(branches) !== JSON.stringify(value.next))
      issues.push({
        code: 'custom',
        message: 'must equal next_conditional_objectives and next_required_objective, or be left out',
        path: ['next'],
        input: value,
      });
  }),
  z.transform(({ next_required_objective, next_conditional_objectives, ...objective }) => {
    const next = objective.next ?? branchesOf({ next_required_objective, next_conditional_objectives });
    return next === undefined ? objective : { ...objective, next };
  }),
);

interface OlderNames {
  next_required_objective?: string | null | undefined;
  next_conditional_objectives?: Record<string, string> | null | undefined;
}
/** Converts legacy branches. Conditions come first, because the first branch that applies is used. */
function branchesOf(older: OlderNames): Objective['next'] {
  const { next_required_objective: required, next_conditional_objectives: conditional } = older;
  const branches = Object.entries(conditional ?? {}).map(([objective_name, condition]) => ({
    objective_name,
    condition,
  }));
  if (required) branches.push({ objective_name: required, condition: ALWAYS_CONDITION });
  return branches.length === 0 ? undefined : branches;
}

export type Objective = z.output<typeof Objective>;

/**
 * Returns the objectives with legacy branches instead of `next`, for a patch that uses the legacy names. Branches
 * that the legacy format cannot express, and an empty list, stay unchanged.
 */
export function withOlderBranches<Document extends { data: readonly Objective[] }>(
  document: Document,
  patch: JsonPatch,
): Document {
  const isNamed = patch.some(({ path, from = '' }) =>
    [path, from].some((pointer) => /\/next_(required|conditional)_objectives?\b/.test(pointer)),
  );
  return isNamed ? { ...document, data: document.data.map(olderObjective) } : document;
}

function olderObjective(objective: Objective): Objective & OlderNames {
  const { next: branches, ...rest } = objective;
  // Keep only these fields, in a fixed order, because the database stores them in another order.
  const next = branches?.map(({ objective_name, condition }) => ({ objective_name, condition }));
  const conditional = next?.filter(({ condition }) => condition !== ALWAYS_CONDITION) ?? [];
  const older = {
    next_required_objective:
      next?.find(({ condition }) => condition === ALWAYS_CONDITION)?.objective_name ?? null,
    next_conditional_objectives: Object.fromEntries(
      conditional.map(({ objective_name, condition }) => [objective_name, condition]),
    ),
  };
  if (next?.length === 0) return { ...objective, ...older };
  return JSON.stringify(branchesOf(older)) === JSON.stringify(next) ? { ...rest, ...older } : objective;
}

/** Returns the indexes of the objectives that may follow one: those of its branches, and the next in the list. */
export function successorIndexes(objectives: readonly Objective[], index: number): number[] {
  const { next } = objectives[index]!;
  // An empty list ends the objectives; after a branch that always applies, no other can follow.
  const isLast = next?.length === 0 || next?.some(({ condition }) => condition === ALWAYS_CONDITION) === true;
  const nextIndices = isLast || index + 1 >= objectives.length ? [] : [index + 1];
  return [...branchTargets(objectives, index), ...nextIndices];
}

/** Returns the index of an objective from which branches lead back to it, or null. */
function indexInLoop(objectives: readonly Objective[]): number | null {
  const index = objectives.findIndex((_, start) => {
    const visited = new Set<number>();
    const open = branchTargets(objectives, start);
    for (let current = open.pop(); current !== undefined; current = open.pop()) {
      if (current === start) return true;
      if (visited.has(current)) continue;
      visited.add(current);
      open.push(...successorIndexes(objectives, current));
    }
    return false;
  });
  return index < 0 ? null : index;
}

const branchTargets = (objectives: readonly Objective[], index: number): number[] =>
  (objectives[index]!.next ?? [])
    .map(({ objective_name }) => objectives.findIndex((one) => one.objective_name === objective_name))
    .filter((one) => one >= 0);

const setFields = {
  name: z.optional(optionalNameSchema()),
  /** False to refuse branches that lead back to an earlier objective. */
  allow_loops: z.optional(z.boolean('must be true or false')),
};

export const ObjectivesFields = z
  .object({
    ...setFields,
    data: z
      .array(WrittenObjective, 'must be a list of objectives')
      .check(
        z.minLength(1, 'must hold at least one objective'),
        z.maxLength(50, 'must hold at most 50 objectives'),
        ({ value, issues }) => {
          const names = value.map(({ objective_name }) => objective_name);
          for (const [index, { next }] of value.entries()) {
            for (const [branch, { objective_name }] of (next ?? []).entries()) {
              const count = names.filter((name) => name === objective_name).length;
              if (count !== 1)
                issues.push({
                  code: 'custom',
                  message:
                    count === 0
                      ? 'must name an objective of this list'
                      : 'must name one objective of this list',
                  path: [index, 'next', branch, 'objective_name'],
                  input: value,
                });
            }
          }
        },
      ),
  })
  .check(({ value, issues }) => {
    const loopIndex = value.allow_loops === false ? indexInLoop(value.data) : null;
    if (loopIndex !== null)
      issues.push({
        code: 'custom',
        message: 'must not lead back to itself, because allow_loops is false',
        path: ['data', loopIndex, 'next'],
        input: value,
      });
  });
export type ObjectivesFields = z.output<typeof ObjectivesFields>;

export const Objectives = z.object({
  objectives_id: z.string(),
  ...setFields,
  data: z.array(Objective),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type Objectives = z.output<typeof Objectives>;

const idPath = '/v2/objectives/{objectives_id}';

export const createObjectives = endpoint({
  name: 'createObjectives',
  method: 'POST',
  path: '/v2/objectives',
  auth: 'key',
  tag: 'objectives',
  body: ObjectivesFields,
  result: Objectives,
  status: 200,
  errors: [],
});
export const listObjectives = endpoint({
  name: 'listObjectives',
  method: 'GET',
  path: '/v2/objectives',
  auth: 'key',
  tag: 'objectives',
  query: z.object({ ...paging(10, 1), sort: Sort, ...NAME_FILTERS, ...CREATED_FILTERS, type: OwnerFilter }),
  result: page(Objectives),
  status: 200,
  errors: [],
});
export const getObjectives = endpoint({
  name: 'getObjectives',
  method: 'GET',
  path: idPath,
  auth: 'key',
  tag: 'objectives',
  result: Objectives,
  status: 200,
  errors: ['objectives_not_found', 'forbidden'],
  versioned: true,
});
export const patchObjectives = endpoint({
  name: 'patchObjectives',
  method: 'PATCH',
  path: idPath,
  auth: 'key',
  tag: 'objectives',
  body: JsonPatch,
  result: Objectives,
  status: 200,
  versioned: true,
  errors: ['objectives_not_found', 'forbidden', 'invalid_patch', 'patch_test_failed', 'version_conflict'],
});
export const deleteObjectives = endpoint({
  name: 'deleteObjectives',
  method: 'DELETE',
  path: idPath,
  auth: 'key',
  tag: 'objectives',
  status: 204,
  errors: ['objectives_not_found', 'forbidden'],
});

export const objectivesEndpoints = [
  createObjectives,
  listObjectives,
  getObjectives,
  patchObjectives,
  deleteObjectives,
] as const;
