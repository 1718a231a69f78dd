/** Who hears in an attempt: the browser where that is wanted, the service otherwise. */
import type { BrowserSpeechToText } from './browser-speech-to-text.ts';
import type { SessionContext } from './session-context.ts';

/**
 * The browser's own speech recognition, where it is wanted; its code is loaded only then. Where that fails the
 * service hears.
 */
export async function chosenSpeechToText(
  context: SessionContext,
  { agreed, signal }: { agreed: boolean; signal: AbortSignal },
): Promise<BrowserSpeechToText | null> {
  const { options, clock, devices } = context;
  const { customization, languages } = context.view.deployment!;
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
