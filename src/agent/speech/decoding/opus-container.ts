/** Decodes complete Opus files in Ogg or WebM. */
import { Decoder } from '@evan/opus';
import { BufferSource, EncodedPacketSink, Input, OGG, WEBM } from 'mediabunny';
import { PCM_RATE } from './sound-format.ts';

/**
 * Returns mono samples at `PCM_RATE`; for a file without usable Opus, a phrase such as `vorbis` or `a damaged
 * file`.
 */
export async function opusSamples(file: Uint8Array, maxSamples: number): Promise<Int16Array | string> {
  const input = new Input({ formats: [OGG, WEBM], source: new BufferSource(file) });
  try {
    const track = await input.getPrimaryAudioTrack();
    const codec = await track?.getCodec();
    if (!track || codec !== 'opus') return codec ?? 'no sound';
    const decoder = new Decoder({ channels: 1, sample_rate: PCM_RATE });
    const parts: Uint8Array[] = [];
    let bytes = 0;
    for await (const { data } of new EncodedPacketSink(track).packets()) {
      const part = decoder.decode(data);
      bytes += part.byteLength;
      if (bytes > maxSamples * 2) return 'a sound without end';
      parts.push(part);
    }
    const joinedBytes = Buffer.concat(parts);
    return new Int16Array(
      joinedBytes.buffer.slice(joinedBytes.byteOffset, joinedBytes.byteOffset + joinedBytes.byteLength),
    );
  } catch {
    return 'a damaged file';
  } finally {
    input.dispose();
  }
}
