/** Finds where a JSON object ends in text that comes in pieces. Pure. */
export class ObjectScan {
  #depth = 0;
  #inString = false;
  #isEscaped = false;
  #isComplete = false;

  /** An object was opened and closed. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** Something was opened that is not closed yet. */
  get isOpen(): boolean {
    return this.#depth > 0 || this.#inString;
  }

  /** How many characters of `text` belong to the object: all, or those up to its closing brace. */
  take(text: string): number {
    for (let at = 0; at < text.length; at++) {
      this.#read(text.charAt(at));
      if (this.#isComplete) return at + 1;
    }
    return text.length;
  }

  #read(character: string): void {
    if (this.#inString) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (character === '\\') this.#isEscaped = true;
      else if (character === '"') this.#inString = false;
    } else if (character === '"') this.#inString = true;
    else if (character === '{' || character === '[') this.#depth++;
    else if (character === '}' || character === ']') this.#isComplete = --this.#depth === 0;
  }
}
