/**
 * Finds the end of an object, a list or a call in parentheses, in text that arrives in pieces. This module does no
 * I/O.
 */
export class ObjectScan {
  readonly #quotes: string;
  #depth = 0;
  #quote = '';
  #isEscaped = false;
  #isComplete = false;

  /** `quotes` are the quotation marks: JSON has one kind, Python two. */
  constructor(quotes = '"') {
    this.#quotes = quotes;
  }

  /** True after a bracket was opened and closed. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** True while a bracket is open. */
  get isOpen(): boolean {
    return this.#depth > 0 || this.#quote !== '';
  }

  /** Reads `text`. Returns how many of its characters are part of the object: all, or up to the closing bracket. */
  consume(text: string): number {
    for (let index = 0; index < text.length; index++) {
      this.#read(text.charAt(index));
      if (this.#isComplete) return index + 1;
    }
    return text.length;
  }

  #read(character: string): void {
    if (this.#quote !== '') {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (character === '\\') this.#isEscaped = true;
      else if (character === this.#quote) this.#quote = '';
    } else if (this.#quotes.includes(character)) this.#quote = character;
    else if ('{[('.includes(character)) this.#depth++;
    else if ('}])'.includes(character)) this.#isComplete = --this.#depth === 0;
  }
}
