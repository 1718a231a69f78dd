/**
 * Peers of several calls with picture and voice, in a process of their own. Takes `Held` messages, tells `Told`.
 */
import rtc from 'node-datachannel';
import { join } from './client.ts';

/** A call as a start answers it. */
export interface StartedCall {
  url: string;
  token: string;
}
/** To this process: join one more call; or tell the pictures that each had since they were last told. */
export type Held = { join: StartedCall } | 'pictures';
export type Told = { joined: boolean } | { pictures: number[] };

const PING_MS = 2000;
const ssrc = Number(process.argv[2]);
let pictures: number[] = [];
// A collected object of the native module hears nothing more.
const kept: unknown[] = [];
const tell = (told: Told) => process.send!(told);

async function hold(call: StartedCall): Promise<void> {
  const place = pictures.push(0) - 1;
  const joined = await join(call, ssrc + place, (peer) => {
    const video = new rtc.Video('1', 'RecvOnly');
    video.addVP8Codec(96);
    const face = peer.addTrack(video);
    face.setMediaHandler(new rtc.RtcpReceivingSession());
    face.onMessage((packet) => {
      // The marker ends a picture.
      if ((packet[1]! & 0x80) !== 0 && (packet[1]! & 0x7f) === 96) pictures[place]!++;
    });
    return [video, face];
  });
  joined.voice.onMessage(() => {});
  kept.push(joined);
  const ping = { message_type: 'conversation', event_type: 'conversation.ping', properties: {} };
  setInterval(() => {
    if (joined.channel.isOpen()) joined.channel.sendMessage(JSON.stringify(ping));
  }, PING_MS);
}

process.on('message', (asked: Held) => {
  if (asked === 'pictures') {
    tell({ pictures });
    pictures = pictures.map(() => 0);
  } else
    hold(asked.join).then(
      () => tell({ joined: true }),
      () => tell({ joined: false }),
    );
});
