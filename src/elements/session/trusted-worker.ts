/** Loads the package's workers and scripts, even on pages that enforce Trusted Types. */

interface Policy {
  createScriptURL(url: string): unknown;
}
let policy: Policy | undefined;

/** Marks an address as trusted under Trusted Types: that of a worker or of a captcha provider's script. */
export function trust(url: string): string {
  policy ??= (
    globalThis as {
      trustedTypes?: { createPolicy(name: string, rules: { createScriptURL(url: string): string }): Policy };
    }
  ).trustedTypes?.createPolicy('palkit', { createScriptURL: (address) => address });
  return (policy?.createScriptURL(url) ?? url) as string;
}

/** Starts a worker; throws for another origin, from which a page cannot start one. */
export const TrustedWorker = function (url: URL, options: WorkerOptions): Worker {
  // Check the origin first, because Firefox would also log an error for another origin.
  if (/^https?:$/.test(url.protocol) && url.origin !== globalThis.origin) throw new Error('Another origin.');
  return new globalThis.Worker(trust(url.href), options);
} as unknown as typeof Worker;
