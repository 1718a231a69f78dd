/** Fields of a deployment by names of the hosted interface, in the pointers of a JSON Patch. */
import type { JsonPatch } from './json-patch.ts';

const POINTERS: Readonly<Record<string, string>> = {
  '/limits/concurrent_call_limit': '/limits/max_concurrent_calls',
  '/customization/terms_enabled': '/customization/consent/required',
  '/customization/terms_content': '/customization/consent/text',
  '/customization/landing_page/logo': '/customization/landing_page/logo_url',
};

/** Schemas move an added field of `customization`, because the group that it belongs to may be missing. */
const isMovedLater = ({ op, path }: JsonPatch[number]): boolean =>
  op === 'add' && path.startsWith('/customization/');

export const currentDeploymentPatch = (patch: JsonPatch): JsonPatch =>
  patch.map((operation) => ({
    ...operation,
    ...(isMovedLater(operation) ? {} : { path: current(operation.path) }),
    ...(operation.from === undefined ? {} : { from: current(operation.from) }),
  }));

const current = (pointer: string): string =>
  Object.hasOwn(POINTERS, pointer) ? POINTERS[pointer]! : pointer;
