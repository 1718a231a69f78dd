/**
 * The connection to a tool's address, which the service protects. It rejects with an `OutsideFault` whose message
 * may be passed to a model, also for a body longer than `maximumBytes`. `timeout` is in milliseconds until the
 * last byte.
 */
export interface ToolFetch {
  fetch(
    url: URL,
    options: {
      method: string;
      signal: AbortSignal;
      timeout: number;
      maximumBytes: number;
      headers: Record<string, string>;
      body?: string;
    },
  ): Promise<Response>;
}
