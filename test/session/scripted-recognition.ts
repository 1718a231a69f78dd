/** A scripted SpeechRecognition that records its instances and raises the events that a test requests. */
import type { Recognition, RecognitionConstructor } from '../../src/elements/session/recognition.ts';

export interface ScriptedRecogniser {
  recognition: RecognitionConstructor;
  created: PlayedRecognition[];
  /** Calls of the browser's API, one word for each. */
  calls: string[];
  /** On-device language packs, by language tag. */
  packs: Record<string, string>;
  /** Ends the running download of a language pack with this result. */
  finishInstallation: (result: boolean | Error) => void;
  last(): PlayedRecognition;
}

export interface PlayedRecognition extends Recognition {
  calls: string[];
  track: unknown;
  /** Simulates events that the browser raises. */
  begins(): void;
  says(...results: [text: string, final?: boolean, confidence?: number][]): void;
  fails(error: string): void;
  ends(): void;
}

/** Its fields are getters of the prototype, as in a browser, so a copy of the object lacks them. */
class PlayedResult {
  readonly #fields: { transcript: string; confidence?: number };
  readonly #final: boolean;
  constructor(transcript: string, final = false, confidence?: number) {
    this.#fields = { transcript, ...(confidence === undefined ? {} : { confidence }) };
    this.#final = final;
  }
  get length(): number {
    return 1;
  }
  get [0](): { transcript: string; confidence?: number } {
    return Object.create(this.#fields) as { transcript: string; confidence?: number };
  }
  get isFinal(): boolean {
    return this.#final;
  }
}

/** Creates a scripted recogniser. `local`: it has `available`, `install` and `processLocally`, as in Chrome 139. */
export function scriptedRecogniser({
  local: isLocal = true,
  packs = {},
  refuses = false,
}: { local?: boolean; packs?: Record<string, string>; refuses?: boolean } = {}): ScriptedRecogniser {
  const recognitions: PlayedRecognition[] = [];
  const calls: string[] = [];
  class FakeRecognition extends EventTarget implements PlayedRecognition {
    lang = '';
    continuous = false;
    interimResults = false;
    maxAlternatives = 0;
    calls: string[] = [];
    track: unknown = null;
    constructor() {
      super();
      recognitions.push(this);
    }
    start(track?: MediaStreamTrack): void {
      if (refuses) throw new Error('InvalidStateError');
      this.track = track;
      this.calls.push('start');
    }
    stop(): void {
      this.calls.push('stop');
    }
    abort(): void {
      this.calls.push('abort');
    }
    begins(): void {
      this.dispatchEvent(new Event('start'));
    }
    says(...results: [text: string, final?: boolean, confidence?: number][]): void {
      const list = results.map((result) => new PlayedResult(...result));
      this.dispatchEvent(Object.assign(new Event('result'), { results: list }));
    }
    fails(error: string): void {
      this.dispatchEvent(Object.assign(new Event('error'), { error }));
      this.ends();
    }
    ends(): void {
      this.dispatchEvent(new Event('end'));
    }
  }
  const world: ScriptedRecogniser = {
    recognition: FakeRecognition,
    created: recognitions,
    calls,
    packs,
    finishInstallation: () => {},
    last: () => recognitions.at(-1)!,
  };
  if (isLocal) {
    Object.defineProperty(FakeRecognition.prototype, 'processLocally', {
      value: false,
      writable: true,
      configurable: true,
    });
    Object.assign(FakeRecognition, {
      available: async ({ langs: [tag] }: { langs: string[] }) => (
        calls.push(`available ${tag}`),
        packs[tag!] ?? 'unavailable'
      ),
      install: ({ langs: [tag] }: { langs: string[] }) =>
        new Promise<boolean>((resolve, reject) => {
          calls.push(`install ${tag}`);
          world.finishInstallation = (result) => (result instanceof Error ? reject(result) : resolve(result));
        }),
    });
  }
  return world;
}
