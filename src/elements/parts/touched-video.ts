/**
 * Safari plays sound where its visitor allowed it: from a page that has the microphone, and from an element that a
 * tap has touched. The agent's picture comes seconds after the tap, so its element is made and touched there.
 * Source: WebKit's blog, "New video policies for iOS" (load() or play() within the tap).
 */
let touched: HTMLVideoElement | null = null;

/** To be called within a tap that leads to a call. */
export function touchVideo(): void {
  touched ??= document.createElement('video');
  touched.load();
}

/** An element for the agent's picture: the one that was touched, for whoever comes first. */
export function takeVideo(): HTMLVideoElement {
  const video = touched ?? document.createElement('video');
  touched = null;
  return video;
}
