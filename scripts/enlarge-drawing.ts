/**
 * Runs in the page and draws at another size. The canvas does not scale the lengths of a filter, so they are scaled
 * here.
 */
export function enlarge(step: number): void {
  if (step === 1) return;
  const { prototype } = CanvasRenderingContext2D;
  const { get, set } = Object.getOwnPropertyDescriptor(prototype, 'filter')!;
  Object.defineProperty(prototype, 'filter', {
    get,
    set(filter: string) {
      set!.call(
        this,
        filter.replace(/([\d.]+)px/g, (_, length) => `${Number(length) * step}px`),
      );
    },
  });
  const { getContext } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...parameters: [string]) {
    const context = getContext.apply(this, parameters) as CanvasRenderingContext2D;
    context.setTransform(step, 0, 0, step, 0, 0);
    return context;
  } as typeof getContext;
}
