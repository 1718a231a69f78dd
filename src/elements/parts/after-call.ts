/** Code for the end of a call: the rating, and the transcript as files. It is fetched during the call. */
export { MEDIA_TYPES, writers } from '../session/transcript-files.ts';
export { PalRating } from './pal-rating.ts';
export { save } from './save.ts';
