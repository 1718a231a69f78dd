/**
 * Finds the start of a tool call that a model wrote as ordinary text, without the mark of a chat template.
 * Pure.
 */
import { isMarkBegun } from './template-marks.ts';
import { CALL_KEYS, findToolName, type OfferedTools } from './text-calls.ts';

export interface BareCallStart {
  at: number;
  /** Length in characters of the code fence before the call; null while it is undecided whether a call begins. */
  header: number | null;
}

const FENCE = /^```[\w-]{0,20}[^\S\n]*(?:\r?\n\s*)?/;
const CANDIDATE = /```|[{[]|(?<![\w.:-])[A-Za-z_][\w.:-]{0,80}(?=\(|$)|`{1,2}$/g;
/**
 * Matches an object, or a list of objects, up to the first key. Qwen2.5 doubles the outer braces, because the example
 * in its chat template does.
 */
const FIRST_KEY = /^(?:\[\s*)?\{{1,2}\s*"([^"\\]{0,64})"\s*:/;
const BEFORE_KEY = /^(?:\[\s*|(?:\[\s*)?\{{1,2}\s*(?:"[^"\\]{0,64}(?:"\s*)?)?)$/;
const PYTHON = /^(?:\[\s*)?([A-Za-z_][\w.:-]*)\(/;
const BEFORE_PYTHON = /^(?:\[\s*)?([A-Za-z_][\w.:-]*)?$/;

/**
 * Finds the start of a call; null if none begins in the text. `before` is the previous character; `isOver` is
 * true if the text is complete.
 */
export function bareCallStart(
  text: string,
  tools: OfferedTools,
  { before = '', isOver = false },
): BareCallStart | null {
  for (const { index } of (before + text).matchAll(CANDIDATE)) {
    const at = index - before.length;
    if (at < 0) continue;
    const rest = text.slice(at);
    const header = FENCE.exec(rest)?.[0].length ?? 0;
    const verdict = header > 0 ? isFencedCall(rest.slice(header), tools) : isCall(rest, tools);
    if (verdict === true) return { at, header };
    if (verdict === undefined && !isOver) return { at, header: null };
  }
  return null;
}

function isFencedCall(value: string, tools: OfferedTools): boolean | undefined {
  const body = value.replace(/^print\(/, '');
  // The text so far may be only the namespace before a tool's name, so wait for more of it.
  const isNameBegun = /^[A-Za-z_][\w.:-]{0,80}$/.test(body);
  return body === '' || isNameBegun || isMarkBegun(body) ? undefined : isCall(body, tools);
}

/** True if the text begins a call of an offered tool; undefined while it is too short to decide. */
function isCall(value: string, tools: OfferedTools): boolean | undefined {
  if (/^`{1,2}$/.test(value)) return undefined;
  const key = FIRST_KEY.exec(value)?.[1];
  if (key !== undefined) return CALL_KEYS.has(key) || tools.has(key);
  const name = PYTHON.exec(value)?.[1];
  if (name !== undefined) return findToolName(name, tools) !== undefined;
  if (BEFORE_KEY.test(value)) return undefined;
  const match = BEFORE_PYTHON.exec(value);
  const partialName = match?.[1]?.replace(/^.*[.:]/, '');
  const isBegun = partialName !== undefined && [...tools.keys()].some((tool) => tool.startsWith(partialName));
  return isBegun ? undefined : false;
}
