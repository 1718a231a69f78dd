/**
 * The browser's own `Event`, for events of the elements: old libraries and polyfills replace `Event` (MooTools 1.2)
 * or `CustomEvent`, and events made by those cannot leave a shadow tree. A server without a window has no `UIEvent`.
 */
export const NativeEvent = (
  globalThis.UIEvent ? Object.getPrototypeOf(UIEvent) : Event
) as typeof globalThis.Event;
