/**
 * Finds the start of a tool call that a model wrote as ordinary text, without the mark of a chat template. This
 * module does no I/O.
 */
import { isPartialMark } from './template-marks.ts';
import { CALL_KEYS, findToolName, type OfferedTools } from './text-calls.ts';

export interface BareCallStart {
  position: number;
  /** Length in characters of the code fence before the call; null while it is undecided whether a call begins. */
  fenceLength: number | null;
}

const NO_PARAMETERS: ReadonlySet<string> = new Set();
const FENCE = /^```[\w-]{0,20}[^\S\n]*(?:\r?\n\s*)?/;
const CANDIDATE = /```|[{[]|(?<![\w.:-])[A-Za-z_][\w.:-]{0,80}(?=\(|$)|`{1,2}$/g;
/**
 * Matches an object, or a list of objects, up to the first key. Qwen2.5 doubles the outer braces, because the example
 * in its chat template does.
 */
const FIRST_KEY = /^(?:\[\s*)?\{{1,2}\s*"([^"\\]{0,64})"\s*:/;
const PARTIAL_FIRST_KEY = /^(?:\[\s*|(?:\[\s*)?\{{1,2}\s*(?:"[^"\\]{0,64}(?:"\s*)?)?)$/;
const PYTHON_CALL = /^(?:\[\s*)?([A-Za-z_][\w.:-]*)\(/;
const PARTIAL_PYTHON_CALL = /^(?:\[\s*)?([A-Za-z_][\w.:-]*)?$/;

/**
 * Finds the start of a call; null if the text contains none. `before` is the previous character; `isOver` is true
 * if the text is complete. `parameters` are those of tools that the answer has named.
 */
export function bareCallStart(
  text: string,
  tools: OfferedTools,
  { before = '', isOver = false, parameters = NO_PARAMETERS },
): BareCallStart | null {
  for (const { index } of (before + text).matchAll(CANDIDATE)) {
    const position = index - before.length;
    if (position < 0) continue;
    const remainingText = text.slice(position);
    const fenceLength = FENCE.exec(remainingText)?.[0].length ?? 0;
    const isCallFound =
      fenceLength > 0
        ? isFencedCall(remainingText.slice(fenceLength), tools, parameters)
        : isCall(remainingText, tools, parameters);
    if (isCallFound === true) return { position, fenceLength };
    if (isCallFound === undefined && !isOver) return { position, fenceLength: null };
  }
  return null;
}

function isFencedCall(
  value: string,
  tools: OfferedTools,
  parameters: ReadonlySet<string>,
): boolean | undefined {
  const body = value.replace(/^print\(/, '');
  // The text so far may be only the namespace before a tool's name, so wait for more of it.
  const isPartialName = /^[A-Za-z_][\w.:-]{0,80}$/.test(body);
  return body === '' || isPartialName || isPartialMark(body) ? undefined : isCall(body, tools, parameters);
}

/** True if the text begins a call of an offered tool, or its arguments; undefined while it is too short to decide. */
function isCall(value: string, tools: OfferedTools, parameters: ReadonlySet<string>): boolean | undefined {
  if (/^`{1,2}$/.test(value)) return undefined;
  const key = FIRST_KEY.exec(value)?.[1];
  if (key !== undefined) return CALL_KEYS.has(key) || tools.has(key) || parameters.has(key);
  const name = PYTHON_CALL.exec(value)?.[1];
  if (name !== undefined) return findToolName(name, tools) !== undefined;
  if (PARTIAL_FIRST_KEY.test(value)) return undefined;
  const match = PARTIAL_PYTHON_CALL.exec(value);
  const partialName = match?.[1]?.replace(/^.*[.:]/, '');
  const mayBecomeCall =
    partialName !== undefined && [...tools.keys()].some((tool) => tool.startsWith(partialName));
  return mayBecomeCall ? undefined : false;
}
