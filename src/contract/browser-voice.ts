/** Decides whether the visitor's browser may speak in a call (docs/decisions/0043-browser-voices.md). */
import type { Customization } from './customization.ts';

/** Returns why `voice: "browser"` has no effect, as the end of a sentence; null if the browser may speak. */
function browserVoiceObstacle(
  { modality, face_rendering }: Customization,
  { isRecorded, isTrained }: { isRecorded: boolean; isTrained: boolean },
): string | null {
  if (modality === 'chat') return 'because modality is chat.';
  if (isRecorded) return "because calls are recorded, and a recording holds the service's voice.";
  if (isTrained)
    return "because a trained face is a video of the service, whose lips follow the service's voice.";
  return face_rendering === 'service' ? 'because face_rendering is service.' : null;
}

/** True if the owner selected the browser's voice and nothing prevents it. */
export const mayBrowserSpeak = (
  customization: Customization,
  call: { isRecorded: boolean; isTrained: boolean },
): boolean => customization.voice === 'browser' && browserVoiceObstacle(customization, call) === null;

/** Returns the setting with the reason why it has no effect; empty if it has an effect or is not set. */
export function ineffectiveVoice(
  customization: Customization,
  call: { isRecorded: boolean; isTrained: boolean },
): { path: string; words: string }[] {
  const reason = customization.voice === 'browser' ? browserVoiceObstacle(customization, call) : null;
  return reason
    ? [{ path: 'customization.voice', words: `customization.voice has no effect ${reason}` }]
    : [];
}
