/**
 * How a request that a chat model's server refused is asked again, by the server's words. They are those of
 * the servers' own documents and sources. Pure.
 */
import { concerns, type Limit } from './engine-limits.ts';
import { isTooLong } from './context-length.ts';

/** The next try. */
export type Step =
  /** Without a field. `lasting`: later requests to the engine leave it out, too, if this one is answered. */
  | { leave: Limit; lasting: boolean }
  /** Without one tool, whose definition the server does not take. */
  | { dropTool: string }
  /** With a shorter history. */
  | { shorten: true };

/** The server cannot do tools at all: Ollama, vLLM, llama.cpp, OpenRouter, LiteLLM. */
const NO_TOOLS = new RegExp(
  String.raw`not support (?:tools?|functions?|tool[- _]?(?:use|call\w*)|function[- _]?call\w*)\b(?! messages?\b)|` +
    String.raw`\bfound that support tool|tools? param\w* requires|enable-auto-tool-choice|` +
    String.raw`parameters?:? \[?['"]tools['"]|['"]tools['"][^.]{0,20}(?:not supported|unsupported|not permitted)|` +
    String.raw`(?:unsupported|unrecognized)[^.]{0,40}['"]tools['"]|^tools? (?:is|are) not supported`,
  'i',
);
/** Something about one tool's definition, or about the form of a call: no reason to do without tools. */
const ABOUT_A_TOOL = new RegExp(
  String.raw`schema|\b(?:function|tool)s?\b.{0,40}\bname|\bname\b.{0,60}\b(?:pattern|match|length|characters)|` +
    String.raw`\b(?:tools?|functions?)(?:\[\d+\]|\.\d+)|function_declarations|input_schema`,
  'i',
);

/** In the order in which they are tried: the first that fits and is not left out yet counts. */
const SIGNS: readonly (readonly [RegExp, Limit])[] = [
  [/stream_options|include_usage/i, 'usage'],
  // More than the model may write, or than is left of what it can hold: vLLM, OpenAI.
  [/max_(?:completion_)?tokens.{0,60}too large/i, 'token_limit'],
  [/max_completion_tokens/i, 'token_limit_name'],
  [
    /max_tokens.*(?:not supported|unsupported|unrecognized|extra|not permitted)|support.{0,60}max_tokens/i,
    'token_limit_name',
  ],
  [/temperature/i, 'temperature'],
  [/response_format|json_object|json_schema|json mode|structured output/i, 'json_mode'],
  // "No endpoints found that support the provided 'tool_choice' value" is OpenRouter's, the list LiteLLM's.
  [/tool_choice.*(?:none|not supported|unsupported|unrecognized)|support.{0,60}tool_choice/i, 'tool_choice'],
  [NO_TOOLS, 'tools'],
  [/['"`]?developer['"`]?/i, 'developer_role'],
  [/system.{0,40}(?:role|message|prompt)|role.{0,30}system|systemmessage/i, 'developer_role'],
  [
    new RegExp(
      String.raw`alternat|successive|consecutive|roles? must|after role|last message|first message|` +
        String.raw`role ['"]?(?:user|tool|assistant)`,
      'i',
    ),
    'alternation',
  ],
];

/** Tried one after another where a refusal says nothing known, the most harmless first. */
const BLIND: readonly Limit[] = [
  'usage',
  'json_mode',
  'temperature',
  'token_limit',
  'tool_choice',
  'alternation',
];

/** Null where nothing is left to try. `known`: the fields that `request` leaves out already. */
export function nextStep(
  status: number,
  text: string,
  request: Readonly<Record<string, unknown>>,
  known: ReadonlySet<Limit>,
): Step | null {
  const useful = (limit: Limit) => !known.has(limit) && concerns(limit, request);
  // Servers word "too many tokens to answer" like this as well, where a smaller limit helps at once.
  const tool = ABOUT_A_TOOL.test(text) ? toolIn(text, request) : null;
  if (tool !== null) return { dropTool: tool };
  if (isTooLong(text)) {
    if (/max_(?:completion_)?tokens.{0,60}too large/i.test(text) && useful('token_limit'))
      return { leave: 'token_limit', lasting: false };
    return { shorten: true };
  }
  const signs = SIGNS.filter(([sign, limit]) => sign.test(text) && useful(limit)).map(([, limit]) => limit);
  const [named] = signs.filter((limit) => limit !== 'tools' || !ABOUT_A_TOOL.test(text));
  if (named) return { leave: named, lasting: true };
  // A second refusal of the same role: then there is no role for instructions at all.
  if (known.has('developer_role') && /developer|system/i.test(text) && useful('system_role'))
    return { leave: 'system_role', lasting: true };
  if (status !== 400 && status !== 422) return null;
  const blind = BLIND.find(useful);
  if (blind) return { leave: blind, lasting: true };
  // No sign names the tools, so only this request goes without them.
  return useful('tools') ? { leave: 'tools', lasting: false } : null;
}

interface OfferedTool {
  function?: { name?: unknown };
}

/** The tool that a refusal names, by its name or by its place in the list. */
function toolIn(text: string, { tools }: Readonly<Record<string, unknown>>): string | null {
  if (!Array.isArray(tools)) return null;
  const names = (tools as OfferedTool[])
    .map((tool) => tool.function?.name)
    .filter((name) => typeof name === 'string');
  const found = names
    .map((name) => ({ name, at: placeOf(text, name) }))
    .filter(({ at }) => at >= 0)
    // "find" is part of "find_pet": of two at one place the longer one is meant.
    .sort((one, other) => one.at - other.at || other.name.length - one.name.length);
  if (found[0]) return found[0].name;
  const place = /\b(?:tools?|functions?|function_declarations)(?:\[|\.)(\d{1,4})/i.exec(text)?.[1];
  return place === undefined ? null : (names[Number(place)] ?? null);
}

/** The index of a name as a whole word; -1 where there is none. */
function placeOf(text: string, name: string): number {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
    if (!/[\w-]/.test(text.charAt(at - 1)) && !/[\w-]/.test(text.charAt(at + name.length))) return at;
  return -1;
}
