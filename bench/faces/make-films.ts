/**
 * Renders films of six speakers who listen and then talk, for `bench/faces.ts`. Needs ffmpeg and a folder with
 * ICT-FaceKit (MIT).
 *
 *   node --import tsx bench/faces/make-films.ts --heads ICT-FACEKIT --out FOLDER [--only NAME,NAME]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { seededRandom } from '../../src/contract/face/random.ts';
import { loadFlite, type Phone } from '../../src/agent/speech/flite.ts';
import { readHeadModel } from './head-model.ts';
import { HeadPainter } from './head-picture.ts';
import { SPEAKERS } from './speakers.ts';
import { blinkAt, headAt, lipsAt } from './speech-motion.ts';

const SIZE = 512;
const RATE = 25;
const LISTENING_SECONDS = 10;
const TALKING_SECONDS = 30;
const TEXT = [
  'Good morning, and thank you for calling. My name is on the screen, and I will help you with whatever you need.',
  'First we look at your papers, then we find a free appointment before the end of the week.',
  'Please bring your passport, five photographs, and the form that you filled in at home.',
  'The fee is seventy five pounds, and you may pay by card or leave a cheque with my colleague at the front.',
  'If the weather is bad we move everything to the hall above the public library.',
  'We have very few places left, so maybe we should book both of you for Wednesday afternoon.',
  'Over there you will see a huge blue door; push it, walk through, and wave to the people in the office.',
].join(' ');

const { values } = parseArgs({
  options: { heads: { type: 'string' }, out: { type: 'string' }, only: { type: 'string' } },
});
if (!values.heads || !values.out) throw new Error('Give --heads and --out.');
fs.mkdirSync(values.out, { recursive: true });
const model = readHeadModel(values.heads);
const { phones: spokenPhones } = loadFlite()(TEXT);
const phones: Phone[] = [
  { name: 'pau', end: LISTENING_SECONDS },
  ...spokenPhones.map(({ name, end }) => ({ name, end: end + LISTENING_SECONDS })),
];
for (const speaker of SPEAKERS) {
  if (values.only && !values.only.split(',').includes(speaker.name)) continue;
  const painter = new HeadPainter(model, speaker, SIZE);
  const file = path.join(values.out, `${speaker.name}.mp4`);
  const input = [
    '-f',
    'rawvideo',
    '-pix_fmt',
    'rgb24',
    '-s',
    `${SIZE}x${SIZE}`,
    '-r',
    String(RATE),
    '-i',
    '-',
  ];
  const output = ['-c:v', 'libx264', '-crf', '17', '-pix_fmt', 'yuv420p', '-y', file];
  const encoder = spawn('ffmpeg', ['-v', 'error', ...input, ...output], {
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  const random = seededRandom(speaker.seed);
  const noise = Int8Array.from(
    { length: 65_537 },
    () => (random() + random() + random() - 1.5) * 2 * speaker.noise,
  );
  for (let frame = 0; frame < (LISTENING_SECONDS + TALKING_SECONDS) * RATE; frame++) {
    const time = frame / RATE;
    const shapes = { ...lipsAt(phones, time, speaker.articulation), eyeBlink: blinkAt(speaker, frame) };
    const picture = painter.draw(shapes, headAt(speaker, time, LISTENING_SECONDS));
    const start = Math.floor(random() * noise.length);
    for (let index = 0; index < picture.length; index++)
      picture[index] = Math.min(255, Math.max(0, picture[index]! + noise[(index + start) % noise.length]!));
    if (!encoder.stdin.write(picture)) await once(encoder.stdin, 'drain');
  }
  encoder.stdin.end();
  await once(encoder, 'close');
  process.stdout.write(`${file}\n`);
}
