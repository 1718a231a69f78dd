/** A human head: its skin, ears, nose and brows, in the colours of a `look`. */

import { depthAt, type Brush, type Layer, type SideSign } from './brush.ts';

export const FACE =
  'M168 205 C165 240 167 270 176 296 C184 322 206 349 228 363 C240 370 248 372 256 372 C264 372 272 370 284 363 ' +
  'C306 349 328 322 336 296 C345 270 347 240 344 205 C344 140 310 98 256 98 C202 98 168 140 168 205 Z';
export const EAR =
  'M340 238 C344 224 360 221 364 236 C367 250 361 262 357 274 C354 286 345 291 340 283 C337 270 337 250 340 238 Z';

/** Mirrors a path to the other side of the face. */
export const mirror = (path: string): string =>
  path.replace(/(-?[\d.]+)[ ,]+(-?[\d.]+)/g, (_, x: number, y: string) => `${512 - x} ${y}`);

export function drawEar(brush: Brush, side: SideSign = 1) {
  const mirrored = side > 0 ? (path: string) => path : mirror;
  const { skin } = brush.look;
  brush.paintBlurred(
    mirrored('M342 232 C352 216 372 226 368 246 C366 262 360 280 350 294 L342 290 Z'),
    -6,
    '#160a0d',
    3,
    side > 0 ? 0.6 : 0.25,
  );
  brush.fill(mirrored(EAR), -6, brush.grade(332, 225, 364, 290, skin.warm, skin.warm, skin.shade));
  brush.paintBlurred(mirrored('M336 232 L343 232 L343 286 L336 286 Z'), -6, skin.shade, 3, 0.8);
  brush.stroke(mirrored('M345 240 C350 229 360 229 360 241 C360 252 354 260 352 270'), -6, skin.deep, 1.8);
  brush.paintBlurred(
    mirrored('M345 246 C351 243 355 250 350 262 C347 270 343 266 345 246 Z'),
    -6,
    skin.deep,
    2,
    0.6,
  );
  brush.paintBlurred(
    mirrored('M362 234 C365 244 362 256 358 266 C360 254 361 244 360 236 Z'),
    -6,
    `rgb(${skin.glow})`,
    1.2,
    0.6,
  );
}

function headShape(brush: Brush) {
  brush.fill(
    FACE,
    'edge',
    brush.grade(185, 120, 335, 350, brush.look.skin.light, brush.look.skin.base, brush.look.skin.warm),
  );
  brush.within(FACE, 'edge', () => {
    // The light comes from the upper left, so the far cheek, the temple and the jaw are in shade.
    brush.paintBlurred(
      'M352 190 C330 220 326 270 318 300 C306 336 280 356 246 372 L300 392 L372 320 Z',
      'edge',
      brush.look.skin.shade,
      13,
      0.62,
    );
    brush.paintBlurred(
      'M160 250 C172 290 186 326 226 366 L180 372 L150 300 Z',
      'edge',
      brush.look.skin.warm,
      9,
      0.55,
    );
    brush.paintBlurred(
      'M222 378 C240 366 272 366 290 378 L256 392 Z',
      'edge',
      brush.look.skin.shade,
      5,
      0.45,
    );
    brush.paintBlurred(
      'M160 170 C190 150 240 165 300 130 C330 150 345 180 350 215 L360 90 L160 90 Z',
      'edge',
      brush.look.skin.shade,
      11,
      0.5,
    );
  });
}

/** Paints the highlights of the head, the blush, and the folds beside the mouth. */
function headLight(brush: Brush) {
  const { stance } = brush;
  brush.within(FACE, 'edge', () => {
    brush.spot(228, 186, 'skin', 84, 52, brush.look.skin.glow, 0.62, -0.15);
    const riseY = stance.mouth.smile * 2.2;
    brush.spot(196, 284 - riseY, 'skin', 44, 34, brush.look.skin.blush, 0.27, -0.2);
    brush.spot(313, 284 - riseY, 'skin', 44, 34, brush.look.skin.blush, 0.27, 0.2);
    brush.spot(203, 266 - riseY, 'skin', 32, 17, brush.look.skin.glow, 0.62, -0.25);
    brush.spot(304, 267 - riseY, 'skin', 26, 14, brush.look.skin.glow, 0.4, 0.25);
    brush.spot(252, 352, 'face', 24, 14, brush.look.skin.glow, 0.42);
    // The fold from the nose to the corner of the mouth, which is deeper in a smile.
    const fold = 0.06 + 0.2 * stance.mouth.smile;
    brush.paintBlurred(
      'M222 292 C212 300 205 309 204 320 C209 312 216 303 226 297 Z',
      'skin',
      brush.look.skin.shade,
      3,
      fold,
    );
    brush.paintBlurred(
      'M290 292 C300 300 307 309 308 320 C303 312 296 303 286 297 Z',
      'skin',
      brush.look.skin.deep,
      3,
      fold,
    );
  });
}

function nose(brush: Brush) {
  brush.paintBlurred(
    'M268 226 C268 246 272 264 278 280 C276 288 268 288 264 280 C266 262 264 244 262 226 Z',
    'face',
    brush.look.skin.shade,
    5.5,
    0.42,
  );
  brush.paintBlurred(
    'M240 222 C244 228 246 236 246 246 C242 240 238 232 236 224 Z',
    'face',
    brush.look.skin.shade,
    4,
    0.35,
  );
  brush.paintBlurred(
    'M250 226 C254 244 254 262 253 276 C250 264 249 244 248 226 Z',
    100,
    `rgb(${brush.look.skin.glow})`,
    3.6,
    0.5,
  );
  brush.paintBlurred(
    'M236 288 C244 296 270 297 279 287 C276 300 262 302 257 302 C250 302 240 300 236 288 Z',
    96,
    brush.look.skin.shade,
    3.4,
    0.6,
  );
  brush.spot(253, 280, 106, 10, 7, brush.look.skin.glow, 0.6);
  brush.fill('M243 291 C246 287 251 289 252 293 C249 293 246 293 243 291 Z', 98, 'rgba(112,46,36,0.72)');
  brush.fill('M273 291 C270 287 264 289 262 293 C266 294 270 293 273 291 Z', 98, 'rgba(112,46,36,0.78)');
  brush.stroke('M236 284 C234 289 236 293 240 293', 92, 'rgba(160,82,60,0.38)', 1.8);
  brush.stroke('M279 283 C282 288 280 293 276 293', 92, 'rgba(140,66,48,0.5)', 1.8);
}

function brow(brush: Brush, side: SideSign) {
  const { stance } = brush;
  const raise = stance.brow + (stance.mouth.jaw > 8 ? 1 : 0) - stance.blink * 1.2;
  const at = (x: number, y: number) => `${256 + side * x} ${y - raise * (side < 0 ? 1 : 0.8)}`;
  brush.paintBlurred(
    `M${at(18.5, 206)} C${at(26, 202)} ${at(36, 200)} ${at(46, 199)} L${at(44, 206)} C` +
      `${at(36, 206.5)} ${at(27, 209)} ${at(20, 212)} Z`,
    'skin',
    '#7a4634',
    1.5,
    0.5,
  );
  brush.fill(
    `M${at(21, 206)} C${at(31, 201)} ${at(43, 197.6)} ${at(54, 198.2)} C${at(63, 199)} ` +
      `${at(71, 204)} ${at(77, 211.5)} ` +
      `C${at(69, 205.5)} ${at(62, 203.2)} ${at(53, 203.2)} C${at(42, 203.2)} ${at(32, 206.6)} ` +
      `${at(23, 210.4)} C${at(20.5, 211)} ${at(19.5, 207.5)} ${at(21, 206)} Z`,
    'skin',
    brush.look.brows[side < 0 ? 0 : 1]!,
  );
}

/** Depths are in pixels in front of the plane of the ears. */
export const headLayers: readonly Layer[] = [
  { depth: 8, jaw: true, paint: headShape },
  { depth: 55, jaw: true, paint: headLight },
];
export const noseLayer: Layer = { depth: 98, paint: nose };
export const browLayer = (side: SideSign): Layer => ({
  depth: depthAt(256 + side * 48, 204),
  brow: side,
  paint: (brush) => brow(brush, side),
});
