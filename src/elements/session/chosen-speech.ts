/** Chooses who recognises speech and who speaks in an attempt: the browser if configured, else the service. */
import type { BrowserSpeechToText } from './browser-speech-to-text.ts';
import type { BrowserTextToSpeech } from './browser-text-to-speech.ts';
import { loadedDeployment, type SessionContext } from './session-context.ts';

/** The parts of the browser that are chosen and work; their code is loaded only if chosen. */
export async function chosenSpeech(
  context: SessionContext,
  options: { agreed: boolean; signal: AbortSignal },
): Promise<Pick<SessionContext, 'speechToText' | 'textToSpeech'>> {
  const [speechToText, textToSpeech] = await Promise.all([
    chosenSpeechToText(context, options),
    chosenTextToSpeech(context, options.signal),
  ]);
  return { speechToText, textToSpeech };
}

async function chosenSpeechToText(
  context: SessionContext,
  { agreed, signal }: { agreed: boolean; signal: AbortSignal },
): Promise<BrowserSpeechToText | null> {
  const { options, clock, devices } = context;
  const { customization, languages } = loadedDeployment(context);
  const choice = options.hearing ?? customization.hearing ?? 'service';
  if (choice === 'service' || customization.modality === 'chat') return null;
  try {
    const { openSpeechToText } = await import('./browser-speech-to-text.ts');
    const speechToText = await openSpeechToText({
      choice,
      clock,
      signal,
      recognition: options.recognition,
      languages: { spoken: languages, browser: navigator.languages },
      page: typeof document === 'undefined' ? undefined : document,
      track: () => devices.track('microphone'),
      changed: (hearing) => context.set({ hearing }),
    });
    if (agreed) speechToText?.agree(true);
    return signal.aborted ? null : speechToText;
  } catch (error) {
    console.warn('palkit: hearing', error);
    return null;
  }
}

async function chosenTextToSpeech(
  context: SessionContext,
  signal: AbortSignal,
): Promise<BrowserTextToSpeech | null> {
  const { voice, modality } = loadedDeployment(context).customization;
  if (voice !== 'browser' || modality === 'chat') return null;
  try {
    return (await import('./browser-text-to-speech.ts')).openTextToSpeech(context, signal);
  } catch (error) {
    console.warn('palkit: voice', error);
    return null;
  }
}
