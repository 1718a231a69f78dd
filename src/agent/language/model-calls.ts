/**
 * Assembles the tool calls of an answer from the pieces of the stream. Servers distinguish the calls by number or
 * by id. If a server sends neither, each piece extends the current call until its arguments are a complete object.
 */
import { randomBytes } from 'node:crypto';
import type { CallPiece } from './model-chunk.ts';
import { ObjectScan } from './object-scan.ts';
import { OpaqueFields, type OpaqueValues } from './opaque-fields.ts';
import { callsIn, findToolName, type OfferedTools } from './text-calls.ts';

export interface ModelCall {
  id: string;
  name: string;
  /** The JSON text that the model wrote. */
  arguments: string;
  /** Unknown fields that are sent back with the call. */
  opaque?: OpaqueValues | undefined;
  /** Fields of the answer that contains this call; all calls of an answer share one object. */
  answer?: AnswerFields;
}

/** Fields that are sent back with an answer's message. */
export interface AnswerFields {
  readonly opaque: OpaqueValues | undefined;
}

/** Maximum number of calls in one answer; further ones are dropped. */
const MAX_CALLS = 16;
/**
 * Maximum number of characters of one call's arguments. Truncated arguments are invalid JSON, which is reported to
 * the model.
 */
const MAX_ARGUMENT_CHARACTERS = 65_536;
/** Maximum number of characters of a call's name, and of its id. */
const MAX_NAME = 256;

interface Entry {
  id: string;
  name: string;
  arguments: string;
  readonly index: number | null;
  readonly opaque: OpaqueFields;
  readonly scan: ObjectScan;
}

export class ModelCalls {
  readonly #tools: OfferedTools;
  readonly #entries: Entry[] = [];

  /** `tools` decides whether two pieces of a name form one name or belong to two calls. */
  constructor(tools: OfferedTools) {
    this.#tools = tools;
  }

  /** Adds the pieces of calls in one delta. */
  addPieces(pieces: readonly CallPiece[]): void {
    const touchedEntries = new Set<Entry>();
    for (const piece of pieces) {
      const entry = this.#entryFor(piece, touchedEntries);
      if (!entry) return;
      touchedEntries.add(entry);
      entry.opaque.add(piece.opaque);
      this.#append(entry, piece.arguments);
    }
  }

  /** Adds calls that the model wrote as text; calls of unknown tools are dropped. */
  addWrittenCalls(text: string): void {
    for (const call of callsIn(text, this.#tools)) {
      const name = findToolName(call.name, this.#tools);
      const entry = name === undefined ? undefined : this.#begin(null, '', name);
      if (entry) entry.arguments = call.arguments.slice(0, MAX_ARGUMENT_CHARACTERS);
    }
  }

  /** Returns all calls with distinct ids. */
  all(answer: AnswerFields): ModelCall[] {
    const ids = new Set<string>();
    return this.#entries
      .filter(({ name }) => name !== '')
      .map(({ id, name, arguments: input, opaque }) => {
        const distinctId = id !== '' && !ids.has(id) ? id : newCallId();
        ids.add(distinctId);
        const toolName = findToolName(name, this.#tools) ?? name;
        return {
          id: distinctId,
          name: toolName,
          arguments: input.trim() || '{}',
          opaque: opaque.all(),
          answer,
        };
      });
  }

  /** Finds the open call that a piece continues, or creates one; undefined if there are too many calls. */
  #entryFor(piece: CallPiece, touchedEntries: ReadonlySet<Entry>): Entry | undefined {
    const id = piece.id?.slice(0, MAX_NAME) ?? '';
    const name = piece.name?.slice(0, MAX_NAME) ?? '';
    const entry = this.#find(piece.index, id);
    // A second piece with a name in the same delta is a separate call.
    const isSecondCall = entry !== undefined && name !== '' && touchedEntries.has(entry);
    if (
      !entry ||
      isSecondCall ||
      this.#isOtherCall(entry, id, name) ||
      startsNextObject(entry, piece.arguments)
    )
      return this.#begin(piece.index, id, name || (entry?.name ?? ''));
    this.#continue(entry, id, name);
    return entry;
  }

  #find(index: number | null, id: string): Entry | undefined {
    const candidates = this.#entries.filter((entry) => index === null || entry.index === index);
    return candidates.findLast((entry) => id !== '' && entry.id === id) ?? candidates.at(-1);
  }

  #begin(index: number | null, id: string, name: string): Entry | undefined {
    if (this.#entries.length >= MAX_CALLS) return undefined;
    const entry = { index, id, name, arguments: '', scan: new ObjectScan(), opaque: new OpaqueFields() };
    this.#entries.push(entry);
    return entry;
  }

  #continue(entry: Entry, id: string, name: string): void {
    entry.id ||= id;
    if (this.#isRestOfName(entry.name, name)) entry.name += name;
    else entry.name ||= name;
  }

  /**
   * Adds a piece of arguments. An object that starts after a complete one is another call of the same tool.
   */
  #append(entry: Entry, text: string): void {
    let current: Entry | undefined = entry;
    for (let remainingText = text; remainingText !== '' && current;) {
      if (isRepeated(current, remainingText)) return;
      if (startsNextObject(current, remainingText)) {
        current = this.#begin(current.index, '', current.name);
        continue;
      }
      const length: number = current.scan.isComplete
        ? remainingText.length
        : current.scan.consume(remainingText);
      current.arguments += remainingText.slice(
        0,
        Math.min(length, MAX_ARGUMENT_CHARACTERS - current.arguments.length),
      );
      remainingText = remainingText.slice(length);
    }
  }

  #isOtherCall(entry: Entry, id: string, name: string): boolean {
    // Some servers send a new id with every piece, so a new id before the arguments are complete does not
    // begin a call.
    const isWithinArguments = name === '' && entry.scan.isOpen;
    if (id !== '' && entry.id !== '' && entry.id !== id && !isWithinArguments) return true;
    if (name === '' || entry.name === '') return false;
    // A repeated name does not begin another call.
    return entry.name !== name && !this.#isRestOfName(entry.name, name);
  }

  #isRestOfName(beginning: string, name: string): boolean {
    if (name === '' || beginning === '' || beginning === name) return false;
    return this.#tools.has(beginning + name) && !this.#tools.has(name);
  }
}

/** True if an object starts after a complete one. */
const startsNextObject = (entry: Entry, text: string): boolean =>
  entry.scan.isComplete && /^\s*\{/.test(text) && !isRepeated(entry, text);

/** True if the text repeats the complete arguments, as some servers do at the end. */
const isRepeated = ({ scan, arguments: input }: Entry, text: string): boolean =>
  scan.isComplete && text.trim() !== '' && text.trim() === input.trim();

/** Returns nine letters and digits, the only format that all servers accept; Mistral refuses any other. */
export const newCallId = (): string => randomBytes(5).toString('hex').slice(0, 9);
