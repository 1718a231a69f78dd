/** A visitor who uses node-datachannel, so that a test can send and read its packets. */
import rtc from 'node-datachannel';
import type { JoinRequest } from '../../src/rooms/embedded/media-messages.ts';
import type { Media } from '../../src/rooms/embedded/media.ts';
import { assetPath } from '../../src/runtime/asset-data.ts';

export interface NativeVisitor {
  voice: rtc.Track;
  camera: rtc.Track;
  channel: rtc.DataChannel;
  /** Returns the number of packets of the face received so far. */
  countPictures(): number;
  /** Resolves when the native threads have released the connection. */
  close(): Promise<void>;
}

/**
 * Joins with a microphone, a camera and the data channel. `network` is as in `Media.join`. `through` may change the
 * answer before the visitor receives it.
 */
export async function joinNatively(
  media: Media,
  callId: string,
  network: string | null = null,
  changeAnswer = (answer: string): string => answer,
  options: Partial<JoinRequest> = {},
): Promise<NativeVisitor> {
  const peer = new rtc.PeerConnection(callId, {
    iceServers: [],
    forceMediaTransport: true,
    disableAutoNegotiation: true,
  });
  try {
    const audio = new rtc.Audio('0', 'SendRecv');
    audio.addOpusCodec(111);
    audio.addSSRC(1234, 'visitor', 'visitor', 'microphone');
    const voice = peer.addTrack(audio);
    const video = new rtc.Video('1', 'SendRecv');
    video.addVP8Codec(96);
    video.addSSRC(1235, 'visitor', 'visitor', 'camera');
    const camera = peer.addTrack(video);
    let pictures = 0;
    camera.onMessage(() => void pictures++);
    const channel = peer.createDataChannel('palkit');
    const channelOpening = new Promise<void>((resolve) => channel.onOpen(resolve));
    const gathering = new Promise<void>((resolve) =>
      peer.onGatheringStateChange((state) => void (state === 'complete' && resolve())),
    );
    const close = () =>
      new Promise<void>((resolve) => {
        peer.onStateChange((state) => void (state === 'closed' && resolve()));
        peer.close();
      });
    peer.setLocalDescription('offer');
    await gathering;
    const offer = peer.localDescription()?.sdp ?? '';
    const { answer } = await media.join(
      { callId, offer, face: assetPath('faces/mira.face'), ...options },
      network,
    );
    peer.setRemoteDescription(changeAnswer(answer), 'answer');
    await channelOpening;
    return { voice, camera, channel, countPictures: () => pictures, close };
  } catch (error) {
    peer.close();
    throw error;
  }
}
