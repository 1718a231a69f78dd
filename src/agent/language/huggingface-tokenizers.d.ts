/**
 * The part of the package that we use; its own types import their files in a way that Node's resolution does
 * not know.
 */
declare module '@huggingface/tokenizers' {
  export class Tokenizer {
    /** `tokenizer`: a parsed `tokenizer.json`; `config`: a parsed `tokenizer_config.json`, or nothing. */
    constructor(tokenizer: unknown, config: object);
    encode(text: string): { ids: number[]; tokens: string[] };
  }
}
