/** Finds the file for `/media/<kind>/<file>`: a file of a resource, or a built-in picture of a face. */
import { assetPath } from '@palkit/runtime/asset-data';
import { MEDIA_FILES, MEDIA_NAME, type MediaFiles } from './media-files.ts';

const TYPES = { jpg: 'image/jpeg', webm: 'video/webm' } as const;

export interface MediaFile {
  path: string;
  /** The media type of the file. */
  type: string;
  shipped: boolean;
}

export function locate(media: MediaFiles, kind: string, file: string): MediaFile | null {
  const parts = /^([\da-z]{1,64})\.([a-z]{2,6})$/.exec(file);
  if (!parts) return null;
  const [, name, ending] = parts as unknown as [string, string, string];
  if (!MEDIA_NAME.test(name))
    return kind === 'faces' && Object.hasOwn(TYPES, ending)
      ? { path: assetPath(`faces/${file}`), type: TYPES[ending as keyof typeof TYPES], shipped: true }
      : null;
  const types: Record<string, string | null> | null = Object.hasOwn(MEDIA_FILES, kind)
    ? MEDIA_FILES[kind as keyof typeof MEDIA_FILES]
    : null;
  const type = types && Object.hasOwn(types, ending) ? types[ending] : null;
  return type ? { path: media.path(kind as 'videos', name, ending as 'webm'), type, shipped: false } : null;
}

/**
 * Returns the file at an address of this service, which needs no network request; null for any other address.
 */
export function locateOwn(media: MediaFiles, publicUrl: string, url: string): MediaFile | null {
  if (!url.startsWith(`${publicUrl}/media/`)) return null;
  const parts = /^([a-z]+)\/([\da-z.]+)(\?download=1)?$/.exec(url.slice(`${publicUrl}/media/`.length));
  return parts && locate(media, parts[1]!, parts[2]!);
}
