/** A WebRTC client of an embedded room (node-datachannel). It joins as a browser does, and returns its connection. */
import rtc from 'node-datachannel';

export type Peer = InstanceType<typeof rtc.PeerConnection>;
export type Track = ReturnType<Peer['addTrack']>;

export interface JoinedCall {
  peer: Peer;
  voice: Track;
  channel: ReturnType<Peer['createDataChannel']>;
  /** References to objects of the native module, which receive no events after they are garbage-collected. */
  resources: unknown[];
}

/**
 * Joins a room. `prepare` changes the connection before the offer is made; `changeOffer` changes the offer before
 * it is sent. Rejects if the room refuses the offer.
 */
export async function join(
  call: { url: string; token: string },
  ssrc: number,
  prepare: (peer: Peer) => unknown[] = () => [],
  changeOffer: (offer: string) => string = (offer) => offer,
): Promise<JoinedCall> {
  for (;;) {
    const peer = new rtc.PeerConnection(`client ${ssrc}`, {
      iceServers: [],
      forceMediaTransport: true,
      disableAutoNegotiation: true,
    });
    const audio = new rtc.Audio('0', 'SendRecv');
    audio.addOpusCodec(111);
    audio.addSSRC(ssrc, 'c', 'c', 'a');
    const voice = peer.addTrack(audio);
    const resources = [audio, ...prepare(peer)];
    const channel = peer.createDataChannel('palkit');
    const open = new Promise<boolean>((resolve) => {
      channel.onOpen(() => resolve(true));
      setTimeout(() => resolve(false), 6000);
    });
    const gathering = new Promise<void>((resolve) =>
      peer.onGatheringStateChange((state) => state === 'complete' && resolve()),
    );
    peer.setLocalDescription('offer');
    await gathering;
    const answer = await fetch(`${call.url}/session`, {
      method: 'POST',
      headers: { authorization: `Bearer ${call.token}`, 'content-type': 'application/sdp' },
      body: changeOffer(peer.localDescription()!.sdp),
    });
    const sdp = await answer.text();
    if (!answer.ok) throw new Error(`The room answered ${answer.status}.`);
    try {
      peer.setRemoteDescription(sdp, 'answer');
      if (await open) return { peer, voice, channel, resources };
    } catch {
      // Try again, because connectivity checks may arrive before the answer is read. Browsers handle this
      // case, but this client does not.
    }
    peer.close();
  }
}
