/** Workers and scripts at an address of the package itself, also under Trusted Types. */

interface Policy {
  createScriptURL(url: string): unknown;
}
let policy: Policy | undefined;

/** Under Trusted Types, declares an address safe: those of the workers and of a captcha provider. */
export function trust(url: string): string {
  policy ??= (
    globalThis as {
      trustedTypes?: { createPolicy(name: string, rules: { createScriptURL(url: string): string }): Policy };
    }
  ).trustedTypes?.createPolicy('palkit', { createScriptURL: (address) => address });
  return (policy?.createScriptURL(url) ?? url) as string;
}

/** Throws for another origin, because a page cannot start a worker from there. */
export const TrustedWorker = function (url: URL, options: WorkerOptions): Worker {
  // The origin is checked first, because for another origin Firefox also logs an error to the console.
  if (/^https?:$/.test(url.protocol) && url.origin !== globalThis.origin) throw new Error('Another origin.');
  return new globalThis.Worker(trust(url.href), options);
} as unknown as typeof Worker;
