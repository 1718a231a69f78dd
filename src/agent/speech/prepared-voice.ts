/**
 * A voice that starts to synthesise a text before it is spoken: the greeting while the visitor's browser is still
 * connecting, and the first sentence of an answer while the visitor's turn may still continue.
 */
import type { SpeakOptions, Speech, TextToSpeech } from './engines.ts';

type Options = Pick<SpeakOptions, 'language' | 'signal'>;

interface PreparedSpeech {
  text: string;
  language: string | undefined;
  /** Aborts the engine's work. */
  abort: AbortController;
  /** Aborted if the text will not be spoken. */
  signal: AbortSignal;
  sounds: AsyncIterator<Speech>;
  firstSound: Promise<IteratorResult<Speech>>;
}

export class PreparedVoice implements TextToSpeech {
  readonly #voice: TextToSpeech;
  #prepared: PreparedSpeech | null = null;

  constructor(voice: TextToSpeech) {
    this.#voice = voice;
  }

  get languages(): readonly string[] {
    return this.#voice.languages;
  }

  /**
   * Starts to synthesise a text that will be spoken next. A repeated call for the same text has no effect, so a
   * further attempt to connect uses the same speech.
   */
  prepare(text: string, { language, signal }: Options): void {
    const previousSpeech = this.#prepared;
    if (previousSpeech && matches(previousSpeech, text, language)) return;
    previousSpeech?.abort.abort();
    const abort = new AbortController();
    const combinedSignal = signal ? AbortSignal.any([signal, abort.signal]) : abort.signal;
    const options = { signal: combinedSignal, ...(language === undefined ? {} : { language }) };
    const sounds = this.#voice.speak(text, options)[Symbol.asyncIterator]();
    const firstSound = sounds.next();
    const preparedSpeech = { text, language, abort, signal: combinedSignal, sounds, firstSound };
    this.#prepared = preparedSpeech;
    // Ignore this failure: `speak` tries the engine again, and its caller logs a second failure.
    firstSound.catch(() => {
      if (this.#prepared === preparedSpeech) this.#prepared = null;
    });
  }

  speak(text: string, options: SpeakOptions): AsyncIterable<Speech> {
    const preparedSpeech = this.#prepared;
    this.#prepared = null;
    if (preparedSpeech && matches(preparedSpeech, text, options.language))
      return playPrepared(preparedSpeech, options);
    preparedSpeech?.abort.abort();
    return this.#voice.speak(text, options);
  }
}

/** True if the speech has this text and language, and its synthesis was not stopped. */
const matches = (preparedSpeech: PreparedSpeech, text: string, language: string | undefined): boolean =>
  preparedSpeech.text === text && preparedSpeech.language === language && !preparedSpeech.signal.aborted;

async function* playPrepared(
  { abort, sounds, firstSound: first }: PreparedSpeech,
  { signal }: SpeakOptions,
): AsyncIterable<Speech> {
  const stop = (): void => abort.abort(signal?.reason);
  if (signal?.aborted) stop();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    for (let next = await first; !next.done; next = await sounds.next()) yield next.value;
  } finally {
    signal?.removeEventListener('abort', stop);
    // Stop the synthesis if the text was interrupted.
    abort.abort();
  }
}
