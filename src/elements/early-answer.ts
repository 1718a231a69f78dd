/** Requests the deployment while the code that reads it is still loading, so that both happen in parallel. */
export interface EarlyAnswer {
  readonly address: string;
  readonly requestedAt: number;
  readonly answer: Promise<Response>;
}

/** Sends the request; the promise `answer` rejects if it fails. */
export function requestEarly(service: string, deploymentId: string): EarlyAnswer {
  const address = `${service}/v2/deployments/${encodeURIComponent(deploymentId)}/init`;
  const answer = fetch(address);
  answer.catch(() => {});
  return { address, requestedAt: Date.now(), answer };
}
