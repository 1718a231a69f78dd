/** Observes the mouth of a drawn face. */
import type { Page } from 'playwright-core';

/**
 * Returns how far the mouth is open in each picture during `seconds`: the number of pixels between nose and
 * chin that are as dark and red as the inside of a mouth.
 */
export const mouths = (page: Page, seconds: number) =>
  page.locator('pal-stage canvas.drawn').evaluate(async (element, time) => {
    const canvas = element as HTMLCanvasElement;
    const { width, height } = canvas;
    const side = width / height > 1 && width / height < 1.4 ? width : height;
    const box = [
      (width - side) / 2 + 0.4 * side,
      (height - side) * 0.3 + 0.48 * side,
      0.2 * side,
      0.12 * side,
    ];
    const context = new OffscreenCanvas(80, 48).getContext('2d', { willReadFrequently: true })!;
    const counters: number[] = [];
    const end = performance.now() + time * 1000;
    while (performance.now() < end) {
      await new Promise(requestAnimationFrame);
      context.drawImage(canvas, box[0]!, box[1]!, box[2]!, box[3]!, 0, 0, 80, 48);
      const { data } = context.getImageData(0, 0, 80, 48);
      let darkPixels = 0;
      for (let index = 0; index < data.length; index += 4)
        if (data[index]! < 130 && data[index + 1]! < 60 && data[index + 2]! < 70) darkPixels++;
      counters.push(darkPixels);
    }
    return counters;
  }, seconds);

/** Returns the difference between the largest and the smallest count. */
export const spread = (counts: readonly number[]) => Math.max(...counts) - Math.min(...counts);
