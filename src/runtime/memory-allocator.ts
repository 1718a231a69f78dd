/**
 * The environment of a process whose memory should go back to the system once it is free: glibc keeps what V8's
 * optimising compiler took, half a gigabyte over a few engines in WebAssembly, unless blocks of this size are mapped
 * one by one (mallopt(3): M_MMAP_THRESHOLD, M_ARENA_MAX). Other systems' allocators do not read it.
 */
export const FREED_AT_ONCE = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '32768',
  MALLOC_TRIM_THRESHOLD_: '131072',
} as const;
