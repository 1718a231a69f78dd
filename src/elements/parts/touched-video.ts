/**
 * Safari plays sound on a page that uses the microphone, and in an element that was used within a tap. The agent's
 * stream arrives seconds after the tap, so the element is created and loaded in the tap. Source: WebKit's blog, "New
 * video policies for iOS" (load() or play() within the tap).
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
