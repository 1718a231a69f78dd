/**
 * The browser's original `Event`, for events of the elements. Old libraries and polyfills replace `Event` (MooTools
 * 1.2) or `CustomEvent`, and their events cannot leave a shadow tree. A server without a window has no `UIEvent`.
 */
export const NativeEvent = (
  globalThis.UIEvent ? Object.getPrototypeOf(UIEvent) : Event
) as typeof globalThis.Event;
