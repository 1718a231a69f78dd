/**
 * What nobody needs before a call runs: how it is rated, and the transcript as files. Fetched while the call
 * goes on, so that it is there at its end.
 */
export { MEDIA_TYPES, writers } from '../session/transcript-files.ts';
export { PalRating } from './pal-rating.ts';
export { save } from './save.ts';
