/**
 * The PocketSphinx recogniser in WebAssembly, with CMU's small English model. Synchronous and one utterance at a time;
 * meant for a worker thread. Built by `pocketsphinx/build-pocketsphinx.sh`.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { asset } from '../../asset.ts';
import type { Vocabulary } from './engines.ts';
import { languageModel } from './language-model.ts';
import { guessPronunciation } from './pronunciation.ts';

const FOLDER = 'agent/engines/pocketsphinx';
const MODEL_FILES = ['feat.params', 'mdef', 'means', 'noisedict', 'sendump', 'transition_matrices', 'variances'];
/** Vocabularies kept compiled, each about 20 MB. */
const MOST_VOCABULARIES = 4;
/** Words with a guessed sound that one recogniser takes in its life; its dictionary only grows. */
const MOST_GUESSES = 20_000;
/** How much the agent's own subject counts against general English. */
const DOMAIN_SHARE = 0.6;
/** Samples copied into the engine at a time. */
const CHUNK = 20_000;
/** How much of an utterance its beginning should have: as short as still tells enough of a voice (measured). */
export const OPENING_SAMPLES = CHUNK;

type Argument = string | number;
interface PocketSphinxModule {
  ccall(name: string, result: 'number' | 'string', types: ('number' | 'string')[], values: Argument[]): number | string | null;
  FS: { mkdir(path: string): void; writeFile(path: string, data: string | Uint8Array): void; unlink(path: string): void };
  HEAP16: Int16Array;
  _malloc(size: number): number;
}

export interface Recogniser {
  /** Recognises with this vocabulary from the next utterance on; compiles it when it is not among the last used. */
  use(vocabulary?: Vocabulary): void;
  /** `opening` is the first of the sound, at most `OPENING_SAMPLES`, to hear what the voice and the microphone are like. It is still to be written. */
  begin(opening: Int16Array): void;
  /** 16 kHz mono. */
  write(samples: Int16Array): void;
  /** The words of the utterance, lower case, separated by single spaces; empty when nothing was understood. */
  end(): string;
}

export async function loadPocketSphinx(): Promise<Recogniser> {
  const create = createRequire(import.meta.url)(asset(`${FOLDER}/pocketsphinx.cjs`)) as (settings: object) => Promise<PocketSphinxModule>;
  const module = await create({ wasmBinary: readFileSync(asset(`${FOLDER}/pocketsphinx.wasm`)), print: () => undefined, printErr: () => undefined });
  const call = (name: string, ...values: Argument[]): number =>
    Number(module.ccall(`recogniser_${name}`, 'number', values.map((value) => (typeof value === 'number' ? 'number' : 'string')), values));
  const must = (name: string, ...values: Argument[]): void => {
    if (call(name, ...values) < 0) throw new Error(`the recogniser failed to ${name.replaceAll('_', ' ')}`);
  };

  module.FS.mkdir('/model');
  const copy = (from: string, to: string): void => module.FS.writeFile(to, readFileSync(asset(`${FOLDER}/model/${from}`)));
  for (const file of MODEL_FILES) copy(`en-us/${file}`, `/model/${file}`);
  copy('cmudict-en-us.dict', '/dictionary');
  copy('general.lm.bin', '/general');
  must('open', '/model', '/dictionary');
  must('open_general', '/general');
  for (const file of [...MODEL_FILES.map((each) => `/model/${each}`), '/dictionary', '/general']) module.FS.unlink(file);

  const buffer = module._malloc(CHUNK * 2);
  const languages = new Map<string, string>();
  let count = 0;
  let guesses = 0;

  function pronounceable(word: string): boolean {
    if (call('knows', word)) return true;
    const phones = guesses < MOST_GUESSES ? guessPronunciation(word) : undefined;
    if (phones === undefined || call('add_word', word, phones) < 0) return false;
    guesses += 1;
    return true;
  }

  function compile(vocabulary: Vocabulary): string {
    const { arpa } = languageModel(vocabulary.texts, pronounceable);
    count += 1;
    const name = `language ${count}`;
    module.FS.writeFile('/language', arpa);
    must('add_language', name, '/language', DOMAIN_SHARE);
    module.FS.unlink('/language');
    return name;
  }

  return {
    use(vocabulary = { id: '', texts: [] }) {
      const name = languages.get(vocabulary.id) ?? compile(vocabulary);
      languages.delete(vocabulary.id);
      languages.set(vocabulary.id, name);
      must('use_language', name);
      if (languages.size <= MOST_VOCABULARIES) return;
      const [oldest, dropped] = languages.entries().next().value!;
      languages.delete(oldest);
      must('drop_language', dropped);
    },
    begin(opening) {
      const part = opening.subarray(0, OPENING_SAMPLES);
      module.HEAP16.set(part, buffer / 2);
      must('begin', buffer, part.length);
    },
    write(samples) {
      for (let at = 0; at < samples.length; at += CHUNK) {
        const part = samples.subarray(at, at + CHUNK);
        module.HEAP16.set(part, buffer / 2);
        must('write', buffer, part.length);
      }
    },
    end: () => String(module.ccall('recogniser_end', 'string', [], []) ?? '').trim(),
  };
}
