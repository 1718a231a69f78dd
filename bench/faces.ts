/**
 * Measures how well a face speaks that was trained from a film: its lips compared with the person's own speech,
 * requested mouth openings compared with tracked ones, closed lips, time, memory and bit rate.
 *
 *   node --import tsx bench/faces.ts --films FOLDER [--only NAME,NAME] [--sheets FOLDER] [--record]
 *
 * Needs ffmpeg and films of speakers (`bench/faces/make-films.ts` renders six).
 */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createCanvas, ImageData, loadImage } from '@napi-rs/canvas';
import { FRAME_MS } from '../src/contract/face/performance.ts';
import { VideoPerformance } from '../src/rooms/embedded/video-performance.ts';
import { seededRandom } from '../src/contract/face/random.ts';
import { MOUTHS } from '../src/contract/mouths.ts';
import { loadFlite } from '../src/agent/speech/flite.ts';
import { mouthsOfPhones } from '../src/agent/speech/mouths.ts';
import { faceModels } from '../src/face-training/face-models.ts';
import { FaceTracker, type Picture } from '../src/face-training/landmarks.ts';
import { measureTrack, eyeDistanceOf, pointAt, quantile } from '../src/face-training/measures.ts';
import { INNER_LIPS, RIGID } from '../src/face-training/face-points.ts';
import { similarity } from '../src/face-training/similarity.ts';
import { trainFace } from '../src/face-training/train-face.ts';
import { readFaceFile, type DrawnFace } from '../src/rooms/embedded/face-file.ts';
import { writeSpeakingFace } from '../src/rooms/embedded/speaking-face-file.ts';
import { webpOf } from '../src/rooms/embedded/vp8.ts';
import { FfmpegFilm } from './faces/ffmpeg-film.ts';
import { report as record } from './results.ts';
import { mouthPatch, patchChange } from './faces/mouth-patch.ts';

/** Sentences that no film contains. The first three are measured, and all are on the sheet. */
const SENTENCES = [
  'Most people from the village have already moved their boats above the bridge.',
  'Would you prefer five or fifteen minutes? We offer both, every morning.',
  'My mother bought a very beautiful photo of the harbour before it was rebuilt.',
  'Please fill in the form and leave it at the front office before five.',
  'The ferry to the island leaves at half past seven from the western pier.',
  'We have moved the whole exhibition to the upper floor of the old mill.',
  'If you have a voucher, show it to the person beside the blue door.',
  'Seventy people phoned us about the power failure on Wednesday evening.',
  'Bring warm boots, a map of the valley, and a bottle of water for everyone.',
  'I am afraid that room is full, but you may wait above in the library.',
];
const MEASURED_SENTENCES = 3;
/** Number of consecutive frames of each sentence on the sheet, after the first ones. */
const SHEET_FRAMES = 16;
const SHEET_FROM = 24;
/** Number of silent frames before and after a sentence. */
const SILENT_FRAMES = 8;
/** Seconds of a film after which its person talks, and number of frames of that speech that are compared. */
const TALKS_FROM = 11;
const OWN_FRAMES = 500;
/** Frame from which the person listens, and number of frames with resting lips that are compared. */
const RESTS_FROM = 50;
const HELD_FRAMES = 100;

interface Playback {
  pictures: Picture[];
  /** For each frame, the requested opening of the mouth, relative to the distance between the eye corners. */
  requestedOpenings: number[];
  /** For each frame, the opening of the mouth shape that the sound selects. */
  sounding: number[];
  /** For each frame, true if completely closed lips are requested. */
  closed: boolean[];
  bytes: number;
}

const { values } = parseArgs({
  options: { films: { type: 'string' }, only: { type: 'string' }, sheets: { type: 'string' } },
});
if (!values.films) throw new Error('Give --films.');
const models = await faceModels();
const synthesise = loadFlite();
const { signal } = new AbortController();
const names = fs
  .readdirSync(values.films)
  .filter((name) => /\.(mp4|webm|mov|mkv)$/.test(name))
  .filter((name) => !values.only || values.only.split(',').includes(path.parse(name).name));
for (const name of names) await measureFilm(path.join(values.films, name), path.parse(name).name);

async function measureFilm(file: string, name: string): Promise<void> {
  const startedAt = performance.now();
  const cpuBefore = process.cpuUsage();
  const film = new FfmpegFilm(file);
  let analysisTime = 0;
  const {
    face: created,
    report,
    mouths,
  } = await trainFace(film, {
    consent: true,
    signal,
    progress: (share) => {
      if (share <= 0.45) analysisTime = performance.now() - startedAt;
    },
  });
  const seconds = (performance.now() - startedAt) / 1000;
  const cpu = process.cpuUsage(cpuBefore);
  const print = (line: string) => record(`${name}: ${line}`);
  print(
    `${film.seconds.toFixed(0)} s of ${film.width}x${film.height}, ${report.verdict} ${report.reasons.join(' ')}`,
  );
  print(
    `trained in ${seconds.toFixed(0)} s (${(analysisTime / 1000).toFixed(0)} s of it the first pass), CPU ` +
      `${((cpu.user + cpu.system) / 1e6).toFixed(0)} s, peak ` +
      `${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB`,
  );
  print(report.checks.map(({ code, value }) => `${code} ${value}`).join(', '));
  if (!created) return;
  print(
    report.mouths.map((one) => `${one.mouth} ${one.opening}/${one.aim}${one.bent ? ' bent' : ''}`).join(', '),
  );
  const face = writeAndRead(writeSpeakingFace(name, created), name);
  const openings = report.mouths.map(({ opening }) => opening);
  const playbacks = await Promise.all(
    SENTENCES.slice(0, MEASURED_SENTENCES).map((sentence) => speak(face, sentence, openings)),
  );
  const changes = { ours: [] as number[], own: [] as number[] };
  const trackedPoints: number[] = [];
  const perSentence: number[][] = [];
  const closings: number[] = [];
  for (const { pictures, closed: isClosed } of playbacks) {
    const { patches, open } = look(pictures);
    changes.ours.push(...patchChange(patches));
    trackedPoints.push(...open);
    perSentence.push(open);
    closings.push(...open.filter((_, frame) => isClosed[frame]));
  }
  const leads = [-3, -2, -1, 0, 1, 2, 3].map((lead) => ({
    lead,
    fit: correlation(
      playbacks.flatMap(({ sounding }) => sounding.slice(3, -3)),
      perSentence.flatMap((open) => open.slice(3 - lead, open.length - 3 - lead)),
    ),
  }));
  const best = leads.reduce((best, lead) => (lead.fit > best.fit ? lead : best));
  const fitBeside = (step: number) => leads.find(({ lead }) => lead === best.lead + step)?.fit ?? best.fit;
  // Interpolate the maximum with a parabola through the best lead and its neighbours.
  const bend = fitBeside(-1) - 2 * best.fit + fitBeside(1);
  const lead = FRAME_MS * (best.lead + (bend < 0 ? (0.5 * (fitBeside(-1) - fitBeside(1))) / bend : 0));
  const ownPictures: Picture[] = [];
  const from = TALKS_FROM * 25;
  for await (const picture of film.pictures({ from, to: from + OWN_FRAMES, signal }))
    ownPictures.push({ ...picture, rgb: Uint8Array.from(picture.rgb) });
  const { patches, open } = look(ownPictures);
  changes.own.push(...patchChange(patches));
  const quantilesOf = (list: readonly number[]) =>
    `${quantile(list, 0.5).toFixed(1)}/${quantile(list, 0.9).toFixed(1)}`;
  const ratio = (share: number) => quantile(changes.ours, share) / quantile(changes.own, share);
  print(
    `lips change by ${quantilesOf(changes.ours)} levels a frame (50/90 %), own speech ${quantilesOf(changes.own)}: ` +
      `${ratio(0.5).toFixed(2)} x and ${ratio(0.9).toFixed(2)} x`,
  );
  print(
    `opening asked for against tracked ${correlation(
      playbacks.flatMap(({ requestedOpenings }) => requestedOpenings),
      trackedPoints,
    ).toFixed(2)}; ` +
      `closed lips ${closings.length} frames, most ${Math.max(0, ...closings).toFixed(3)}; own speech opens up to ` +
      `${quantile(open, 0.97).toFixed(3)}, ours ${quantile(trackedPoints, 0.97).toFixed(3)}`,
  );
  print(`lips are ${lead.toFixed(0)} ms before the sound's mouths (correlation ${best.fit.toFixed(2)})`);
  const heldPictures: Picture[] = [];
  const { round } = face.motion.moods.talking;
  for (const pose of round.slice(0, HELD_FRAMES)) heldPictures.push(await decode(face.frame(pose, 0)));
  const resting: Picture[] = [];
  for await (const picture of film.pictures({ from: RESTS_FROM, to: RESTS_FROM + HELD_FRAMES, signal }))
    resting.push({ ...picture, rgb: Uint8Array.from(picture.rgb) });
  const [ours, theirs] = [jitter(heldPictures), jitter(resting)];
  print(
    `lips at rest shake by ${ours.toFixed(3)} of 100 eye distances, in the film by ${theirs.toFixed(3)}: ` +
      `${(ours / theirs).toFixed(2)} x`,
  );
  const size = [...created.poses, ...created.halfSteps].flat().reduce((sum, bytes) => sum + bytes.length, 0);
  const spokenBytes = playbacks.reduce((sum, { bytes }) => sum + bytes, 0);
  const frames = playbacks.reduce((sum, { pictures }) => sum + pictures.length, 0);
  print(
    `file ${(size / 1e6).toFixed(1)} MB, ${face.poses} poses, talking ` +
      `${((spokenBytes * 8) / (frames / 25) / 1e6).toFixed(2)} Mb/s`,
  );
  if (!values.sheets) return;
  fs.mkdirSync(values.sheets, { recursive: true });
  fs.writeFileSync(path.join(values.sheets, `${name}.webp`), mouths!);
  const rows: Picture[][] = [];
  for (const sentence of SENTENCES)
    rows.push((await speak(face, sentence, openings)).pictures.slice(SHEET_FROM, SHEET_FROM + SHEET_FRAMES));
  fs.writeFileSync(path.join(values.sheets, `${name}.png`), sheetOf(rows));
  fs.writeFileSync(path.join(values.sheets, `${name}-difference.png`), await differenceMap(face));
}

function writeAndRead(bytes: Uint8Array, name: string): DrawnFace {
  const file = path.join(fs.mkdtempSync('/tmp/palkit-faces-'), `${name}.face`);
  fs.writeFileSync(file, bytes);
  const face = readFaceFile(file);
  fs.rmSync(path.dirname(file), { recursive: true });
  if (face.kind !== 'drawn') throw new Error('The face has no mouths.');
  return face;
}

async function speak(face: DrawnFace, sentence: string, openings: readonly number[]): Promise<Playback> {
  const { samples, phones } = synthesise(sentence);
  const count = Math.ceil((samples.length / 16_000) * (1000 / FRAME_MS));
  const mouths: (number | null)[] = [
    ...Array<null>(SILENT_FRAMES).fill(null),
    ...mouthsOfPhones(phones, count),
    ...Array<null>(SILENT_FRAMES).fill(null),
  ];
  const performer = new VideoPerformance(face, seededRandom(5));
  const playback: Playback = { pictures: [], requestedOpenings: [], sounding: [], closed: [], bytes: 0 };
  for (const [frame, mouth] of mouths.entries()) {
    const { toward: nextMouth, ...next } = performer.next('thinking', mouth, mouths[frame + 1]);
    const bytes = face.frame(next.pose, next.mouth, nextMouth);
    playback.bytes += bytes.length;
    playback.pictures.push(await decode(bytes));
    const isClosed = nextMouth === null && next.mouth === MOUTHS.indexOf('closed');
    playback.closed.push(isClosed);
    playback.sounding.push(openings[mouth ?? 0]!);
    playback.requestedOpenings.push((openings[next.mouth]! + openings[nextMouth ?? next.mouth]!) / 2);
  }
  return playback;
}

async function decode(frame: Uint8Array): Promise<Picture> {
  const image = await loadImage(Buffer.from(webpOf(frame)));
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  const rgb = new Uint8Array(image.width * image.height * 3);
  for (let at = 0, to = 0; at < data.length; at += 4, to += 3) rgb.set(data.subarray(at, at + 3), to);
  return { width: image.width, height: image.height, rgb };
}

/** Returns how far the mouth is open in consecutive pictures, and the mouths cut out with the head held still. */
function look(pictures: readonly Picture[]): { patches: Float32Array[]; open: number[] } {
  const tracker = new FaceTracker(models);
  const track = pictures.map((picture) => tracker.track(picture)?.points ?? null);
  const patches = pictures.map((picture, frame) => mouthPatch(picture, track[frame]!));
  return { patches, open: measureTrack(track).frames.map((frame) => frame?.open ?? 0) };
}

/** Returns how much the lips tremble: their mean second difference, in hundredths of the eye distance. */
function jitter(pictures: readonly Picture[]): number {
  const tracker = new FaceTracker(models);
  const track = pictures.flatMap((picture) => tracker.track(picture)?.points ?? []);
  const lips = track.map((points) => {
    const head = similarity(points, track[0]!, RIGID);
    return INNER_LIPS.map((index) => head.apply(...pointAt(points, index)));
  });
  const scale = eyeDistanceOf(track[0]!) / 100;
  const steps = lips.slice(1, -1).flatMap((points, index) =>
    points.map(([x, y], point) => {
      const [previousPoint, nextPoint] = [lips[index]![point]!, lips[index + 2]![point]!];
      return (
        Math.hypot(previousPoint[0] - 2 * x + nextPoint[0], previousPoint[1] - 2 * y + nextPoint[1]) / scale
      );
    }),
  );
  return steps.reduce((sum, step) => sum + step, 0) / steps.length;
}

function correlation(a: readonly number[], b: readonly number[]): number {
  const mean = (list: readonly number[]) => list.reduce((sum, value) => sum + value, 0) / list.length;
  const [meanOne, meanOther] = [mean(a), mean(b)];
  let [both, squaresOne, squaresOther] = [0, 0, 0];
  for (const [index, value] of a.entries()) {
    both += (value - meanOne) * (b[index]! - meanOther);
    squaresOne += (value - meanOne) ** 2;
    squaresOther += (b[index]! - meanOther) ** 2;
  }
  return both / Math.sqrt(squaresOne * squaresOther);
}

/** Returns the lower faces of consecutive frames as PNG, a row for each sentence, for inspection by people. */
function sheetOf(rows: readonly (readonly Picture[])[]): Uint8Array {
  const side = 128;
  const sheet = createCanvas(SHEET_FRAMES * side, rows.length * side);
  const context = sheet.getContext('2d');
  for (const [row, pictures] of rows.entries())
    for (const [column, { width, height, rgb }] of pictures.entries()) {
      const image = new ImageData(width, height);
      for (let from = 0, to = 0; from < rgb.length; from += 3, to += 4)
        image.data.set([rgb[from]!, rgb[from + 1]!, rgb[from + 2]!, 255], to);
      const fullCanvas = createCanvas(width, height);
      fullCanvas.getContext('2d').putImageData(image, 0, 0);
      const [x, y] = [column * side, row * side];
      context.drawImage(fullCanvas, width * 0.3, height * 0.4, width * 0.4, height * 0.4, x, y, side, side);
    }
  return sheet.encodeSync('png');
}

/**
 * Returns the difference of each mouth from the resting one in the same pose as PNG, twice as large and four times
 * as strong. A mask whose border shows would appear in it as a line.
 */
async function differenceMap(face: DrawnFace): Promise<Uint8Array> {
  const [pose = 0] = face.motion.moods.talking.round;
  const restPicture = await decode(face.frame(pose, 0));
  const { width, height } = restPicture;
  const [left, top, side] = [0.28, 0.4, 0.44].map((share) => Math.round(share * width)) as [
    number,
    number,
    number,
  ];
  const sheet = createCanvas((MOUTHS.length - 1) * side * 2, Math.min(side, height - top) * 2);
  const context = sheet.getContext('2d');
  for (let mouth = 1; mouth < MOUTHS.length; mouth++) {
    const { rgb } = await decode(face.frame(pose, mouth));
    const image = new ImageData(width, height);
    for (let from = 0, to = 0; from < rgb.length; from++, to += from % 3 === 0 ? 2 : 1)
      image.data[to] = Math.min(255, 4 * Math.abs(rgb[from]! - restPicture.rgb[from]!));
    for (let to = 3; to < image.data.length; to += 4) image.data[to] = 255;
    const fullCanvas = createCanvas(width, height);
    fullCanvas.getContext('2d').putImageData(image, 0, 0);
    context.drawImage(fullCanvas, left, top, side, side, (mouth - 1) * side * 2, 0, side * 2, side * 2);
  }
  return sheet.encodeSync('png');
}
