/**
 * Runs in the page: draws at another size. The lengths of a filter are scaled here, because the canvas does
 * not scale them.
 */
export function enlarge(by: number): void {
  if (by === 1) return;
  const { prototype } = CanvasRenderingContext2D;
  const { get, set } = Object.getOwnPropertyDescriptor(prototype, 'filter')!;
  Object.defineProperty(prototype, 'filter', {
    get,
    set(filter: string) {
      set!.call(
        this,
        filter.replace(/([\d.]+)px/g, (_, length) => `${Number(length) * by}px`),
      );
    },
  });
  const { getContext } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...parameters: [string]) {
    const context = getContext.apply(this, parameters) as CanvasRenderingContext2D;
    context.setTransform(by, 0, 0, by, 0, 0);
    return context;
  } as typeof getContext;
}
