/**
 * The reasons why a model was not added or removed, each with its exit code. The error's message is a
 * sentence with a remedy.
 */
export const FAILURES = {
  /** The arguments of the command are invalid. */
  usage: 2,
  /** There is no model with this name. */
  unknown: 3,
  /** The publisher could not be reached, or did not serve the file. */
  network: 4,
  /** The download differs from the published file, or from the first download. */
  checksum: 5,
  /** The disk has too little free space. */
  space: 6,
  /** The archive is damaged or malicious, or lacks files that the model needs. */
  archive: 7,
  /** Another process is installing. */
  busy: 8,
  /** The engine that the model needs could not be installed. */
  engine: 9,
} as const;
export type ModelFailure = keyof typeof FAILURES;

export class ModelError extends Error {
  readonly code: ModelFailure;
  constructor(code: ModelFailure, message: string) {
    super(message);
    this.name = 'ModelError';
    this.code = code;
  }
}
