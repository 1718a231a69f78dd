/** The report on a face's training: the checks of its film, its mouth shapes, and whether it speaks. */
import * as z from 'zod/mini';
import { MOUTHS } from './mouths.ts';

/** Limits of a film from which the lips can speak. */
export const SPEAKING_FILM = {
  /** Duration in seconds; the part after `maxSeconds` is ignored. */
  minSeconds: 8,
  maxSeconds: 180,
  /** Minimum fraction of frames with a face. */
  minFaceShare: 0.9,
  /** Maximum fraction of checked pictures with a second face. */
  maxSecondFaceShare: 0.1,
  /** Minimum distance between the outer corners of the eyes in pixels. */
  minEyeDistance: 60,
  /** Minimum mean brightness of the face, 0 to 255. */
  minBrightness: 45,
  /** In at least 3 % of the frames the lips must open this wide, relative to the distance between the eye corners. */
  minOpening: 0.08,
  /** Maximum opening of closed lips. */
  maxClosedOpening: 0.05,
  /** Number of frames of 40 ms after which closed lips count as resting. */
  minRest: 5,
  /** Maximum degrees between the head's middle position and 90 % of the frames. */
  maxTurn: 20,
  /** Maximum number of cuts, after which the person or the light may differ. */
  maxCuts: 0,
  /** Maximum mean change of the background within a second, in levels of 255. */
  maxBackgroundChange: 8,
} as const;

/** The message for each check of a film, with a remedy. */
export const FILM_CHECKS = {
  too_short: `The film is shorter than ${SPEAKING_FILM.minSeconds} seconds. Listen for 20 s, then talk for 40 s.`,
  face_not_found:
    'No face was found in all or part of the film. Look at the camera and keep your face uncovered.',
  two_faces: 'The film shows more than one face. Film one person alone.',
  face_too_small: 'The face is too small. Come closer, so that your head fills half of the height.',
  too_dark: 'The face is too dark. Place a lamp or a window in front of you, not behind you.',
  mouth_hardly_opens: 'The lips hardly open. Speak clearly and not too softly in the film.',
  head_turns: `The head turns by more than ${SPEAKING_FILM.maxTurn} degrees. Keep looking at the camera.`,
  film_is_cut: 'The film has cuts. Film in one take, without cuts.',
  camera_moves: 'The camera moves. Put it on a stand or a table.',
  lips_never_rest:
    'The lips are never closed for a moment. Begin by listening for some seconds with closed lips.',
} as const;
export type FilmCheckCode = keyof typeof FILM_CHECKS;
const CODES = Object.keys(FILM_CHECKS) as [FilmCheckCode, ...FilmCheckCode[]];

export const FilmCheck = z.object({
  code: z.enum(CODES),
  passed: z.boolean(),
  /** The measured value and its limit; units as in `SPEAKING_FILM`. */
  value: z.number(),
  limit: z.number(),
  /** A message for a person; empty if the check passed. */
  message: z.string(),
});
export type FilmCheck = z.output<typeof FilmCheck>;

export const FaceReport = z.object({
  /** `speaks`, or `loop_only` if the face is a loop of the film with resting lips. */
  verdict: z.enum(['speaks', 'loop_only']),
  /** Why the lips rest: the failed checks, or the missing consent of the person. */
  reasons: z.array(z.enum([...CODES, 'no_consent'])),
  checks: z.array(FilmCheck),
  /** The seven mouth shapes of a face that speaks. */
  mouths: z.array(
    z.object({
      mouth: z.enum(MOUTHS),
      /** Position in the film in seconds. */
      second: z.number(),
      /** The intended and the actual opening of the lips, relative to the distance between the eye corners. */
      aim: z.number(),
      opening: z.number(),
      /** True if the film lacked this mouth shape, so that the nearest one was warped. */
      bent: z.boolean(),
    }),
  ),
  /** Seconds of the parts of the film that the face repeats. */
  loops: z.object({ talking: z.number(), listening: z.number() }),
});
export type FaceReport = z.output<typeof FaceReport>;
