/**
 * Engines that are not part of Palkit. They are installed with the first model that needs them, and pinned like all
 * other packages.
 */
import { NODE_LLAMA_CPP } from './llama-package.ts';
import type { EngineName } from './model.ts';

export interface EnginePackage {
  /** The npm package that contains the engine. */
  name: string;
  version: string;
  /** Integrity hashes of the package and the others of its version, by name; npm checks the tarballs against them. */
  integrity: Readonly<Record<string, string>>;
  /** Integrity hashes of its other dependencies, by path below `node_modules` and version: `a/node_modules/b@1.0.0`. */
  dependencies?: Readonly<Record<string, string>>;
  /** Packages for certain platforms only: `os` and `cpu` as Node names them. */
  platforms: Readonly<Record<string, { os: string; cpu: string }>>;
  /** A notice for the user who installs the engine. */
  notice: string;
}

/** Null if the engine is part of Palkit. */
export const ENGINES: Readonly<Record<EngineName, EnginePackage | null>> = {
  vosk: null,
  onnxruntime: null,
  'node-llama-cpp': NODE_LLAMA_CPP,
  'sherpa-onnx': {
    name: 'sherpa-onnx-node',
    version: '1.13.8',
    integrity: {
      'sherpa-onnx-node':
        'sha512-MsDMBdhLFTZ1GwvcGSSQhnS7g/EA8OMH6IYysCVUOM7j8Icty9KRc0E6YT1A5fWBsZwRfKOeh88QC95aRvS8ag==',
      'sherpa-onnx-darwin-arm64':
        'sha512-FPNgJMgnWVl/KhRTIhG3KL3A4Om63Rn4YKXc9/uHY7SzLcvqLJLc/h7UBWJwduXvv7K18t5NpxHR6XgXn4sjWw==',
      'sherpa-onnx-darwin-x64':
        'sha512-7BLRpjM6w4f9W46/nmkmq8lEKUayhebvcpslCVQ+6QN2uReYlZEMDZlSpXMjme+hUFrPfRz8P3UNq8ep/4d19g==',
      'sherpa-onnx-linux-x64':
        'sha512-6plnhjagsSeTntCgnlag86hWbs/uZE9Crms1LgOb68/1nKsIQjMd+WG519m+aPwT6TrsBOiEMzrx41t8sL5L5g==',
      'sherpa-onnx-linux-arm64':
        'sha512-Tlg7a70b/Wge3OF8IgTHF9jhSVCsLyKQKhwc4BsJ5A+dL/SrFtGBjzuHp4XeLhiiOT7afCxX5PdSn/D4c8Lnuw==',
      'sherpa-onnx-win-x64':
        'sha512-oZF1c9VPOKtMwn83Bboc5XSWL+76BRoyB3eUuVnCknBKxwSULZU2Foia9VHWzU+n4I12rPsP6z6H9Rp1hD9o8g==',
    },
    platforms: {
      'sherpa-onnx-darwin-arm64': { os: 'darwin', cpu: 'arm64' },
      'sherpa-onnx-darwin-x64': { os: 'darwin', cpu: 'x64' },
      'sherpa-onnx-linux-x64': { os: 'linux', cpu: 'x64' },
      'sherpa-onnx-linux-arm64': { os: 'linux', cpu: 'arm64' },
      'sherpa-onnx-win-x64': { os: 'win32', cpu: 'x64' },
    },
    notice:
      'sherpa-onnx is Apache-2.0, but its library has espeak-ng (GPL-3.0-or-later) linked into it. ' +
      'Palkit neither contains nor ships it: it runs it in a process of its own.',
  },
};
