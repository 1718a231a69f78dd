/** Code for the end of a call, loaded during the call: the rating, and the transcript as files. */
export { MEDIA_TYPES, writers } from '../session/transcript-files.ts';
export { PalRating } from './pal-rating.ts';
export { save } from './save.ts';
