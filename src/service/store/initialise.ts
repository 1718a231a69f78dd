/** Entry point of the process that creates the folder of the database: `initialise.js <folder>`. */
import { initialise } from './embedded.ts';

const folder = process.argv[2];
if (!folder) throw new Error('usage: initialise <folder>');
await initialise(folder);
