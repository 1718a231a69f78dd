/** Delays V8's optimising compiler for WebAssembly. */
import { setFlagsFromString } from 'node:v8';

/**
 * Number of bytes that a WebAssembly function must run before V8 optimises it. With the defaults (1.8 MB in Node
 * 20, 13 MB in Node 24), V8 also optimises functions that only load a model or start the database. This takes the
 * processor from the first call: a start costs 3.8 s of CPU time instead of 2.8 s. Inner loops exceed this budget
 * within a few runs.
 */
const BUDGET_BYTES = 100_000_000;

/**
 * Call this before the first WebAssembly module is compiled. A version of Node without this option prints a
 * line and continues.
 */
export function optimiseOnlyHotWasm(): void {
  setFlagsFromString(`--wasm-tiering-budget=${BUDGET_BYTES}`);
}
