/**
 * Decides from the text of a chat model server's error response how to send the request again. The texts are from
 * the servers' documentation and sources. This module does no I/O.
 */
import { isAffected, type Limit } from './engine-limits.ts';
import { isTooLong } from './context-length.ts';

/** The next change of a refused request. */
export type Step =
  /** Omits a field. If `lasting` is true and this request succeeds, later requests to the engine omit the field too. */
  | { omit: Limit; lasting: boolean }
  /** Omits one tool, because the server refuses its definition. */
  | { dropTool: string }
  /** Shortens the history. */
  | { shorten: true };

/** Words between "support" and the name of the unsupported feature. */
const FILLERS = String.raw`(?:(?:the|use|of|using|any|native|param\w*)[: ]+|[['"\`])*`;
/** Matches errors of servers without support for tools: Ollama, vLLM, llama.cpp, OpenRouter, LiteLLM. */
const NO_TOOLS = new RegExp(
  [
    String.raw`(?:not|n't|no|cannot)\b.{0,40}\bsupport\s+${FILLERS}` +
      String.raw`(?:tools|functions|tool[- _]?(?:use|call\w*)|function[- _]?call\w*)\b` +
      String.raw`(?!\.\w|\[|[- _]?choice|\s+(?:with|of|in|named|whose|that)\b)`,
    String.raw`\bfound that support tool`,
    String.raw`\btools? param\w* requires`,
    String.raw`\b(?:tools|(?:tool|function)[- _]?calling)['"\`\]:]{0,3}\s+` +
      String.raw`(?:(?:is|are|param\w*|inputs?)\s+){0,2}(?:currently\s+)?` +
      String.raw`(?:not (?:supported|permitted|enabled|available)|unsupported|unrecognized|extra)`,
    String.raw`(?:unsupported|unrecognized|unknown|extra)\s.{0,40}['"\`\s]tools\b(?![.[])`,
    // Pydantic's list of invalid fields, as sent by FastAPI and vLLM.
    String.raw`['"]tools['"]\],\s*['"]msg['"]:\s*['"]extra`,
    'enable-auto-tool-choice',
  ].join('|'),
  'i',
);
/**
 * Matches an error about one tool's definition or the format of a call, which does not mean that all tools have to
 * be omitted.
 */
const ABOUT_A_TOOL = new RegExp(
  String.raw`schema|\b(?:function|tool)s?\b.{0,40}\bname|\bname\b.{0,60}\b(?:pattern|match|length|characters)|` +
    String.raw`\b(?:tools?|functions?)(?:\[\d+\]|\.\d+)|function_declarations|input_schema`,
  'i',
);
/** Names of fields, in quotation marks or with an underscore or dot inside. */
const FIELD_NAME = /['"`][\w.[\]]+['"`]|\b[a-z]+(?:_[a-z]+)+\b|\w\.\d+\.\w|parallel tool/i;

/**
 * Matches a refusal of fields of the model's earlier answers. An error that requires such a field is a
 * different case.
 */
const ANSWER_FIELDS = new RegExp(
  String.raw`^(?!.*\b(?:missing|requires?|required|must (?:be )?(?:passed|provided|included|present|contain))\b)(?:` +
    String.raw`.*\b(?:reasoning(?:_content|_details)?|extra_content|thought_signature|provider_specific_fields)\b|` +
    String.raw`.*\bmessages?\b.{0,80}\b(?:extra|additional|unknown|unrecognized|unexpected|unsupported)\b)`,
  'is',
);

/** Patterns in the order in which they are tried. The first match whose field is still in the request is used. */
const ERROR_PATTERNS: readonly (readonly [RegExp, Limit])[] = [
  [/stream_options|include_usage/i, 'usage'],
  // The token limit is higher than the model allows: OpenAI, Anthropic, DeepSeek.
  [/max_(?:completion_)?tokens.{0,60}(?:too large|at most|valid range|maximum allowed)/i, 'token_limit'],
  [/max_completion_tokens/i, 'token_limit_name'],
  [
    /max_tokens.*(?:not supported|unsupported|unrecognized|extra|not permitted)|support.{0,60}max_tokens/i,
    'token_limit_name',
  ],
  [ANSWER_FIELDS, 'answer_fields'],
  [/temperature/i, 'temperature'],
  [/response_format|json_object|json_schema|json mode|structured output/i, 'json_mode'],
  // OpenRouter sends "No endpoints found that support the provided 'tool_choice' value"; LiteLLM sends the list.
  [/tool_choice.*(?:none|not supported|unsupported|unrecognized)|support.{0,60}tool_choice/i, 'tool_choice'],
  [NO_TOOLS, 'tools'],
  [/developer['"`]?\s+(?:role|message)|role.{0,30}developer/i, 'developer_role'],
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

/** Limits that are tried one after another if an error matches no pattern, least harmful first. */
const FALLBACK_LIMITS: readonly Limit[] = [
  'usage',
  'json_mode',
  'temperature',
  'token_limit',
  'answer_fields',
  'tool_choice',
  'alternation',
];

/**
 * Returns the next change of a refused request; null if no change is left. `body` is the server's response;
 * `limits` has the fields that `request` already omits.
 */
export function nextStep(
  status: number,
  body: string,
  request: Readonly<Record<string, unknown>>,
  limits: ReadonlySet<Limit>,
): Step | null {
  const text = messageOf(body);
  const isUseful = (limit: Limit) => !limits.has(limit) && isAffected(limit, request);
  // Some servers use the same text for a maximum number of tokens that is too high. A request without that
  // maximum then succeeds.
  if (isTooLong(text)) {
    if (/max_(?:completion_)?tokens.{0,60}too large/i.test(text) && isUseful('token_limit'))
      return { omit: 'token_limit', lasting: false };
    return { shorten: true };
  }
  const tool = ABOUT_A_TOOL.test(text) ? toolIn(text, request) : null;
  if (tool !== null) return { dropTool: tool };
  const matchingLimits = ERROR_PATTERNS.filter(([sign, limit]) => sign.test(text) && isUseful(limit)).map(
    ([, limit]) => limit,
  );
  const [refusedLimit] = matchingLimits.filter((limit) => limit !== 'tools' || !ABOUT_A_TOOL.test(text));
  if (refusedLimit) return { omit: refusedLimit, lasting: true };
  // If the server refuses the role a second time, it has no role for instructions.
  if (limits.has('developer_role') && /developer|system/i.test(text) && isUseful('system_role'))
    return { omit: 'system_role', lasting: true };
  if (status !== 400 && status !== 422) return null;
  const guessedLimit = FALLBACK_LIMITS.find(isUseful);
  // The omitted field is a guess. If the error names some other field, a success does not prove the guess, so the
  // change is not remembered.
  if (guessedLimit) return { omit: guessedLimit, lasting: !FIELD_NAME.test(text) };
  // No pattern mentions the tools, so only this request omits them.
  return isUseful('tools') ? { omit: 'tools', lasting: false } : null;
}

/** Fields of an error response with the server's own text; other fields may quote a model or a visitor. */
const WORDS = ['error', 'message', 'detail', 'msg', 'metadata', 'raw'] as const;
const MAX_DEPTH = 4;

/** Extracts the server's text from its JSON; returns the complete body if the JSON contains no text. */
function messageOf(body: string): string {
  try {
    return wordsIn(JSON.parse(body) as unknown, 0) || body;
  } catch {
    return body;
  }
}

function wordsIn(value: unknown, depth: number): string {
  if (typeof value === 'string') return depth < MAX_DEPTH && /^\s*\{/.test(value) ? messageOf(value) : value;
  if (typeof value !== 'object' || value === null || depth >= MAX_DEPTH) return '';
  // In a list of errors, other fields state the location, so the complete list is returned.
  if (Array.isArray(value)) return JSON.stringify(value);
  const fields = value as Record<string, unknown>;
  return WORDS.map((name) => wordsIn(fields[name], depth + 1))
    .filter(Boolean)
    .join('\n');
}

interface OfferedTool {
  function?: { name?: unknown };
}

/** Finds the tool that an error names: in quotation marks, by its index in the list, or as a plain word. */
function toolIn(text: string, { tools }: Readonly<Record<string, unknown>>): string | null {
  if (!Array.isArray(tools)) return null;
  const names = (tools as OfferedTool[])
    .map((tool) => tool.function?.name)
    .filter((name) => typeof name === 'string');
  const quotedName = firstOf(names, (name) =>
    Math.min(...[`'${name}'`, `"${name}"`, `\`${name}\``].map((each) => firstIndexOf(text, each))),
  );
  if (quotedName !== null) return quotedName;
  const toolIndex = /\b(?:tools?|functions?|function_declarations)(?:\[|\.)(\d{1,4})/i.exec(text)?.[1];
  if (toolIndex !== undefined) return names[Number(toolIndex)] ?? null;
  return firstOf(names, (name) => wordIndex(text, name));
}

function firstOf(names: readonly string[], indexOfName: (name: string) => number): string | null {
  const [earliest] = names
    .map((name) => ({ name, at: indexOfName(name) }))
    .filter(({ at }) => at < Infinity)
    // "find" is part of "find_pet", so of two names at the same index the longer one is meant.
    .sort((a, b) => a.at - b.at || b.name.length - a.name.length);
  return earliest?.name ?? null;
}

/** Returns the index of a part of the text; Infinity if the text does not contain it. */
function firstIndexOf(text: string, part: string): number {
  const at = text.indexOf(part);
  return at < 0 ? Infinity : at;
}

/** Returns the index at which a name occurs as a complete word; Infinity if there is none. */
function wordIndex(text: string, name: string): number {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
    if (!/[\w-]/.test(text.charAt(at - 1)) && !/[\w-]/.test(text.charAt(at + name.length))) return at;
  return Infinity;
}
