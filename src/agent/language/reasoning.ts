/**
 * Separates reasoning and calls written as text from a streamed answer, including tags that are split over two
 * pieces. It does no I/O. Create one `ReasoningFilter` per answer.
 */
import { bareCallStart, type BareCallStart } from './bare-call.ts';
import { ObjectScan } from './object-scan.ts';
import {
  firstMark,
  withheldLength,
  findClosing,
  isMarkBegun,
  MARKED_BLOCKS,
  type Block,
  type Mark,
} from './template-marks.ts';
import { callsIn, type OfferedTools } from './text-calls.ts';

/** Maximum number of characters of a call written as text. */
const MAX_CALL = 20_000;

export interface ModelText {
  /** Text for the visitor. */
  text: string;
  /** True if a part of the piece was reasoning. */
  reasoning: boolean;
  /** Calls written as text, as the model wrote them. */
  calls: string[];
  /** True if the answer began inside a reasoning block without an opening mark: all earlier text was reasoning. */
  unopened: boolean;
  /** True if the answer was expected to begin with reasoning but has none; its text was withheld until this piece. */
  noThought: boolean;
}

/** An open block. `scan` finds the end of a block that has no marks. */
interface OpenBlock {
  block: Block;
  body: string;
  scan: ObjectScan | null;
}

const THOUGHT: Block = MARKED_BLOCKS[0];
const BARE_CALL: Block = { open: '', closes: [], kind: 'call' };

/** True for a call. A channel that is addressed to a tool is a call; any other is reasoning. */
const isCall = ({ block: { kind }, body }: OpenBlock): boolean =>
  kind === 'call' || (kind === 'channel' && body.includes('to='));

export class ReasoningFilter {
  readonly #tools: OfferedTools | null;
  #rest = '';
  /** True just after a block, whose trailing white space is not part of the answer. */
  #isAfterBlock = false;
  #inside: OpenBlock | null;
  /** True inside a reasoning block that has no opening mark in the answer. */
  #isReasoningExpected: boolean;
  /**
   * True if the last mark was a `</think>` without an opening mark, which is either the end of reasoning or a
   * quotation.
   */
  #hasStrayEnd = false;
  /** True after a call in a code fence until the closing fence was read. */
  #isFenced = false;
  #isPlain = true;
  /** The last character before the current text. */
  #before = '';

  /**
   * `thinking` is true if the answer begins inside a reasoning block, as with some templates. `tools` enables the
   * detection of calls without marks.
   */
  constructor(thinking = false, tools: OfferedTools | null = null) {
    this.#inside = thinking ? { block: THOUGHT, body: '', scan: null } : null;
    this.#isReasoningExpected = thinking;
    this.#tools = tools;
  }

  /** True if no mark of reasoning or of a call has been read so far. */
  get isPlain(): boolean {
    return this.#isPlain;
  }

  push(piece: string): ModelText {
    this.#rest += piece;
    return this.#filter(false);
  }

  /**
   * Returns the remaining text. A reasoning block without an end is dropped; if its start was only assumed, its text
   * is the answer.
   */
  end(): ModelText {
    const last = this.#filter(true);
    this.#rest = '';
    if (!this.#isReasoningExpected || !this.#inside) return last;
    const plainFilter = new ReasoningFilter(false, this.#tools);
    const [first, rest] = [plainFilter.push(this.#inside.body), plainFilter.end()];
    return {
      text: last.text + first.text + rest.text,
      reasoning: last.reasoning,
      calls: [...last.calls, ...first.calls, ...rest.calls],
      unopened: false,
      noThought: true,
    };
  }

  #filter(isOver: boolean): ModelText {
    const modelText: ModelText = { text: '', reasoning: false, calls: [], unopened: false, noThought: false };
    while (this.#inside ? this.#readBody(modelText, isOver) : this.#enter(modelText, isOver));
    return modelText;
  }

  /** Emits the text up to the next block. Returns true if a block began or a mark was read. */
  #enter(modelText: ModelText, isOver: boolean): boolean {
    if (this.#hasStrayEnd && this.#rest !== '') {
      // Templates put a line break after the end mark of reasoning. If text follows on the same line, the
      // answer only quotes the mark.
      modelText.unopened ||= /^\r?\n/.test(this.#rest);
      this.#hasStrayEnd = false;
    }
    if (this.#isAfterBlock) this.#rest = this.#rest.trimStart();
    if (this.#isFenced && !this.#leaveFence(isOver)) return false;
    if (this.#rest !== '') this.#isAfterBlock = false;

    const mark = firstMark(this.#rest);
    const bareStart = this.#bareStart(this.#rest.slice(0, mark?.at), isOver || mark !== null);
    if (bareStart) return this.#enterBare(modelText, bareStart);
    if (mark) return this.#enterMarked(modelText, mark, isOver);
    this.#say(modelText, this.#rest.length - (isOver ? 0 : withheldLength(this.#rest)));
    return false;
  }

  #enterBare(modelText: ModelText, { at, header }: BareCallStart): boolean {
    if (header === null) {
      this.#say(modelText, Math.min(at, this.#rest.length - withheldLength(this.#rest)));
      return false;
    }
    this.#say(modelText, at);
    this.#isFenced ||= header > 0;
    this.#inside = { block: BARE_CALL, body: this.#take(header), scan: new ObjectScan(`"'`) };
    return true;
  }

  #enterMarked(modelText: ModelText, { at, length, block }: Mark, isOver: boolean): boolean {
    if (!isOver && isMarkBegun(this.#rest.slice(at))) {
      this.#say(modelText, at);
      return false;
    }
    this.#isPlain = false;
    // A call in a code fence counts as a call.
    const fence = block?.kind === 'call' ? /```[\w-]{0,20}\s*$/.exec(this.#rest.slice(0, at)) : null;
    const header = fence?.[0].length ?? 0;
    this.#isFenced = fence !== null;
    this.#say(modelText, at - header);
    this.#take(header);
    const text = this.#take(length);
    if (block) this.#inside = { block, body: text, scan: null };
    else this.#hasStrayEnd = text.toLowerCase() === '</think>';
    return true;
  }

  /** Reads the block's body. Returns true if the block ended. */
  #readBody(modelText: ModelText, isOver: boolean): boolean {
    const openBlock = this.#inside;
    if (!openBlock) return false;
    if (openBlock.scan) return this.#leaveBare(modelText, openBlock, openBlock.scan, isOver);
    modelText.reasoning ||= openBlock.block.kind !== 'call';
    const { at, length, hold } = findClosing(this.#rest, openBlock.block);
    const isEnd = at >= 0;
    const body = this.#take(
      isEnd ? at : this.#rest.length - (isOver ? 0 : Math.min(this.#rest.length, hold)),
    );
    openBlock.body = (openBlock.body + body).slice(0, MAX_CALL);
    if (!isEnd && !isOver) return false;
    if (isCall(openBlock)) modelText.calls.push(openBlock.body);
    if (!isEnd) return false;
    this.#take(length);
    this.#end();
    return true;
  }

  /** Ends a call without marks. Text that turns out not to be a call is shown to the visitor. */
  #leaveBare(modelText: ModelText, inside: OpenBlock, scan: ObjectScan, isOver: boolean): boolean {
    inside.body += this.#take(scan.take(this.#rest));
    if (!scan.isComplete && !isOver && inside.body.length < MAX_CALL) return false;
    // A plain word before a parenthesis that is never closed may match the name of a tool by coincidence.
    const isCut = !scan.isComplete && !/^[A-Za-z]+\(/.test(inside.body);
    if (isCut || callsIn(inside.body, this.#tools ?? new Map()).length > 0) {
      this.#isPlain = false;
      modelText.calls.push(inside.body);
      this.#end();
    } else {
      modelText.text += inside.body;
      this.#before = inside.body.slice(-1);
      this.#isFenced = false;
      this.#inside = null;
    }
    return this.#rest !== '';
  }

  #end(): void {
    this.#isAfterBlock = true;
    this.#inside = null;
    this.#isReasoningExpected = false;
  }

  /** Drops the fence after a call. Returns false while the text is too short to recognise a fence. */
  #leaveFence(isOver: boolean): boolean {
    const isBegun = '```'.startsWith(this.#rest.slice(0, 3)) && this.#rest.length < 3;
    if (isBegun && !isOver) return false;
    const isFence = this.#rest.startsWith('```');
    if (isFence) this.#rest = this.#rest.slice(3).trimStart();
    // Another call may follow inside the same fence.
    if (isFence || (this.#rest !== '' && !this.#isCallNext())) this.#isFenced = false;
    return true;
  }

  #isCallNext(): boolean {
    return this.#bareStart(this.#rest, false)?.at === 0;
  }

  #bareStart(text: string, isOver: boolean): BareCallStart | null {
    return this.#tools && bareCallStart(text, this.#tools, { before: this.#before, isOver });
  }

  #say(modelText: ModelText, length: number): void {
    const text = this.#take(length);
    modelText.text += text;
    this.#before = text.slice(-1) || this.#before;
  }

  /** Removes the next characters from the unread text and returns them. */
  #take(length: number): string {
    const part = this.#rest.slice(0, length);
    this.#rest = this.#rest.slice(length);
    return part;
  }
}
