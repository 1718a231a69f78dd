/**
 * Vosk in WebAssembly with one model. It is meant for a worker thread, because calls are synchronous and block up
 * to a quarter of a second. Several utterances may be open; each has its own decoder for the shared model.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { VoskModule } from '@lichess-org/vosk-browser/dist/vosk.worker.js';
import * as z from 'zod';

export const SAMPLE_RATE = 16_000;
/** Number of samples that are copied into the engine at a time: 200 ms. */
const CHUNK_SAMPLES = 3_200;

/**
 * The settings with the best results for the embedded model (`bench/recognition.ts`). The search is wider than
 * Vosk's default. Chunks are small, because a visitor waits for the last one: with 6 frames instead of 12, the
 * median wait fell from 90 to 71 ms and from 79 to 65 ms with two test voices. No test set had more than one
 * additional wrong word.
 */
const EMBEDDED_SEARCH = { beam: 13, 'max-active': 3000, 'lattice-beam': 4, 'frames-per-chunk': 6 };

/** A recognised word. `confidence` is 0 to 1. */
export interface HeardWord {
  word: string;
  confidence: number;
}

/** Times are in seconds from the first written sample. */
export interface TimedWord extends HeardWord {
  start: number;
  end: number;
}

export interface Decoder {
  /** Adds 16 kHz mono samples of any length. */
  write(samples: Int16Array): void;
  /** Returns the words so far, which may still change. */
  partial(): string;
  /** Ends the decoder, frees its memory and returns the words. No further call is allowed. */
  end(): TimedWord[];
  /** Frees the decoder's memory and discards the words; used instead of `end()`. */
  drop(): void;
}

const Word = z.object({ word: z.string(), conf: z.number(), start: z.number(), end: z.number() });
const Result = z.object({
  result: z.array(Word).optional(),
  text: z.string(),
});
/** Without audio since the last result, Vosk returns an empty text and no `partial`. */
const Partial = z.object({ partial: z.string().default('') });

/**
 * Loads a model, and returns a function that creates decoders for it. `embedded` selects the settings for the
 * model that ships with the service. Throws if a file cannot be read or the model is invalid.
 */
export async function loadVosk(folder: string, { embedded }: { embedded: boolean }): Promise<() => Decoder> {
  const module = await loadModule();
  module.SetLogLevel(-1);
  const copiedFiles: string[] = [];
  const copy = (from: string, to: string): void => {
    module.FS.mkdir(to);
    for (const entry of readdirSync(from, { withFileTypes: true })) {
      const [source, target] = [join(from, entry.name), `${to}/${entry.name}`];
      if (entry.isDirectory()) {
        copy(source, target);
        continue;
      }
      const bytes = readFileSync(source);
      const hasMeasuredSettings = embedded && target === '/model/conf/model.conf';
      module.FS.writeFile(target, hasMeasuredSettings ? withSearch(bytes.toString('utf8')) : bytes, {
        canOwn: true,
      });
      copiedFiles.push(target);
    }
  };
  copy(folder, '/model');
  const model = new module.Model('/model');
  // The engine has loaded the model into memory, so the copied files are deleted.
  for (const file of copiedFiles) module.FS.unlink(file);
  collectGarbage();
  const buffer = module._malloc(CHUNK_SAMPLES * Float32Array.BYTES_PER_ELEMENT);

  return () => {
    const recogniser = new module.Recognizer(model, SAMPLE_RATE);
    recogniser.SetWords(true);
    const words: TimedWord[] = [];
    const addWords = (json: string): void => {
      for (const { conf, ...word } of Result.parse(JSON.parse(json)).result ?? [])
        words.push({ ...word, confidence: conf });
    };
    return {
      write(samples) {
        for (let index = 0; index < samples.length; index += CHUNK_SAMPLES) {
          const part = samples.subarray(index, index + CHUNK_SAMPLES);
          module.HEAPF32.set(part, buffer / Float32Array.BYTES_PER_ELEMENT);
          // A long silence ends the utterance for the decoder, although the visitor's utterance may continue.
          if (recogniser.AcceptWaveform(buffer, part.length)) addWords(recogniser.Result());
        }
      },
      partial: () =>
        [
          ...words.map(({ word }) => word),
          Partial.parse(JSON.parse(recogniser.PartialResult())).partial,
        ].join(' '),
      end() {
        addWords(recogniser.FinalResult());
        recogniser.delete();
        return words;
      },
      drop: () => recogniser.delete(),
    };
  };
}

/**
 * Frees the bytes of the files (53 MB) immediately. A thread that waits for sound allocates no memory, so it
 * would not trigger a garbage collection.
 */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
}

function withSearch(conf: string): string {
  const settings = conf
    .split('\n')
    .filter((line) => !Object.keys(EMBEDDED_SEARCH).some((name) => line.startsWith(`--${name}=`)));
  return [...Object.entries(EMBEDDED_SEARCH).map(([name, value]) => `--${name}=${value}`), ...settings].join(
    '\n',
  );
}

/**
 * Loads the engine of a package for browsers, whose worker answers messages. The code that fetches a model is
 * not used.
 */
async function loadModule(): Promise<VoskModule> {
  const globalScope: Record<string, unknown> = globalThis;
  globalScope['self'] ??= { location: { href: import.meta.url }, addEventListener() {} };
  globalScope['importScripts'] ??= () => undefined;
  const { RecognizerWorker } = await import('@lichess-org/vosk-browser/dist/vosk.worker.js');
  const binary = readFileSync(
    createRequire(import.meta.url).resolve('@lichess-org/vosk-browser/dist/vosk.wasm'),
  );
  const address = URL.createObjectURL(new Blob([binary], { type: 'application/wasm' }));
  try {
    return await new Promise<VoskModule>((resolve, reject) => {
      const silentLogger = { error() {}, verbose() {}, getLogLevel: () => -1 };
      const moduleReceiver = {
        logger: silentLogger,
        set module(module: VoskModule) {
          resolve(module);
        },
        get module(): VoskModule {
          throw new Error('the engine was taken');
        },
      };
      RecognizerWorker.prototype.load.call(moduleReceiver, 'none', address).catch(reject);
    });
  } finally {
    URL.revokeObjectURL(address);
  }
}
