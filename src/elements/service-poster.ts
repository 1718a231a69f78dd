/** Shows the agent's picture before a call: the service's picture, unless the page sets another one. */

/** A channel that shows the picture. */
export interface PosterHolder {
  poster: string;
  readonly deploymentId: string;
  /** Set by tests and stories without a service, so that no picture is fetched. */
  readonly createSession?: unknown;
}

export class ServicePoster {
  /** The address that this class has set on the channel. */
  #address = '';

  /** Shows the service's picture once the page has loaded, if the service has one. */
  show(channel: PosterHolder, service: string, signal: AbortSignal | undefined): void {
    if (channel.poster === this.#address) channel.poster = this.#address = '';
    const { deploymentId } = channel;
    if (!signal || channel.poster || !service || !deploymentId || channel.createSession) return;
    if (document.readyState !== 'complete')
      return addEventListener('load', () => this.show(channel, service, signal), { once: true, signal });
    const picture = new Image();
    picture.fetchPriority = 'low';
    const address = `${service.replace(/\/+$/, '')}/face/${encodeURIComponent(deploymentId)}`;
    picture.src = address;
    picture.decode().then(
      () => {
        if (channel.deploymentId === deploymentId) channel.poster ||= this.#address = address;
      },
      // If there is no picture, the icon stays.
      () => {},
    );
  }
}
