/**
 * The media process contains the native WebRTC module and all calls, so that a crash does not affect other processes.
 * It receives orders from its parent (`media.ts`) and sends reports. A single clock of 20 ms drives all calls.
 */
import rtc from 'node-datachannel';
import { startWatchdog } from '@palkit/runtime/watchdog';
import { loadVoiceActivity } from './voice-activity.ts';
import { readFaceFile, type FaceFile } from './face-file.ts';
import { LoadWatch } from './media-load.ts';
import type { FromMedia, JoinRequest, MediaEvent, ToMedia } from './media-messages.ts';
import { FaultLimit } from './fault-limit.ts';
import { EngineFaces } from '../face-engine/engine-faces.ts';
import { FACE_ENGINE_ADDRESS, type EngineAddress } from '../face-engine/engine-socket.ts';
import { Inflow } from './inflow.ts';
import { readWorkers, SpinWatch } from './native-threads.ts';
import { readOffer } from './offer.ts';
import { counters } from './counters.ts';
import { Peer } from './peer.ts';
import { fits, largeFile, LargePictureSlots } from './pictures.ts';
import { Playout } from './playout.ts';
import { Recorder } from './recorder.ts';
import type { CallLogPath } from './call-log.ts';

const TICK_MS = 20;
/** After a longer stall, the clock continues from the present instead of catching up. */
const MAX_BEHIND_MS = 100;
const CHECK_INTERVAL_TICKS = 50;
const FLUSH_INTERVAL_TICKS = 25;
const MAX_FACES = 16;
/** Milliseconds between two checks for spinning native threads. */
const SPIN_CHECK_INTERVAL_MS = 500;
/** At most ten calls have large pictures at a time, so that thirty calls send at most 50 % more data. */
const largePictureSlots = new LargePictureSlots(10);

const settings = JSON.parse(process.argv[2] ?? '{}') as {
  udpPort: number;
  publicAddress?: string;
  iceServers?: string[];
};
const engineAddress = JSON.parse(process.env[FACE_ENGINE_ADDRESS] ?? 'null') as EngineAddress | null;
const peers = new Map<string, Peer>();
/** The remaining speech of each call, which continues in a replacement connection. */
const playouts = new Map<string, Playout>();
/** Call logs, which also continue in a replacement connection. */
const recorders = new Map<string, Recorder>();
/** Traffic limits of each call, which also apply to a replacement connection. */
const inflows = new Map<string, Inflow>();
const faces = new Map<string, FaceFile>();
const newActivity = await loadVoiceActivity();
rtc.initLogger('Error', () => {});

const sendToParent = (message: FromMedia) => process.send?.(message);
const sendEvent = (event: MediaEvent) => {
  const inflow = event.is === 'message' ? inflows.get(event.callId) : undefined;
  if (inflow) process.send?.({ event } satisfies FromMedia, inflow.countSending());
  else sendToParent({ event });
};
const faults = new FaultLimit();
function fault(where: string, error: unknown): void {
  const omitted = faults.count(where, performance.now());
  if (omitted !== null) sendToParent({ fault: { where, name: (error as Error)?.name ?? 'Error', omitted } });
}

/** Faults of the engine have names, and each name has a separate limit. */
const engines = new EngineFaces(engineAddress, (name) => fault(`face engine: ${name}`, { name }));

/**
 * Returns the face in this file, and caches the most recently requested faces. A running call keeps its face
 * even after the face has left the cache. Throws if the file is not a face.
 */
function faceOf(path: string): FaceFile {
  const face = faces.get(path) ?? readFaceFile(path);
  faces.delete(path);
  faces.set(path, face);
  for (const oldPath of faces.keys()) if (faces.size > MAX_FACES) faces.delete(oldPath);
  return face;
}

/**
 * Returns the face with larger pictures; null if there are none or the browser does not accept their size.
 */
function findLargeFace(path: string, blocks: number): FaceFile | null {
  const file = blocks > 0 ? largeFile(path) : null;
  const face = file ? faceOf(file) : null;
  return face && fits(face, blocks) ? face : null;
}

function playoutOf(callId: string): Playout {
  let playout = playouts.get(callId);
  if (!playout) {
    playout = new Playout(
      (event) => {
        if (event.is === 'said') engines.get(callId)?.endSentence(event.utteranceId);
        sendEvent({ ...event, callId });
      },
      (utteranceId) => engines.get(callId)?.mayBegin(utteranceId) ?? true,
    );
    playouts.set(callId, playout);
  }
  return playout;
}

function forgetCall(callId: string): void {
  peers.get(callId)?.close();
  peers.delete(callId);
  playouts.delete(callId);
  inflows.delete(callId);
  engines.close(callId);
  forgetCallLog(callId);
}

function inflowOf(callId: string): Inflow {
  const inflow = inflows.get(callId) ?? new Inflow(performance.now());
  inflows.set(callId, inflow);
  return inflow;
}

function forgetCallLog(callId: string): void {
  recorders.get(callId)?.close();
  recorders.delete(callId);
}

function recorderOf(callId: string, callLog: CallLogPath | null | undefined, face: string): Recorder | null {
  if (!callLog) return null;
  const recorder =
    recorders.get(callId) ??
    new Recorder(callLog, face, {
      origin: () => performance.timeOrigin + origin,
      fault: (error) => fault('recording', error),
    });
  recorders.set(callId, recorder);
  return recorder;
}

async function join(id: number, call: JoinRequest): Promise<void> {
  const offer = readOffer(call.offer, call.audioOnly);
  if (!offer) return void sendToParent({ answer: { id, refused: 'invalid_offer' } });
  let face: FaceFile;
  let largeFace: FaceFile | null;
  try {
    face = faceOf(call.face);
    largeFace = findLargeFace(call.face, offer.video?.blocks ?? 0);
  } catch (error) {
    fault('face', error);
    return void sendToParent({ answer: { id } });
  }
  let peer: Peer | undefined;
  try {
    peer = new Peer({
      callId: call.callId,
      sdp: call.offer,
      offer,
      face,
      largeFace,
      largePictureSlots,
      watch: call.watch ?? false,
      audioOnly: call.audioOnly ?? false,
      udpPort: settings.udpPort,
      publicAddress: settings.publicAddress,
      iceServers: settings.iceServers ?? [],
      activity: newActivity(),
      inflow: inflowOf(call.callId),
      fault,
      now: () => performance.now(),
      sendsOnEvenTicks: (isNextEven = !isNextEven),
      // Drop late events of a peer that was replaced.
      sendEvent: (event) => {
        if (event.is === 'crashed' || event.is === 'beyond-repair' || peers.get(event.callId) !== peer)
          return;
        if (event.is === 'lost') {
          peers.delete(event.callId);
          playouts.delete(event.callId);
          engines.close(event.callId);
          forgetCallLog(event.callId);
        }
        sendEvent(event);
      },
    });
    const sdp = await peer.answer();
    const previousPeer = peers.get(call.callId);
    peer.playout = playoutOf(call.callId);
    // A page that draws the face itself accepts no video.
    if (offer.video?.receives) peer.engine = engines.open(call.callId, call.faceId ?? null, face);
    peer.recorder = recorderOf(call.callId, call.callLog, call.face);
    peer.recorder?.beginConnection();
    peers.set(call.callId, peer);
    previousPeer?.close();
    sendToParent({ answer: { id, sdp } });
  } catch (error) {
    peer?.close();
    fault('join', error);
    sendToParent({ answer: { id, refused: 'invalid_offer' } });
  }
}

type Order<What extends ToMedia['do']> = Extract<ToMedia, { do: What }>;

/** Handlers of the parent process's orders. */
const ORDERS: { readonly [What in ToMedia['do']]: (order: Order<What>) => void } = {
  join: ({ id, call }) => void join(id, call),
  leave: ({ callId }) => forgetCall(callId),
  say({ callId, utteranceId, speech }) {
    const peer = peers.get(callId);
    if (!peer) return;
    engines.get(callId)?.speak(utteranceId, speech.packets);
    playoutOf(callId).add(utteranceId, speech);
    peer.begin(tick - 1);
  },
  hush({ callId }) {
    engines.get(callId)?.cancel();
    playouts.get(callId)?.hush();
  },
  hold: ({ callId, onHold }) => playouts.get(callId)?.hold(onHold),
  setMood({ callId, mood }) {
    const peer = peers.get(callId);
    if (peer) peer.mood = mood;
    const engine = engines.get(callId);
    if (engine) engine.mood = mood;
  },
  face({ callId, face }) {
    forgetCallLog(callId);
    const peer = peers.get(callId);
    if (!peer) return;
    peer.recorder = null;
    peer.engine = null;
    engines.close(callId);
    try {
      peer.show(faceOf(face), null);
    } catch (error) {
      // If the new face cannot be read, the call has no picture, because the previous face must no longer be
      // shown.
      fault('face', error);
      forgetCall(callId);
    }
  },
  send: ({ callId, message }) => peers.get(callId)?.send(message),
  listen: ({ callId, bargeFrames, patience }) => peers.get(callId)?.guardVoice(bargeFrames, patience),
  ping: () => void sendToParent({ alive: true }),
  stats: ({ id }) =>
    void sendToParent({
      stats: { id, calls: peers.size, ...counters, rss: process.memoryUsage.rss() },
    }),
};

process.on('message', (order: ToMedia) => (ORDERS[order.do] as (order: ToMedia) => void)(order));
process.on('disconnect', () => process.exit(0));
startWatchdog();

/** Half of the calls send pictures on even ticks, the other half on odd ticks. */
let isNextEven = false;
let tick = 0;
/** Ticks of the last check of all calls, and of the last flush of their logs. */
let lastCheckTick = 0;
let lastFlushTick = 0;
const origin = performance.now();
const load = new LoadWatch(
  { now: () => performance.now(), active: () => performance.eventLoopUtilization().active },
  TICK_MS,
);

/**
 * True if there was no call at the last report. Without calls no load is reported, so that an idle process
 * does not wake the service.
 */
let wasIdle = true;
function reportLoad(): void {
  const now = load.takeDueMeasure();
  if (!now || (wasIdle && peers.size === 0)) return;
  wasIdle = peers.size === 0;
  sendToParent({ load: now });
}

function beat(): void {
  const now = performance.now();
  if (now - (origin + tick * TICK_MS) > MAX_BEHIND_MS) {
    // Skip missed ticks, because a browser would drop a burst of packets.
    const nextTick = Math.floor((now - origin) / TICK_MS);
    // Pictures are sent only in calls, so without calls none were skipped.
    if (peers.size > 0) load.countOmitted(nextTick - tick);
    tick = nextTick;
  }
  while (origin + tick * TICK_MS <= now) {
    for (const peer of peers.values()) peer.beat(tick);
    if (tick >= lastCheckTick + CHECK_INTERVAL_TICKS) {
      for (const peer of peers.values()) peer.watch(now);
      lastCheckTick = tick;
    }
    if (tick >= lastFlushTick + FLUSH_INTERVAL_TICKS) {
      for (const recorder of recorders.values()) recorder.flush();
      lastFlushTick = tick;
    }
    tick++;
  }
  reportLoad();
  setTimeout(beat, Math.max(1, origin + tick * TICK_MS - performance.now()));
}
const spinWatch = new SpinWatch();
const threadWatch = setInterval(() => {
  if (peers.size === 0 || !spinWatch.check(readWorkers(), performance.now())) return;
  clearInterval(threadWatch);
  void probePeers();
}, SPIN_CHECK_INTERVAL_MS);

/** Finds the call whose packet a spinning thread is processing; see `FromMedia.spinning`. */
async function probePeers(): Promise<void> {
  for (const [callId, peer] of peers) {
    await sendMessage({ spinning: { probing: callId } });
    peer.probe();
  }
  await sendMessage({ spinning: { probing: null } });
}

const sendMessage = (message: FromMedia) =>
  new Promise<void>((resolve) => {
    if (process.send) process.send(message, () => resolve());
    else resolve();
  });

beat();
sendToParent({ ready: true });
