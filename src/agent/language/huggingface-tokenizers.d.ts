/**
 * The part of the package that we use; the package's types import their files by paths that Node's module resolution
 * cannot find.
 */
declare module '@huggingface/tokenizers' {
  export class Tokenizer {
    /** `tokenizer`: a parsed `tokenizer.json`; `config`: a parsed `tokenizer_config.json`, or an empty object. */
    constructor(tokenizer: unknown, config: object);
    encode(text: string): { ids: number[]; tokens: string[] };
  }
}
