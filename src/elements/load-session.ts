/** Tries that failed; a later one may need another address. */
let failedLoads = 0;

/**
 * What a session needs. A browser may keep a module that could not be fetched as failed for as long as the page
 * is open (HTML, module map); under another address it asks again.
 */
export async function loadSession(): Promise<typeof import('./open-session.ts')> {
  try {
    return await import('./open-session.ts');
  } catch (error) {
    const address = /https?:[^\s'"]+\.js/.exec(String(error))?.[0];
    if (failedLoads++ === 0 || !address) throw error;
    const again = `${address}?again=${failedLoads}`;
    return (await import(
      /* @vite-ignore */ /* webpackIgnore: true */ again
    )) as typeof import('./open-session.ts');
  }
}
