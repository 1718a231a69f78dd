/**
 * The media process: holds the native WebRTC module and all calls, so that its crash takes nothing else along. It is told
 * what to do by its parent (`media.ts`) and tells back what happens. One clock of 20 ms drives all calls.
 */
import rtc from 'node-datachannel';
import { loadVoiceActivity } from '../../agent/engines/voice-activity.ts';
import { readFaceFile, type FaceFile } from './face-file.ts';
import type { MediaEvent, ToMedia, FromMedia } from './media.ts';
import { readOffer } from './offer.ts';
import { counted, Peer } from './peer.ts';

const TICK_MS = 20;
/** After a stall, time goes on from here instead of being made up for. */
const MOST_BEHIND_MS = 100;
const WATCH_EVERY_TICKS = 50;

const settings = JSON.parse(process.argv[2] ?? '{}') as { udpPort: number; publicAddress?: string; iceServers?: string[] };
const peers = new Map<string, Peer>();
const faces = new Map<string, FaceFile>();
const newActivity = await loadVoiceActivity();
rtc.initLogger('Error', () => {});

const tellParent = (message: FromMedia) => process.send?.(message);
const tell = (event: MediaEvent) => tellParent({ event });
const fault = (where: string, error: unknown) => tellParent({ fault: { where, name: (error as Error)?.name ?? 'Error' } });

function faceOf(path: string): FaceFile {
  let face = faces.get(path);
  if (!face) {
    face = readFaceFile(path);
    faces.set(path, face);
  }
  return face;
}

async function join(id: number, call: { callId: string; offer: string; face: string }): Promise<void> {
  const offer = readOffer(call.offer);
  if (!offer) return void tellParent({ answer: { id, refused: 'invalid_offer' } });
  let peer: Peer | undefined;
  try {
    peer = new Peer({
      callId: call.callId, sdp: call.offer, offer, face: faceOf(call.face), udpPort: settings.udpPort, publicAddress: settings.publicAddress,
      iceServers: settings.iceServers ?? [], activity: newActivity(), fault, now: () => performance.now(),
      // What a replaced peer still tells is nobody's business.
      tell: (event) => {
        if (event.is === 'crashed' || peers.get(event.callId) !== peer) return;
        if (event.is === 'lost') peers.delete(event.callId);
        tell(event);
      },
    });
    const sdp = await peer.answer();
    const before = peers.get(call.callId);
    peers.set(call.callId, peer);
    before?.close();
    tellParent({ answer: { id, sdp } });
  } catch (error) {
    peer?.close();
    fault('join', error);
    tellParent({ answer: { id, refused: 'invalid_offer' } });
  }
}

process.on('message', (message: ToMedia) => {
  switch (message.do) {
    case 'join':
      void join(message.id, message.call);
      return;
    case 'leave':
      peers.get(message.callId)?.close();
      peers.delete(message.callId);
      return;
    case 'say':
      peers.get(message.callId)?.say(message.utteranceId, message.speech);
      return;
    case 'hush':
      peers.get(message.callId)?.hush();
      return;
    case 'send':
      peers.get(message.callId)?.send(message.message);
      return;
    case 'listen':
      peers.get(message.callId)?.guardVoice(message.bargeFrames);
      return;
    case 'stats':
      tellParent({ stats: { id: message.id, calls: peers.size, ...counted, rss: process.memoryUsage.rss() } });
      return;
  }
});
// The parent's end, however it comes, is ours.
process.on('disconnect', () => process.exit(0));

let tick = 0;
let origin = performance.now();
function beat(): void {
  const now = performance.now();
  if (now - (origin + tick * TICK_MS) > MOST_BEHIND_MS) {
    // Time is skipped, not made up for: a burst of packets would be thrown away by the browser.
    tick = Math.floor((now - origin) / TICK_MS);
  }
  while (origin + tick * TICK_MS <= now) {
    let index = 0;
    for (const peer of peers.values()) {
      peer.sendVoice(tick);
      // Half of the calls get their picture on even ticks, half on odd ones.
      if ((tick + index++) % 2 === 0) peer.sendFace(tick >> 1);
      if (tick % WATCH_EVERY_TICKS === 0) peer.watch(now);
    }
    tick++;
  }
  setTimeout(beat, Math.max(1, origin + tick * TICK_MS - performance.now()));
}
beat();
tellParent({ ready: true });
