/** Notes for the visitor of a spoken call: device problems, and the place of speech recognition. */
import { browserOf } from '../session/browser.ts';
import type { BrowserHearing, View } from '../session/phases.ts';
import { fill, type Words } from '../text/words.ts';

/**
 * The interface by which Chromium reports what the permissions policy allows on a page. In a frame without `allow`,
 * a visitor cannot grant the permission.
 */
type WithPolicy = { featurePolicy?: { allowsFeature(feature: string): boolean } };

/** Milliseconds for which the face looks worried about a device that cannot be used. */
export const DEVICE_WORRY_MS = 3000;

/** Returns a text with a device problem and its solution; empty if there is no problem. */
export function deviceProblem({ devices }: View, words: Words): string {
  const { microphone, camera, unplugged } = devices;
  const permissionHint = words[`allow${browserOf(navigator)}`];
  if (microphone.state === 'denied')
    return (document as WithPolicy).featurePolicy?.allowsFeature('microphone') === false
      ? words.noHearing
      : `${words.microphoneDenied} ${permissionHint}`;
  if (microphone.state === 'in-use') return words.microphoneInUse;
  if (camera.state === 'denied') return `${words.cameraDenied} ${permissionHint}`;
  if (!unplugged) return '';
  return unplugged.now === null
    ? words.deviceGone
    : fill(words.deviceSwitched, { device: unplugged.now || words.microphone });
}

/** Returns a text that says where speech is recognised, if the visitor should know; otherwise empty. */
export function hearingNote({ hearing, capabilities }: View, words: Words): string {
  if (hearing?.state === 'listening')
    return hearing.where === 'device' ? words.hearingDevice : words.hearingCloud;
  return capabilities?.hearing === 'none' ? words.noHearing : '';
}

/** True if the download of speech recognition is offered, running, or failed. */
export const offersHearing = (state: BrowserHearing['state'] | undefined): boolean =>
  state === 'downloadable' || state === 'downloading' || state === 'failed';

/** True if there is a note to show. `spoken` is true if the visitor can speak now. */
export function hasNotes(view: View, words: Words, spoken: boolean): boolean {
  const { recording, endsSoon, hearing } = view;
  const hasHearing = offersHearing(hearing?.state) || hearingNote(view, words) !== '';
  return recording || endsSoon || (spoken && (hasHearing || deviceProblem(view, words) !== ''));
}
