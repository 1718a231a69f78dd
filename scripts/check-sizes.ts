/** Weighs what a browser loads from the script-tag build, compressed as a server would, and fails over budget. */
import fs from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';

const FOLDER = path.join('dist', 'script');
const KIB = 1024;
/** The one file a page loads before a click. */
const LOADER_BUDGET = 12 * KIB;
/** All of our own code that a call needs, daily-js aside. */
const CALL_BUDGET = 60 * KIB;

const weight = (file: string) => brotliCompressSync(fs.readFileSync(path.join(FOLDER, file))).length;
const files = fs.readdirSync(FOLDER).filter((file) => file.endsWith('.js'));
/** Chunks that only a Daily room loads. */
const daily = files.filter((file) => /^(daily|dist)/.test(file));
const call = files.filter((file) => !daily.includes(file));

for (const file of files) process.stdout.write(`${String((weight(file) / KIB).toFixed(1)).padStart(7)} KiB  ${file}${daily.includes(file) ? '  (Daily rooms only)' : ''}\n`);
const loader = weight('palkit.js');
const whole = call.reduce((sum, file) => sum + weight(file), 0);
process.stdout.write(`loader ${(loader / KIB).toFixed(1)} of ${LOADER_BUDGET / KIB} KiB, a call ${(whole / KIB).toFixed(1)} of ${CALL_BUDGET / KIB} KiB\n`);
// The loader must stand alone: what it imports statically would be fetched before a click.
const alone = !/(^|[;}\s])import\s*(?:[\w${},*\s]+from\s*)?["']\.\//.test(fs.readFileSync(path.join(FOLDER, 'palkit.js'), 'utf8'));
if (!alone) process.stderr.write('palkit.js imports another file statically.\n');
if (loader > LOADER_BUDGET || whole > CALL_BUDGET || !alone) process.exit(1);
