declare module '@echogarden/fvad-wasm' {
  /** WebRTC's voice activity detector; numbers are addresses in its memory. */
  interface Fvad {
    _fvad_new(): number;
    _fvad_free(detector: number): void;
    _fvad_reset(detector: number): void;
    _fvad_set_mode(detector: number, mode: 0 | 1 | 2 | 3): number;
    _fvad_set_sample_rate(detector: number, rate: number): number;
    /** 1 voiced, 0 not, -1 for a frame of an unsupported length. */
    _fvad_process(detector: number, samples: number, count: number): number;
    _malloc(size: number): number;
    HEAP16: Int16Array;
  }
  export default function fvad(): Promise<Fvad>;
}
