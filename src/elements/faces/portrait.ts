/**
 * A drawing with all functions to paint it, so that the code that moves its layers needs no other import from this
 * folder.
 */
import type { Posture } from '@palkit/contract/face/follower';
import { Brush, frameHead, type Context, type Drawing, type Layer } from './brush.ts';
import { newContext, pictureOf, type Picture } from './picture.ts';

export interface Portrait extends Drawing {
  /** Paints a layer; `unit` is the number of canvas pixels for one pixel of the drawing. */
  paintLayer(context: Context, posture: Posture, layer: Layer, unit: number): void;
  /** Paints a complete layer for a drawing with this many pixels per side. */
  picture(posture: Posture, layer: Layer, side: number): Picture;
  newContext(width: number, height: number): OffscreenCanvasRenderingContext2D;
  /** Fills `area` (left, top, width and height) with the background. */
  paintGround(context: Context, posture: Posture, unit: number, area: Brush['area']): void;
}

export function portrait(drawing: Drawing): Portrait {
  const paintLayer: Portrait['paintLayer'] = (context, posture, layer, unit) => {
    const brush = new Brush(context, posture, drawing.look, unit);
    frameHead(brush, () => layer.paint(brush), drawing.eyes, drawing.scale);
  };
  return {
    ...drawing,
    paintLayer,
    newContext,
    picture: (posture, layer, side) =>
      pictureOf(side, (context, unit) => paintLayer(context, posture, layer, unit)),
    paintGround(context, posture, unit, area) {
      const brush = new Brush(context, posture, drawing.look, unit);
      brush.area = area;
      drawing.background(brush);
    },
  };
}
