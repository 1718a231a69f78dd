/** Simulated voices of a device that speak on command. */
import type { SpeechPort } from '../../src/elements/session/device-voices.ts';

export const deviceVoice = (name: string, lang: string, localService = true) =>
  ({ name, lang, localService, default: false, voiceURI: name }) as SpeechSynthesisVoice;
export const SAMANTHA = deviceVoice('Samantha', 'en-US');

class Utterance extends EventTarget {
  voice: SpeechSynthesisVoice | null = null;
  lang = '';
  constructor(readonly text: string) {
    super();
  }
}

export class ScriptedSpeech {
  voices: SpeechSynthesisVoice[];
  /** All calls of the speech port, in order. */
  readonly log: string[] = [];
  readonly utterances: Pick<SpeechSynthesisUtterance, 'text' | 'voice' | 'lang' | 'dispatchEvent'>[] = [];
  readonly #changeTarget = new EventTarget();

  constructor(voices: SpeechSynthesisVoice[] = [SAMANTHA]) {
    this.voices = voices;
  }

  readonly port: SpeechPort = {
    synthesis: {
      getVoices: () => this.voices,
      speak: (utterance) => {
        this.utterances.push(utterance);
        this.log.push(`speak ${utterance.text}`);
      },
      cancel: () => void this.log.push('cancel'),
      pause: () => void this.log.push('pause'),
      resume: () => void this.log.push('resume'),
      addEventListener: (...listener: Parameters<EventTarget['addEventListener']>) =>
        this.#changeTarget.addEventListener(...listener),
    },
    newUtterance: (text) => new Utterance(text) as unknown as SpeechSynthesisUtterance,
  };

  get last() {
    return this.utterances.at(-1)!;
  }

  load(voices: SpeechSynthesisVoice[]): void {
    this.voices = voices;
    this.#changeTarget.dispatchEvent(new Event('voiceschanged'));
  }

  begins(): void {
    this.last.dispatchEvent(new Event('start'));
  }
  reaches(charIndex: number, name = 'word'): void {
    this.last.dispatchEvent(Object.assign(new Event('boundary'), { name, charIndex }));
  }
  ends(): void {
    this.last.dispatchEvent(new Event('end'));
  }
  fails(error = 'synthesis-failed'): void {
    this.last.dispatchEvent(Object.assign(new Event('error'), { error }));
  }
}
