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
  isPartialMark,
  MARKED_BLOCKS,
  type Block,
  type Mark,
} from './template-marks.ts';
import { callsIn, hasOnlyKeys, namedParameters, type OfferedTools } from './text-calls.ts';

/** Maximum number of characters between the name of a tool and the arguments of a call that is only described. */
const MAX_PREVIOUS = 400;
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
  #unreadText = '';
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
  /** The end of the text before the current text. */
  #previousText = '';

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
    this.#unreadText += piece;
    return this.#filter(false);
  }

  /**
   * Returns the remaining text. A reasoning block without an end is dropped; if its start was only assumed, its text
   * is the answer.
   */
  end(): ModelText {
    const lastText = this.#filter(true);
    this.#unreadText = '';
    if (!this.#isReasoningExpected || !this.#inside) return lastText;
    const plainFilter = new ReasoningFilter(false, this.#tools);
    const [firstText, remainingText] = [plainFilter.push(this.#inside.body), plainFilter.end()];
    return {
      text: lastText.text + firstText.text + remainingText.text,
      reasoning: lastText.reasoning,
      calls: [...lastText.calls, ...firstText.calls, ...remainingText.calls],
      unopened: false,
      noThought: true,
    };
  }

  #filter(isOver: boolean): ModelText {
    const modelText: ModelText = { text: '', reasoning: false, calls: [], unopened: false, noThought: false };
    while (this.#inside ? this.#readBody(modelText, isOver) : this.#enterBlock(modelText, isOver));
    return modelText;
  }

  /** Emits the text up to the next block. Returns true if a block began or a mark was read. */
  #enterBlock(modelText: ModelText, isOver: boolean): boolean {
    if (this.#hasStrayEnd && this.#unreadText !== '') {
      // Templates put a line break after the end mark of reasoning. If text follows on the same line, the
      // answer only quotes the mark.
      modelText.unopened ||= /^\r?\n/.test(this.#unreadText);
      this.#hasStrayEnd = false;
    }
    if (this.#isAfterBlock) this.#unreadText = this.#unreadText.trimStart();
    if (this.#isFenced && !this.#leaveFence(isOver)) return false;
    if (this.#unreadText !== '') this.#isAfterBlock = false;

    const mark = firstMark(this.#unreadText);
    const bareStart = this.#bareStart(this.#unreadText.slice(0, mark?.at), isOver || mark !== null);
    if (bareStart) return this.#enterBare(modelText, bareStart);
    if (mark) return this.#enterMarked(modelText, mark, isOver);
    this.#emitText(modelText, this.#unreadText.length - (isOver ? 0 : withheldLength(this.#unreadText)));
    return false;
  }

  #enterBare(modelText: ModelText, { position, fenceLength }: BareCallStart): boolean {
    if (fenceLength === null) {
      this.#emitText(
        modelText,
        Math.min(position, this.#unreadText.length - withheldLength(this.#unreadText)),
      );
      return false;
    }
    this.#emitText(modelText, position);
    this.#isFenced ||= fenceLength > 0;
    this.#inside = { block: BARE_CALL, body: this.#takeText(fenceLength), scan: new ObjectScan(`"'`) };
    return true;
  }

  #enterMarked(modelText: ModelText, { at, length, block }: Mark, isOver: boolean): boolean {
    if (!isOver && isPartialMark(this.#unreadText.slice(at))) {
      this.#emitText(modelText, at);
      return false;
    }
    this.#isPlain = false;
    // A call in a code fence counts as a call.
    const fence = block?.kind === 'call' ? /```[\w-]{0,20}\s*$/.exec(this.#unreadText.slice(0, at)) : null;
    const header = fence?.[0].length ?? 0;
    this.#isFenced = fence !== null;
    this.#emitText(modelText, at - header);
    this.#takeText(header);
    const text = this.#takeText(length);
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
    const { at, length, hold } = findClosing(this.#unreadText, openBlock.block);
    const isEnd = at >= 0;
    const body = this.#takeText(
      isEnd ? at : this.#unreadText.length - (isOver ? 0 : Math.min(this.#unreadText.length, hold)),
    );
    openBlock.body = (openBlock.body + body).slice(0, MAX_CALL);
    if (!isEnd && !isOver) return false;
    if (isCall(openBlock)) modelText.calls.push(openBlock.body);
    if (!isEnd) return false;
    this.#takeText(length);
    this.#end();
    return true;
  }

  /** Ends a call without marks. Text that turns out not to be a call is shown to the visitor. */
  #leaveBare(modelText: ModelText, inside: OpenBlock, scan: ObjectScan, isOver: boolean): boolean {
    inside.body += this.#takeText(scan.consume(this.#unreadText));
    if (!scan.isComplete && !isOver && inside.body.length < MAX_CALL) return false;
    // A plain word before a parenthesis that is never closed may match the name of a tool by coincidence.
    const isCut = !scan.isComplete && !/^[A-Za-z]+\(/.test(inside.body);
    if (isCut || callsIn(inside.body, this.#tools ?? new Map()).length > 0) {
      this.#isPlain = false;
      modelText.calls.push(inside.body);
      this.#end();
    } else if (hasOnlyKeys(inside.body, this.#namedParameters)) {
      // The model only describes a call, so the call is not made. Nobody wants to hear its arguments.
      this.#isPlain = false;
      this.#end();
    } else {
      modelText.text += inside.body;
      this.#remember(inside.body);
      this.#isFenced = false;
      this.#inside = null;
    }
    return this.#unreadText !== '';
  }

  #end(): void {
    this.#isAfterBlock = true;
    this.#inside = null;
    this.#isReasoningExpected = false;
  }

  /** Drops the fence after a call. Returns false while the text is too short to recognise a fence. */
  #leaveFence(isOver: boolean): boolean {
    const isBegun = '```'.startsWith(this.#unreadText.slice(0, 3)) && this.#unreadText.length < 3;
    if (isBegun && !isOver) return false;
    const isFence = this.#unreadText.startsWith('```');
    if (isFence) this.#unreadText = this.#unreadText.slice(3).trimStart();
    // Another call may follow inside the same fence.
    if (isFence || (this.#unreadText !== '' && !this.#isCallNext())) this.#isFenced = false;
    return true;
  }

  #isCallNext(): boolean {
    return this.#bareStart(this.#unreadText, false)?.position === 0;
  }

  #bareStart(text: string, isOver: boolean): BareCallStart | null {
    if (!this.#tools) return null;
    const before = this.#previousText.slice(-1);
    return bareCallStart(text, this.#tools, { before, isOver, parameters: this.#parametersBefore(text) });
  }

  /** Parameters of the tools that the text so far names; empty without tools. */
  get #namedParameters(): ReadonlySet<string> {
    return this.#parametersBefore('');
  }

  #parametersBefore(text: string): ReadonlySet<string> {
    return namedParameters(this.#previousText + text, this.#tools ?? new Map());
  }

  #remember(text: string): void {
    this.#previousText = (this.#previousText + text).slice(-MAX_PREVIOUS);
  }

  #emitText(modelText: ModelText, length: number): void {
    const text = this.#takeText(length);
    modelText.text += text;
    this.#remember(text);
  }

  /** Removes the next characters from the unread text and returns them. */
  #takeText(length: number): string {
    const part = this.#unreadText.slice(0, length);
    this.#unreadText = this.#unreadText.slice(length);
    return part;
  }
}
