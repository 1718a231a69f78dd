/**
 * The video element, created and loaded within the visitor's tap, because the agent's stream arrives seconds
 * later. Safari plays sound only on a page that uses the microphone, or in an element that was used within a tap.
 * Source: WebKit's blog, "New video policies for iOS" (load() or play() within the tap).
 */
let touchedVideo: HTMLVideoElement | null = null;

/** Prepares the video element; call it within a tap that leads to a call. */
export function touchVideo(): void {
  touchedVideo ??= document.createElement('video');
  touchedVideo.load();
}

/** Returns the prepared element to the first caller, and a new one to later callers. */
export function takeVideo(): HTMLVideoElement {
  const video = touchedVideo ?? document.createElement('video');
  touchedVideo = null;
  return video;
}
