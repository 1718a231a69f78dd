/** Converts a film that the service cannot read to WebM with the browser's decoders. Loaded only when needed. */
import * as media from 'mediabunny';

/** Maximum number of pixels of the shorter side; a face needs no more. */
const MAX_SIDE = 1080;
const BITS_PER_SECOND = 4_000_000;

/** @throws Error if this browser cannot read the film either */
export async function convertFilm(
  film: Blob,
  progress: (share: number) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const input = new media.Input({ formats: media.ALL_FORMATS, source: new media.BlobSource(film) });
  const track = await input.getPrimaryVideoTrack();
  if (!track || !(await track.canDecode())) throw new Error('no decoder');
  const [width, height] = [await track.getDisplayWidth(), await track.getDisplayHeight()];
  const share = Math.min(1, MAX_SIDE / Math.min(width, height));
  const target = new media.BufferTarget();
  const conversion = await media.Conversion.init({
    input,
    output: new media.Output({ format: new media.WebMOutputFormat(), target }),
    video: {
      codec: 'vp8',
      bitrate: BITS_PER_SECOND,
      width: 2 * Math.round((width * share) / 2),
      forceTranscode: true,
    },
    audio: { codec: 'opus', numberOfChannels: 1 },
  });
  conversion.onProgress = progress;
  signal.addEventListener('abort', () => void conversion.cancel(), { once: true });
  await conversion.execute();
  return new Blob([target.buffer!], { type: 'video/webm' });
}
