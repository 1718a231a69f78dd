/** Opens a film with the best available decoder: the machine's ffmpeg, or the embedded decoder for WebM and MKV. */
import type { Film } from '../film.ts';
import { openContainer, type Container } from './container.ts';
import { filmByFfmpeg, isReadByFfmpeg } from './ffmpeg.ts';
import { FilmError } from './film-error.ts';

const CODEC_NAMES: Readonly<Record<string, string>> = {
  avc: 'H.264',
  hevc: 'H.265 (HEVC)',
  vp9: 'VP9',
  vp8: 'VP8',
  av1: 'AV1',
  prores: 'ProRes',
};

export interface OpenFilmOptions {
  /** The ffmpeg program (`findFfmpeg`); null if there is none. */
  ffmpeg: string | null;
}

/** @throws FilmError with the fault of the film, or with what the machine lacks to read it */
export async function openFilm(path: string, { ffmpeg }: OpenFilmOptions): Promise<Film> {
  const container = await openContainer(path);
  try {
    if (ffmpeg !== null && isReadByFfmpeg(container)) return filmByFfmpeg(ffmpeg, path, container);
    if (container.codec === 'vp8' || container.codec === 'vp9') {
      const { embeddedFilm } = await import('./embedded-film.ts');
      return await embeddedFilm(container, container.codec);
    }
    throw new FilmError('film_codec_unsupported', unsupportedMessage(container, ffmpeg !== null));
  } catch (error) {
    container.close();
    throw error;
  }
}

function unsupportedMessage({ codec, kind }: Container, hasFfmpeg: boolean): string {
  const name = codec === null ? 'of an unknown kind' : (CODEC_NAMES[codec] ?? codec);
  const containerName = kind === 'matroska' ? 'WebM or MKV' : 'MP4 or MOV';
  if (hasFfmpeg || codec === null)
    return `The picture is ${name}, in ${containerName}, which cannot be read. Convert the film to MP4 with H.264.`;
  return (
    `The picture is ${name}, in ${containerName}; this service reads VP8 and VP9 by itself. Either install ` +
    'ffmpeg beside the service (on the PATH, or named by FFMPEG_PATH), or upload the film in the console, which ' +
    'converts it in your browser.'
  );
}
