/** Finds marks of chat templates in a model's text that the server did not interpret. Pure. */

/** A part of an answer between two marks. A channel contains reasoning or a call. */
export interface Block {
  open: string;
  /** Marks that end the block. If there is none, the block extends to the end of the answer. */
  closes: readonly string[];
  kind: 'thought' | 'call' | 'channel';
}

const thoughtBlock = (open: string, ...closes: string[]): Block => ({ open, closes, kind: 'thought' });
const call = (open: string, ...closes: string[]): Block => ({ open, closes, kind: 'call' });
const CHANNEL_ENDS = ['<|end|>', '<|call|>', '<|return|>'];

/** The first block is the one that templates open before the answer. */
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
  call('<|start|>assistant to=', ...CHANNEL_ENDS),
  // Hermes, Qwen, GLM
  call('<tool_call>', '</tool_call>'),
  call('<tool_calls>', '</tool_calls>'),
  call('<toolcall>', '</toolcall>'),
  // Anthropic, MiniMax, Seed, Nemotron
  call('<function_calls>', '</function_calls>'),
  call('<function_call>', '</function_call>'),
  call('<functioncall>', '</functioncall>'),
  call('<minimax:tool_call>', '</minimax:tool_call>'),
  call('<seed:tool_call>', '</seed:tool_call>'),
  call('<tool_use>', '</tool_use>'),
  call('<tool_code>', '</tool_code>'),
  call('<invoke name=', '</invoke>'),
  // Llama, Qwen3-Coder
  call('<function=', '</function>'),
  call('<function name=', '</function>'),
  call('<|python_tag|>', '<|eom_id|>', '<|eot_id|>'),
  // DeepSeek
  call('<｜tool▁calls▁begin｜>', '<｜tool▁calls▁end｜>'),
  call('<｜tool▁call▁begin｜>', '<｜tool▁call▁end｜>'),
  call('<｜DSML｜function_calls>', '</｜DSML｜function_calls>'),
  call('<｜DSML｜tool_calls>', '</｜DSML｜tool_calls>'),
  // Kimi
  call('<|tool_calls_section_begin|>', '<|tool_calls_section_end|>'),
  call('<|tool_call_begin|>', '<|tool_call_end|>'),
  // Mistral
  call('[TOOL_CALLS]', '</s>'),
  call('[TOOL_CALL]', '[/TOOL_CALL]'),
  // LFM, Phi, Granite, Command R, InternLM, Firefunction
  call('<|tool_call_start|>', '<|tool_call_end|>'),
  call('<|tool_call|>', '<|/tool_call|>', '<|end|>', '<|im_end|>'),
  call('<|START_ACTION|>', '<|END_ACTION|>'),
  call('<|action_start|>', '<|action_end|>'),
  call('functools[', '<|end|>'),
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
const anyOf = (marks: readonly string[]) =>
  new RegExp(
    [...marks]
      .sort((one, other) => other.length - one.length)
      .map(escapePattern)
      .join('|'),
    'i',
  );
const ALL_MARKS = [...new Set([...MARKED_BLOCKS.map(({ open }) => open), ...MARKS])];
const ANY_MARK = anyOf(ALL_MARKS);
const LOWER_MARKS = ALL_MARKS.map((mark) => mark.toLowerCase());
const MAX_MARK_LENGTH = Math.max(...ALL_MARKS.map(({ length }) => length));
const BLOCKS = new Map(MARKED_BLOCKS.map((block) => [block.open.toLowerCase(), block]));
const CLOSINGS = new Map(
  MARKED_BLOCKS.map((block) => [
    block,
    { pattern: anyOf(block.closes), hold: Math.max(...block.closes.map(({ length }) => length)) - 1 },
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
  const { pattern, hold } = CLOSINGS.get(block) ?? { pattern: /$^/, hold: 0 };
  const match = pattern.exec(text);
  return { at: match?.index ?? -1, length: match?.[0].length ?? 0, hold };
}

/** True if the text is an incomplete mark. */
export const isMarkBegun = (text: string): boolean =>
  text !== '' &&
  text.length < MAX_MARK_LENGTH &&
  LOWER_MARKS.some((mark) => mark.length > text.length && mark.startsWith(text.toLowerCase()));

/** Returns the number of characters at the end of a text that may be the beginning of a mark. */
export function withheldLength(text: string): number {
  for (let length = Math.min(MAX_MARK_LENGTH - 1, text.length); length > 0; length--) {
    const end = text.slice(-length).toLowerCase();
    if (LOWER_MARKS.some((mark) => mark.startsWith(end))) return length;
  }
  return 0;
}
