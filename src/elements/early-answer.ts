/**
 * Requests the deployment while the code that reads the answer is still loading, so that the first screen
 * waits for the slower of the two and not for their sum.
 */
export interface EarlyAnswer {
  readonly address: string;
  readonly requestedAt: number;
  readonly answer: Promise<Response>;
}

/** Sends the request; a failure is reported to the reader of `answer`. */
export function requestEarly(service: string, deploymentId: string): EarlyAnswer {
  const address = `${service}/v2/deployments/${encodeURIComponent(deploymentId)}/init`;
  const answer = fetch(address);
  answer.catch(() => {});
  return { address, requestedAt: Date.now(), answer };
}
