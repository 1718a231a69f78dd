/** Delays V8's optimising compiler for WebAssembly. */
import { setFlagsFromString } from 'node:v8';

/**
 * Bytes of a WebAssembly function that run before V8 optimises it; the defaults are 1.8 MB in Node 20 and 13 MB in
 * Node 24. With those, V8 also optimises the functions that only load a model or start the database, and takes the
 * processor from the first call: a start costs 3.8 s of CPU time instead of 2.8 s. Inner loops exceed this budget
 * within a few runs.
 */
const BUDGET = 100_000_000;

/** Call it before the first WebAssembly module is compiled. A Node without this option prints a line and goes on. */
export function optimiseOnlyHotWasm(): void {
  setFlagsFromString(`--wasm-tiering-budget=${BUDGET}`);
}
