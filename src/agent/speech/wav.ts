/** Builds a WAV file from 16-bit mono samples. */
export function wavOf(samples: Int16Array, sampleRate: number): Uint8Array<ArrayBuffer> {
  const file = new Uint8Array(44 + samples.length * 2);
  const view = new DataView(file.buffer);
  const text = (at: number, letters: string): void => {
    for (let i = 0; i < letters.length; i += 1) view.setUint8(at + i, letters.charCodeAt(i));
  };
  text(0, 'RIFF');
  view.setUint32(4, 36 + samples.length * 2, true);
  text(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  text(36, 'data');
  view.setUint32(40, samples.length * 2, true);
  for (const [i, sample] of samples.entries()) view.setInt16(44 + i * 2, sample, true);
  return file;
}
