/**
 * The deployment is asked for while the code that reads the answer is still on its way: a first screen waits
 * for one of the two, not for both.
 */
export interface EarlyAnswer {
  readonly address: string;
  readonly asked: number;
  readonly answer: Promise<Response>;
}

/** Asks; what fails is told where the answer is taken. */
export function askEarly(service: string, deploymentId: string): EarlyAnswer {
  const address = `${service}/v2/deployments/${encodeURIComponent(deploymentId)}/init`;
  const answer = fetch(address);
  answer.catch(() => {});
  return { address, asked: Date.now(), answer };
}
