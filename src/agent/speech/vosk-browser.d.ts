/** The part of the package's worker that we use; the package has no types. */
declare module '@lichess-org/vosk-browser/dist/vosk.worker.js' {
  export interface VoskModule {
    FS: {
      mkdir(path: string): void;
      writeFile(path: string, data: string | Uint8Array, options?: { canOwn: boolean }): void;
      unlink(path: string): void;
    };
    HEAPF32: Float32Array;
    _malloc(size: number): number;
    /** -1 disables logging. */
    SetLogLevel(level: number): void;
    Model: new (path: string) => { delete(): void };
    Recognizer: new (
      model: InstanceType<VoskModule['Model']>,
      sampleRate: number,
    ) => {
      SetWords(words: boolean): void;
      /**
       * Floats in the scale of 16-bit samples at an address of `_malloc`; returns true if a silence ends the
       * utterance.
       */
      AcceptWaveform(address: number, length: number): boolean;
      Result(): string;
      PartialResult(): string;
      FinalResult(): string;
      delete(): void;
    };
  }
  export class RecognizerWorker {
    /** Puts the module into `this.module`, then fetches a model. */
    load(this: { module: VoskModule; logger: object }, modelUrl: string, wasmUrl: string): Promise<unknown>;
  }
}
