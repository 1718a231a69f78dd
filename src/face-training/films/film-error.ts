/** A film that cannot be used. The message explains the reason to its owner, the code to programs. */
export const FILM_FAULTS = {
  film_unreadable: 'The file is not a readable film. Use MP4, MOV, WebM or MKV.',
  film_damaged: 'The film is damaged or incomplete.',
  film_without_picture: 'The file has no video track.',
  film_too_small: 'The picture of the film is too small.',
  film_too_large: 'The picture of the film is too large.',
  film_too_short: 'The film is too short.',
  film_too_long: 'The film is too long.',
  film_codec_unsupported: "The film's video format cannot be decoded here.",
  film_takes_too_long: 'The film takes too long to read. It may be damaged.',
  film_takes_too_much: 'The film takes too much memory to read. It may be damaged.',
} as const;
export type FilmFault = keyof typeof FILM_FAULTS;

export class FilmError extends Error {
  override readonly name = 'FilmError';
  readonly code: FilmFault;

  constructor(code: FilmFault, message: string = FILM_FAULTS[code], options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
