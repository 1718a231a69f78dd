/**
 * Draws filmstrips of faces that say ten sentences, for a check frame by frame: lips, nods on stressed words,
 * blinks. Writes a PNG per face and sentence, with one picture per 80 ms; a bar below a picture marks a stressed
 * syllable.
 *
 *   node --import tsx scripts/take-filmstrips.ts FOLDER [mira tomas noor pip]
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { createFliteTextToSpeech } from '../src/agent/speech/flite-text-to-speech.ts';
import { SynthesisPool } from '../src/agent/speech/synthesis-pool.ts';
import { CHARACTERS, type FaceName } from '../src/contract/face/characters.ts';
import { Follower, type Posture } from '../src/contract/face/follower.ts';
import { STRESS } from '../src/contract/mouths.ts';
import { findChromium } from './chromium.ts';
import { DRAWING_SIZE, openDrawing } from './drawing-page.ts';

const SENTENCES = [
  'We are open on Saturday from ten to four.',
  'My brother bought a beautiful old boat.',
  'How many people are coming to the party?',
  'Please bring the receipt and the packaging.',
  'Five very fine flowers grow above the river.',
  'A new battery costs about two hundred euros.',
  'I am sorry, I could not find an answer.',
  'You may return the bicycle within thirty days.',
  'The museum offers a tour every morning.',
  'Who would you like to speak to, and when?',
];
const VOICES: Readonly<Record<FaceName, string>> = { mira: 'slt', tomas: 'rms', noor: 'slt', pip: 'awb' };
/** Milliseconds of a mouth shape, of a step of the performance, and of a picture. */
const MOUTH_MS = 40;
const STEP_MS = 20;
const PICTURE_MS = 80;
/** Milliseconds of rest before and after a sentence. */
const REST_MS = 400;
/** Size of a drawing in pixels, and the area of the head relative to the drawing. */
const SIDE = 300;
const HEAD = { left: 0.24, top: 0.1, side: 0.54 };
const COLUMNS = 12;

interface Picture {
  posture: Posture;
  stressed: boolean;
}

const pool = new SynthesisPool({ size: 1 });
const voice = createFliteTextToSpeech(pool);

async function mouthsOf(sentence: string, face: FaceName): Promise<number[]> {
  const mouths: number[] = [];
  for await (const speech of voice.speak(sentence, { voice: VOICES[face] })) mouths.push(...speech.mouths);
  return mouths;
}

/** Returns the pictures that a page draws for a sentence. */
function picturesOf(face: FaceName, mouths: readonly number[], seed: number): Picture[] {
  const page = new Follower(CHARACTERS[face]);
  const stressedFrames = mouths.flatMap((mouth, index) => (mouth >= STRESS ? [index] : []));
  page.cue({ at: 0, seed, mood: 'idle' });
  page.cue({
    at: REST_MS * 48,
    mouths: mouths.map((mouth) => mouth % STRESS).join(''),
    stresses: stressedFrames,
  });
  const length = REST_MS + mouths.length * MOUTH_MS + REST_MS;
  const pictures: Picture[] = [];
  for (let time = 0; time < length; time += STEP_MS) {
    const posture = page.posture(time);
    const stressed = stressedFrames.some((frame) => {
      const since = time - REST_MS - frame * MOUTH_MS;
      return since >= 0 && since < PICTURE_MS;
    });
    if (time % PICTURE_MS === 0) pictures.push({ posture, stressed });
  }
  return pictures;
}

/** Draws the pictures in rows and returns the PNG. */
const strip = (page: Page, pictures: Picture[]): Promise<string> =>
  page.evaluate(
    async ({ pictures, side, head, drawn, columns }) => {
      const source = './draw.js';
      const { draw } = (await import(source)) as {
        draw: (context: CanvasRenderingContext2D, stance: object, mouth: object) => void;
      };
      const canvas = document.querySelector('canvas')!;
      const context = canvas.getContext('2d')!;
      const sheet = document.createElement('canvas');
      // The page's canvases are scaled, so lengths are in pixels of a drawing.
      const scale = side / drawn;
      const [cell, bar] = [head.side * drawn, 0.03 * drawn];
      sheet.width = cell * scale * columns;
      sheet.height = (cell + bar) * scale * Math.ceil(pictures.length / columns);
      const target = sheet.getContext('2d')!;
      const [left, top, part] = [head.left * side, head.top * side, head.side * side];
      for (const [index, { posture, stressed }] of pictures.entries()) {
        draw(context, posture, posture.mouth);
        const [x, y] = [(index % columns) * cell, Math.floor(index / columns) * (cell + bar)];
        target.drawImage(canvas, left, top, part, part, x, y, cell, cell);
        target.fillStyle = stressed ? '#c00' : '#fff';
        target.fillRect(x, y + cell, cell, bar);
      }
      return sheet.toDataURL('image/png').split(',')[1]!;
    },
    { pictures, side: SIDE, head: HEAD, drawn: DRAWING_SIZE, columns: COLUMNS },
  );

const [folder, ...names] = process.argv.slice(2);
if (!folder) throw new Error('Which folder do the filmstrips go to?');
mkdirSync(folder, { recursive: true });
const { path: executablePath, environment } = await findChromium();
const browser = await chromium.launch({
  executablePath,
  env: { ...(process.env as Record<string, string>), ...environment },
});
for (const name of Object.keys(CHARACTERS) as FaceName[]) {
  if (names.length > 0 && !names.includes(name)) continue;
  const page = await openDrawing(browser, name, SIDE);
  for (const [index, sentence] of SENTENCES.entries()) {
    const pictures = picturesOf(name, await mouthsOf(sentence, name), index + 1);
    const file = path.join(folder, `${name}-${index + 1}.png`);
    writeFileSync(file, Buffer.from(await strip(page, pictures), 'base64'));
    console.log(`${file}: ${sentence}`);
  }
  await page.close();
}
await browser.close();
await pool.close();
