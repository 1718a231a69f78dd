/**
 * Environment variables for a process that should return freed memory to the system. glibc would keep the memory of
 * V8's optimising compiler, half a gigabyte over a few WebAssembly engines, unless blocks of this size are mapped
 * separately (mallopt(3): M_MMAP_THRESHOLD, M_ARENA_MAX). Allocators of other systems ignore them.
 */
export const ALLOCATOR_SETTINGS = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '32768',
  MALLOC_TRIM_THRESHOLD_: '131072',
} as const;
