import type { DocumentError } from '@palkit/contract/documents';

/** Why there is no text, by the word that the document's `error_message` will carry. */
export class ExtractionError extends Error {
  readonly code: DocumentError;
  constructor(code: DocumentError) {
    super(code);
    this.name = 'ExtractionError';
    this.code = code;
  }
}
