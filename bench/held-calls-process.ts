/**
 * Peers of several calls with picture and voice, in a separate process. It receives `Command` messages and sends
 * reports.
 */
import rtc from 'node-datachannel';
import { withPictureSize } from '../src/elements/session/picture-size.ts';
import { join } from './client.ts';

/** The response to the start of a call. */
export interface StartedCall {
  url: string;
  token: string;
}
/**
 * Commands to this process: join another call, or report the pictures of each call since the last report and the
 * total bytes.
 */
export type Command = { join: StartedCall } | 'pictures';
export type Report = { joined: boolean } | { pictures: number[]; bytes: number };

const PING_MS = 2000;
const ssrc = Number(process.argv[2]);
/** Device pixels per CSS pixel, which determine the size of the pictures. */
const ratio = Number(process.argv[3] ?? 1);
/** True if the visitor's browser draws the face. It then receives no video, and packets of the voice are counted. */
const isDrawn = process.argv[4] === 'drawn';
let bytes = 0;
/** Number of pictures by the index of the call. */
let pictures = new Map<number, number>();
let callCount = 0;
// References to objects of the native module, which receive no events after they are garbage-collected.
const resources: unknown[] = [];
const sendReport = (report: Report) => process.send!(report);

async function hold(call: StartedCall): Promise<void> {
  const callIndex = callCount++;
  const joinedCall = await join(
    call,
    ssrc + callIndex,
    (peer) => {
      const video = new rtc.Video('1', isDrawn ? 'SendOnly' : 'RecvOnly');
      video.addVP8Codec(96);
      const face = peer.addTrack(video);
      face.setMediaHandler(new rtc.RtcpReceivingSession());
      face.onMessage((packet) => {
        bytes += packet.length;
        // The marker bit ends a picture.
        if ((packet[1]! & 0x80) !== 0 && (packet[1]! & 0x7f) === 96)
          pictures.set(callIndex, (pictures.get(callIndex) ?? 0) + 1);
      });
      return [video, face];
    },
    (offer) => withPictureSize(offer, { ratio }),
  );
  joinedCall.voice.onMessage((packet) => {
    bytes += packet.length;
    if (isDrawn) pictures.set(callIndex, (pictures.get(callIndex) ?? 0) + 1);
  });
  if (!pictures.has(callIndex)) pictures.set(callIndex, 0);
  resources.push(joinedCall);
  const ping = { message_type: 'conversation', event_type: 'conversation.ping', properties: {} };
  setInterval(() => {
    if (joinedCall.channel.isOpen()) joinedCall.channel.sendMessage(JSON.stringify(ping));
  }, PING_MS);
}

process.on('message', (command: Command) => {
  if (command === 'pictures') {
    sendReport({ pictures: [...pictures.values()], bytes });
    bytes = 0;
    pictures = new Map([...pictures.keys()].map((callIndex) => [callIndex, 0]));
  } else
    hold(command.join).then(
      () => sendReport({ joined: true }),
      () => sendReport({ joined: false }),
    );
});
