/** The landmarks of MediaPipe's face mesh that the training uses, by index. */

/** Number of landmarks of a face, each with x, y and z. */
export const POINT_COUNT = 468;
export const VALUE_COUNT = POINT_COUNT * 3;

/** Landmarks that the second output of the mesh model refines, in the order of that output. */
export const REFINED_LIPS = [
  61, 146, 91, 181, 84, 17, 314, 405, 321, 375, 291, 185, 40, 39, 37, 0, 267, 269, 270, 409, 78, 95, 88, 178,
  87, 14, 317, 402, 318, 324, 308, 191, 80, 81, 82, 13, 312, 311, 310, 415, 76, 77, 90, 180, 85, 16, 315, 404,
  320, 307, 306, 184, 74, 73, 72, 11, 302, 303, 304, 408, 62, 96, 89, 179, 86, 15, 316, 403, 319, 325, 292,
  183, 42, 41, 38, 12, 268, 271, 272, 407,
];
/** Landmarks that do not move during speech: brow, nose, eyes and temples. */
export const RIGID = [
  168, 6, 197, 195, 5, 4, 1, 33, 133, 362, 263, 9, 8, 10, 151, 67, 297, 109, 338, 54, 284, 103, 332, 127, 356,
  234, 454, 93, 323, 98, 327, 116, 345, 117, 346, 143, 372,
];
export const EYE_CORNERS = [33, 263] as const;
export const NOSE_BRIDGE = 168;
export const MOUTH_CORNERS = [61, 291] as const;
/** Pairs of landmarks on the inner edges of the upper and lower lip. */
export const INNER_PAIRS = [
  [13, 14],
  [82, 87],
  [312, 317],
] as const;
export const UPPER_LIP = { outer: 0, inner: 13 } as const;
export const LOWER_LIP = { outer: 17, inner: 14 } as const;

/**
 * The outlines of the lips: from the left corner along the lower lip to the right corner, and along the upper lip
 * back to the left.
 */
export const OUTER_LIPS = [
  61, 146, 91, 181, 84, 17, 314, 405, 321, 375, 291, 409, 270, 269, 267, 0, 37, 39, 40, 185,
];
export const INNER_LIPS = [
  78, 95, 88, 178, 87, 14, 317, 402, 318, 324, 308, 415, 310, 311, 312, 13, 82, 81, 80, 191,
];
/** Landmarks around the lips and on the chin, which move with the mouth. */
export const AROUND_LIPS = [
  164, 393, 167, 57, 287, 43, 273, 106, 335, 204, 424, 18, 200, 199, 175, 152, 148, 377, 176, 400, 149, 378,
  150, 379,
];
/** Landmarks at the base of the nose and on the cheeks, which stay unchanged in the loop. */
export const PINNED_POINTS = [
  98, 327, 2, 205, 425, 207, 427, 187, 411, 136, 365, 172, 397, 50, 280, 5, 58, 288,
];
export const CHIN = [150, 149, 176, 148, 152, 377, 400, 378, 379];
/** Landmarks that are always inside the replaced area. */
export const MASKED_POINTS = [164, 167, 393, 207, 427, 136, 365];
export const FOREHEAD = 10;
export const CHIN_TIP = 152;
