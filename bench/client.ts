/**
 * A WebRTC client of an embedded room, by node-datachannel: joins as a browser does, and hands over its ends.
 */
import rtc from 'node-datachannel';

export type Peer = InstanceType<typeof rtc.PeerConnection>;
export type Track = ReturnType<Peer['addTrack']>;

export interface Joined {
  peer: Peer;
  voice: Track;
  channel: ReturnType<Peer['createDataChannel']>;
  /** Objects of the native module receive no events after a garbage collection. */
  resources: unknown[];
}

/**
 * `prepare` changes the connection before the offer is made, `worded` changes the offer before it is sent. Throws if
 * the room refuses it.
 */
export async function join(
  call: { url: string; token: string },
  ssrc: number,
  prepare: (peer: Peer) => unknown[] = () => [],
  worded: (offer: string) => string = (offer) => offer,
): Promise<Joined> {
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
    const gathered = new Promise<void>((resolve) =>
      peer.onGatheringStateChange((state) => state === 'complete' && resolve()),
    );
    peer.setLocalDescription('offer');
    await gathered;
    const answer = await fetch(`${call.url}/session`, {
      method: 'POST',
      headers: { authorization: `Bearer ${call.token}`, 'content-type': 'application/sdp' },
      body: worded(peer.localDescription()!.sdp),
    });
    const sdp = await answer.text();
    if (!answer.ok) throw new Error(`The room answered ${answer.status}.`);
    try {
      peer.setRemoteDescription(sdp, 'answer');
      if (await open) return { peer, voice, channel, resources };
    } catch {
      // Checks of the other side may arrive before the answer was read. This is a weakness of this client as the
      // offering side, not of browsers.
    }
    peer.close();
  }
}
