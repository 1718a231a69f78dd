/**
 * Parses calls that a model wrote as text, in the notations of the models' own templates: JSON with a name, a name
 * before JSON, XML, and Python. This module does no I/O.
 */
import { ObjectScan } from './object-scan.ts';
import { pythonArguments } from './python-call.ts';

/** The tools offered to a model: their names, and the JSON Schema of their arguments. */
export type OfferedTools = ReadonlyMap<string, object>;

export interface TextCall {
  name: string;
  /** The arguments as JSON text. */
  arguments: string;
}

/** Finds the tool with a name. Some models add a namespace before the name or a number after it. */
export function findToolName(name: string, tools: OfferedTools): string | undefined {
  if (tools.has(name)) return name;
  const plainName = name.replace(/:\d+$/, '').replace(/^.*[.:]/, '');
  return tools.has(plainName) ? plainName : undefined;
}

/** Returns the parameters of the tools that a text names, in upper or lower case. */
export function namedParameters(text: string, tools: OfferedTools): ReadonlySet<string> {
  const lowerText = text.toLowerCase();
  const names = [...tools.keys()].filter((name) => lowerText.includes(name.toLowerCase()));
  return new Set(names.flatMap((name) => Object.keys(schemaOf(name, tools))));
}

/** True for one JSON object with only these keys, also in a code fence: the arguments of a call that is described. */
export function hasOnlyKeys(text: string, keys: ReadonlySet<string>): boolean {
  const value = parseJson(text.replace(/^```[\w-]{0,20}\s/, ''));
  return isObject(value) && Object.keys(value).length > 0 && Object.keys(value).every((key) => keys.has(key));
}

/** Parses the calls in a text. Names of unknown tools are accepted if the text has the format of a call. */
export function callsIn(text: string, tools: OfferedTools): TextCall[] {
  for (const parseCalls of [xmlCalls, keyedCalls, pythonCalls, jsonCalls, callsWithoutArguments]) {
    const calls = parseCalls(text, tools);
    if (calls.length > 0) return calls;
  }
  return [];
}

const PREFIX = '(?:｜DSML｜)?';
const NAME = String.raw`(?:\s+name\s*=\s*|=)["']?([\w.:-]+)["']?`;
const OPENING = new RegExp(`<${PREFIX}(?:invoke|function|tool)${NAME}[^>]{0,300}>`, 'g');
const CLOSING = new RegExp(`</${PREFIX}(?:invoke|function|tool)>`);
const PARAMETER = new RegExp(`<${PREFIX}parameter${NAME}([^>]{0,300})>`);

/** Parses `<invoke name="…"><parameter name="…">…`, `<function=…><parameter=…>…` and `<function=…>{…}</function>`. */
function xmlCalls(text: string, tools: OfferedTools): TextCall[] {
  const openings = [...text.matchAll(OPENING)];
  return openings.map((opening, index) => {
    const inner = text.slice(opening.index + opening[0].length, openings[index + 1]?.index);
    const [body = ''] = inner.split(CLOSING);
    const name = opening[1] ?? '';
    const [object] = valuesIn(body);
    const parameters = parametersIn(body, schemaOf(name, tools));
    const input = Object.keys(parameters).length > 0 ? parameters : (object?.value ?? {});
    return { name, arguments: JSON.stringify(input) };
  });
}

function parametersIn(body: string, schema: Properties): Record<string, unknown> {
  // For each parameter the split yields its name, its other attributes, and the text after its tag.
  const [, ...parts] = body.split(PARAMETER);
  const values: Record<string, unknown> = {};
  for (let index = 0; index + 2 < parts.length; index += 3) {
    const [name = '', attributes = '', remainingText = ''] = parts.slice(index, index + 3);
    const [value = ''] = remainingText.split(/<\/(?:｜DSML｜)?parameter>/);
    if (name !== '__proto__')
      values[name] = /string="true"/.test(attributes) ? value : typedValue(value, schema[name]);
  }
  return values;
}

/** Parses GLM's notation: the tool's name, then `<arg_key>…</arg_key><arg_value>…</arg_value>`. */
function keyedCalls(text: string, tools: OfferedTools): TextCall[] {
  if (!text.includes('<arg_key>')) return [];
  return text.split('<tool_call>').flatMap((part): TextCall[] => {
    const [toolName = '', ...pairs] = part.split('<arg_key>');
    const name = /[\w.:-]+/.exec(toolName)?.[0];
    if (name === undefined) return [];
    const schema = schemaOf(name, tools);
    const input = pairs.map((pair) => {
      const [key = '', rest = ''] = pair.split('</arg_key>');
      const [value = ''] = rest.replace(/^\s*<arg_value>/, '').split('</arg_value>');
      return [key.trim(), typedValue(value, schema[key.trim()])] as const;
    });
    return [{ name, arguments: JSON.stringify(Object.fromEntries(input)) }];
  });
}

/** Parses JSON that names a tool, and JSON that follows the name of a tool, with or without marks in between. */
function jsonCalls(text: string, tools: OfferedTools): TextCall[] {
  return valuesIn(text).flatMap(({ value, before }): TextCall[] => {
    const calls = toList(value).flatMap((each) => callOf(each, tools) ?? []);
    if (calls.length > 0 || !isObject(value)) return calls;
    const addressedTool = /\bto=([\w.:-]+)/.exec(before)?.[1];
    const words = addressedTool === undefined ? before.match(/[A-Za-z_][\w-]*/g) : [addressedTool];
    const name = words?.findLast((word) => findToolName(word, tools) !== undefined);
    return name === undefined ? [] : [{ name, arguments: JSON.stringify(value) }];
  });
}

const NAME_KEYS = ['name', 'tool_name', 'function', 'tool', 'action', 'recipient_name'];
const ARGUMENT_KEYS = ['arguments', 'parameters', 'args', 'input', 'action_input', 'tool_input', 'kwargs'];
const WRAPPER_KEYS = ['function', 'function_call', 'tool_call'];
const CALL_LIST_KEYS = ['tool_calls', 'tool_uses', 'calls'];
/** Keys with which the JSON of a call may begin. */
export const CALL_KEYS: ReadonlySet<string> = new Set([
  ...NAME_KEYS,
  ...ARGUMENT_KEYS,
  ...WRAPPER_KEYS,
  ...CALL_LIST_KEYS,
  'type',
  'id',
]);

function callOf(value: unknown, tools: OfferedTools): TextCall | null {
  if (!isObject(value)) return null;
  const inner = WRAPPER_KEYS.map((key) => value[key]).find(isObject);
  if (inner) return callOf(inner, tools);
  const name = NAME_KEYS.map((key) => value[key]).find((each) => typeof each === 'string');
  const input = ARGUMENT_KEYS.map((key) => value[key]).find((each) => each !== undefined && each !== null);
  if (name !== undefined && (input !== undefined || findToolName(name, tools) !== undefined))
    return { name, arguments: textOf(input ?? {}) };
  const [[key, onlyValue] = ['', null], ...otherEntries] = Object.entries(value);
  return otherEntries.length === 0 && tools.has(key) && isObject(onlyValue)
    ? { name: key, arguments: JSON.stringify(onlyValue) }
    : null;
}

function toList(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  const list = isObject(value) ? CALL_LIST_KEYS.map((key) => value[key]).find(Array.isArray) : undefined;
  return list ?? [value];
}

/** Parses `name(city="Rome")`, including several calls in a row or in a list. A name within JSON is not a call. */
function pythonCalls(text: string, tools: OfferedTools): TextCall[] {
  const calls: TextCall[] = [];
  const opening = /(?<![\w.:-])([A-Za-z_][\w.:-]{0,200})\(/g;
  const json = text.search(/[{"]/);
  let tries = 0;
  for (let match = opening.exec(text); match && tries < MAX_TRIES; match = opening.exec(text)) {
    if (calls.length === 0 && json >= 0 && match.index > json) return [];
    const name = findToolName(match[1] ?? '', tools);
    if (name === undefined) continue;
    tries++;
    const start = match.index + match[0].length - 1;
    const pythonValues = pythonArguments(text.slice(start), Object.keys(schemaOf(name, tools)));
    if (!pythonValues) continue;
    calls.push({ name, arguments: JSON.stringify(pythonValues.values) });
    opening.lastIndex = start + pythonValues.length;
  }
  return calls;
}

/** Parses a call without arguments: only a tool's name, apart from tags such as `<tool_call>` or `[TOOL_CALLS]`. */
function callsWithoutArguments(text: string, tools: OfferedTools): TextCall[] {
  const name = text.replace(/<[^<>]*>|\[[A-Z_]+\]/g, '').trim();
  return tools.has(name) ? [{ name, arguments: '{}' }] : [];
}

/** Maximum number of brackets that are tried; each may cause a scan to the end of the text. */
const MAX_TRIES = 40;

/** Returns the objects and lists of a text that are valid JSON, each with the text before it. */
function valuesIn(text: string): { value: unknown; before: string }[] {
  const values: { value: unknown; before: string }[] = [];
  const start = /[{[]/g;
  let searchedTo = 0;
  let tries = 0;
  for (let match = start.exec(text); match && tries++ < MAX_TRIES; match = start.exec(text)) {
    const scan = new ObjectScan();
    const end = match.index + scan.consume(text.slice(match.index));
    const value = scan.isComplete ? parseJson(text.slice(match.index, end)) : undefined;
    // A bracket that is part of a mark such as [ARGS] does not begin JSON. Of a doubled brace, only the second
    // begins JSON.
    const isSkipped = text[match.index] === '[' || text.startsWith('{{', match.index) || !scan.isComplete;
    if (value === undefined && isSkipped) continue;
    if (value !== undefined) values.push({ value, before: text.slice(searchedTo, match.index) });
    start.lastIndex = searchedTo = end;
  }
  return values;
}

type Properties = Readonly<Record<string, unknown>>;

function schemaOf(name: string, tools: OfferedTools): Properties {
  const tool = findToolName(name, tools);
  const properties =
    tool === undefined ? undefined : (tools.get(tool) as { properties?: unknown }).properties;
  return isObject(properties) ? properties : {};
}

/** Returns the text if the tool expects a string, otherwise the JSON value in it. */
function typedValue(text: string, schema: unknown): unknown {
  const value = text.trim();
  if (isObject(schema) && schema['type'] === 'string') return value;
  return parseJson(value) ?? value;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (input: unknown): string => (typeof input === 'string' ? input : JSON.stringify(input));

/** Parses a JSON text; undefined for any other text. */
function parseJson(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}
