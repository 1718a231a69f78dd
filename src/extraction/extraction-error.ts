import type { DocumentError } from '@palkit/contract/documents';

/** The reason for missing text, as the code in the document's `error_message`. */
export class ExtractionError extends Error {
  readonly code: DocumentError;
  constructor(code: DocumentError) {
    super(code);
    this.name = 'ExtractionError';
    this.code = code;
  }
}
