/** Who hears in an attempt: the browser's own ears where they are wanted, the service otherwise. */
import type { BrowserEars } from './browser-ears.ts';
import type { Ground } from './ground.ts';

/**
 * The browser's own ears, where they are wanted; their code is loaded only then. Where that fails the
 * service hears.
 */
export async function chosenEars(
  ground: Ground,
  { agreed, signal }: { agreed: boolean; signal: AbortSignal },
): Promise<BrowserEars | null> {
  const { options, clock, devices } = ground;
  const { customization, languages } = ground.view.deployment!;
  const choice = options.hearing ?? customization.hearing ?? 'service';
  if (choice === 'service' || customization.modality === 'chat') return null;
  try {
    const { openEars } = await import('./browser-ears.ts');
    const ears = await openEars({
      choice,
      clock,
      signal,
      recognition: options.recognition,
      languages: { spoken: languages, browser: navigator.languages },
      page: typeof document === 'undefined' ? undefined : document,
      track: () => devices.track('microphone'),
      changed: (hearing) => ground.set({ hearing }),
    });
    if (agreed) ears?.agree(true);
    return signal.aborted ? null : ears;
  } catch (error) {
    console.warn('palkit: hearing', error);
    return null;
  }
}
