/** Chooses where speech is recognised in an attempt: by the browser if configured, else by the service. */
import type { BrowserSpeechToText } from './browser-speech-to-text.ts';
import { loadedDeployment, type SessionContext } from './session-context.ts';

/**
 * Returns the browser's own speech recognition if it is chosen and works, else null. Its code is loaded only
 * if chosen.
 */
export async function chosenSpeechToText(
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
