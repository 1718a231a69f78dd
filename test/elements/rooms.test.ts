/** The same tests for both rooms: the embedded one, and Daily's with the real daily-js. */
import { expect } from '@open-wc/testing';
import { createClient } from '../../src/contract/client.ts';
import { browserClock } from '../../src/elements/session/clock.ts';
import { DailyRoom } from '../../src/elements/session/daily-room.ts';
import { EmbeddedRoom } from '../../src/elements/session/embedded-room.ts';
import {
  visitorMessage,
  type Room,
  type RoomListener,
  type RoomOptions,
} from '../../src/elements/session/room.ts';
import { inChromium } from './widget.ts';

/** The other side of a room, which the test controls in place of an agent. */
interface FarEnd {
  open(options: Pick<RoomOptions, 'microphone' | 'camera'>, listener: RoomListener): Room;
  /** Messages that the other side has received, without the room's pings. */
  readonly events: unknown[];
  readonly credentials: { address: string; token: string | null };
  say(data: unknown): Promise<void>;
  /** True if audio from the visitor arrives. */
  hears(): Promise<boolean>;
  sees(): Promise<boolean>;
  /** Ends the connection without a goodbye. */
  drop(): void;
  /** True if the visitor has said goodbye. */
  readonly left: boolean;
  close(): void;
}

/** Waits until the condition holds, checking it in each frame. */
async function waitUntil(condition: () => unknown): Promise<void> {
  while (!(await condition())) await new Promise(requestAnimationFrame);
}

/** Returns tracks with a moving picture and a tone. */
function agentTracks(): { tracks: MediaStreamTrack[]; stop(): void } {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 64;
  const context = canvas.getContext('2d')!;
  let hue = 0;
  const drawing = setInterval(() => {
    context.fillStyle = `hsl(${(hue += 7)} 90% 60%)`;
    context.fillRect(0, 0, 64, 64);
  }, 30);
  const { track, stop } = tone();
  return {
    tracks: [...canvas.captureStream(25).getTracks(), track],
    stop: () => (clearInterval(drawing), stop()),
  };
}

function tone(): { track: MediaStreamTrack; stop(): void } {
  const audio = new AudioContext();
  const oscillator = audio.createOscillator();
  const destination = audio.createMediaStreamDestination();
  oscillator.connect(destination);
  oscillator.start();
  return { track: destination.stream.getAudioTracks()[0]!, stop: () => void audio.close() };
}

/** Measures a track; `now` returns its loudness from 0 to 1. */
function loudness(track: MediaStreamTrack): { now(): number; stop(): void } {
  const audio = new AudioContext();
  // Chromium decodes a remote track only if an element also plays it.
  const player = new Audio();
  player.muted = true;
  player.srcObject = new MediaStream([track]);
  void player.play().catch(() => {});
  const analyser = audio.createAnalyser();
  audio.createMediaStreamSource(new MediaStream([track])).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  return {
    now() {
      analyser.getFloatTimeDomainData(samples);
      return Math.max(...samples.map(Math.abs));
    },
    stop: () => void audio.close(),
  };
}

const OPTIONS = {
  screen: null,
  conversationId: 'c1',
  token: 'token-1',
  after: 0,
  modality: 'video',
} as const;
/** Messages that keep a room alive and do not come from a participant. */
const KEEP_ALIVE_TYPES = new Set(['conversation.ping', 'conversation.resume']);

function embeddedFarEnd(): FarEnd {
  const agent = agentTracks();
  const events: unknown[] = [];
  const credentials = { address: '', token: null as string | null };
  let hasLeft = false;
  let peer: RTCPeerConnection | null = null;
  let channel: RTCDataChannel | null = null;
  const fetchRoom = async (
    url: string,
    init?: { method?: string; headers?: Record<string, string>; body?: string },
  ): Promise<Response> => {
    if (url.endsWith('/servers')) return Response.json({ ice_servers: [] });
    if (init?.method === 'DELETE') {
      hasLeft = true;
      return new Response(null, { status: 204 });
    }
    credentials.address = url;
    credentials.token = new Headers(init?.headers).get('authorization');
    const roomPeer = new RTCPeerConnection();
    peer = roomPeer;
    roomPeer.addEventListener('datachannel', (event) => {
      channel = event.channel;
      channel.addEventListener('message', ({ data }) => {
        const message = JSON.parse(data as string) as { event_type: string };
        if (!KEEP_ALIVE_TYPES.has(message.event_type)) events.push(message);
      });
    });
    await roomPeer.setRemoteDescription({ type: 'offer', sdp: init!.body! });
    for (const transceiver of roomPeer.getTransceivers()) {
      const track = agent.tracks.find(({ kind }) => kind === transceiver.receiver.track.kind)!;
      transceiver.direction = 'sendrecv';
      await transceiver.sender.replaceTrack(track);
    }
    await roomPeer.setLocalDescription();
    await waitUntil(() => roomPeer.iceGatheringState === 'complete');
    return new Response(roomPeer.localDescription!.sdp, {
      status: 201,
      headers: { location: '/rooms/c1/session/s1', 'content-type': 'application/sdp' },
    });
  };
  const countReceived = async (kind: 'audio' | 'video', field: 'packetsReceived'): Promise<number> => {
    let count = 0;
    for (const report of (await peer!.getStats()).values() as IterableIterator<
      { type: string; kind?: string } & Record<typeof field, number>
    >)
      if (report.type === 'inbound-rtp' && report.kind === kind) count += report[field];
    return count;
  };
  let lastCounts = { audio: 0, video: 0 };
  const waitForMedia = async (kind: 'audio' | 'video') => {
    const now = await countReceived(kind, 'packetsReceived');
    const extraFields = now > lastCounts[kind];
    lastCounts = { ...lastCounts, [kind]: now };
    return extraFields;
  };
  return {
    events,
    credentials,
    get left() {
      return hasLeft;
    },
    open: (options, listener) =>
      new EmbeddedRoom(
        { ...OPTIONS, ...options, url: `${location.origin}/rooms/c1` },
        listener,
        createClient(location.origin, fetchRoom as never),
        browserClock,
      ),
    async say(data) {
      await waitUntil(() => channel);
      channel!.send(typeof data === 'string' ? data : JSON.stringify(data));
    },
    hears: () => waitForMedia('audio'),
    sees: () => waitForMedia('video'),
    drop: () => peer!.close(),
    close: () => (peer?.close(), agent.stop()),
  };
}

function dailyFarEnd(): FarEnd {
  const agent = agentTracks();
  const events: unknown[] = [];
  const credentials = { address: '', token: null as string | null };
  let hasLeft = false;
  let visitor: {
    audio: MediaStreamTrack | null;
    video: MediaStreamTrack | null;
    screen?: MediaStreamTrack | null;
  } = { audio: null, video: null };
  const machine = {
    tracks: agent.tracks,
    joined: ({ url, token }: { url: string; token: string }) =>
      Object.assign(credentials, { address: url, token: `Bearer ${token}` }),
    heard: (data: unknown) => events.push(data),
    visitor: (tracks: typeof visitor) => (visitor = tracks),
    left: () => (hasLeft = true),
    say: (_data: unknown): void => {},
    fail: (_type: string): void => {},
  };
  Object.assign(window, { dailyFarEnd: machine });
  return {
    events,
    credentials,
    get left() {
      return hasLeft;
    },
    open: (options, listener) =>
      new DailyRoom({ ...OPTIONS, ...options, url: 'https://palkit-test.daily.co/room' }, listener, {
        dailyConfig: {
          callObjectBundleUrlOverride: new URL(
            './call-machine/call-machine-object-bundle.js',
            import.meta.url,
          ).href,
        },
      }),
    say: async (data) => machine.say(data),
    hears: async () => visitor.audio !== null,
    sees: async () => visitor.video !== null || visitor.screen?.readyState === 'live',
    drop: () => machine.fail('connection-error'),
    close: () => agent.stop(),
  };
}

/** WebKit is built without WebRTC in Debian. */
const withWebRtc = 'RTCPeerConnection' in window ? describe : describe.skip;
for (const [name, farEnd] of [
  ['EmbeddedRoom', embeddedFarEnd],
  ['DailyRoom', dailyFarEnd],
] as const) {
  withWebRtc(name, () => {
    let far: FarEnd;
    let room: Room;
    let receivedStream: MediaStream | null;
    let messages: { event_type: string; properties: Record<string, unknown> }[];
    let events: string[];
    const listener: RoomListener = {
      message: (event) => void messages.push(event),
      stream: (stream) => (receivedStream = stream),
      network: () => {},
      lost: () => void events.push('lost'),
      ended: () => void events.push('ended'),
    };
    let microphone: { track: MediaStreamTrack; stop(): void };

    before(async () => {
      // With the permission for the microphone, Chromium sends real addresses to its peers.
      for (const track of (await navigator.mediaDevices.getUserMedia({ audio: true })).getTracks())
        track.stop();
    });
    beforeEach(() => {
      far = farEnd();
      messages = [];
      events = [];
      receivedStream = null;
      microphone = tone();
    });
    afterEach(() => {
      room.leave();
      far.close();
      microphone.stop();
    });
    const join = async (options: Partial<Pick<RoomOptions, 'microphone' | 'camera'>> = {}) => {
      room = far.open({ microphone: null, camera: null, ...options }, listener);
      await room.join();
    };
    const utterance = (speech: string) => ({
      message_type: 'conversation',
      event_type: 'conversation.utterance',
      conversation_id: 'c1',
      seq: 1,
      timestamp: 1,
      properties: { role: 'pal', speech },
    });

    it('joins its room by its token', async () => {
      await join();
      expect(far.credentials.address).to.match(/room/);
      expect(far.credentials.token).to.equal('Bearer token-1');
    });

    inChromium("the room plays the agent's video and audio", async () => {
      await join();
      await waitUntil(
        () => receivedStream?.getVideoTracks().length === 1 && receivedStream.getAudioTracks().length === 1,
      );
      const video = document.createElement('video');
      video.muted = true;
      video.srcObject = receivedStream;
      await video.play();
      await waitUntil(() => video.currentTime > 0.2 && video.videoWidth > 0);
      const voice = loudness(receivedStream!.getAudioTracks()[0]!);
      await waitUntil(() => voice.now() > 0.05);
      voice.stop();
    });

    it('carries messages both ways; other data is dropped', async () => {
      await join();
      await far.say('no message');
      await far.say({ event_type: 'conversation.utterance', properties: { role: 'nobody' } });
      await far.say(utterance('Hello.'));
      await waitUntil(() => messages.length > 0);
      expect(messages.map(({ properties }) => properties['speech'])).to.deep.equal(['Hello.']);
      const message = visitorMessage('conversation.respond', { text: 'Hi “there” 😀' });
      room.send(message);
      await waitUntil(() => far.events.length > 0);
      expect(far.events).to.deep.equal([message]);
    });

    it('sends no sound of the microphone while it is muted', async () => {
      await join();
      room.setMicrophone(microphone.track);
      await waitUntil(() => far.hears());
      room.setMicrophone(null);
      await waitUntil(async () => !(await far.hears()));
      room.setMicrophone(microphone.track);
      await waitUntil(() => far.hears());
    });

    it('sends sound from the first moment if the microphone is available', async () => {
      await join({ microphone: microphone.track });
      await waitUntil(() => far.hears());
    });

    it('sends the camera when it is on, and stops', async () => {
      await join();
      const camera = agentTracks();
      room.setCamera(camera.tracks[0]!);
      await waitUntil(() => far.sees());
      room.setCamera(null);
      await waitUntil(async () => !(await far.sees()));
      camera.stop();
    });

    it("shows the shared screen, and stops; the page's own track continues", async () => {
      await join();
      const screen = agentTracks();
      room.setScreen(screen.tracks[0]!);
      await waitUntil(() => far.sees());
      room.setScreen(null);
      await waitUntil(async () => !(await far.sees()));
      expect(screen.tracks[0]!.readyState).to.equal('live');
      screen.stop();
    });

    it('reports a lost connection once, and nothing after', async () => {
      await join();
      far.drop();
      await waitUntil(() => events.length > 0);
      expect(events).to.deep.equal(['lost']);
      room.leave();
      room.send(visitorMessage('conversation.interrupt', {}));
      room.setMicrophone(microphone.track);
      room.setCamera(null);
      expect(events).to.deep.equal(['lost']);
    });

    it('says goodbye once when the visitor leaves, and is silent afterwards', async () => {
      await join({ microphone: microphone.track });
      room.leave();
      room.leave();
      await waitUntil(() => far.left);
      expect(events).to.deep.equal([]);
      expect(microphone.track.readyState).to.equal('live');
    });

    it('may be left while it is still joining', async () => {
      room = far.open({ microphone: null, camera: null }, listener);
      const joinResult = room.join().then(
        () => 'joined',
        () => 'given up',
      );
      room.leave();
      expect(await joinResult).to.equal('given up');
      expect(events).to.deep.equal([]);
    });
  });
}

describe('DailyRoom alone', () => {
  for (const type of ['ejected', 'exp-room', 'no-room', 'meeting-full']) {
    it(`ends if Daily reports ${type}`, async () => {
      const farEnd = dailyFarEnd();
      const events: string[] = [];
      const room = farEnd.open(
        { microphone: null, camera: null },
        {
          message() {},
          stream() {},
          network() {},
          lost: () => events.push('lost'),
          ended: () => events.push('ended'),
        },
      );
      await room.join();
      (window as unknown as { dailyFarEnd: { fail(type: string): void } }).dailyFarEnd.fail(type);
      await waitUntil(() => events.length > 0);
      expect(events).to.deep.equal(['ended']);
      farEnd.close();
    });
  }
});
