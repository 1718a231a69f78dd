/** A sherpa-onnx recogniser in a separate process. */
import { EngineError } from '../../language/engine-error.ts';
import type { SpeechToText } from '../engines.ts';
import { HEARING_RATE } from './protocol.ts';
import type { SherpaHost } from './sherpa-host.ts';

/** Maximum duration of an utterance in seconds; the rest is not recognised. */
const MAX_SECONDS = 60;
/** Maximum number of open utterances, each at most 4 MB; further ones are refused with `busy`. */
const MAX_OPEN_UTTERANCES = 64;

let lastUtterance = 0;

/** `host` runs a recogniser; the caller closes it. `finish` rejects with an `EngineError` or the signal's reason. */
export function createSherpaSpeechToText(host: SherpaHost, languages: readonly string[]): SpeechToText {
  const openUtterances = new Set<number>();
  return {
    languages,
    listen({ signal }) {
      const utterance = (lastUtterance += 1);
      let remainingSamples = MAX_SECONDS * HEARING_RATE;
      let words: Promise<string> | undefined;
      let pauseCount = 0;
      let failure: Error | undefined =
        openUtterances.size < MAX_OPEN_UTTERANCES
          ? undefined
          : new EngineError('busy', 'too many people are speaking at the same time');
      openUtterances.add(utterance);
      const tryOrFail = <Value>(action: () => Value): Value | undefined => {
        try {
          return action();
        } catch (error) {
          failure ??= error as Error;
          return undefined;
        }
      };
      const stopListening = (): void => {
        openUtterances.delete(utterance);
        signal?.removeEventListener('abort', abort);
      };
      const abort = (): void => {
        stopListening();
        tryOrFail(() => host.post({ is: 'drop', utterance }));
      };
      signal?.addEventListener('abort', abort, { once: true });
      async function textOf(
        request: { is: 'read'; utterance: number } | { is: 'finish'; utterance: number; isDecoded: boolean },
      ): Promise<string> {
        signal?.throwIfAborted();
        if (failure !== undefined) throw failure;
        const answer = await host.ask(request);
        signal?.throwIfAborted();
        return 'text' in answer ? answer.text : '';
      }
      return {
        write(samples) {
          if (words || signal?.aborted || remainingSamples <= 0 || failure !== undefined) return;
          const acceptedSamples = samples.slice(0, remainingSamples);
          remainingSamples -= acceptedSamples.length;
          tryOrFail(() => host.post({ is: 'write', utterance, samples: acceptedSamples }));
        },
        async pause() {
          if (words || signal?.aborted) return null;
          const number = (pauseCount += 1);
          try {
            const text = await textOf({ is: 'read', utterance });
            return number === pauseCount && !words ? text : null;
          } catch {
            // The failure is reported by `finish`.
            return null;
          }
        },
        finish() {
          words ??= textOf({ is: 'finish', utterance, isDecoded: pauseCount > 0 }).finally(stopListening);
          words.catch(() => undefined);
          return words;
        },
      };
    },
  };
}
