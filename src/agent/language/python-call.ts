/** Parses the arguments of a call that a model wrote in Python. This module does no I/O. */
import { ObjectScan } from './object-scan.ts';

const LITERALS: Readonly<Record<string, unknown>> = { True: true, False: false, None: null };

/**
 * Parses a list of arguments at the beginning of `text`, from the opening parenthesis; null if it is none.
 * Positional arguments get the names in `names`, in order. `length` counts the characters up to the closing
 * parenthesis.
 */
export function pythonArguments(
  text: string,
  names: readonly string[],
): { values: Record<string, unknown>; length: number } | null {
  const scan = new ObjectScan(`"'`);
  const length = scan.consume(text);
  if (!scan.isComplete) return null;
  const values: Record<string, unknown> = {};
  for (const [position, part] of splitList(text.slice(1, length - 1)).entries()) {
    const keywordMatch = /^\s*([A-Za-z_]\w*)\s*=(?!=)\s*([\s\S]*)$/.exec(part);
    const name = keywordMatch?.[1] ?? names[position];
    const value = valueOf((keywordMatch?.[2] ?? part).trim());
    if (name === undefined || name === '__proto__' || value === undefined) return null;
    values[name] = value;
  }
  return { values, length };
}

/** Splits at commas outside of brackets and quotation marks. */
function splitList(list: string): string[] {
  const parts: string[] = [];
  let scan = new ObjectScan(`"'`);
  let start = 0;
  for (let index = 0; index < list.length; index++) {
    if (list[index] === ',' && !scan.isOpen) {
      parts.push(list.slice(start, index));
      start = index + 1;
      scan = new ObjectScan(`"'`);
    } else scan.consume(list.charAt(index));
  }
  return [...parts, list.slice(start)].filter((part) => part.trim() !== '');
}

/** Returns the value of a Python literal; undefined for any other text. */
function valueOf(text: string): unknown {
  if (Object.hasOwn(LITERALS, text)) return LITERALS[text];
  const json = text
    .replace(/"(?:[^"\\]|\\.)*"|'((?:[^'\\]|\\.)*)'|\b(?:True|False|None)\b/g, (literal, single?: string) =>
      Object.hasOwn(LITERALS, literal)
        ? JSON.stringify(LITERALS[literal])
        : single === undefined
          ? literal
          : JSON.stringify(single.replace(/\\(['"\\])/g, '$1')),
    )
    .replace(/,(\s*[\]}])/g, '$1');
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}
