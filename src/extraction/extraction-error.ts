import type { DocumentError } from '@palkit/contract/documents';

/** The reason why there is no text, as a code for the document's `error_message`. */
export class ExtractionError extends Error {
  readonly code: DocumentError;
  constructor(code: DocumentError) {
    super(code);
    this.name = 'ExtractionError';
    this.code = code;
  }
}
