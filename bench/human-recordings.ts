/**
 * Recordings of people for `recognition.ts --human FOLDER`, each as `FOLDER/<name>.wav` (16 kHz, mono, 16 bit).
 * They are not in this repository: get them from `source` and convert each with `sox FILE -r 16000 -c 1 -b 16
 * NAME.wav`. Every second recording of a set is for tuning; the others are only for validation.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface RecordingSet {
  source: string;
  licence: string;
  /** Name, file at the source, and spoken text. */
  recordings: ReadonlyArray<readonly [name: string, file: string, text: string]>;
}

const AUSTEN = 'librivox/sense_and_sensibility_01_austen_64kb-';

export const RECORDINGS: readonly RecordingSet[] = [
  {
    source: 'Debian package pocketsphinx-testdata 0.8+5prealpha+1-15, /usr/share/pocketsphinx/test/data',
    licence: 'BSD-2-Clause (librivox: public domain)',
    recordings: [
      [
        'austen-0870',
        `${AUSTEN}0870.wav`,
        'and mister john dashwood had then leisure to consider how much there might be prudently in his ' +
          'power to do for them',
      ],
      ['austen-0880', `${AUSTEN}0880.wav`, 'he was not an ill disposed young man'],
      [
        'austen-0890',
        `${AUSTEN}0890.wav`,
        'unless to be rather cold hearted and rather selfish is to be ill disposed',
      ],
      [
        'austen-0920',
        `${AUSTEN}0920.wav`,
        'had he married a more a amiable woman he might have been made still more respectable than he was',
      ],
      ['austen-0930', `${AUSTEN}0930.wav`, 'he might even have been made amiable himself'],
      ['cards-1', 'cards/001.wav', 'ten of clubs'],
      ['cards-2', 'cards/002.wav', 'four queen of clubs'],
      ['cards-3', 'cards/003.wav', 'seven of clubs'],
      ['cards-4', 'cards/004.wav', 'five five'],
      ['cards-5', 'cards/005.wav', 'eight of spades four of clubs seven of hearts'],
      ['goforward', 'goforward.raw', 'go forward ten meters'],
      ['numbers', 'numbers.raw', 'thirty three four six ninety two'],
      ['something', 'something.raw', 'go somewhere and do something'],
      ['digits', 'tidigits/dhd.2934z.raw', 'two nine three four zero'],
    ],
  },
  {
    // The annotations at the source are partly wrong, so the texts were transcribed by ear.
    source: 'GitHub speechbrain/speechbrain, tests/samples',
    licence: 'Apache-2.0 (LJ: public domain)',
    recordings: [
      ['sentence-1-1', 'ASR/spk1_snt1.wav', 'the child almost hurt the small dog'],
      ['sentence-1-2', 'ASR/spk1_snt2.wav', 'drop the two when you add the figures'],
      ['sentence-1-3', 'ASR/spk1_snt3.wav', 'at that high level the air is pure'],
      ['sentence-1-4', 'ASR/spk1_snt4.wav', 'a thin stripe runs down the middle'],
      ['sentence-1-5', 'ASR/spk1_snt5.wav', 'sunday is the best part of the week'],
      ['sentence-1-6', 'ASR/spk1_snt6.wav', 'the pencils have all been used'],
      ['sentence-2-1', 'ASR/spk2_snt1.wav', 'we are sure that one war is enough'],
      ['sentence-2-2', 'ASR/spk2_snt2.wav', 'what joy there is in living'],
      ['sentence-2-3', 'ASR/spk2_snt3.wav', 'tear a thin sheet from the yellow pad'],
      ['sentence-2-4', 'ASR/spk2_snt4.wav', 'mend the coat before you go out'],
      ['sentence-2-5', 'ASR/spk2_snt5.wav', 'jump the fence and hurry up the bank'],
      ['sentence-2-6', 'ASR/spk2_snt6.wav', 'canned pears lack full flavor'],
      ['sentence-3-1', 'single-mic/example1.wav', 'the birch canoe slid on the smooth planks'],
      ['sentence-4-1', 'single-mic/example5.wav', 'the frosty air passed through the coat'],
      [
        'LJ050-0131',
        'TTS/LJ050-0131.wav',
        'unless a system is established for the frequent formal review of activities thereunder in this regard',
      ],
    ],
  },
  {
    source: 'GitHub ggml-org/whisper.cpp, samples',
    licence: 'public domain (a work of the government of the United States)',
    recordings: [
      [
        'kennedy',
        'jfk.wav',
        'and so my fellow americans ask not what your country can do for you ask what you can do for your country',
      ],
    ],
  },
  {
    // libri-1088 is omitted, because no transcript of it was found.
    source: 'GitHub lhotse-speech/lhotse, test/fixtures',
    licence: 'LibriSpeech CC BY 4.0, LJ public domain (the repository Apache-2.0)',
    recordings: [
      [
        'libri-2412-0',
        'mix_cut_test/audio/storage/2412-153948-0000.flac',
        'if the reader will excuse me i will say nothing of my antecedents nor of the circumstances which ' +
          'led me to leave my native country the narrative would be tedious to him and painful to myself',
      ],
      [
        'libri-2412-1',
        'mix_cut_test/audio/storage/2412-153948-0001.flac',
        'it will be seen that i did not succeed in my design and that however much i may have met with ' +
          'that was new and strange i have been unable to reap any pecuniary advantage',
      ],
      ['LJ002-0020', 'ljspeech/storage/LJ002-0020.wav', 'in eighteen thirteen'],
      ['LJ002-0035', 'ljspeech/storage/LJ002-0035.wav', 'eight the press yard'],
    ],
  },
  {
    source: 'GitHub coqui-ai/TTS, tests/data/ljspeech/wavs',
    licence: 'public domain (LJ Speech)',
    recordings: [
      [
        'LJ001-0001',
        'LJ001-0001.wav',
        'printing in the only sense with which we are at present concerned differs from most if not from ' +
          'all the arts and crafts represented in the exhibition',
      ],
      ['LJ001-0002', 'LJ001-0002.wav', 'in being comparatively modern'],
      [
        'LJ001-0003',
        'LJ001-0003.wav',
        'for although the chinese took impressions from wood blocks engraved in relief for centuries ' +
          'before the woodcutters of the netherlands by a similar process',
      ],
      [
        'LJ001-0004',
        'LJ001-0004.wav',
        'produced the block books which were the immediate predecessors of the true printed book',
      ],
      [
        'LJ001-0005',
        'LJ001-0005.wav',
        'the invention of movable metal letters in the middle of the fifteenth century may justly be ' +
          'considered as the invention of the art of printing',
      ],
      [
        'LJ001-0006',
        'LJ001-0006.wav',
        'and it is worth mention in passing that as an example of fine typography',
      ],
      [
        'LJ001-0007',
        'LJ001-0007.wav',
        'the earliest book printed with movable types the gutenberg or forty two line bible of about ' +
          'fourteen fifty five',
      ],
      ['LJ001-0008', 'LJ001-0008.wav', 'has never been surpassed'],
    ],
  },
];

export type Recording = readonly [text: string, samples: Int16Array];

/**
 * Returns the recordings in `folder` in two halves. Throws if one is not a WAV file of 16 kHz, mono, 16 bit, or if
 * one is missing and `partial` is not set.
 */
export function humanRecordings(
  folder: string,
  { partial = false } = {},
): { tuned: Recording[]; validation: Recording[] } {
  const halves: { tuned: Recording[]; validation: Recording[] } = { tuned: [], validation: [] };
  for (const { recordings } of RECORDINGS) {
    for (const [index, [name, , text]] of recordings.entries()) {
      const file = join(folder, `${name}.wav`);
      if (partial && !existsSync(file)) continue;
      halves[index % 2 === 0 ? 'tuned' : 'validation'].push([text, wavSamples(file)]);
    }
  }
  return halves;
}

/** Returns the samples of a WAV file of 16 kHz, mono, 16 bit; throws for any other file. */
export function wavSamples(file: string): Int16Array {
  const bytes = new Uint8Array(readFileSync(file));
  const view = new DataView(bytes.buffer);
  let format = '';
  for (let index = 12; index + 8 <= bytes.length;) {
    const kind = String.fromCharCode(...bytes.subarray(index, index + 4));
    const length = Math.min(view.getUint32(index + 4, true), bytes.length - index - 8);
    if (kind === 'fmt ')
      format = [
        view.getUint16(index + 10, true),
        view.getUint32(index + 12, true),
        view.getUint16(index + 22, true),
      ].join(' ');
    if (kind === 'data' && format === '1 16000 16')
      return new Int16Array(bytes.slice(index + 8, index + 8 + length - (length % 2)).buffer);
    index += 8 + length + (length % 2);
  }
  throw new Error(`${file} is no WAV of 16 kHz, mono, 16 bit`);
}
