/**
 * Reads a JSON body, and rejects content that could harm later steps: deep nesting, prototype keys, and text that the
 * database cannot store.
 */
import { ServiceError } from '@palkit/contract/service-error';

export const MAX_BODY_BYTES = 1024 * 1024;
/** Maximum number of bytes of a body without a key; pages of visitors send less. */
export const MAX_VISITOR_BODY_BYTES = 64 * 1024;
const MAX_DEPTH = 64;

export function readJson(text: string): unknown {
  if (nestingDepth(text) > MAX_DEPTH)
    throw new ServiceError('invalid_json', `The body is nested deeper than ${MAX_DEPTH} levels.`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ServiceError('invalid_json');
  }
  check(value);
  return value;
}

/** Returns the maximum nesting depth of a JSON text, computed without parsing it. */
function nestingDepth(text: string): number {
  let open = 0;
  let deepest = 0;
  let quoted = false;
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index);
    if (quoted) {
      if (character === 92) index++;
      else if (character === 34) quoted = false;
    } else if (character === 34) quoted = true;
    else if (character === 91 || character === 123) deepest = Math.max(deepest, ++open);
    else if (character === 93 || character === 125) open--;
  }
  return deepest;
}

function check(value: unknown): void {
  if (typeof value === 'string') return checkStorable(value);
  if (typeof value !== 'object' || value === null) return;
  for (const [key, child] of Object.entries(value)) {
    if (
      key === '__proto__' ||
      (key === 'constructor' && typeof child === 'object' && child !== null && 'prototype' in child)
    ) {
      throw new ServiceError('invalid_json', `The body must not contain a field named ${key}.`);
    }
    checkStorable(key);
    check(child);
  }
}

/** Throws for text that PostgreSQL cannot store: NUL characters and lone surrogates. */
export function checkStorable(text: string, code: 'invalid_json' | 'invalid_request' = 'invalid_json'): void {
  if (
    text.includes('\0') ||
    /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(text)
  ) {
    throw new ServiceError(
      code,
      'The request contains a character that is not valid text (NUL or half of a surrogate pair).',
    );
  }
}
