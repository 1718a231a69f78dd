/** Number of failed attempts; it makes each retry's address unique. */
let failedLoads = 0;

/**
 * Loads the session's chunk. A browser may cache a failed module while the page is open, so a retry uses another
 * address.
 */
export async function loadSession(): Promise<typeof import('./open-session.ts')> {
  try {
    return await import('./open-session.ts');
  } catch (error) {
    const address = /https?:[^\s'"]+\.js/.exec(String(error))?.[0];
    if (failedLoads++ === 0 || !address) throw error;
    const retryAddress = `${address}?again=${failedLoads}`;
    return (await import(
      /* @vite-ignore */ /* webpackIgnore: true */ retryAddress
    )) as typeof import('./open-session.ts');
  }
}
