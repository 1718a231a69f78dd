/** Finds marks of chat templates in a model's text that the server did not interpret. This module does no I/O. */

/** A part of an answer between two marks. A channel contains reasoning or a call. */
export interface Block {
  open: string;
  /** Marks that end the block. If there is none, the block extends to the end of the answer. */
  closes: readonly string[];
  kind: 'thought' | 'call' | 'channel';
}

const thoughtBlock = (open: string, ...closes: string[]): Block => ({ open, closes, kind: 'thought' });
const callBlock = (open: string, ...closes: string[]): Block => ({ open, closes, kind: 'call' });
const CHANNEL_ENDS = ['<|end|>', '<|call|>', '<|return|>'];

/** The first entry is the reasoning block that some templates open before the model's answer. */
export const MARKED_BLOCKS: readonly [Block, ...Block[]] = [
  thoughtBlock('<think>', '</think>'),
  thoughtBlock('<thinking>', '</thinking>'),
  thoughtBlock('<thought>', '</thought>'),
  thoughtBlock('<reasoning>', '</reasoning>'),
  thoughtBlock('<reflection>', '</reflection>'),
  thoughtBlock('<seed:think>', '</seed:think>'),
  thoughtBlock('[THINK]', '[/THINK]'),
  thoughtBlock('◁think▷', '◁/think▷'),
  // gpt-oss
  thoughtBlock('<|channel|>analysis', ...CHANNEL_ENDS),
  { open: '<|channel|>commentary', closes: CHANNEL_ENDS, kind: 'channel' },
  callBlock('<|start|>assistant to=', ...CHANNEL_ENDS),
  // Hermes, Qwen, GLM
  callBlock('<tool_call>', '</tool_call>'),
  callBlock('<tool_calls>', '</tool_calls>'),
  callBlock('<toolcall>', '</toolcall>'),
  // Anthropic, MiniMax, Seed, Nemotron
  callBlock('<function_calls>', '</function_calls>'),
  callBlock('<function_call>', '</function_call>'),
  callBlock('<functioncall>', '</functioncall>'),
  callBlock('<minimax:tool_call>', '</minimax:tool_call>'),
  callBlock('<seed:tool_call>', '</seed:tool_call>'),
  callBlock('<tool_use>', '</tool_use>'),
  callBlock('<tool_code>', '</tool_code>'),
  callBlock('<invoke name=', '</invoke>'),
  // Llama, Qwen3-Coder
  callBlock('<function=', '</function>'),
  callBlock('<function name=', '</function>'),
  callBlock('<|python_tag|>', '<|eom_id|>', '<|eot_id|>'),
  // DeepSeek
  callBlock('<｜tool▁calls▁begin｜>', '<｜tool▁calls▁end｜>'),
  callBlock('<｜tool▁call▁begin｜>', '<｜tool▁call▁end｜>'),
  callBlock('<｜DSML｜function_calls>', '</｜DSML｜function_calls>'),
  callBlock('<｜DSML｜tool_calls>', '</｜DSML｜tool_calls>'),
  // Kimi
  callBlock('<|tool_calls_section_begin|>', '<|tool_calls_section_end|>'),
  callBlock('<|tool_call_begin|>', '<|tool_call_end|>'),
  // Mistral
  callBlock('[TOOL_CALLS]', '</s>'),
  callBlock('[TOOL_CALL]', '[/TOOL_CALL]'),
  // LFM, Phi, Granite, Command R, InternLM, Firefunction
  callBlock('<|tool_call_start|>', '<|tool_call_end|>'),
  callBlock('<|tool_call|>', '<|/tool_call|>', '<|end|>', '<|im_end|>'),
  callBlock('<|START_ACTION|>', '<|END_ACTION|>'),
  callBlock('<|action_start|>', '<|action_end|>'),
  callBlock('functools[', '<|end|>'),
];

/** Marks that only separate parts of an answer; they are removed. */
const MARKS = [
  ...MARKED_BLOCKS.flatMap(({ closes }) => closes),
  '<|channel|>final',
  '<|start|>assistant',
  '<|message|>',
  '<|im_end|>',
  '<|eot_id|>',
  '<｜end▁of▁sentence｜>',
  '<end_of_turn>',
];

const escapePattern = (mark: string) => mark.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
/**
 * Builds a pattern for any of the marks. Longer ones come first, so that they win over shorter ones at the
 * same index.
 */
const patternForAny = (marks: readonly string[]) =>
  new RegExp(
    [...marks]
      .sort((a, b) => b.length - a.length)
      .map(escapePattern)
      .join('|'),
    'i',
  );
const ALL_MARKS = [...new Set([...MARKED_BLOCKS.map(({ open }) => open), ...MARKS])];
const ANY_MARK = patternForAny(ALL_MARKS);
const LOWER_CASE_MARKS = ALL_MARKS.map((mark) => mark.toLowerCase());
const MAX_MARK_LENGTH = Math.max(...ALL_MARKS.map(({ length }) => length));
const BLOCKS = new Map(MARKED_BLOCKS.map((block) => [block.open.toLowerCase(), block]));
const CLOSING_PATTERNS = new Map(
  MARKED_BLOCKS.map((block) => [
    block,
    { pattern: patternForAny(block.closes), hold: Math.max(...block.closes.map(({ length }) => length)) - 1 },
  ]),
);

export interface Mark {
  at: number;
  length: number;
  /** The block that the mark opens; undefined if it opens none. */
  block: Block | undefined;
}

/** Finds the first mark in a text. */
export function firstMark(text: string): Mark | null {
  const match = ANY_MARK.exec(text);
  return match && { at: match.index, length: match[0].length, block: BLOCKS.get(match[0].toLowerCase()) };
}

/** Finds the index at which a block ends, or -1. The last `hold` characters may begin its closing mark. */
export function findClosing(text: string, block: Block): { at: number; length: number; hold: number } {
  const { pattern, hold } = CLOSING_PATTERNS.get(block) ?? { pattern: /$^/, hold: 0 };
  const match = pattern.exec(text);
  return { at: match?.index ?? -1, length: match?.[0].length ?? 0, hold };
}

/** True if the text is an incomplete mark. */
export const isPartialMark = (text: string): boolean =>
  text !== '' &&
  text.length < MAX_MARK_LENGTH &&
  LOWER_CASE_MARKS.some((mark) => mark.length > text.length && mark.startsWith(text.toLowerCase()));

/** Returns the number of characters at the end of a text that may be the beginning of a mark. */
export function withheldLength(text: string): number {
  for (let length = Math.min(MAX_MARK_LENGTH - 1, text.length); length > 0; length--) {
    const end = text.slice(-length).toLowerCase();
    if (LOWER_CASE_MARKS.some((mark) => mark.startsWith(end))) return length;
  }
  return 0;
}
