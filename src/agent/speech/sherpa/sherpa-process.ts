/**
 * The process that runs one sherpa-onnx model. Unlike a thread, a process isolates crashes of native code and
 * returns its memory to the system. It also separates the library from the service, because the library is
 * under the GPL: it contains espeak-ng.
 */
import { createRequire } from 'node:module';
import { startWatchdog } from '@palkit/runtime/watchdog';
import { HEARING_RATE, SPEECH_RATE, type Reply, type Request, type Setup } from './protocol.ts';

interface Stream {
  acceptWaveform(sound: { samples: Float32Array; sampleRate: number }): void;
  inputFinished?(): void;
}
interface Recogniser {
  createStream(): Stream;
  decode(stream: Stream): void;
  isReady?(stream: Stream): boolean;
  getResult(stream: Stream): { text: string };
}
interface Synthesiser {
  generate(options: { text: string; sid: number; speed: number; enableExternalBuffer: boolean }): {
    samples: Float32Array;
    sampleRate: number;
  };
}
/** The part of the package's API that is used. */
interface Sherpa {
  OfflineRecognizer: new (config: object) => Recogniser;
  OnlineRecognizer: new (config: object) => Recogniser;
  OfflineTts: new (config: object) => Synthesiser;
  LinearResampler: new (from: number, to: number) => { flush(samples: Float32Array): Float32Array };
}

const setup = JSON.parse(process.argv[2]!) as Setup;
const sherpa = createRequire(import.meta.url)(setup.package) as Sherpa;
const { parts, threads } = setup;
const commonOptions = { numThreads: threads, provider: 'cpu', debug: 0 };
const transducer = { encoder: parts['encoder'], decoder: parts['decoder'], joiner: parts['joiner'] };

/** Number of samples of silence at the end of an utterance; without it the last word may be lost. */
const TAIL_SAMPLES = HEARING_RATE / 2;

const answer = (reply: Reply): void => void process.send!(reply);

function recogniser(): Recogniser {
  const featConfig = { sampleRate: HEARING_RATE, featureDim: 80 };
  const { tokens } = parts;
  if (setup.family === 'streaming_transducer') {
    return new sherpa.OnlineRecognizer({
      featConfig,
      modelConfig: { transducer, tokens, ...commonOptions },
      decodingMethod: 'greedy_search',
      enableEndpoint: false,
    });
  }
  const models: Record<string, object> = {
    moonshine: {
      moonshine: {
        preprocessor: parts['preprocessor'],
        encoder: parts['encoder'],
        uncachedDecoder: parts['uncached_decoder'],
        cachedDecoder: parts['cached_decoder'],
      },
    },
    whisper: {
      whisper: {
        encoder: parts['encoder'],
        decoder: parts['decoder'],
        language: 'en',
        task: 'transcribe',
        tailPaddings: -1,
      },
    },
    transducer: { transducer, modelType: 'nemo_transducer' },
    ctc: { nemoCtc: { model: parts['model'] } },
  };
  return new sherpa.OfflineRecognizer({
    featConfig,
    modelConfig: { ...models[setup.family], tokens, ...commonOptions },
  });
}

function recognitionHandler(): (request: Request) => void {
  const engine = recogniser();
  const isStreaming = engine.isReady !== undefined;
  interface Utterance {
    chunks: Float32Array[];
    length: number;
    stream: Stream | null;
    text: string;
  }
  const openUtterances = new Map<number, Utterance>();
  const utteranceOf = (number: number): Utterance => {
    const existing = openUtterances.get(number);
    if (existing) return existing;
    const result: Utterance = {
      chunks: [],
      length: 0,
      stream: isStreaming ? engine.createStream() : null,
      text: '',
    };
    openUtterances.set(number, result);
    return result;
  };
  const drain = (stream: Stream): void => {
    while (engine.isReady!(stream)) engine.decode(stream);
  };
  /**
   * Returns the words of an utterance. A streaming recogniser keeps its state, so at the end it needs only the
   * added silence. Any other recogniser receives the complete sound each time.
   */
  const recognise = (utterance: Utterance, isLast: boolean): string => {
    if (utterance.length === 0) return '';
    const silence = { samples: new Float32Array(TAIL_SAMPLES), sampleRate: HEARING_RATE };
    if (utterance.stream && !isLast) {
      drain(utterance.stream);
      return engine.getResult(utterance.stream).text.trim();
    }
    const stream = utterance.stream ?? engine.createStream();
    if (!utterance.stream)
      stream.acceptWaveform({
        samples: joinChunks(utterance.chunks, utterance.length),
        sampleRate: HEARING_RATE,
      });
    else stream.acceptWaveform(silence);
    stream.inputFinished?.();
    if (utterance.stream) drain(stream);
    else engine.decode(stream);
    return engine.getResult(stream).text.trim();
  };
  return (request) => {
    if (request.is === 'write') {
      const utterance = utteranceOf(request.utterance);
      const samples = Float32Array.from(request.samples, (sample) => sample / 32_768);
      utterance.length += samples.length;
      if (!utterance.stream) return void utterance.chunks.push(samples);
      utterance.stream.acceptWaveform({ samples, sampleRate: HEARING_RATE });
      drain(utterance.stream);
    } else if (request.is === 'read') {
      const utterance = utteranceOf(request.utterance);
      utterance.text = recognise(utterance, false);
      answer({ id: request.id, text: utterance.text });
    } else if (request.is === 'finish') {
      const utterance = utteranceOf(request.utterance);
      openUtterances.delete(request.utterance);
      answer({
        id: request.id,
        text: request.isDecoded && !utterance.stream ? utterance.text : recognise(utterance, true),
      });
    } else if (request.is === 'drop') openUtterances.delete(request.utterance);
  };
}

function synthesisHandler(): (request: Request) => void {
  const isKokoro = setup.family === 'kokoro';
  const voice = { model: parts['model'], tokens: parts['tokens'], dataDir: parts['data'] };
  const engine = new sherpa.OfflineTts({
    model: {
      ...(isKokoro ? { kokoro: { ...voice, voices: parts['voices'] } } : { vits: voice }),
      ...commonOptions,
    },
    maxNumSentences: 1,
  });
  return (request) => {
    if (request.is !== 'speak') return;
    const result = engine.generate({
      text: request.text,
      sid: request.speaker,
      speed: request.speed,
      enableExternalBuffer: false,
    });
    const sound =
      result.sampleRate === SPEECH_RATE
        ? result.samples
        : new sherpa.LinearResampler(result.sampleRate, SPEECH_RATE).flush(result.samples);
    answer({
      id: request.id,
      samples: Int16Array.from(sound, (sample) =>
        Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_767))),
      ),
    });
  };
}

function joinChunks(chunks: readonly Float32Array[], length: number): Float32Array {
  const joinedSamples = new Float32Array(length + TAIL_SAMPLES);
  let at = 0;
  for (const chunk of chunks) {
    joinedSamples.set(chunk, at);
    at += chunk.length;
  }
  return joinedSamples;
}

const handleRequest =
  setup.family === 'piper' || setup.family === 'kokoro' ? synthesisHandler() : recognitionHandler();
startWatchdog(Infinity, true);
process.on('message', (request: Request) => {
  if (request.is === 'ping') return answer({ alive: true });
  try {
    handleRequest(request);
  } catch (error) {
    if ('id' in request) answer({ id: request.id, failed: error instanceof Error ? error.name : 'unknown' });
  }
});
process.on('disconnect', () => process.exit(0));
answer({ ready: true });
