/**
 * Takes a model's thoughts out of its words, however the stream cuts them: blocks in tags, channels, and
 * calls that a model writes as text. Pure; one for each answer.
 */

/** How a block begins and how it ends. */
const BLOCKS: readonly (readonly [open: string, close: string, kind: 'thought' | 'call'])[] = [
  ['<think>', '</think>', 'thought'],
  ['<thinking>', '</thinking>', 'thought'],
  ['<thought>', '</thought>', 'thought'],
  ['<reasoning>', '</reasoning>', 'thought'],
  ['<reflection>', '</reflection>', 'thought'],
  ['<seed:think>', '</seed:think>', 'thought'],
  ['[THINK]', '[/THINK]', 'thought'],
  ['◁think▷', '◁/think▷', 'thought'],
  ['<|channel|>analysis', '<|end|>', 'thought'],
  ['<|channel|>commentary', '<|end|>', 'thought'],
  ['<tool_call>', '</tool_call>', 'call'],
];
/** Marks between the parts of an answer: dropped, and no words. */
const MARKS = [
  ...BLOCKS.filter(([, , kind]) => kind === 'thought').map(([, close]) => close),
  '<|channel|>final',
  '<|start|>assistant',
  '<|message|>',
  '<|return|>',
  '<|im_end|>',
  '<|eot_id|>',
];
/** The longest first: of two marks at one place the longer one is meant. */
const ALL_MARKS = [...BLOCKS.map(([open]) => open), ...MARKS].sort((one, other) => other.length - one.length);
const LONGEST = Math.max(...ALL_MARKS.map(({ length }) => length));
const escaped = (mark: string) => mark.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
const ANY_MARK = new RegExp(ALL_MARKS.map(escaped).join('|'), 'i');
const CLOSING = new Map(BLOCKS.map(([, close]) => [close, new RegExp(escaped(close), 'i')]));
/** Characters of a call written as text. */
const MOST_CALL = 20_000;

export interface Sifted {
  /** To be said. */
  text: string;
  /** Some of it was thought. */
  reasoning: boolean;
  /** JSON of calls written as text. */
  calls: string[];
  /** The answer began with a thought that was never opened: all text before this was thought. */
  unopened: boolean;
  /** The answer was expected to begin with a thought and has none: its text was held back until here. */
  noThought: boolean;
}

export class ReasoningSieve {
  #rest = '';
  /** A block ended: white space after it is none of the answer's. */
  #after = false;
  #inside: { close: string; kind: 'thought' | 'call'; body: string } | null;
  /** Inside a thought that the answer did not open itself. */
  #expected: boolean;
  /** A `</think>` without a beginning was read last. */
  #closed = false;

  #isPlain = true;

  /** `thinking`: the answer begins in the middle of a thought, as some templates have it. */
  constructor(thinking = false) {
    this.#inside = thinking ? { close: '</think>', kind: 'thought', body: '' } : null;
    this.#expected = thinking;
  }

  /** No mark of a thought or of a call has been read so far. */
  get isPlain(): boolean {
    return this.#isPlain;
  }

  push(piece: string): Sifted {
    this.#rest += piece;
    return this.#sift(false);
  }

  /** The rest. A thought that never ended is dropped, unless it was only expected: then it was the answer. */
  end(): Sifted {
    const last = this.#sift(true);
    this.#rest = '';
    if (!this.#expected || !this.#inside) return last;
    const plain = new ReasoningSieve();
    const [first, rest] = [plain.push(this.#inside.body), plain.end()];
    return {
      text: last.text + first.text + rest.text,
      reasoning: last.reasoning,
      calls: [...last.calls, ...first.calls, ...rest.calls],
      unopened: false,
      noThought: true,
    };
  }

  #sift(over: boolean): Sifted {
    const made: Sifted = { text: '', reasoning: false, calls: [], unopened: false, noThought: false };
    for (;;) {
      if (this.#closed && this.#rest !== '') {
        // Templates put a line break after a thought; a sentence that quotes the mark goes on.
        made.unopened ||= /^\r?\n/.test(this.#rest);
        this.#closed = false;
      }
      if (this.#after) this.#rest = this.#rest.replace(/^\s+/, '');
      if (this.#rest !== '') this.#after = false;
      if (this.#inside) {
        if (this.#leave(made, over)) continue;
        return made;
      }
      const found = firstOf(this.#rest);
      if (!found) break;
      this.#isPlain = false;
      made.text += this.#rest.slice(0, found.at);
      this.#rest = this.#rest.slice(found.at + found.mark.length);
      const block = BLOCKS.find(([open]) => open === found.mark);
      if (block) this.#inside = { close: block[1], kind: block[2], body: '' };
      else this.#closed = found.mark === '</think>';
    }
    const kept = over ? 0 : held(this.#rest);
    made.text += this.#rest.slice(0, this.#rest.length - kept);
    this.#rest = this.#rest.slice(this.#rest.length - kept);
    return made;
  }

  /** Whether the block ended. */
  #leave(made: Sifted, over: boolean): boolean {
    const inside = this.#inside!;
    made.reasoning ||= inside.kind === 'thought';
    const at = this.#rest.search(CLOSING.get(inside.close)!);
    if (at < 0) {
      const kept = over ? 0 : Math.min(this.#rest.length, inside.close.length - 1);
      inside.body = (inside.body + this.#rest.slice(0, this.#rest.length - kept)).slice(0, MOST_CALL);
      this.#rest = this.#rest.slice(this.#rest.length - kept);
      if (over && inside.kind === 'call' && inside.body.trim()) made.calls.push(inside.body);
      return false;
    }
    const body = inside.body + this.#rest.slice(0, at);
    if (inside.kind === 'call') made.calls.push(body.slice(0, MOST_CALL));
    this.#rest = this.#rest.slice(at + inside.close.length);
    this.#after = true;
    this.#inside = null;
    this.#expected = false;
    return true;
  }
}

function firstOf(text: string): { at: number; mark: string } | null {
  const found = ANY_MARK.exec(text);
  const mark = found && ALL_MARKS.find((each) => each.toLowerCase() === found[0].toLowerCase());
  return mark ? { at: found.index, mark } : null;
}

/** Characters at the end that may be the beginning of a mark. */
function held(text: string): number {
  for (let length = Math.min(LONGEST - 1, text.length); length > 0; length--) {
    const end = text.slice(-length).toLowerCase();
    if (ALL_MARKS.some((mark) => mark.toLowerCase().startsWith(end))) return length;
  }
  return 0;
}
