/** Measures the brotli size of the script-tag build; fails if it exceeds the budget. */
import fs from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { checkConsole } from './console-size.ts';

const FOLDER = path.join('src', 'elements', 'dist', 'script');
const KIB = 1024;
/** Budget for the file that a page loads before a click. */
const LOADER_BUDGET = 14 * KIB;
/**
 * Budget for all code of ours that a call needs, with all kinds of cards and the largest language. Excluded are
 * daily-js, captcha providers, the Markdown renderer, code that loads during a call, the browser's speech recognition
 * and voices, and the templates of a landing page.
 */
const CALL_BUDGET = 82 * KIB;
/** Budgets for the code that draws a face in the page, and for one face with its shared data. */
const RIG_BUDGET = 8 * KIB;
const FACE_BUDGET = 8 * KIB;
/** Budget for a call that draws the largest face. */
const DRAWN_CALL_BUDGET = 100 * KIB;
/** Budget for each of the two parts that are loaded if the visitor's browser recognises speech or speaks. */
const BROWSER_SPEECH_BUDGET = 3 * KIB;
/** Budget for the code that is loaded for the first card with Markdown. */
const MARKDOWN_BUDGET = 16 * KIB;

/**
 * Budget for code that is loaded during a call: the control of the device, the measurement of the connection, the
 * agent's own navigation, and at the end of the call the rating and the transcript files.
 */
const DURING_CALL_BUDGET = 4 * KIB;
/** Budget for the form outside opening hours, in all languages. */
const CLOSED_BUDGET = 5 * KIB;
/** Budget for the invitation that a wide embed shows before a call, in all languages. */
const INVITATION_BUDGET = 4 * KIB;
/** Budget for the texts of one language. */
const LANGUAGE_BUDGET = 3 * KIB;
/** Budget for a landing page's templates and styles. */
const LANDING_BUDGET = 1.5 * KIB;

const weight = (file: string) => brotliCompressSync(fs.readFileSync(path.join(FOLDER, file))).length;
const files = fs.readdirSync(FOLDER).filter((file) => file.endsWith('.js'));
/** Chunks that only Daily rooms use. */
const daily = files.filter((file) => /^(daily|dist)/.test(file));
/** The chunk for the widget of a captcha provider. */
const provider = files.filter((file) => file.startsWith('captcha-widget'));
const markdown = files.filter((file) => file.startsWith('markdown'));
const lateFiles = files.filter((file) => /^(after-call|call-on-device|network-watch)/.test(file));
const closedFiles = files.filter((file) => /^(pal-)?closed/.test(file));
const invitation = files.filter((file) => file.startsWith('embed-invitation'));
const landing = files.filter((file) => file.startsWith('landing-looks'));
const browserSpeech = files.filter((file) => /^browser-(speech-to-text|text-to-speech)/.test(file));
/** Code of drawn faces, which exists twice with equal size: for a worker, and for pages that allow none. */
const rig = files.filter((file) => /^(drawn-face|painter|face-worker)/.test(file));
const faces = files.filter((file) => /^(worker-)?(face-parts|mira|tomas|noor|pip)-/.test(file));
const languages = files.filter((file) => /^([a-z]{2}|zh-Hant)-[\w-]{7}\.js$/.test(file));
const call = files.filter(
  (file) =>
    ![
      daily,
      provider,
      markdown,
      lateFiles,
      closedFiles,
      invitation,
      landing,
      browserSpeech,
      languages,
      rig,
      faces,
    ].some((otherFiles) => otherFiles.includes(file)),
);
/** A call loads only one of these: the worker, or the solver for pages that allow no worker. */
const captcha = files.filter((file) => /^captcha-(worker|solver)/.test(file));
const note = (file: string) =>
  daily.includes(file)
    ? '  (Daily rooms only)'
    : provider.includes(file)
      ? '  (captcha providers only)'
      : markdown.includes(file)
        ? '  (Markdown only)'
        : lateFiles.includes(file)
          ? '  (once a call runs)'
          : closedFiles.includes(file)
            ? '  (outside opening hours)'
            : invitation.includes(file)
              ? '  (wide embeds only)'
              : landing.includes(file)
                ? '  (landing pages only)'
                : browserSpeech.includes(file)
                  ? '  (where the browser hears or speaks)'
                  : languages.includes(file)
                    ? '  (a language)'
                    : rig.includes(file)
                      ? '  (a drawn face: one of the two)'
                      : faces.includes(file)
                        ? '  (a drawn face)'
                        : '';

for (const file of files)
  process.stdout.write(`${String((weight(file) / KIB).toFixed(1)).padStart(7)} KiB  ${file}${note(file)}\n`);
const loader = weight('palkit.js');
const language = Math.max(0, ...languages.map(weight));
const callWeight =
  call.reduce((sum, file) => sum + weight(file), 0) - Math.min(...captcha.map(weight)) + language;
process.stdout.write(
  `loader ${(loader / KIB).toFixed(1)} of ${LOADER_BUDGET / KIB} KiB, a call ` +
    `${(callWeight / KIB).toFixed(1)} of ${CALL_BUDGET / KIB} KiB, the heaviest of ${languages.length} ` +
    `languages ${(language / KIB).toFixed(1)} of ${LANGUAGE_BUDGET / KIB} KiB\n`,
);
const rigWeight =
  sumOf(rig.filter((file) => file.startsWith('drawn-face'))) +
  Math.max(...rig.filter((file) => !file.startsWith('drawn-face')).map(weight));
const faceWeight = Math.max(
  ...['', 'worker-'].map((prefix) => {
    const ownFiles = faces.filter((file) => file.startsWith('worker-') === (prefix !== ''));
    const isPart = (file: string) => file.startsWith(`${prefix}face-parts`);
    return sumOf(ownFiles.filter(isPart)) + Math.max(...ownFiles.filter((file) => !isPart(file)).map(weight));
  }),
);
const drawnCall = callWeight + rigWeight + faceWeight;
process.stdout.write(
  `a drawn face ${(faceWeight / KIB).toFixed(1)} of ${FACE_BUDGET / KIB} KiB, its rig ` +
    `${(rigWeight / KIB).toFixed(1)} of ${RIG_BUDGET / KIB} KiB, a call with them ` +
    `${(drawnCall / KIB).toFixed(1)} of ${DRAWN_CALL_BUDGET / KIB} KiB\n`,
);
for (const [label, bytes, budget] of [
  ['loader', loader, LOADER_BUDGET],
  ['a call', callWeight, CALL_BUDGET],
  ['the rig of a drawn face', rigWeight, RIG_BUDGET],
  ['a drawn face', faceWeight, FACE_BUDGET],
  ['a call with a drawn face', drawnCall, DRAWN_CALL_BUDGET],
] as const)
  if (bytes > budget)
    process.stderr.write(`${label} is ${bytes - budget} bytes over. CONTRIBUTING.md says what counts.\n`);
const promisedTexts = [
  `${Math.ceil(loader / KIB)} KiB before a click`,
  `${Math.ceil(callWeight / KIB)} KiB for a whole call`,
  `${Math.ceil(drawnCall / KIB)} KiB with a face that the browser draws`,
];
const readme = fs.readFileSync('README.md', 'utf8');
const missingWords = promisedTexts.filter((promisedText) => !readme.includes(promisedText));
if (missingWords.length > 0) process.stderr.write(`README.md does not say "${missingWords.join('", "')}".\n`);
// The loader must not import a file statically, because the browser would fetch that file before a click.
const isAlone = importsOf('palkit.js').length === 0;
if (!isAlone) process.stderr.write('palkit.js imports another file statically.\n');
// In an import cycle a chunk may run before its dependencies, and the widget would not open.
const circular = files.filter((file) => reaches(file, file));
if (circular.length > 0) process.stderr.write(`${circular.join(', ')} import each other.\n`);
if (
  !checkConsole() ||
  loader > LOADER_BUDGET ||
  callWeight > CALL_BUDGET ||
  rigWeight > RIG_BUDGET ||
  faceWeight > FACE_BUDGET ||
  drawnCall > DRAWN_CALL_BUDGET ||
  provider.some((file) => weight(file) > KIB) ||
  markdown.some((file) => weight(file) > MARKDOWN_BUDGET) ||
  landing.some((file) => weight(file) > LANDING_BUDGET) ||
  browserSpeech.some((file) => weight(file) > BROWSER_SPEECH_BUDGET) ||
  lateFiles.some((file) => weight(file) > DURING_CALL_BUDGET) ||
  closedFiles.some((file) => weight(file) > CLOSED_BUDGET) ||
  invitation.some((file) => weight(file) > INVITATION_BUDGET) ||
  language > LANGUAGE_BUDGET ||
  !isAlone ||
  missingWords.length > 0 ||
  circular.length > 0
)
  process.exit(1);

function sumOf(parts: readonly string[]): number {
  return parts.reduce((sum, file) => sum + weight(file), 0);
}

/** Returns the static imports of a file. */
function importsOf(file: string): string[] {
  const text = fs.readFileSync(path.join(FOLDER, file), 'utf8');
  const imports = text.matchAll(/(?:^|[;}\s])(?:import|export)\s*(?:[\w${},*\s]+from\s*)?["']\.\/([^"']+)/g);
  return [...imports].map(([, name = '']) => name);
}

/** True if static imports lead from one file to the other. */
function reaches(from: string, target: string, visited = new Set<string>()): boolean {
  return importsOf(from).some((file) => {
    if (file === target) return true;
    if (visited.has(file)) return false;
    visited.add(file);
    return reaches(file, target, visited);
  });
}
