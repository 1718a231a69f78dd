/**
 * `palkit check-engines`: tests the configured model, voice and recogniser with one sentence each, and explains every
 * fault. It never prints a key.
 */
import type { EngineConfig } from '@palkit/agent';
import type { Clock } from '@palkit/runtime/clock';
import { checkEngines as checkEach, type SettingNames } from '../engines/engine-check.ts';
import type { Config } from '../config/config.ts';

interface Parts {
  fetch: typeof fetch;
  clock: Clock;
  out(text: string): void;
}

const PREFIX = { model: 'LLM', voice: 'TTS', ears: 'STT' } as const;
const TITLE = { model: 'Model', voice: 'Voice', ears: 'Ears' } as const;

/** Returns the exit code: 0 if all configured engines work, otherwise 1. */
export async function checkEngines(
  { llm, tts, stt }: Pick<Config, 'llm' | 'tts' | 'stt'>,
  { fetch: send, clock, out }: Parts,
): Promise<number> {
  // The clock's timers do not keep the process alive. This interval does, until all engines have answered.
  const keepAlive = setInterval(() => {}, 1000);
  const withNames = <Engine extends EngineConfig>(engine: Engine | null, prefix: string) =>
    engine && { ...engine, account: null, fetch: send, names: namesOf(prefix) };
  const engines = {
    model: withNames(llm, 'LLM'),
    voice: withNames(tts, 'TTS'),
    ears: withNames(stt, 'STT'),
  };
  let hasFault = false;
  for await (const { engine, works, milliseconds, words } of checkEach(engines, clock)) {
    hasFault ||= works === false;
    out(
      works === null
        ? `${TITLE[engine]}: not configured; the embedded one is used (${PREFIX[engine]}_BASE_URL).\n`
        : works
          ? `${TITLE[engine]}: works, ${(milliseconds / 1000).toFixed(1)} s. ${words}\n`
          : `${TITLE[engine]}: does not work. ${words}\n`,
    );
  }
  clearInterval(keepAlive);
  return hasFault ? 1 : 0;
}

const namesOf = (prefix: string): SettingNames => ({
  url: `${prefix}_BASE_URL`,
  key: `${prefix}_API_KEY`,
  model: `${prefix}_MODEL`,
  isPublic: true,
});
