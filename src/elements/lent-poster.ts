/** The agent's face before a call: the service's picture, where the page gives none of its own. */

/** Who shows the picture, and for which deployment. */
export interface PosterHolder {
  poster: string;
  readonly deploymentId: string;
  /** Where the session is made otherwise, there is no service to lend a picture. */
  readonly createSession?: unknown;
}

export class LentPoster {
  /** The address that the channel shows because of this. */
  #lent = '';

  /** Shows it once the page has all that is its own; nothing comes of it where there is no picture. */
  lend(channel: PosterHolder, service: string, signal: AbortSignal | undefined): void {
    if (channel.poster === this.#lent) channel.poster = this.#lent = '';
    const { deploymentId } = channel;
    if (!signal || channel.poster || !service || !deploymentId || channel.createSession) return;
    if (document.readyState !== 'complete')
      return addEventListener('load', () => this.lend(channel, service, signal), { once: true, signal });
    const picture = new Image();
    picture.fetchPriority = 'low';
    const address = `${service.replace(/\/+$/, '')}/face/${encodeURIComponent(deploymentId)}`;
    picture.src = address;
    picture.decode().then(
      () => {
        if (channel.deploymentId === deploymentId) channel.poster ||= this.#lent = address;
      },
      // There is none, or none for this page: the icon stays.
      () => {},
    );
  }
}
