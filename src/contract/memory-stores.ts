/**
 * Memory stores: short facts that a PAL remembers about one visitor. Specification: resources-6, limits-1 to
 * limits-3.
 */
import * as z from 'zod/mini';
import { filledCharacters } from './characters.ts';
import { endpoint } from './endpoint.ts';
import { Id } from './ids.ts';
import { page, paging, Sort, CREATED_FILTERS } from './lists.ts';

/** Maximum number of pinned memories in a store (specification: limits-1). */
export const PINNED_PER_STORE = 30;
/** Id of a store: 2 to 64 characters (specification: resources-1, limits-3). */
export const MEMORY_STORE_ID = /^m[a-z0-9]{1,63}$/;

/** 1 to 500 user-perceived characters, not only white space. */
export const Memory = filledCharacters(500);

/** Identifier of a visitor, chosen by the account's pages. It must not change. */
export const ParticipantTag = z
  .string('must be a string')
  .check(z.regex(/\S/, 'must not be empty'), z.maxLength(200, 'must be at most 200 characters'));

/** Time in UTC as `YYYY-MM-DD HH:MM:SS`. */
const SpacedTimestamp = z.string();

export const PinnedMemory = z.object({
  memory_id: z.string(),
  memory: z.string(),
  created_at: SpacedTimestamp,
  updated_at: SpacedTimestamp,
});
export type PinnedMemory = z.output<typeof PinnedMemory>;

export const MemoryStore = z.object({
  memory_store_id: z.string(),
  pal_id: z.string(),
  participant_tag: z.string(),
  /** Memories, oldest first; omitted in lists. */
  pinned_memories: z.optional(z.array(PinnedMemory)),
  created_at: SpacedTimestamp,
  updated_at: SpacedTimestamp,
});
export type MemoryStore = z.output<typeof MemoryStore>;

const MemoryFields = z.object({ memory: Memory }, 'must be an object');
const storePath = '/v2/memory-stores/{memory_store_id}';
const pinnedPath = `${storePath}/pinned/{memory_id}` as const;

export const createMemoryStore = endpoint({
  name: 'createMemoryStore',
  method: 'POST',
  path: '/v2/memory-stores',
  auth: 'key',
  tag: 'memory stores',
  body: z.object({
    pal_id: Id,
    participant_tag: ParticipantTag,
    /** Strings, or objects with `memory` as in the body for a single memory. */
    pinned_memories: z.optional(
      z
        .array(z.union([Memory, MemoryFields], 'must be a text, or an object with memory'), 'must be a list')
        .check(z.maxLength(PINNED_PER_STORE, `must hold at most ${PINNED_PER_STORE} memories`)),
    ),
  }),
  result: MemoryStore,
  status: 200,
  errors: ['unknown_reference', 'memory_store_exists'],
});
export const listMemoryStores = endpoint({
  name: 'listMemoryStores',
  method: 'GET',
  path: '/v2/memory-stores',
  auth: 'key',
  tag: 'memory stores',
  query: z.object({
    ...paging(10, 1),
    sort: Sort,
    pal_id: z.optional(Id),
    participant_tag: z.optional(ParticipantTag),
    ...CREATED_FILTERS,
  }),
  result: page(MemoryStore),
  status: 200,
  errors: [],
});
export const getMemoryStore = endpoint({
  name: 'getMemoryStore',
  method: 'GET',
  path: storePath,
  auth: 'key',
  tag: 'memory stores',
  result: MemoryStore,
  status: 200,
  errors: ['memory_store_not_found', 'forbidden'],
});
export const deleteMemoryStore = endpoint({
  name: 'deleteMemoryStore',
  method: 'DELETE',
  path: storePath,
  auth: 'key',
  tag: 'memory stores',
  status: 204,
  errors: ['memory_store_not_found', 'forbidden'],
});
export const createPinnedMemory = endpoint({
  name: 'createPinnedMemory',
  method: 'POST',
  path: `${storePath}/pinned`,
  auth: 'key',
  tag: 'memory stores',
  body: MemoryFields,
  result: PinnedMemory,
  status: 200,
  errors: ['memory_store_not_found', 'forbidden', 'memory_store_full'],
});
export const listPinnedMemories = endpoint({
  name: 'listPinnedMemories',
  method: 'GET',
  path: `${storePath}/pinned`,
  auth: 'key',
  tag: 'memory stores',
  query: z.object({ ...paging(PINNED_PER_STORE, 1) }),
  result: page(PinnedMemory),
  status: 200,
  errors: ['memory_store_not_found', 'forbidden'],
});
export const changePinnedMemory = endpoint({
  name: 'changePinnedMemory',
  method: 'PATCH',
  path: pinnedPath,
  auth: 'key',
  tag: 'memory stores',
  body: MemoryFields,
  result: PinnedMemory,
  status: 200,
  errors: ['memory_store_not_found', 'memory_not_found', 'forbidden'],
});
export const deletePinnedMemory = endpoint({
  name: 'deletePinnedMemory',
  method: 'DELETE',
  path: pinnedPath,
  auth: 'key',
  tag: 'memory stores',
  status: 204,
  errors: ['memory_store_not_found', 'memory_not_found', 'forbidden'],
});
/** The same endpoint at the address of older clients. */
export const deleteMemory = endpoint({
  ...deletePinnedMemory,
  name: 'deleteMemory',
  path: '/v2/memories/{memory_store_id}/{memory_id}',
});

export const memoryStoreEndpoints = [
  createMemoryStore,
  listMemoryStores,
  getMemoryStore,
  deleteMemoryStore,
  createPinnedMemory,
  listPinnedMemories,
  changePinnedMemory,
  deletePinnedMemory,
  deleteMemory,
] as const;
