/** Converts the hosted interface's names of deployment fields in the pointers of a JSON Patch. */
import type { JsonPatch } from './json-patch.ts';

const POINTERS: Readonly<Record<string, string>> = {
  '/limits/concurrent_call_limit': '/limits/max_concurrent_calls',
  '/customization/terms_enabled': '/customization/consent/required',
  '/customization/terms_content': '/customization/consent/text',
  '/customization/landing_page/logo': '/customization/landing_page/logo_url',
};

/**
 * True for an added field of `customization`: the schemas rename it, because its new group may not exist yet.
 */
const isMovedLater = ({ op, path }: JsonPatch[number]): boolean =>
  op === 'add' && path.startsWith('/customization/');

export const currentDeploymentPatch = (patch: JsonPatch): JsonPatch =>
  patch.map((operation) => ({
    ...operation,
    ...(isMovedLater(operation) ? {} : { path: currentPointer(operation.path) }),
    ...(operation.from === undefined ? {} : { from: currentPointer(operation.from) }),
  }));

const currentPointer = (pointer: string): string =>
  Object.hasOwn(POINTERS, pointer) ? POINTERS[pointer]! : pointer;
