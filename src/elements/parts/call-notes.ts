/** What a visitor should know of a spoken call, in words: what is wrong with a device, and who hears. */
import { browserOf } from '../session/browser.ts';
import type { View } from '../session/phases.ts';
import { fill, type Words } from '../text/words.ts';

/** What is wrong with a device, and what helps. */
export function deviceTrouble({ devices }: View, words: Words): string {
  const { microphone, camera, unplugged } = devices;
  const allow = words[`allow${browserOf(navigator)}`];
  if (microphone.state === 'denied') return `${words.microphoneDenied} ${allow}`;
  if (camera.state === 'denied') return `${words.cameraDenied} ${allow}`;
  if (!unplugged) return '';
  return unplugged.now === null
    ? words.deviceGone
    : fill(words.deviceSwitched, { device: unplugged.now || words.microphone });
}

/** Who hears, where that is to be known. */
export function hearingNote({ hearing, capabilities }: View, words: Words): string {
  if (hearing?.state === 'listening')
    return hearing.where === 'device' ? words.hearingDevice : words.hearingCloud;
  return capabilities?.hearing === 'none' ? words.noHearing : '';
}
