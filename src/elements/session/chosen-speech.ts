/** Chooses whether the browser or the service recognises speech and speaks in an attempt. */
import type { BrowserSpeechToText } from './browser-speech-to-text.ts';
import type { BrowserTextToSpeech } from './browser-text-to-speech.ts';
import { loadedDeployment, type SessionContext } from './session-context.ts';

type Options = { agreed: boolean; signal: AbortSignal };

/**
 * Opens the browser's recognition and voice, if they are selected and work. Their code is loaded only if it
 * is selected.
 */
export async function chosenSpeech(
  context: SessionContext,
  options: Options,
): Promise<Pick<SessionContext, 'speechToText' | 'textToSpeech'>> {
  const [speechToText, textToSpeech] = await Promise.all([
    chosenSpeechToText(context, options).catch(report),
    chosenTextToSpeech(context, options).catch(report),
  ]);
  return { speechToText, textToSpeech };
}

/** Logs the error; the service is used instead. */
function report(error: unknown): null {
  console.warn('palkit: speech', error);
  return null;
}

async function chosenSpeechToText(
  context: SessionContext,
  { agreed, signal }: Options,
): Promise<BrowserSpeechToText | null> {
  const { hearing, modality } = loadedDeployment(context).customization;
  const choice = context.options.hearing ?? hearing ?? 'service';
  if (choice === 'service' || modality === 'chat') return null;
  const { openSpeechToText } = await import('./browser-speech-to-text.ts');
  const speechToText = await openSpeechToText(context, choice, signal);
  if (agreed) speechToText?.agree(true);
  return speechToText;
}

async function chosenTextToSpeech(
  context: SessionContext,
  { signal }: Options,
): Promise<BrowserTextToSpeech | null> {
  const { voice, modality } = loadedDeployment(context).customization;
  if (voice !== 'browser' || modality === 'chat') return null;
  return (await import('./browser-text-to-speech.ts')).openTextToSpeech(context, signal);
}
