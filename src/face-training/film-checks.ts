/** Decides from the measurements of the first pass whether the lips of a film can be made to speak. */
import { FILM_CHECKS, SPEAKING_FILM, type FilmCheck, type FilmCheckCode } from '@palkit/contract/face-report';
import { RATE, type Analysis } from './analysis.ts';
import { difference, THUMBNAIL } from './looks.ts';
import { quantile, type Measures } from './measures.ts';

const DEGREES = 180 / Math.PI;

export function checkFilm(analysis: Analysis, film: { width: number; height: number }): FilmCheck[] {
  const { frames, eyeDistance, secondFace, brightness } = analysis;
  const measures = frames.filter((frame) => frame !== null);
  const limits = SPEAKING_FILM;
  const rows: [FilmCheckCode, value: number, limit: number, direction: 'least' | 'most'][] = [
    ['too_short', frames.length / RATE, limits.minSeconds, 'least'],
    ['face_not_found', measures.length / Math.max(1, frames.length), limits.minFaceShare, 'least'],
  ];
  // The other checks require a face.
  if (measures.length > 0)
    rows.push(
      ['two_faces', secondFace, limits.maxSecondFaceShare, 'most'],
      ['face_too_small', eyeDistance, limits.minEyeDistance, 'least'],
      ['too_dark', brightness, limits.minBrightness, 'least'],
      ['mouth_hardly_opens', opening(measures), limits.minOpening, 'least'],
      ['lips_never_rest', longestRest(frames), limits.minRest, 'least'],
      ['head_turns', headTurn(measures), limits.maxTurn, 'most'],
      ['film_is_cut', countCuts(analysis), limits.maxCuts, 'most'],
      ['camera_moves', backgroundChange(analysis, film), limits.maxBackgroundChange, 'most'],
    );
  return rows.map(([code, value, limit, direction]) => {
    const passed = direction === 'least' ? value >= limit : value <= limit;
    return {
      code,
      passed,
      value: Math.round(value * 1000) / 1000,
      limit,
      message: passed ? '' : FILM_CHECKS[code],
    };
  });
}

export const opening = (measures: readonly Measures[]): number =>
  quantile(
    measures.map(({ open }) => open),
    0.97,
  );

/** Returns the number of frames in the longest span with closed lips. */
function longestRest(frames: Analysis['frames']): number {
  let run = 0;
  let longest = 0;
  for (const frame of frames) {
    run = frame && frame.open <= SPEAKING_FILM.maxClosedOpening ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}

function headTurn(measures: readonly Measures[]): number {
  const spread = (read: (frame: Measures) => number) => {
    const middle = quantile(measures.map(read), 0.5);
    return quantile(
      measures.map((frame) => Math.abs(read(frame) - middle)),
      0.9,
    );
  };
  return (
    DEGREES *
    Math.max(
      spread(({ yaw }) => yaw),
      spread(({ pitch }) => pitch),
    )
  );
}

/**
 * Difference in levels of 255 between two frames that are 40 ms apart, above which there is a cut between them.
 */
const CUT_DIFFERENCE = 25;
/** Shift of the head between these frames in eye distances, above which there is a cut between them. */
const CUT_SHIFT = 0.6;

function countCuts({ frames, thumbnails, eyeDistance }: Analysis): number {
  return frames.filter((frame, index) => {
    const previousFrame = frames[index - 1];
    const [thumbnail, previousThumbnail] = [thumbnails[index], thumbnails[index - 1]];
    if (!frame || !previousFrame || !thumbnail || !previousThumbnail) return false;
    const shift = Math.hypot(frame.x - previousFrame.x, frame.y - previousFrame.y) / eyeDistance;
    return shift > CUT_SHIFT || difference(thumbnail, previousThumbnail) > CUT_DIFFERENCE;
  }).length;
}

/**
 * Returns the median change within a second beside the head and above the chin. The picture below the chin is
 * ignored, because breathing changes it.
 */
function backgroundChange({ backgrounds, crop }: Analysis, film: { width: number; height: number }): number {
  const side = Math.max(film.width, film.height);
  const cellOf = (position: number, size: number) => ((position + (side - size) / 2) / side) * THUMBNAIL;
  const left = cellOf(crop.x - crop.side / 2, film.width);
  const right = cellOf(crop.x + crop.side / 2, film.width);
  const [top, bottom] = [cellOf(0, film.height), cellOf(crop.y, film.height)];
  const changes = backgrounds.slice(1).map((small, index) => {
    let sum = 0;
    let count = 0;
    for (let row = Math.ceil(top); row < bottom; row++)
      for (let column = 0; column < THUMBNAIL; column++) {
        if (column >= left && column <= right) continue;
        const at = row * THUMBNAIL + column;
        sum += Math.abs(small[at]! - backgrounds[index]![at]!);
        count++;
      }
    return count > 0 ? sum / count : 0;
  });
  return quantile(changes, 0.5);
}
